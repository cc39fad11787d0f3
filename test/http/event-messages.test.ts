import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** A word to everybody who comes to an event: once each, to nobody else, and however often the button is pressed. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const full = await hall.price('B', { name: 'Full price', prix: 12 })
const otherPrice = await other.price('B', { prix: 5 })

async function order(event: string, { email = visitor(), to_mail = true, office = hall, price = full.price } = {}) {
  const prices = [{ uuid: price, customers: [{ first_name: 'Ada', last_name: 'Lovelace' }] }]
  const { json } = await office.book({ event, email, to_mail, prices })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  return { id: json.uuid as string, ticket: json.tickets[0] as string, email }
}

const pageOf = (event: string) => `/admin/events/${event}/message/`
const written = (key: string, subject = 'Doors at seven', text = 'Come early.\r\n\r\nIt will be full.') =>
  [
    ['key', key],
    ['subject', subject],
    ['text', text],
  ] as const
async function messagesOf(event: string) {
  const { rows } = await client.query(
    `select mail.recipient, mail.letter->>'subject' as subject, mail.letter->'paragraphs' as paragraphs,
       mail.letter ? 'action' as "leadsOn"
     from mail join reservation on reservation.tenant_id = mail.tenant_id and reservation.id = mail.reservation_id
     where reservation.event_id = $1 and mail.kind = 'event_message' order by mail.recipient`,
    [event],
  )
  return rows
}

describe('a message to everybody who comes', () => {
  /** Seen red with `createdAt` left out of selectConcerned, without tellHolders, and without the look at toMail. */
  it('reaches whoever booked so far and was given a ticket, once, and nobody else', async () => {
    const event = await hall.event([full.product], { name: 'Night of the owls' })
    const [first, second] = [await order(event), await order(event)]
    const unmailed = await order(event, { to_mail: false })
    const gone = await order(event)
    await hall.post(`/api/reservations/${gone.id}/cancellation/`)
    const given = visitor()
    await client.query('update ticket set holder_email = $1 where id = $2', [given, second.ticket])
    const elsewhere = await hall.event([full.product])
    await order(elsewhere)
    await order(await other.event([otherPrice.product]), { office: other, price: otherPrice.price })

    expect((await manager.show(pageOf(event))).text).toContain('2 bookings get this e-\u2060mail.')
    expect((await manager.show(pageOf(event))).text).toContain('One booking has no address for e-\u2060mails')
    const sent = await manager.press(pageOf(event), written(randomUUID()))
    expect(sent.status).toBe(303)
    await untilQuiet(client)
    const late = await order(event)
    await client.query('update event_notice set ended_at = null where event_id = $1', [event])
    await manager.press(String(sent.headers['location']), [])
    await untilQuiet(client)

    const mails = await messagesOf(event)
    expect(mails.map(({ recipient }) => recipient)).toEqual([first.email, second.email, given].toSorted())
    expect(mails.map(({ recipient }) => recipient)).not.toContain(late.email)
    expect(mails.map(({ recipient }) => recipient)).not.toContain(unmailed.email)
    expect(mails[0]).toMatchObject({
      subject: 'Night of the owls: Doors at seven',
      paragraphs: ['Come early.', 'It will be full.'],
    })
    expect(mails.find(({ recipient }) => recipient === given).leadsOn).toBe(false)
    expect(await messagesOf(elsewhere)).toEqual([])
    const page = await manager.show(String(sent.headers['location']))
    expect(page.text).toMatch(
      /Message: .*Doors at seven.*Come early.*3 of 3 bookings.*The e-\u2060mails of 2 bookings are written and have not left, 1 without an address/s,
    )
    expect(page.text).toContain('No e-\u2060mail leaves this server')
    expect(page.text).toContain(`/admin/reservations/${unmailed.id}/`)
    expect(page.text).not.toContain('What became of the money')
    expect((await manager.show(`/admin/audit/?of=${event}`)).text).toContain('Wrote to everybody')
    expect((await stranger.show(String(sent.headers['location']))).status).toBe(404)
  })

  /** Seen red with nobody counted whose booking is cancelled, which by then all are, and with everybody who ever was. */
  it('is not said to have reached whoever has no address, of a cancellation neither', async () => {
    const event = await hall.event([full.product], { name: 'Night of the bats' })
    const unmailed = await order(event, { to_mail: false })
    const [given, gone] = [await order(event, { to_mail: false }), await order(event, { to_mail: false })]
    await client.query('update ticket set holder_email = $1 where id = $2', [visitor(), given.ticket])
    await hall.post(`/api/reservations/${gone.id}/cancellation/`)
    for (const form of ['cancellation', 'postponement']) {
      const { text } = await manager.show(`/admin/events/${event}/${form}/`)
      expect(text).toMatch(/One booking gets an e-\u2060mail\..*One booking has no address for e-\u2060mails/s)
      expect(text).not.toContain('Everybody who booked')
    }
    const sent = await manager.press(`/admin/events/${event}/cancellation/`, [])
    await untilQuiet(client)
    const [text = ''] = (await manager.show(String(sent.headers['location']))).text.split('What became of')
    expect(text).toMatch(
      /2 of 2 bookings.*The e-\u2060mail of one booking is written and has not left, 1 without an address/s,
    )
    expect(text).toContain(`/admin/reservations/${unmailed.id}/`)
    for (const { id } of [given, gone]) expect(text).not.toContain(`/admin/reservations/${id}/`)
  })

  /** Seen red with the erased among those who have no address. */
  it('counts nobody who was erased among those who are to be told some other way', async () => {
    const event = await hall.event([full.product], { name: 'Night of the moles' })
    const email = visitor()
    const [erased, unmailed] = [await order(event, { email }), await order(event, { to_mail: false })]
    await order(event)
    await server.send(hall.slug, 'POST', '/account/erasure/', {
      cookie: await signIn(server, hall.slug, hall.slug, email),
      body: '',
      headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
    })
    const whole = /One booking has no address for e-\u2060mails.*One booking is of somebody whose data was erased/s
    for (const form of ['cancellation', 'postponement', 'message']) {
      const { text } = await manager.show(`/admin/events/${event}/${form}/`)
      expect(text).toMatch(whole)
      if (form !== 'message') expect(text).toContain('One booking gets an e-\u2060mail.')
    }
    const sent = await manager.press(`/admin/events/${event}/cancellation/`, [])
    await untilQuiet(client)
    const [text = ''] = (await manager.show(String(sent.headers['location']))).text.split('What became of')
    expect(text).toMatch(
      /3 of 3 bookings.*The e-\u2060mail of one booking is written and has not left, 1 without an address.*One booking is of somebody/s,
    )
    expect(text).toContain(`/admin/reservations/${unmailed.id}/`)
    expect(text).not.toContain(`/admin/reservations/${erased.id}/`)
    expect((await manager.show(String(sent.headers['location']), 'fr')).text).toContain(
      'Une réservation est celle d’une personne dont les données ont été effacées',
    )
  })

  /** Seen red with a new id for each. */
  it('is sent once, however often the button is pressed', async () => {
    const event = await hall.event([full.product])
    await order(event)
    const key = randomUUID()
    const pressed = await Promise.all(Array.from({ length: 4 }, () => manager.press(pageOf(event), written(key))))
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    await untilQuiet(client)
    expect(await messagesOf(event)).toHaveLength(1)
    const changed = await manager.press(pageOf(event), written(key, 'Something else'))
    expect([changed.status, changed.text]).toEqual([422, expect.stringContaining('sent before')])
    expect(changed.text).not.toContain(key)
  })

  it('says what is missing, with what was typed, and sends nothing', async () => {
    const event = await hall.event([full.product])
    await order(event)
    const empty = await manager.press(pageOf(event), written(randomUUID(), '', 'kept'))
    expect([empty.status, empty.text]).toEqual([400, expect.stringMatching(/Say in a few words.*kept/s)])
    const long = await manager.press(pageOf(event), written(randomUUID(), 'a'.repeat(121)))
    expect(long.status).toBe(400)
    expect((await stranger.press(pageOf(event), written(randomUUID()))).status).toBe(404)
    await untilQuiet(client)
    expect(await messagesOf(event)).toEqual([])
  })

  /** Seen red with the waiting list told of every notice, and without the look for an open offer. */
  it('is no word to who waits for a place', async () => {
    const room = waitingRoomAt(server, client, hall)
    const night = await room.soldOut()
    const [offered, waits] = [visitor(), visitor()]
    await room.join(night, offered)
    await room.join(night, waits)
    await room.cancel(night.bookings[0])
    await room.offerOf(night, offered)
    await manager.press(pageOf(night.event), written(randomUUID()))
    await untilQuiet(client)
    const kindsTo = async (email: string) =>
      (await client.query('select kind from mail where recipient = $1 order by id', [email])).rows
    expect(await kindsTo(waits)).toEqual([{ kind: 'waiting_list_joined' }])
    expect(await kindsTo(offered)).toEqual([{ kind: 'waiting_list_joined' }, { kind: 'waiting_list_offer' }])
  })

  it('is sent by a program as well', async () => {
    const event = await hall.event([full.product])
    const { email } = await order(event)
    const body = { uuid: randomUUID(), subject: 'Doors', message: 'Come early.' }
    const [sent, again] = [
      await hall.post(`/api/events/${event}/messages/`, body),
      await hall.post(`/api/events/${event}/messages/`, body),
    ]
    expect(sent.json).toMatchObject({ ...body, event, reservations: 1 })
    expect(again.json.uuid).toBe(body.uuid)
    await untilQuiet(client)
    expect((await messagesOf(event)).map(({ recipient }) => recipient)).toEqual([email])
    expect((await hall.get(`/api/events/${event}/messages/`)).json).toMatchObject([{ ...body, done: 1 }])
    expect((await hall.get(`/api/events/${event}/notices/`)).json).toEqual([])
  })
})
