import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createKey, openBoxOffice } from '../harness/box-office.ts'
import { one, visitor } from '../harness/booking.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { type DatabaseProxy, type SentStatement, startDatabaseProxy } from '../harness/database-proxy.ts'
import { insertTickets, openDoor, pairPhone, qrCodesOf } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { fillTables, stopAutovacuum } from '../harness/filled-tables.ts'
import { listIndexes, type PlanMode, readPlan, readsOf } from '../harness/plans.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/**
 * The same plan whatever the tables hold, and whatever is known of them (ADR 0211): what a door and a sale send is recorded between a
 * server and its database, and planned again in a database of its own, empty, just filled, analysed and skewed.
 */

let proxy: DatabaseProxy
let server: TestServer
let database: TestDatabase
let superuser: pg.Client
let app: pg.Client
let prepared: readonly SentStatement[]
let pins: string

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject('databaseServer'))
  const own = await createTestDatabase()
  // With limits, so that what strangers hold is counted.
  server = await startServer({ database: { ...own, url: proxy.address(own.url) }, environment: { RATE_LIMIT: 'on' } })
  proxy.take()
  await scan()
  await sell()
  await invite()
  const { statements } = proxy.take()
  prepared = [...new Map(statements.map((statement) => [statement.name, statement])).values()].filter(
    // Those of the queue have a schema of their own, and its plans are its own affair.
    ({ name }) => name !== '' && name !== 'add_jobs' && !name.includes('/graphile_worker'),
  )
  pins = statements.find(({ text }) => text.includes('plan_cache_mode'))?.text ?? ''

  database = await createTestDatabase()
  superuser = await database.connect()
  await stopAutovacuum(superuser)
  app = new pg.Client({ connectionString: database.url })
  await app.connect()
})

afterAll(async () => {
  await app.end()
  await superuser.end()
  await database.drop()
  await server.stop()
  await proxy.stop()
})

/** Two are let in, one twice, one by the queue of a phone that had no network. */
async function scan(): Promise<void> {
  const client = await server.database.connect()
  const door = await openDoor(server, client, 'Door')
  const phone = await pairPhone(server, door.slug)
  const ids = await insertTickets(client, door, { count: 3 })
  const codes = await qrCodesOf(server, door.slug, ids)
  for (const id of [...ids.slice(0, 2), ids[0] ?? '']) {
    const body = { qrcode_data: codes.get(id), nonce: randomUUID() }
    const answer = await server.send(door.slug, 'POST', '/scan/ticket/', { key: phone.key, body })
    expect(answer.status).toBe(200)
  }
  const queue = doorQueue(server, client, door, phone)
  expect((await queue.send([await queue.row(ids[2] ?? '')])).status).toBe(200)
  await client.end()
}

/** Bookings with everything there is: numbered seats, an option, a code, a membership, an Idempotency-Key, and by somebody who is signed in. */
async function sell(): Promise<void> {
  const office = await openBoxOffice(server, 'Shop')
  const { product, price } = await office.price('B', { prix: 0 })
  const { product: club, price: membership } = await office.price('A', { prix: 0 })
  const option = await office.create('optionticket', { name: 'Vegetarian' })
  await office.create('promotional-codes', { code: 'TEN', discount_rate: 10 })
  const event = await office.event([product, club], { options: [option] })
  // Somebody listens, where nobody is.
  const key = await createKey(server, office.slug, ['--permission', 'place:read', '--permission', 'place:write'])
  const webhook = { name: 'Till', url: 'https://till.example/told', events: ['reservation.booked'] }
  expect((await server.send(office.slug, 'POST', '/api/webhooks/', { key, body: webhook })).status).toBe(201)
  const prices = [
    { uuid: price, qty: 1, customers: [{ first_name: 'Ada', last_name: 'Lovelace', seat: 'A1' }] },
    { uuid: membership, qty: 1 },
  ]
  const email = visitor()
  const cookie = await signIn(server, office.slug, office.slug, email)
  const headers = { origin: originOf(server, office.slug) }
  const whole = { event, options: [option], promotional_code: 'TEN', prices }
  const booked = [
    await office.book({ ...whole, email: visitor() }, { headers: { 'idempotency-key': randomUUID() } }),
    await office.post('/api/reservations/', { event, email: visitor(), prices: one(price) }),
    await office.post('/api/reservations/', { event, email: visitor(), prices: one(membership) }),
    await server.send(office.slug, 'POST', '/api/reservations/', {
      body: { event, email, prices: one(price) },
      headers,
      cookie,
    }),
  ]
  expect(booked.map(({ status, text }) => `${status} ${status === 201 ? '' : text}`)).toEqual(Array(4).fill('201 '))
}

/** One guest, again after the booking was cancelled. */
async function invite(): Promise<void> {
  const office = await openBoxOffice(server, 'Guests')
  const { product, price } = await office.price('B', { prix: 12 })
  const event = await office.event([product])
  for (let times = 0; times < 2; times++) {
    const path = `/api/events/${event}/guests/`
    const { json } = await office.post(path, { price, guests: [{ last_name: 'Lovelace' }] })
    expect(json).toMatchObject({ guests: 1, refused: [] })
    const [{ reservation }] = (await office.get(path)).json
    await office.post(`/api/reservations/${reservation}/cancellation/`)
  }
}

/** Rows that are inserted by a list of values are looked for by nobody. */
it('knows every statement that is prepared', () => {
  const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const names = sources.flatMap((source) =>
    [...source.matchAll(/name: '([a-z_]+)',\s*text:/g)].map((match) => match[1]),
  )
  const sent = prepared.map(({ name }) => name)
  expect(names.filter((name) => name !== 'add_jobs' && !sent.includes(name ?? ''))).toEqual([])
  expect(names.length).toBeGreaterThan(8)
})

/**
 * Few rows of an event, by their nature; of those who wait all are counted, and they have an index of their own. Of what strangers hold
 * open the latest hundred are looked at, and all that nobody confirmed only where more than half of the event is held. Of webhooks that
 * are told an organisation has ten.
 */
const wholeEvents = [
  'event_product',
  'event_option',
  'waiting_entry_in_line',
  'reservation_unconfirmed_since',
  'reservation_unpaid_since',
  'webhook_listening',
]

it('plans them alike on empty, fresh, large and skewed tables', async () => {
  const [tenant, other] = [randomUUID(), randomUUID()]
  const analyse = () => superuser.query('analyze')
  const forget = () => superuser.query('delete from pg_statistic')
  const states: Record<string, () => Promise<unknown>> = {
    empty: async () => {},
    'empty, analysed': analyse,
    'a hundred sold': () => fillTables(superuser, tenant, { tickets: 100, events: 1 }),
    'a thousand sold': () => fillTables(superuser, tenant, { tickets: 900, events: 1 }),
    'twenty thousand sold': () => fillTables(superuser, tenant, { tickets: 19_000, events: 1 }),
    'without statistics': forget,
    analysed: analyse,
    'another with many events': async () => {
      await fillTables(superuser, other, { tickets: 10_000, events: 500 })
      await analyse()
    },
    'both without statistics': forget,
  }
  const indexes = await listIndexes(superuser)
  await app.query(pins)
  const first = new Map<string, readonly string[]>()
  const wrong: string[] = []
  for (const [state, make] of Object.entries(states)) {
    await make()
    for (const mode of ['force_generic_plan', 'force_custom_plan'] satisfies PlanMode[])
      for (const statement of prepared) {
        const { name } = statement
        const reads = readsOf(await readPlan(app, tenant, statement, mode), indexes)
        const isWhole = (read: string) =>
          / (all|tenant_id|tenant_id, event_id)$/.test(read) && !wholeEvents.includes(read.split(' ')[0] ?? '')
        for (const read of reads.filter(isWhole)) wrong.push(`${state}, ${mode}, ${name}: ${read}`)
        const known = first.get(name) ?? reads
        first.set(name, known)
        if (known.join() !== reads.join())
          wrong.push(`${state}, ${mode}, ${name}: ${reads.join(' | ')}, first ${known.join(' | ')}`)
      }
  }
  expect(wrong).toEqual([])
})
