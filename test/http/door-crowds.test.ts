import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, untilOlderTransactionsEnd, untilWaitingForLock } from '../harness/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../harness/database-proxy.ts'
import { type Door, insertTickets, openDoor, type PairedPhone, pairPhone, qrCodesOf } from '../harness/door.ts'
import { lookupOf, openHolder } from '../harness/holder.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/**
 * A coach party does not hold up everybody's door: what a booking of many places costs, in rows and statements between server and
 * database. Seen red with the group of each ticket read for itself (90,305 rows for 300), with the scan of one told as news of
 * all, and with an answer of its own for each phone.
 */
const places = 300

let proxy: DatabaseProxy
let server: TestServer
let client: pg.Client
let hall: Door
let other: Door
let phone: PairedPhone
let ids: readonly string[]

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject('databaseServer'))
  const own = await createTestDatabase()
  server = await startServer({ database: { ...own, url: proxy.address(own.url) } })
  client = await server.database.connect()
  hall = await openDoor(server, client, 'The Hall')
  other = await openDoor(server, client, 'The Other')
  phone = await pairPhone(server, hall.slug)
  ids = await insertTickets(client, hall, { count: places })
  await insertTickets(client, other, { count: 2 })
})

afterAll(async () => {
  await client.end()
  await server.stop()
  await proxy.stop()
})

const snapshot = (cursor?: string) => {
  const query = new URLSearchParams({ event: hall.eventId, ...(cursor === undefined ? {} : { cursor }) })
  return server.send(hall.slug, 'GET', `/scan/snapshot/?${query}`, { key: phone.key })
}

it('reads a booking of many places once, and names as many of a group as are let in together', async () => {
  await snapshot()
  proxy.take()
  const { status, json } = await snapshot()
  const { rows } = proxy.take()
  expect(status).toBe(200)
  expect(json.tickets).toHaveLength(places)
  expect(rows).toBeLessThan(5 * places)
  const sorted = ids.toSorted()
  const last = sorted.at(-1) ?? ''
  const codes = await qrCodesOf(server, hall.slug, sorted)
  const row = json.tickets.find(({ lookup }: { lookup: string }) => lookup === lookupOf(codes.get(last) ?? ''))
  const named = sorted.slice(0, 50).map((id) => lookupOf(codes.get(id) ?? '').slice(0, 12))
  expect(openHolder(codes.get(last) ?? '', row.holder)?.['g']).toEqual(named)
})

it('tells of one who is let in nothing about the others', async () => {
  await untilOlderTransactionsEnd(client)
  const { json } = await snapshot()
  const [id = ''] = ids
  const code = (await qrCodesOf(server, hall.slug, [id])).get(id) ?? ''
  const scan = { key: phone.key, body: { qrcode_data: code } }
  expect((await server.send(hall.slug, 'POST', '/scan/ticket/', scan)).json.success).toBe(true)
  const news = (await snapshot(json.cursor)).json.tickets
  expect(news.map(({ lookup, state }: Record<string, string>) => [lookup, state])).toEqual([
    [lookupOf(code), 'scanned'],
  ])
})

it('makes one answer for all phones that ask meanwhile', async () => {
  proxy.take()
  const lock = await server.database.connect()
  await lock.query('begin; lock table ticket in access exclusive mode')
  const first = snapshot()
  await untilWaitingForLock(client, 1)
  const others = Array.from({ length: 5 }, () => snapshot())
  // Once another request is answered, the process has read what had arrived: here who each is, then the end of that transaction.
  for (const arrived of ['device', 'commit']) {
    await expect.poll(() => [proxy.count('from "device"'), proxy.waiting()], { message: arrived }).toEqual([6, 1])
    await server.send(other.slug, 'GET', '/api/events/')
  }
  await lock.query('commit')
  await lock.end()
  const answers = await Promise.all([first, ...others])
  expect(answers.map(({ status, json }) => [status, json.tickets.length])).toEqual(Array(6).fill([200, places]))
  expect(proxy.count('pg_walfile_name')).toBe(2)
})
