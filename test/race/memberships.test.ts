import { expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { raceForRows } from '../harness/door.ts'
import type { TestServer } from '../harness/server.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()

let visitors = 0
const visitor = () => `visitor-${++visitors}@example.org`

/** As staff. */
const take = (server: TestServer, price: string, email = visitor(), office = hall) =>
  server.send(office.slug, 'POST', '/api/memberships/', { key: office.key, body: { email, price } })

const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work)
/** Four in each process. */
const eight = (price: string, email?: string) =>
  [first, second].flatMap((server) => times(4, () => take(server, price, email)))

const counterOf = (price: string) => ({
  text: 'select from price_counter where price_id = $1 for update',
  values: [price],
})

async function race(lock: Parameters<typeof raceForRows>[1], waiting: number, start: () => Promise<Answer>[]) {
  const answers = await Promise.all(await raceForRows(first, lock, waiting, start))
  return answers.map(({ status, json }) => String(json.code ?? status)).toSorted()
}

/** Memberships of the price that are there, and what its counter and those of its people hold. */
async function countsOf(price: string): Promise<readonly number[]> {
  const { rows } = await client.query({
    text: `select (select count(*) from membership where price_id = $1),
      (select held from price_counter where price_id = $1),
      (select sum(held) from person_counter where price_id = $1)`,
    values: [price],
    rowMode: 'array',
  })
  return (rows[0] ?? []).map(Number)
}

const oneOf = (loser: string) => ['201', ...times(7, () => loser)]

/** Stock and maximum were seen red without lockWholePrices in lockWholePrice of counters.queries.ts: all eight were taken. */
it('the last membership in stock is taken once', async () => {
  const { price } = await hall.price('A', { stock: 2 })
  const elsewhere = await other.price('A', { stock: 1 })
  expect((await take(first, price)).status).toBe(201)
  expect(await race(counterOf(price), 8, () => eight(price))).toEqual(oneOf('sold_out'))
  expect(await countsOf(price)).toEqual([2, 2, 2])
  expect((await take(second, elsewhere.price, visitor(), other)).status).toBe(201)
})

it('nobody gets past the personal maximum', async () => {
  const { price } = await hall.price('A', { max_per_user: 2 })
  const elsewhere = await other.price('A', { max_per_user: 1 })
  const email = visitor()
  expect((await take(first, price, email)).status).toBe(201)
  expect(await race(counterOf(price), 8, () => eight(price, email))).toEqual(oneOf('max_per_user'))
  expect(await countsOf(price)).toEqual([2, 2, 2])
  expect((await take(second, elsewhere.price, email, other)).status).toBe(201)
})

/** Seen red without the insert in lockWholePrice: there is no row to lock then. */
it('the very first are taken under a counter that nobody made before', async () => {
  const { price } = await hall.price('A', { stock: 1 })
  const lock = { text: 'lock table price_counter in share mode', values: [] }
  expect(await race(lock, 8, () => eight(price))).toEqual(oneOf('sold_out'))
  expect(await countsOf(price)).toEqual([1, 1, 1])
})

/**
 * Each process books in one batch, at an event of its own. Seen red without lockWholePrices in lockWholePrice. The lock
 * of bookings alone is not seen here: behind it stands the condition on `most` in booking-writes.statements.ts.
 */
it('the last one is booked or taken alone, not both', async () => {
  const { price } = await hall.price('A', { prix: 0, stock: 2 })
  const book = (server: TestServer, event: string) => {
    const body = { event, email: visitor(), prices: [{ uuid: price, qty: 1 }] }
    return server.send(hall.slug, 'POST', '/api/reservations/', { key: hall.key, body })
  }
  const [friday, saturday] = [await hall.event([]), await hall.event([])]
  expect((await take(first, price)).status).toBe(201)
  // So that the counters of both events are there.
  const shirt = await hall.price('T')
  for (const event of [friday, saturday]) {
    const prices = [{ uuid: shirt.price, qty: 1 }]
    expect((await hall.book({ event, email: visitor(), prices })).status).toBe(201)
  }
  const start = () => [
    ...[first, second].flatMap((server) => times(2, () => take(server, price))),
    ...times(2, () => book(first, friday)),
    ...times(2, () => book(second, saturday)),
  ]
  expect(await race(counterOf(price), 6, start)).toEqual(oneOf('sold_out'))
  expect(await countsOf(price)).toEqual([2, 2, 2])
})

/**
 * Of different prices, so that nothing but the number is fought for; every second one is booked at an event. Seen red with
 * the highest number read and one added, instead of counted in one statement: two had the same.
 */
it('no two members have one number, and one person has one', async () => {
  const prices = await Promise.all(times(8, () => hall.price('A', { prix: 0 })))
  const event = await hall.event([])
  await take(first, prices[0]?.price ?? '')
  const people = times(8, () => visitor())
  const lock = { text: 'select from member_counter where tenant_id = $1 for update', values: [hall.tenantId] }
  const start = () =>
    prices.flatMap(({ price }, index) => {
      const server = index < 4 ? first : second
      const email = people[index] ?? ''
      return index % 2 === 0
        ? [take(server, price, email)]
        : [
            server.send(hall.slug, 'POST', '/api/reservations/', {
              key: hall.key,
              body: { event, email, prices: [{ uuid: price, qty: 1 }] },
            }),
          ]
    })
  expect(await race(lock, 6, start)).toEqual(times(8, () => '201'))
  const { rows } = await client.query('select number from member where email = any($1)', [people])
  expect(new Set(rows.map(({ number }) => number)).size).toBe(8)

  const email = visitor()
  expect(await race(lock, 4, () => prices.slice(0, 4).map(({ price }) => take(first, price, email)))).toEqual(
    times(4, () => '201'),
  )
  const mine = await client.query('select from member where email = $1', [email])
  expect(mine.rowCount).toBe(1)
})

/**
 * Nothing else is fought for: each membership is of a price of its own, and each process books at an event of its own. Seen
 * red without the lock in lockPromotionalCode together with the condition of changeUses; with one of the two it holds.
 */
it('the last use of a promotional code is a membership’s or a booking’s, whoever is first', async () => {
  const seats = await hall.price('B')
  const friends = await Promise.all(times(4, () => hall.price('A')))
  const events = [await hall.event([seats.product]), await hall.event([seats.product])]
  const products = [seats, ...friends].map(({ product }) => product)
  const fields = { code: 'LAST-OF-ALL', discount_rate: 50, products, usage_limit: 2 }
  const code = await hall.create('promotional-codes', fields)
  const theirs = await other.price('A')
  await other.create('promotional-codes', { ...fields, products: [theirs.product], usage_limit: 1 })
  const asked = { promotional_code: fields.code }
  const join = (server: TestServer, price: string, office = hall) =>
    server.send(office.slug, 'POST', '/api/memberships/', {
      key: office.key,
      body: { email: visitor(), price, ...asked },
    })
  const book = (server: TestServer, event: string, more: object = asked) =>
    server.send(hall.slug, 'POST', '/api/reservations/', {
      key: hall.key,
      body: { event, email: visitor(), prices: [{ uuid: seats.price, qty: 1 }], ...more },
    })
  // So that the counters of both events are there.
  for (const event of events) expect((await book(first, event, {})).status).toBe(201)
  expect((await join(first, friends[0]?.price ?? '')).status).toBe(201)
  const lock = { text: 'select from promotional_code where id = $1 for update', values: [code] }
  const start = () =>
    [first, second].flatMap((server, process) => [
      ...friends.slice(2 * process, 2 * process + 2).map(({ price }) => join(server, price)),
      ...times(2, () => book(server, events[process] ?? '')),
    ])
  // Four memberships, and the batch of each process.
  expect(await race(lock, 6, start)).toEqual(oneOf('promotional_code_used_up'))
  const { rows } = await client.query({
    text: `select used, (select count(*) from membership where promotional_code_id = code.id)
        + (select count(*) from reservation where promotional_code_id = code.id)
      from promotional_code code where id = $1`,
    values: [code],
    rowMode: 'array',
  })
  expect((rows[0] ?? []).map(Number)).toEqual([2, 2])
  expect((await join(second, theirs.price, other)).status).toBe(201)
})
