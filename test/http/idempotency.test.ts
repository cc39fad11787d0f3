import { once } from 'node:events'
import { expect, it } from 'vitest'
import { sellingRows, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { processOf, startServer } from '../harness/server.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()

let keys = 0

async function night(priceFields = {}, office = hall) {
  const { price, product } = await office.price('B', priceFields)
  const event = await office.event([product])
  const body = { event, email: 'ada@example.org', prices: [{ uuid: price, qty: 1 }] }
  const book = (key: string, fields = {}, server = first, apiKey?: string): Promise<Answer> =>
    server.send(office.slug, 'POST', '/api/reservations/', {
      body: { ...body, ...fields },
      headers: { 'idempotency-key': key },
      ...(apiKey === undefined ? {} : { key: apiKey }),
    })
  return { event, price, body, book }
}

const newKey = () => `key-${++keys}`
const reservationsOf = async (event: string) =>
  (await client.query('select id from reservation where event_id = $1', [event])).rows.length

it('gives the first answer again, whatever happened since, in every process', async () => {
  const { event, price, book } = await night({ stock: 1 })
  const key = newKey()
  const answer = await book(key)
  expect(answer.status).toBe(201)
  await hall.post(`/api/reservations/${answer.json.uuid}/payments/`, { method: 'cash' })
  // The same request in another spelling: digits for a number, a key that is ignored.
  const spelled = { prices: [{ uuid: price, qty: '1' }], extra: true }
  for (const repeat of [await book(key), await book(key, spelled), await book(key, {}, second)])
    expect([repeat.status, { ...repeat.json, ignored: undefined }]).toEqual([
      201,
      { ...answer.json, ignored: undefined },
    ])
  expect(await reservationsOf(event)).toBe(1)
  expect((await book(newKey())).json.code).toBe('sold_out')
})

it('refuses another body with the same key, and keeps keys of tenants apart', async () => {
  const { event, price, book } = await night()
  const elsewhere = await night({}, other)
  const key = newKey()
  await book(key)
  const before = await sellingRows(client)
  const answer = await book(key, { prices: [{ uuid: price, qty: 2 }] })
  expect([answer.status, answer.json.code]).toEqual([422, 'idempotency_mismatch'])
  expect(await sellingRows(client)).toEqual(before)
  expect((await elsewhere.book(key)).status).toBe(201)
  expect(await reservationsOf(event)).toBe(1)
})

/**
 * Seen red with the caller left out of readOwnKey: the same key of another was refused, or answered with the first booking and the
 * secret in its checkout_url.
 */
it('a key is its caller’s: nobody is told anything of what another booked under the same', async () => {
  const { event, body, book } = await night()
  const key = newKey()
  const { api_key: robot } = await first.cli(
    'api-key',
    'create',
    '--tenant',
    hall.slug,
    '--user',
    'robot@hall.test',
    '--name',
    'another',
    '--permission',
    'reservation:write',
  )
  const booked = await Promise.all([
    book(key),
    book(key, { email: 'ben@example.org' }),
    book(key, {}, first, hall.key),
    book(key, {}, first, String(robot)),
    first.send(hall.slug, 'POST', '/api/sales/', {
      body: { ...body, method: 'cash' },
      key: hall.key,
      headers: { 'idempotency-key': key },
    }),
    first.send(hall.slug, 'POST', '/api/sales/', {
      body: { ...body, method: 'cash' },
      key: String(robot),
      headers: { 'idempotency-key': key },
    }),
  ])
  expect(booked.map(({ status, text }) => (status === 201 ? status : text))).toEqual(Array(6).fill(201))
  expect(new Set(booked.map(({ json }) => json.uuid)).size).toBe(6)
  expect(await reservationsOf(event)).toBe(6)
  expect((await book(key, {}, second, String(robot))).json).toEqual(booked[3]?.json)
  expect((await book(key, { email: 'ben@example.org' })).json).toEqual(booked[1]?.json)
})

/** Seen red without the address for short keys: what can be guessed opened the booking to a stranger elsewhere. */
it('from another address a key that can be guessed is another’s, and one that cannot is the same', async () => {
  const proxied = await startServer({ beside: first, environment: { TRUST_PROXY: '127.0.0.1' } })
  const { body } = await night()
  const book = (key: string, from: string) =>
    proxied.send(hall.slug, 'POST', '/api/reservations/', {
      body,
      headers: { 'idempotency-key': key, 'x-forwarded-for': from },
    })
  const uuids = async (key: string) =>
    new Set([(await book(key, '203.0.113.1')).json.uuid, (await book(key, '203.0.113.2')).json.uuid]).size
  expect(await uuids('1')).toBe(2)
  expect(await uuids('5c1f0a52-1f5e-4a86-9a6f-7e1d2b3c4d5e')).toBe(1)
  await proxied.stop()
})

it('keeps no refusal: the same key may try again', async () => {
  const { book, event } = await night({ stock: 1 })
  const taker = (await book(newKey())).json.uuid
  const key = newKey()
  const before = await sellingRows(client)
  expect((await book(key)).json.code).toBe('sold_out')
  expect(await sellingRows(client)).toEqual(before)
  await hall.post(`/api/reservations/${taker}/cancellation/`)
  expect((await book(key)).status).toBe(201)
  expect(await reservationsOf(event)).toBe(2)
})

it('refuses keys that are none', async () => {
  const { book } = await night()
  for (const key of ['', 'a b', 'x'.repeat(256), 'clé'])
    expect([key, (await book(Buffer.from(key).toString('latin1'))).status]).toEqual([key, 400])
  expect((await book('x'.repeat(255))).status).toBe(201)
})

/** Seen red without the age of the claim in takeKey: the repeats waited for the first instead of answering. */
it('while the first still runs, says so at once', async () => {
  const { event, book } = await night()
  await book(newKey())
  const key = newKey()
  const holder = await first.database.connect()
  await holder.query('begin')
  await holder.query('select from event_counter where event_id = $1 for update', [event])
  const running = book(key)
  await untilWaitingForLock(client, 1)
  for (const server of [first, second]) {
    const repeat = await book(key, {}, server)
    expect([repeat.status, repeat.json.code]).toEqual([409, 'idempotency_conflict'])
    expect(repeat.headers['retry-after']).toBe('1')
  }
  await holder.query('commit')
  await holder.end()
  expect((await running).status).toBe(201)
  expect((await book(key)).json).toEqual((await running).json)
})

it('books once however many repeats meet', async () => {
  const { event, book } = await night()
  await book(newKey())
  const key = newKey()
  const lock = { text: 'lock table idempotency_key in access exclusive mode', values: [] }
  const racers = await raceForRows(first, lock, 8, () =>
    [first, second].flatMap((server) => Array.from({ length: 4 }, () => book(key, {}, server))),
  )
  const answers = await Promise.all(racers)
  const codes = new Set(answers.map((answer) => answer.json.code ?? answer.status))
  expect([...codes].filter((code) => code !== 201 && code !== 'idempotency_conflict')).toEqual([])
  const booked = answers.filter((answer) => answer.status === 201)
  expect(new Set(booked.map((answer) => answer.json.uuid)).size).toBe(1)
  expect(await reservationsOf(event)).toBe(2)
})

/** Seen red with every claim counted as held in the batch: the late first one booked as well. */
it('a claim that a process left behind is taken over, and cannot book any more', async () => {
  const { event, book } = await night()
  await book(newKey())
  const key = newKey()
  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [event] }
  const [, late, takeover] = await Promise.all(
    await raceForRows(first, lock, 2, () => {
      const inFront = book(newKey())
      const behind = untilWaitingForLock(client, 1).then(() => book(key))
      const taken = untilClaimed().then(async () => {
        await client.query(
          "update idempotency_key set created_at = now() - interval '1 minute' where status_code is null",
        )
        return book(key, {}, second)
      })
      return [inFront, behind, taken] as const
    }),
  )
  expect([late.json.code, takeover.status]).toEqual(['idempotency_conflict', 201])
  expect(await reservationsOf(event)).toBe(3)
})

/**
 * Seen red with an answer kept together with the claim (the repeat got it, and nothing was booked), and with every process taken
 * for alive (the repeat was told for half a minute that the first still runs).
 */
it('a process killed while it books leaves nothing, and the key works again at once', async () => {
  const { event, book } = await night()
  await book(newKey())
  const key = newKey()
  const doomed = await startServer({ beside: first })
  const holder = await first.database.connect()
  await holder.query('begin')
  await holder.query('select from event_counter where event_id = $1 for update', [event])
  const lost = book(key, {}, doomed).catch(() => 'lost')
  await untilWaitingForLock(client, 1)
  const repeat = await book(key)
  expect([repeat.status, repeat.json.code]).toEqual([409, 'idempotency_conflict'])
  const ended = once(processOf(doomed), 'exit')
  processOf(doomed).kill('SIGKILL')
  await ended
  expect(await lost).toBe('lost')
  await holder.query('commit')
  await holder.end()
  await untilTrue(async () => {
    const waiting = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'guichet pipeline' and state <> 'idle'",
    )
    const feeds = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'guichet change feed'",
    )
    return waiting.rowCount === 0 && feeds.rowCount === 2
  })
  expect(await reservationsOf(event)).toBe(1)
  const booked = await book(key)
  expect(booked.status).toBe(201)
  expect((await book(key, {}, second)).json).toEqual(booked.json)
  expect(await reservationsOf(event)).toBe(2)
})

/** Both of those that wait: the one in front and the one behind it. */
async function untilClaimed(): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from idempotency_key where status_code is null')
    if (rowCount === 2) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
