import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createKey } from '../harness/box-office.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What a program reads of a reservation: its lines, its money and its page (docs/interface/reservations.md, "Lines"). */
const { server, hall, other } = await twoOffices()

const read = async (uuid: string, key = hall.key) =>
  (await server.send(hall.slug, 'GET', `/api/reservations/${uuid}/`, { key })).json

it('tells each line as it was booked, whatever the price costs since', async () => {
  const [seat, shirt, year] = [
    await hall.price('B', { prix: 20, vat: '5.5' }),
    await hall.price('T', { prix: 15, vat: '20' }),
    await hall.price('A', { prix: 10 }),
  ]
  const event = await hall.event([seat.product, shirt.product, year.product])
  await hall.create('promotional-codes', { code: 'LINES-25', discount_rate: 25 })
  const prices = [...one(seat.price, 2), ...one(shirt.price), ...one(year.price)]
  const email = visitor()
  const sold = await hall.post('/api/sales/', { event, email, prices, promotional_code: 'LINES-25', method: 'card' })
  expect(sold.status).toBe(201)
  await server.send(hall.slug, 'PATCH', `/api/prices/${seat.price}/`, { key: hall.key, body: { prix: 99 } })
  const told = await read(sold.json.uuid)
  const line = (of: { readonly price: string; readonly product: string }, rest: object) => ({
    uuid: expect.any(String),
    ...{ price: of.price, product: of.product, card: null },
    ...rest,
  })
  expect(told.lines).toEqual([
    line(seat, { categorie_article: 'B', qty: 2, prix: 15, amount: 30, discount: 10, vat: '5.50' }),
    line(shirt, { categorie_article: 'T', qty: 1, prix: 11.25, amount: 11.25, discount: 3.75, vat: '20.00' }),
    line(year, { categorie_article: 'A', qty: 1, prix: 10, amount: 10, discount: 0, vat: 'NA' }),
  ])
  expect([told.amount, told.discount]).toEqual([51.25, 13.75])
  const { json: members } = await hall.get('/api/memberships/')
  const granted = members.filter(({ reservation }: { reservation: string }) => reservation === told.uuid)
  expect(told.memberships).toEqual(granted.map(({ uuid }: { uuid: string }) => uuid))
  expect(told.memberships).toHaveLength(1)
  const { json: list } = await hall.get(`/api/reservations/?event=${event}`)
  expect(list).toEqual([told])
})

it('tells its payments with what was refunded, as its own address does', async () => {
  const seat = await hall.price('B', { prix: 12 })
  const event = await hall.event([seat.product])
  const prices = one(seat.price, 2)
  const { uuid, tickets } = (await hall.post('/api/sales/', { event, prices, method: 'cash' })).json
  const cancelled = await hall.post(`/api/reservations/${uuid}/cancellation/`, {
    tickets: [tickets[0]],
    handed_over: true,
  })
  expect(cancelled.status).toBe(200)
  const told = await read(uuid)
  // The status may have moved on, once the job saw that nothing is to be mailed.
  expect({ ...cancelled.json, status: told.status }).toEqual(told)
  expect(told.payments).toMatchObject([
    { method: 'cash', status: 'settled', amount: 24, refunds: [{ amount: 12, status: 'succeeded' }] },
  ])
  expect(told.payments).toEqual((await hall.get(`/api/reservations/${uuid}/payments/`)).json)
})

/** Seen red without the look at the permission. */
it('gives the address of its page to whoever may change it, and to nobody who only reads', async () => {
  const seat = await hall.price('B', { prix: 12 })
  const event = await hall.event([seat.product])
  const { uuid, url } = (await hall.post('/api/sales/', { event, prices: one(seat.price), method: 'cash' })).json
  expect(url.startsWith(`${originOf(server, hall.slug)}/`)).toBe(true)
  const page = await server.send(hall.slug, 'GET', new URL(url).pathname, {})
  expect([page.status, page.text.includes(uuid.slice(-10, -5).toUpperCase())]).toEqual([200, true])
  const reader = await createKey(server, hall.slug, ['--permission', 'reservation:read'])
  expect((await read(uuid, reader)).url).toBeNull()
  const elsewhere = await server.send(other.slug, 'GET', `/api/reservations/${uuid}/`, { key: other.key })
  expect(elsewhere.status).toBe(404)
  expect((await server.send(other.slug, 'GET', new URL(url).pathname, {})).status).toBe(404)
})

/** Seen red without the look at the erasure. */
it('names the card that money was ordered for, until whoever ordered is forgotten', async () => {
  const till = createTill(hall.slug, hall.key)
  const [card] = await newCards(server, 1)
  if (!card) throw new Error('there is no card')
  await till.open(server, card)
  const money = await hall.price('S', { prix: 10 })
  const ordered = await hall.post('/api/top-ups/', { email: visitor(), price: money.price, card: card.number })
  expect(ordered.status).toBe(202)
  expect((await read(ordered.json.reservation)).lines).toMatchObject([
    { price: money.price, categorie_article: 'R', amount: 10, card: card.number },
  ])
  const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const erased = await server.send(hall.slug, 'POST', `/api/reservations/${ordered.json.reservation}/erasure/`, {
    cookie,
    headers: { origin: originOf(server, hall.slug) },
  })
  expect([erased.status, erased.json.user_mail, erased.json.lines[0].card]).toEqual([200, '', null])
})
