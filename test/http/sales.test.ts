import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { createKey, sellingRows, untilQuiet } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** A till that sells over the network: booked and paid by one call, once however often it is sent (ADR 0154, 0190). */
const { server, client, hall, other } = await twoOffices()

const till = await createKey(server, hall.slug, ['--permission', 'reservation:write'])
const reader = await createKey(server, hall.slug, ['--permission', 'reservation:read'])
const full = await hall.price('B', { name: 'Full price', prix: 12, max_per_user: 3 })
const entry = await hall.price('F', { name: 'Entry', prix: 0 })
const shirt = await hall.price('T', { name: 'T-shirt', prix: 20 })
const event = await hall.event([full, entry, shirt].map(({ product }) => product))
await hall.create('promotional-codes', { code: 'OWLS20', discount_rate: 20 })

type Fields = Record<string, unknown>
const ofFull = (qty: number) => ({ event, prices: [{ uuid: full.price, qty }] })
const send = (path: string, body: Fields, { key = till, repeat = '' } = {}) =>
  server.send(hall.slug, 'POST', path, {
    key,
    body,
    ...(repeat === '' ? {} : { headers: { 'idempotency-key': repeat } }),
  })
const sell = (body: Fields, options = {}) => send('/api/sales/', body, options)
const paymentsOf = async (id: string) =>
  (await hall.get(`/api/reservations/${id}/payments/`)).json.map(
    ({ method, received }: { method: string; received: number }) => [method, received],
  )
const notesOf = async (id: string) =>
  (await client.query('select action from audit_entry where subject_id = $1 order by at, id', [id])).rows.map(
    ({ action }) => action,
  )
const reservations = async () => (await client.query('select id from reservation')).rows.length

describe('a till', () => {
  it('sells and takes the money by one call, and the tickets are good at once', async () => {
    const prices = [
      { uuid: full.price, qty: 2, customers: [{ first_name: 'Ada', seat: 'b1' }, { first_name: 'Grace' }] },
      { uuid: shirt.price, qty: 1 },
    ]
    const { status, json } = await sell({ event, method: 'card', amount: 44, prices })
    expect([status, json.user_mail, json.amount, json.paiements.length]).toEqual([201, '', 44, 1])
    expect(json.things).toMatchObject([{ quantity: 1, handed_out: 0 }])
    const tickets = await Promise.all(json.tickets.map((id: string) => hall.get(`/api/ticket/${id}/`)))
    expect(tickets.map((ticket) => [ticket.json.first_name, ticket.json.seat, ticket.json.status])).toEqual([
      ['Ada', 'B1', 'K'],
      ['Grace', 'L', 'K'],
    ])
    expect(await paymentsOf(json.uuid)).toEqual([['card', 44]])
    await untilQuiet(client)
    expect((await client.query('select id from mail where reservation_id = $1', [json.uuid])).rows).toEqual([])
    expect(await notesOf(json.uuid)).toEqual(['reservation.sold', 'reservation.paid'])
  })

  it('mails the tickets to an address that nobody has to confirm, unless it says not to', async () => {
    const email = visitor()
    const free = { event, method: 'cash', email, prices: [{ uuid: entry.price, qty: 1 }] }
    const [mailed, unmailed] = [await sell(free), await sell({ ...free, to_mail: false })]
    expect([mailed.json.status, mailed.json.user_mail]).toEqual(['FA', email])
    await untilQuiet(client)
    const { rows } = await client.query('select reservation_id, kind from mail where recipient = $1', [email])
    expect(rows).toEqual([{ reservation_id: mailed.json.uuid, kind: 'tickets' }])
    expect((await hall.get(`/api/reservations/${unmailed.json.uuid}/`)).json.status).toBe('PN')
  })

  it('gives away what it is told to', async () => {
    const gift = await sell({ ...ofFull(1), method: 'free', amount: 0 })
    expect([gift.status, await paymentsOf(gift.json.uuid)]).toEqual([201, [['free', 0]]])
    const taken = await sell({ ...ofFull(1), method: 'free', amount: 12 })
    expect([taken.status, taken.json.code]).toEqual([409, 'amount_mismatch'])
  })

  /** Seen red with the method among what is compared, and with a key of its own for each call. */
  it('sells once, however often and in whatever way the same call is sent', async () => {
    const repeat = randomUUID()
    const before = await reservations()
    const answers = await Promise.all(
      ['cash', 'cash', 'card', 'cash'].map((method) => sell({ ...ofFull(1), method }, { repeat })),
    )
    const sold = answers.filter(({ status }) => status === 201)
    for (const { status, json } of answers)
      if (status !== 201) expect([status, json.code]).toEqual([409, 'idempotency_conflict'])
    expect(new Set(sold.map(({ json }) => json.uuid)).size).toBe(1)
    const again = await sell({ ...ofFull(1), method: 'cash', amount: 99 }, { repeat })
    expect([again.status, again.json.uuid]).toEqual([201, sold[0]?.json.uuid])
    expect(await reservations()).toBe(before + 1)
    expect(await paymentsOf(again.json.uuid)).toHaveLength(1)
    const differs = await sell({ ...ofFull(2), method: 'cash' }, { repeat })
    expect([differs.status, differs.json.code]).toEqual([422, 'idempotency_mismatch'])
    // A booking of that key is another intention.
    const booked = await send('/api/reservations/', { ...ofFull(1), email: visitor() }, { repeat })
    expect([booked.status, booked.json.uuid === again.json.uuid]).toEqual([201, false])
  })

  /** The database refuses the payment for a while. Seen red where the sale was noted before it was paid. */
  it('finishes what was booked and not paid when the call is sent again', async () => {
    const repeat = randomUUID()
    await client.query(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'no payments now'; end $$`)
    await client.query('create trigger refuse before insert on payment execute function refuse()')
    expect((await sell({ ...ofFull(1), method: 'cash' }, { repeat })).status).toBe(500)
    await client.query('drop function refuse cascade')
    const before = await reservations()
    const [begun] = (await client.query('select id from reservation order by created_at desc limit 1')).rows
    expect(await notesOf(begun.id)).toEqual([])
    const { status, json } = await sell({ ...ofFull(1), method: 'cash' }, { repeat })
    expect([json.uuid, await notesOf(begun.id)]).toEqual([begun.id, ['reservation.sold', 'reservation.paid']])
    expect([status, await reservations()]).toEqual([201, before])
    expect(await paymentsOf(json.uuid)).toEqual([['cash', 12]])
  })
})

describe('what a sale comes to', () => {
  it('is said before, with a code too, and nothing is held', async () => {
    const before = await sellingRows(client)
    const quote = await send('/api/sales/quote/', { ...ofFull(2), promotional_code: 'owls20' })
    expect([quote.status, quote.json]).toEqual([200, { amount: 19.2, discount: 4.8, currency: 'EUR' }])
    const asItIsSold = { ...ofFull(1), method: 'card', amount: 12 }
    for (const body of [ofFull(1), asItIsSold])
      expect((await send('/api/sales/quote/', body)).json).toEqual({ amount: 12, discount: 0, currency: 'EUR' })
    const email = visitor()
    const tooMany = await send('/api/sales/quote/', { ...ofFull(4), email })
    expect([tooMany.status, tooMany.json.code]).toEqual([409, 'max_per_user'])
    expect(await sellingRows(client)).toEqual(before)
  })

  /** Seen red without `expectedMinor`. */
  it('is what was said, or nothing is sold', async () => {
    const before = await sellingRows(client)
    const refused = await sell({ ...ofFull(2), promotional_code: 'OWLS20', method: 'cash', amount: 24 })
    expect([refused.status, refused.json.code]).toEqual([409, 'amount_mismatch'])
    expect(await sellingRows(client)).toEqual(before)
    const sold = await sell({ ...ofFull(2), promotional_code: 'OWLS20', method: 'cash', amount: 19.2 })
    expect(await paymentsOf(sold.json.uuid)).toEqual([['cash', 19.2]])
  })
})

describe('what cannot be sold', () => {
  it('is refused as at booking, and changes nothing', async () => {
    const few = await hall.price('B', { name: 'Few', prix: 5, stock: 1 })
    const small = await hall.event([few.product])
    const of = (qty: number) => sell({ event: small, method: 'cash', prices: [{ uuid: few.price, qty }] })
    const before = await sellingRows(client)
    const refused = await of(2)
    expect([refused.status, refused.json.code]).toEqual([409, 'sold_out'])
    for (const body of [{ method: 'shells' }, { method: null }, { prices: [] }]) {
      const bad = await sell({ ...ofFull(1), method: 'cash', ...body })
      expect([bad.status, bad.json.code]).toEqual([400, 'validation_failed'])
    }
    expect(await sellingRows(client)).toEqual(before)
    expect((await of(1)).status).toBe(201)
  })

  it('is what another organisation sells, and what a key may not', async () => {
    const before = await sellingRows(client)
    const foreign = await other.post('/api/sales/', { ...ofFull(1), method: 'cash' })
    expect([foreign.status, Object.keys(foreign.json.errors)]).toEqual([400, ['event']])
    expect((await other.post('/api/sales/quote/', ofFull(1))).status).toBe(400)
    expect((await sell({ ...ofFull(1), method: 'cash' }, { key: reader })).status).toBe(403)
    expect(await sellingRows(client)).toEqual(before)
  })
})
