import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Where no mail leaves, no page says that somebody will be told by mail: the server has no SMTP_URL. */
const { server, client, hall, other } = await twoOffices()
const seller = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const full = await hall.price('B', { name: 'Full price', prix: 12 })
const event = await hall.event([full.product])
const none = 'E-\u2060mails are written, but none leaves here: nobody is notified.'
const toldIn = (text: string) => /told by e-.?mail|on their way to|gets one e-.?mail/.exec(text)?.[0]

async function booked(fields = {}) {
  const email = visitor()
  const prices = [{ uuid: full.price, qty: 2 }]
  const { json } = await hall.book({ event, email, prices, ...fields }, { key: hall.key })
  await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  return { id: String(json.uuid), email }
}

/** Seen red with `told` giving every sentence back. */
it('a booking that is cancelled says so, alone and with others', async () => {
  const { id, email } = await booked()
  const page = (await seller.show(`/admin/reservations/${id}/`)).text
  expect([page.includes(none), page.includes(`${email} is told`)]).toEqual([true, false])
  expect((await stranger.show(`/admin/reservations/${id}/`)).status).toBe(404)
  for (const act of ['cancellation', 'mails']) {
    const { text } = await seller.show(`/admin/reservations/several/?act=${act}&id=${id}`)
    expect([text.includes(none), text.includes('are told by')], act).toEqual([true, false])
  }
})

/** Seen red with `toMail` passed over: it named an address that nothing is ever sent to. */
it('a booking made without mails says that, wherever mails leave or not', async () => {
  const { id, email } = await booked({ to_mail: false })
  const { text } = await seller.show(`/admin/reservations/${id}/`)
  expect(text).toContain('The booker is not told by e-\u2060mail: this booking was made without e-\u2060mails.')
  expect([text.includes(none), text.includes(`${email} is told`)]).toEqual([false, false])
})

/** Seen red with the sentence of a server that mails. */
it('a sale at the desk asks for the tickets to be printed', async () => {
  const email = visitor()
  const fields = { key: randomUUID(), event, price: full.price, qty: '1', seen: '1200', method: 'cash', email }
  const { headers } = await seller.press('/admin/sale/', Object.entries(fields))
  const { text } = await seller.show(String(headers['location']))
  expect(text).toContain(`No e-\u2060mail leaves here: print the tickets for ${email}.`)
  expect(toldIn(text)).toBeUndefined()
})

/** Seen red as the first. */
it('what is archived, and the waiting list, promise nobody a mail', async () => {
  const room = waitingRoomAt(server, client, hall)
  const night = await room.soldOut()
  await room.join(night, visitor())
  for (const path of [`/admin/prices/${night.price}/`, `/admin/waiting-lists/${night.event}/`]) {
    const { status, text } = await seller.show(path)
    expect([path, status, text.includes(none), toldIn(text)]).toEqual([path, 200, true, undefined])
  }
})

/** Seen red with the words of a server that mails. */
it('whoever joins a waiting list is told to ask for the link', async () => {
  const room = waitingRoomAt(server, client, hall)
  const night = await room.soldOut()
  const guest = visitorAt(server, hall)
  const { slug } = (await hall.get(`/api/events/${night.event}/`)).json
  const form = { price: night.price, places: '1', email: visitor() }
  const { headers } = await guest.submit(`/events/${slug}/waiting-list/`, form)
  const { text } = await guest.show(String(headers['location']))
  expect(text).toContain('This site sends no e-\u2060mails: ask whoever runs it for the link.')
  expect(text).not.toMatch(/open the e-|have sent/)
})

const unsent = 'Your tickets were not sent by e-\u2060mail. Show them on this page, or print them.'

/** Seen red with `cancelledText` in the place of `cancelledUntold`. */
it('a cancelled event promises its visitors their money alone', async () => {
  const called = await hall.event([full.product])
  expect((await hall.post(`/api/events/${called}/cancellation/`, {})).status).toBe(200)
  const { slug } = (await hall.get(`/api/events/${called}/`)).json
  const { text } = await visitorAt(server, hall).show(`/events/${slug}/`)
  expect([text.includes('Everyone who booked is refunded.'), toldIn(text)]).toEqual([true, undefined])
  expect((await visitorAt(server, other).show(`/events/${slug}/`)).status).toBe(404)
})

/** Seen red with what a sandbox kept taken for sent, and with codes and letters that are always mailed. */
it('the page of a booking promises neither a code, nor tickets, nor a letter, and a sandbox says so of tickets it kept', async () => {
  const playground = await openBoxOffice(server, 'The Playground', '--sandbox')
  for (const office of [hall, playground]) {
    const guest = visitorAt(server, office)
    const { price, product } = await office.price('B', { prix: 0 })
    const path = await guest.book(await office.event([product]), price, { email: visitor() })
    const id = path.split('/')[2]
    const open = (await guest.show(path)).text
    expect(open).toContain('This site sends no e-\u2060mails: ask whoever runs it for the code and the link.')
    expect(open).not.toMatch(/We sent you|Sent to/)
    const states = office === hall ? ['email_verified', 'paid'] : ['email_verified', 'paid', 'valid']
    for (const status of states) {
      await client.query('update reservation set status = $2, unconfirmed_from = null where id = $1', [id, status])
      expect((await guest.show(path)).text, status).toContain(unsent)
    }
    await client.query(
      `update reservation set status = 'cancelled', cancelled_because = 'expiry', cancelled_at = now() where id = $1`,
      [id],
    )
    const over = (await guest.show(path)).text
    expect([over.includes('If you did pay, please contact the organiser.'), over.includes('write to you')]).toEqual([
      true,
      false,
    ])
  }
})

/** Seen red with the words of a server that mails. */
it('who signs in is told who has the code, and nothing of an e-mail that was sent', async () => {
  const guest = visitorAt(server, hall)
  const said = async (language: string) => {
    const asked = [
      await guest.show('/sign-in/', language),
      await guest.show('/sign-in/?next=%2Faccount%2F', language),
      await guest.submit('/sign-in/', { email: visitor() }, { language }),
    ]
    return asked.map(({ status, text }) => [status, ...sentences.map((sentence) => text.includes(sentence))])
  }
  const sentences = [
    'whoever runs it has the code',
    'la personne qui l’administre a le code',
    'Check your inbox',
    'Code reçu par e-\u2060mail',
    'Code from the e-\u2060mail',
  ]
  expect(await said('en')).toEqual(Array(3).fill([200, true, false, false, false, false]))
  expect(await said('fr')).toEqual(Array(3).fill([200, false, true, false, false, false]))
})
