import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import { createTestDatabase } from '../harness/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../harness/database-proxy.ts'
import { type Door, insertTickets, openDoor, type PairedPhone, pairPhone, qrCodesOf } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let proxy: DatabaseProxy
let server: TestServer
let client: pg.Client
let hall: Door
let phone: PairedPhone

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject('databaseServer'))
  const database = await createTestDatabase()
  server = await startServer({ database: { ...database, url: proxy.address(database.url) } })
  client = await database.connect()
  hall = await openDoor(server, client, 'The Hall')
  phone = await pairPhone(server, hall.slug)
})

afterAll(async () => {
  proxy.thaw()
  await client.end()
  await server.stop()
  await proxy.stop()
})

const html = { accept: 'text/html' }

/**
 * Nobody says that the database is gone: what is sent to it is taken, and nothing comes back. Seen red without the watch over
 * unanswered queries: nothing was answered within the minute of the test.
 */
it('answers 503 in the shape of each door while the database is silent, and goes on when it speaks', async () => {
  const [id = ''] = await insertTickets(client, hall, { count: 1 })
  const qr = (await qrCodesOf(server, hall.slug, [id])).get(id)
  const scan = () => server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: qr } })
  proxy.freeze()
  const [ready, scanned, listed, shown, alive] = await Promise.all([
    server.send('', 'GET', '/readyz'),
    scan(),
    server.send(hall.slug, 'GET', '/api/events/'),
    server.send(hall.slug, 'GET', '/', { headers: html }),
    server.send('', 'GET', '/healthz'),
  ])
  expect(alive.status).toBe(200)
  expect([ready.status, ready.json.code]).toEqual([503, 'unavailable'])
  expect([scanned.status, scanned.json.success, scanned.json.code]).toEqual([503, false, 'unavailable'])
  expect(scanned.headers['retry-after']).toBe('1')
  expect([listed.status, listed.json.code]).toEqual([503, 'unavailable'])
  expect(listed.headers['retry-after']).toBe('1')
  expect([shown.status, shown.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  proxy.thaw()
  await untilTrue(async () => (await server.send('', 'GET', '/readyz')).status === 200)
  await untilTrue(async () => (await scan()).status === 200)
  const log = await client.query("select from scan_log where ticket_id = $1 and result = 'admitted'", [id])
  expect(log.rowCount).toBe(1)
})
