import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, createKey, openBoxOffice } from '../harness/box-office.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

let server: TestServer
let client: pg.Client
let hall: BoxOffice
let other: BoxOffice

beforeAll(async () => {
  server = await startServer()
  client = await server.database.connect()
  hall = await openBoxOffice(server, 'The Hall')
  other = await openBoxOffice(server, 'The Other')
})

afterAll(async () => {
  await client.end()
  await server.stop()
})

const take = (body: object, options: object) =>
  server.send(hall.slug, 'POST', '/api/memberships/', { body, ...options })
const count = async () => Number((await client.query('select count(*) from membership')).rows[0].count)

it('staff makes members, and renewing prolongs', async () => {
  const yearly = await hall.price('A', { prix: 30, subscription_type: 'Y' })
  const first = await take({ email: 'Ada@Example.org', price: yearly.price }, { key: hall.key })
  expect(first.status).toBe(201)
  expect(first.json).toMatchObject({
    email: 'ada@example.org',
    product: yearly.product,
    price: yearly.price,
    reservation: null,
    cancelled_at: null,
  })
  const years = (text: string) => Number(text.slice(0, 4))
  expect(years(first.json.valid_until) - years(first.json.valid_from)).toBe(1)
  const second = await server.cli(
    ...['membership', 'create', '--tenant', hall.slug, '--email', 'ada@example.org', '--price', yearly.price],
  )
  expect(new Date(String(second['valid_from']))).toEqual(new Date(first.json.valid_until))
  const endless = await hall.price('A', { prix: 300 })
  const patron = await take({ email: 'ada@example.org', price: endless.price }, { key: hall.key })
  expect(patron.json.valid_until).toBeNull()

  const listed = (await hall.get('/api/memberships/?email=ADA@example.org')).json
  expect(listed.map((entry: { uuid: string }) => entry.uuid)).toEqual([
    first.json.uuid,
    second['uuid'],
    patron.json.uuid,
  ])
  expect((await hall.get(`/api/memberships/${first.json.uuid}/`)).json).toEqual(first.json)
  expect((await other.get('/api/memberships/')).json).toEqual([])
  expect((await other.get(`/api/memberships/${first.json.uuid}/`)).status).toBe(404)
})

it('a person takes a free one for themselves, and nothing else', async () => {
  const free = await hall.price('A', { prix: 0, subscription_type: 'M' })
  const priced = await hall.price('A', { prix: 5 })
  const ticket = await hall.price('B', { prix: 0 })
  const foreign = await other.price('A', { prix: 0 })
  const cookie = await signIn(server, hall.slug, hall.slug, 'ben@example.org')
  const ben = { cookie, headers: { origin: originOf(server, hall.slug) } }
  const weakKey = await createKey(server, hall.slug, ['--permission', 'membership:read'])
  const before = await count()
  const email = 'ben@example.org'
  const refusals = [
    [await take({ email, price: priced.price }, {}), 409, 'not_on_sale'],
    [await take({ email, price: priced.price }, ben), 409, 'not_on_sale'],
    [await take({ email, price: free.price }, {}), 401, 'credentials_required'],
    [await take({ email: 'ada@example.org', price: free.price }, ben), 403, 'permission_denied'],
    [await take({ email, price: free.price }, { key: weakKey }), 403, 'permission_denied'],
    [await take({ email, price: ticket.price }, { key: hall.key }), 400, 'validation_failed'],
    [await take({ email, price: foreign.price }, { key: hall.key }), 400, 'validation_failed'],
    [await take({ email, price: randomUUID() }, { key: hall.key }), 400, 'validation_failed'],
    [await take({ email, price: free.price }, { key: other.key }), 401, 'key_invalid'],
  ] as const
  for (const [answer, status, code] of refusals)
    expect([answer.status, answer.json.code]).toEqual([status, code])
  expect(await count()).toBe(before)
  expect((await take({ email, price: free.price }, ben)).status).toBe(201)
})
