import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { createKey, sellingRows, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What the desk does about what is sold, by a program: the use cases and refusals of the pages (ADR 0190). */
const { server, client, hall, other } = await twoOffices()

const full = await hall.price('B', { prix: 12, max_per_user: 4 })
const shirt = await hall.price('T', { prix: 20 })
const event = await hall.event([full.product, shirt.product])
const [till, reader, cashier] = [
  await createKey(server, hall.slug, ['--permission', 'ticket:write']),
  await createKey(server, hall.slug, ['--permission', 'reservation:read', '--permission', 'ticket:read']),
  await createKey(server, hall.slug, ['--permission', 'reservation:write']),
]

type Sold = { readonly uuid: string; readonly tickets: readonly [string, string]; readonly status: string }

/** Two tickets and a shirt, paid. */
async function sell(fields: Record<string, unknown> = {}): Promise<Sold> {
  const prices = [
    { uuid: full.price, qty: 2, customers: [{ first_name: 'Ada', last_name: 'Lovelace' }, {}] },
    { uuid: shirt.price, qty: 1 },
  ]
  const { status, json } = await hall.post('/api/sales/', { event, method: 'cash', prices, ...fields })
  expect(status).toBe(201)
  return json
}
const unpaid = async () => {
  const body = { event, email: visitor(), prices: [{ uuid: full.price, qty: 1 }] }
  return (await hall.book(body, { key: hall.key })).json
}
const statusOf = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json.status
const refusalOf = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]
const notedOf = async (id: string) =>
  (await client.query('select action from audit_entry where subject_id = $1 order by id', [id])).rows.map(
    ({ action }) => action,
  )
const mailsTo = async (address: string) =>
  (await client.query('select kind from mail where recipient = $1 order by id', [address])).rows.length

describe('a ticket', () => {
  const change = (id: string, body: Record<string, unknown>, key = till) =>
    server.send(hall.slug, 'PATCH', `/api/ticket/${id}/`, { key, body })

  /** Seen red without what was left out taken from the ticket. */
  it('gets another name or seat, and keeps what is not sent', async () => {
    const { tickets } = await sell()
    const [id] = tickets
    const codes = async () => (await qrCodesOf(server, hall.slug, [id])).get(id)
    const before = await codes()
    const seated = await change(id, { seat: ' c7 ' })
    expect([seated.status, seated.json]).toMatchObject([
      200,
      { uuid: id, first_name: 'Ada', last_name: 'Lovelace', seat: 'C7', status: 'K' },
    ])
    const named = await change(id, { first_name: 'Grace', last_name: null })
    expect(named.json).toMatchObject({ first_name: 'Grace', last_name: '', seat: 'C7' })
    expect((await change(id, { seat: null })).json.seat).toBe('L')
    expect((await hall.get(`/api/ticket/${id}/`)).json).toMatchObject({ first_name: 'Grace', seat: 'L' })
    expect(await codes()).toBe(before)
    expect(await notedOf(id)).toEqual(['ticket.changed', 'ticket.changed', 'ticket.changed'])
  })

  it('gets no seat of another’s, nor any once it is cancelled, and none from elsewhere', async () => {
    const { uuid, tickets } = await sell()
    const [one, two] = tickets
    expect((await change(one, { seat: 'D1' })).status).toBe(200)
    const before = await sellingRows(client)
    expect(refusalOf(await change(two, { seat: 'd1' }))).toEqual([409, 'seat_taken'])
    expect((await change(two, { seat: 'D2' }, reader)).status).toBe(403)
    expect(refusalOf(await other.patch(`/api/ticket/${two}/`, { seat: 'D2' }))).toEqual([404, 'not_found'])
    expect((await change(two, { seat: 'x'.repeat(21) })).status).toBe(400)
    expect(await sellingRows(client)).toEqual(before)
    await hall.post(`/api/reservations/${uuid}/cancellation/`)
    expect(refusalOf(await change(two, { seat: 'D2' }))).toEqual([409, 'invalid_transition'])
  })

  /** Both have read it before either writes. Seen red without what was seen compared in changeTicket. */
  it('that two programs change at once keeps the first change, and the second is told', async () => {
    const { uuid, tickets } = await sell()
    const [id] = tickets
    // The job that mails the tickets would wait for the lock as well, and be taken for one of the two.
    await untilQuiet(client)
    const lock = `select from reservation where id = '${uuid}' for update`
    const answers = await meetAtLock(server, [lock], 2, () =>
      Promise.all([change(id, { first_name: 'Ada', last_name: 'Byron' }), change(id, { seat: 'E1' })]),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.json.code).toBe('changed_meanwhile')
    const done = answers.find(({ status }) => status === 200)
    expect((await hall.get(`/api/ticket/${id}/`)).json).toEqual(done?.json)
  })

  /** Seen red without the reason required, and with any right to write. */
  it('whose scan is undone is let in again; why is kept', async () => {
    const { tickets } = await sell()
    const [id, unscanned] = tickets
    const phone = await pairPhone(server, hall.slug)
    const code = (await qrCodesOf(server, hall.slug, [id])).get(id)
    const scan = async () =>
      (await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: code } })).json
        .success
    const undo = (ticket: string, body = {}, key = till) =>
      server.send(hall.slug, 'POST', `/api/ticket/${ticket}/undo/`, { key, body })
    expect(await scan()).toBe(true)
    expect((await undo(id)).status).toBe(400)
    expect((await undo(id, { reason: 'Mine' }, cashier)).status).toBe(403)
    expect((await other.post(`/api/ticket/${id}/undo/`, { reason: 'Theirs' })).status).toBe(404)
    expect(refusalOf(await undo(unscanned, { reason: 'Never in' }))).toEqual([409, 'invalid_transition'])
    const { rows: scans } = await client.query('select id from scan_log where ticket_id = $1', [id])
    const wrong = await undo(id, { reason: 'Wrong scan', scan_uuid: event })
    expect(refusalOf(wrong)).toEqual([404, 'not_found'])
    const undone = await undo(id, { reason: 'Wrong person', scan_uuid: scans[0].id })
    expect([undone.status, undone.json.status]).toEqual([200, 'K'])
    expect(refusalOf(await undo(id, { reason: 'Again' }))).toEqual([409, 'invalid_transition'])
    const { rows } = await client.query(
      `select audit_personal.* from audit_personal join audit_entry on audit_entry.id = entry_id where subject_id = $1`,
      [id],
    )
    expect(JSON.stringify(rows)).toContain('Wrong person')
    expect(await scan()).toBe(true)
  })
})

describe('tickets', () => {
  it('are printed by whoever may sell, where they are good', async () => {
    const { uuid } = await sell()
    const print = (id: string, key: string) =>
      server.send(hall.slug, 'GET', `/api/reservations/${id}/tickets.pdf`, { key })
    const printed = await print(uuid, cashier)
    expect([printed.status, printed.headers['content-type'], printed.text.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(printed.headers['cache-control']).toBe('no-store')
    expect((await print(uuid, reader)).status).toBe(403)
    expect((await print((await unpaid()).uuid, cashier)).status).toBe(404)
    expect((await other.get(`/api/reservations/${uuid}/tickets.pdf`)).status).toBe(404)
  })

  /** Seen red with `seen` read again for each call. */
  it('are mailed once more, and once for what was seen', async () => {
    const email = visitor()
    const { uuid } = await sell({ email })
    await untilQuiet(client)
    const path = `/api/reservations/${uuid}/mails/`
    const send = (body = {}, key = cashier) => server.send(hall.slug, 'POST', path, { key, body })
    const count = async () => (await server.send(hall.slug, 'GET', path, { key: reader })).json.seen
    const seen = await count()
    const before = await mailsTo(email)
    // Without a mail server the first never got through: it goes out again, and is the same one.
    const first = await send({ seen })
    expect(first.status).toBe(200)
    await untilQuiet(client)
    const after = await count()
    expect(after).toBeGreaterThan(seen)
    for (const _ of [1, 2]) expect((await send({ seen })).json).toEqual({ seen: after })
    await untilQuiet(client)
    expect([await count(), await mailsTo(email)]).toEqual([after, before])
    expect((await send()).status).toBe(200)
    await untilTrue(async () => (await count()) > after)
    expect((await notedOf(uuid)).filter((action) => action === 'reservation.tickets_sent_again')).toHaveLength(2)
    expect((await send({}, reader)).status).toBe(403)
    expect((await other.get(path)).status).toBe(404)
    expect((await other.post(path)).status).toBe(404)
  })

  it('are not mailed of what is not paid, nor to nobody', async () => {
    for (const { uuid } of [await unpaid(), await sell()])
      expect(refusalOf(await hall.post(`/api/reservations/${uuid}/mails/`))).toEqual([409, 'invalid_transition'])
  })
})

describe('an address', () => {
  const correct = (id: string, body: Record<string, unknown>, office = hall) =>
    office.post(`/api/reservations/${id}/address/`, body)

  /** Seen red with the former address not looked at. */
  it('is put right while nobody has the tickets, which are mailed there', async () => {
    const [wrong, right] = [visitor(), visitor()]
    const { uuid } = await sell({ email: wrong })
    await untilTrue(async () => (await statusOf(uuid)) === 'PN')
    expect((await correct(uuid, { email: right }, other)).status).toBe(404)
    expect(refusalOf(await correct(uuid, { email: right, former: visitor() }))).toEqual([409, 'changed_meanwhile'])
    expect((await correct(uuid, { email: 'nobody' })).status).toBe(400)
    expect(await mailsTo(right)).toBe(0)
    for (const _ of [1, 2]) {
      const corrected = await correct(uuid, { email: right.toUpperCase(), former: wrong })
      expect([corrected.status, corrected.json.user_mail]).toEqual([200, right])
    }
    await untilQuiet(client)
    expect([(await mailsTo(right)) > 0, await mailsTo(wrong)]).toEqual([true, 0])
    expect((await notedOf(uuid)).at(-1)).toBe('reservation.address_corrected')
  })

  it('is not put right of what is not paid', async () => {
    const { uuid, user_mail } = await unpaid()
    expect(refusalOf(await correct(uuid, { email: visitor() }))).toEqual([409, 'invalid_transition'])
    expect((await hall.get(`/api/reservations/${uuid}/`)).json.user_mail).toBe(user_mail)
  })
})

describe('a hand-out that was wrong', () => {
  it('is undone once, whoever says so', async () => {
    const { uuid } = await sell()
    const path = `/api/reservations/${uuid}/hand-outs/`
    const { things } = (await hall.get(`/api/reservations/${uuid}/`)).json
    await hall.post(path, { thing: things[0].uuid, quantity: 1 })
    const [noted] = (await hall.get(path)).json
    const wrong = { hand_out: noted.uuid }
    expect((await other.post(`${path}mistakes/`, wrong)).status).toBe(404)
    for (const _ of [1, 2]) {
      const taken = await hall.post(`${path}mistakes/`, wrong)
      expect([taken.status, taken.json.things[0]]).toMatchObject([200, { handed_out: 0, left: 1 }])
    }
    const log = (await hall.get(path)).json
    expect(log).toMatchObject([{ quantity: -1 }, { quantity: 1, taken_back: true }])
    const back = await hall.post(`${path}mistakes/`, { hand_out: log[0].uuid })
    expect(refusalOf(back)).toEqual([409, 'invalid_transition'])
    expect((await hall.post(`${path}mistakes/`, { hand_out: event })).status).toBe(404)
  })
})
