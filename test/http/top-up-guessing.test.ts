import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { stillClock } from '../harness/bent-clock.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Numbers of cards cannot be tried until one fits (ADR 0263). */
const { server, client, hall, other } = await twoOffices({
  environment: { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' },
})
const [card] = await newCards(server, 1)
if (!card) throw new Error('there is no card')
const till = createTill(hall.slug, hall.key)
const otherTill = createTill(other.slug, other.key)
for (const known of [till, otherTill]) await known.open(server, card)
const prices = new Map([
  [hall, (await hall.price('R')).price],
  [other, (await other.price('R')).price],
])

const attempt = async (from: string, number: string, at = hall) => {
  const body = { email: `${randomUUID()}@example.org`, price: prices.get(at), card: number }
  const headers = { 'x-forwarded-for': from }
  return (await server.send(at.slug, 'POST', '/api/top-ups/', { body, headers })).status
}

async function tries(from: string, count: number) {
  const seen = []
  for (let time = 0; time < count; time++) seen.push(await attempt(from, `N-${randomUUID().slice(0, 8)}`))
  return seen
}

/** Seen red without tryCard. */
it('after ten from one address and thirty in all it ends, and no till is kept from opening cards', async () => {
  expect(await tries('203.0.113.1', 11)).toEqual([...Array(10).fill(400), 429])
  expect(await attempt('203.0.113.1', card.number)).toBe(429)
  expect(await attempt('203.0.113.2', card.number)).toBe(202)
  expect(await tries('203.0.113.2', 11)).toEqual([...Array(10).fill(400), 429])
  expect(await tries('203.0.113.3', 9)).toEqual(Array(9).fill(400))
  expect(await attempt('203.0.113.4', card.number)).toBe(202)
  expect(await tries('203.0.113.4', 1)).toEqual([400])
  expect(await attempt('203.0.113.5', card.number)).toBe(429)
  expect(await attempt('203.0.113.5', card.number, other)).toBe(202)
  expect((await till.open(server, card)).status).toBe(200)
})

// Seen red with one count for both.
it('a shop that asks for visitors keeps no till from opening cards', async () => {
  const body = { email: 'ada@example.org', price: prices.get(hall), card: 'N-NONE' }
  const ask = async () => (await hall.post('/api/top-ups/', body)).status
  const seen = []
  for (let time = 0; time < 31; time++) seen.push(await ask())
  expect(seen).toEqual([...Array(30).fill(400), 429])
  expect((await till.open(server, card)).status).toBe(200)
})

/** The second of two counts is not undone, since the database refuses it. Seen red without `isEnded`: the first was undone twice. */
it('what is undone of a try is undone once', async () => {
  const from = '203.0.113.9'
  const counted = async () => {
    const { rows } = await client.query("select sum(count)::int from rate_counter where bucket like 'wrong_code%'")
    return rows[0].sum
  }
  for (const _ of [1, 2, 3]) expect(await attempt(from, 'N-NONE', other)).toBe(400)
  const before = await counted()
  await client.query(`create function refuse() returns trigger language plpgsql
    as $$ begin if new.count < old.count then raise exception 'no undoing now'; end if; return new; end $$`)
  await client.query(`create trigger refuse before update on rate_counter for each row
    when (old.bucket like 'wrong_card%') execute function refuse()`)
  expect(await attempt(from, card.number, other)).toBe(500)
  await client.query('drop function refuse cascade')
  expect(await counted()).toBe(before)
})
