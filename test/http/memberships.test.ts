import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type BoxOffice, createKey, endHold, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices()

const take = (body: object, options: object) =>
  server.send(hall.slug, 'POST', '/api/memberships/', { body, ...options })
/** As staff of the hall. */
const takeFor = (email: string, price: string) => take({ email, price }, { key: hall.key })
const visitor = () => `${randomUUID()}@example.org`
const codeOf = (answer: Answer) => String(answer.json.code ?? answer.status)
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
    'membership',
    'create',
    '--tenant',
    hall.slug,
    '--email',
    'ada@example.org',
    '--price',
    yearly.price,
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

it('a person takes a free one for themselves, and none for others', async () => {
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
    [await take({ email: 'ada@example.org', price: priced.price }, ben), 403, 'permission_denied'],
    [await take({ email: 'ada@example.org', price: free.price }, ben), 403, 'permission_denied'],
    [await take({ email, price: free.price }, { key: weakKey }), 403, 'permission_denied'],
    [await take({ email, price: ticket.price }, { key: hall.key }), 400, 'validation_failed'],
    [await take({ email, price: foreign.price }, { key: hall.key }), 400, 'validation_failed'],
    [await take({ email, price: randomUUID() }, { key: hall.key }), 400, 'validation_failed'],
    [await take({ email, price: free.price }, { key: other.key }), 401, 'key_invalid'],
  ] as const
  for (const [answer, status, code] of refusals) expect([answer.status, answer.json.code]).toEqual([status, code])
  expect(await count()).toBe(before)
  expect((await take({ email, price: free.price }, ben)).status).toBe(201)
})

/** What counters hold of a price as a whole, and of each person. */
async function heldOf(price: string) {
  const held = async (table: string) => {
    const text = `select held from ${table} where price_id = $1 and event_id = '00000000-0000-0000-0000-000000000000'`
    return (await client.query(`${text} order by held`, [price])).rows.map((row) => Number(row.held))
  }
  return { price: await held('price_counter'), persons: await held('person_counter') }
}

const bookOne = (office: BoxOffice, event: string, price: string, email: string) =>
  office.book({ event, email, prices: [{ uuid: price, qty: 1 }] }, { key: office.key })

/** The tests of stock and maximum were seen red without takePlaces in take-order.ts. */
it('one taken alone and one that is booked share the stock of the price', async () => {
  const { price } = await hall.price('A', { stock: 2 })
  const theirs = await other.price('A', { stock: 1 })
  const event = await hall.event([])
  expect(codeOf(await takeFor(visitor(), price))).toBe('201')
  const booked = await bookOne(hall, event, price, visitor())
  expect(codeOf(booked)).toBe('201')
  const before = await count()
  expect(codeOf(await takeFor(visitor(), price))).toBe('sold_out')
  expect(codeOf(await bookOne(hall, event, price, visitor()))).toBe('sold_out')
  expect(await count()).toBe(before)
  expect(await heldOf(price)).toEqual({ price: [2], persons: [1, 1] })

  // The other tenant's is another stock.
  expect((await other.post('/api/memberships/', { email: visitor(), price: theirs.price })).status).toBe(201)
  expect((await other.post('/api/memberships/', { email: visitor(), price: theirs.price })).status).toBe(409)

  // What is released can be taken alone: by a cancellation, and by a hold that has run out.
  expect((await hall.post(`/api/reservations/${booked.json.uuid}/cancellation/`)).status).toBe(200)
  const again = await bookOne(hall, event, price, visitor())
  expect(codeOf(await takeFor(visitor(), price))).toBe('sold_out')
  await endHold(client, again.json.uuid)
  expect(codeOf(await takeFor(visitor(), price))).toBe('201')
  expect((await heldOf(price)).price).toEqual([2])
})

it('counts towards the personal maximum, whoever takes it', async () => {
  const { price } = await hall.price('A', { prix: 0, max_per_user: 2 })
  const theirs = await other.price('A', { max_per_user: 1 })
  const event = await hall.event([])
  const email = visitor()
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const self = { cookie, headers: { origin: originOf(server, hall.slug) } }
  expect(codeOf(await take({ email, price }, self))).toBe('201')
  expect(codeOf(await bookOne(hall, event, price, email))).toBe('201')
  const before = await count()
  const refused = [
    await take({ email, price }, self),
    await takeFor(email.toUpperCase(), price),
    await bookOne(hall, event, price, email),
  ]
  expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(Array(3).fill([409, 'max_per_user']))
  const command = ['membership', 'create', '--tenant', hall.slug, '--email', email, '--price', price]
  await expect(server.cli(...command)).rejects.toThrow('Maximum per person reached')
  expect(await count()).toBe(before)
  expect(codeOf(await takeFor(visitor(), price))).toBe('201')
  expect(await heldOf(price)).toEqual({ price: [3], persons: [1, 2] })
  expect((await other.post('/api/memberships/', { email, price: theirs.price })).status).toBe(201)
})

/** Seen red without requireMembership in take-order.ts. */
it('one for members is for members', async () => {
  const friends = await hall.price('A', { prix: 20 })
  const patrons = await hall.price('A', { prix: 0, adhesion_obligatoire: friends.product })
  const theirs = await other.price('A', { prix: 20 })
  const email = visitor()
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const self = { cookie, headers: { origin: originOf(server, hall.slug) } }
  // A member of another tenant, and of another product, is none of this one.
  expect((await other.post('/api/memberships/', { email, price: theirs.price })).status).toBe(201)
  expect(codeOf(await takeFor(email, (await hall.price('A')).price))).toBe('201')
  const before = await count()
  for (const refused of [await take({ email, price: patrons.price }, self), await takeFor(email, patrons.price)])
    expect([refused.status, codeOf(refused)]).toEqual([409, 'membership_required'])
  expect(await count()).toBe(before)
  expect((await heldOf(patrons.price)).price.filter((held) => held > 0)).toEqual([])

  expect(codeOf(await takeFor(email, friends.price))).toBe('201')
  expect(codeOf(await take({ email, price: patrons.price }, self))).toBe('201')
  expect(codeOf(await takeFor(email, patrons.price))).toBe('201')
})

it('one needs no membership where everything else does', async () => {
  const club = await openBoxOffice(server, 'The Club')
  const ticket = await club.price('B')
  const event = await club.event([ticket.product])
  const friends = await club.price('A')
  await client.query('update tenant set membership_required = true where id = $1', [club.tenantId])
  await client.query("select pg_notify('guichet_change', 'directory')")
  const email = visitor()
  const bookTicket = async (of = email) => codeOf(await bookOne(club, event, ticket.price, of))
  // Somebody else each time: what is booked before the process has heard of it counts for nobody who comes later.
  await untilTrue(async () => (await bookTicket(visitor())) === 'membership_required')
  expect((await club.post('/api/memberships/', { email, price: friends.price })).status).toBe(201)
  expect(await bookTicket()).toBe('201')
})
