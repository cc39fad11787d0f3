import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Many promotional codes by one call (ADR 0162, 0190). */
const { server, client, hall, other } = await twoOffices()

const concert = await hall.price('B', { prix: 12 })
const shop = await createKey(server, hall.slug, ['--permission', 'product:write'])
const make = (body: Record<string, unknown>, key = shop) =>
  server.send(hall.slug, 'POST', '/api/promotional-codes/many/', { key, body })
const codes = async () => (await client.query('select id from promotional_code')).rows.length
const friends = { prefix: 'friends', count: 5, discount_rate: 20, usage_limit: 1 }

/** Seen red with a `uuid` of its own for each call. */
it('makes codes that are alike and that nobody guesses, once however often it is sent', async () => {
  const uuid = randomUUID()
  const products = [concert.product]
  const made = await make({ ...friends, uuid, products })
  expect([made.status, made.json.length]).toEqual([201, 5])
  for (const code of made.json)
    expect(code).toMatchObject({
      code: expect.stringMatching(/^FRIENDS-[A-Z2-9]{8}$/),
      discount_rate: 20,
      products,
      usage_limit: 1,
      usage_count: 0,
      active: true,
      start_datetime: null,
      end_datetime: null,
    })
  expect(new Set(made.json.map(({ code }: { code: string }) => code)).size).toBe(5)
  const again = await make({ ...friends, uuid, products })
  expect([again.status, again.json, await codes()]).toEqual([201, made.json, 5])
  expect((await hall.get('/api/promotional-codes/')).json).toEqual(made.json)
  expect((await make(friends)).json).toHaveLength(5)
  expect(await codes()).toBe(10)
  expect((await other.get('/api/promotional-codes/')).json).toEqual([])
})

/** Seen red without isAskedAgain: the first codes, whatever was asked for. */
it('refuses the same `uuid` with anything else, here alone, and keeps none that was refused', async () => {
  const uuid = randomUUID()
  const body = { ...friends, uuid, products: [concert.product] }
  expect((await make({ ...body, count: 501 })).status).toBe(400)
  const made = await make(body)
  expect(made.status).toBe(201)
  const before = await codes()
  for (const changed of [
    { discount_rate: 50 },
    { discount_rate: null, discount_amount: 5 },
    { count: 4 },
    { count: 6 },
    { prefix: 'family' },
    { products: [] },
    { usage_limit: null },
    { end_datetime: '2999-01-01T00:00:00Z' },
  ]) {
    const { status, json } = await make({ ...body, ...changed })
    expect([status, json.code], JSON.stringify(changed)).toEqual([422, 'idempotency_mismatch'])
  }
  expect(await codes()).toBe(before)
  // What a program leaves out is what it says in other words, also after one of them was changed.
  await hall.patch(`/api/promotional-codes/${made.json[0].uuid}/`, { active: false })
  const { usage_limit: _, ...short } = body
  const again = await make({ ...body, uuid: uuid.toUpperCase(), prefix: ' FRIENDS ', start_datetime: null })
  expect([again.status, again.json.length]).toEqual([201, 5])
  expect((await make(short)).json.code).toBe('idempotency_mismatch')
  const theirs = await other.post('/api/promotional-codes/many/', { ...friends, uuid })
  expect([theirs.status, theirs.json.length]).toEqual([201, 5])
})

it('makes none where something of them is wrong, or of another organisation, or the key may not', async () => {
  const foreign = await other.price('B')
  const before = await codes()
  for (const [wrong, field] of [
    [{ prefix: 'no blanks' }, 'prefix'],
    [{ count: 501 }, 'count'],
    [{ discount_rate: null }, 'discount_rate'],
    [{ products: [foreign.product] }, 'products'],
    [{ start_datetime: '2030-01-02T00:00:00Z', end_datetime: '2030-01-01T00:00:00Z' }, 'end_datetime'],
  ] as const) {
    const { status, json } = await make({ ...friends, ...wrong })
    expect([status, Object.keys(json.errors)]).toEqual([400, [field]])
  }
  const reader = await createKey(server, hall.slug, ['--permission', 'product:read'])
  expect((await make(friends, reader)).status).toBe(403)
  expect(await codes()).toBe(before)
})
