import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { untilScanWaits, untilWaitingForLock } from '../harness/database.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { scanningAt } from '../harness/scanning.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** What is costly gives way to scans (ADR 0250), and is answered all the same. */
const doors = await twoDoors({ environment: { RATE_LIMIT: 'on' } })
const { server, client, hall, other } = doors
const { ticket, scan } = scanningAt(doors)

const page = (slug: string) => server.send(slug, 'GET', '/sign-in/', { headers: { accept: 'text/html' } })
const read = (slug: string) => server.send(slug, 'GET', '/api/events/')
const tooLong = (slug: string) =>
  server.send(slug, 'POST', '/api/reservations/', { body: { email: 'x@example.org', options: Array(2000).fill('x') } })

/** Seen red with no turn while a scan stands. */
it('pages, what strangers read by the API, and long bodies are answered while a scan stands, at its organisation and at another one', async () => {
  const { id, qr } = await ticket()
  const lock = `select from ticket where id = '${id}' for update`
  const scanned = await whileLocked(server, lock, async (release) => {
    const standing = scan({ qrcode_data: qr })
    await untilScanWaits(client)
    const asked = [hall, other].flatMap(({ slug }) =>
      Array.from({ length: 10 }, () => [page(slug), read(slug), tooLong(slug)]).flat(),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 20 }, () => [200, 200, 400]).flat())
    await release()
    return standing
  })
  expect(scanned.json.success).toBe(true)
  // Whoever comes alone again.
  expect((await page(other.slug)).status).toBe(200)
})

const host = (slug: string) => `${slug}.localhost:${server.port}`

/** Requests without a body, as one connection sends them at once: they arrive in this order. */
async function sendTogether(requests: readonly (readonly [slug: string, path: string, key?: string])[]) {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const heads = requests.map(([slug, path, key]) => [
    `GET ${path} HTTP/1.1`,
    `host: ${host(slug)}`,
    'accept: text/html',
    ...(key === undefined ? [] : [`authorization: Api-Key ${key}`]),
  ])
  socket.resume().write(heads.map((head) => `${head.join('\r\n')}\r\n\r\n`).join(''))
  return socket
}

/**
 * Pages whose turns take a second, one after the other: whatever waits for no turn is long there by then. Five of them stand in the
 * database, which are their organisation's share of the connections.
 */
const pages = Array.from({ length: 25 }, () => [hall.slug, '/?page=2'] as const)

/** The tables before which somebody stands, in the order in which they came there. */
async function tablesStoodBefore(): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select relation::regclass::text as table
     from pg_locks join pg_database on pg_database.oid = database
     where not granted and relation is not null and datname = current_database() order by waitstart`,
  )
  return rows.map(({ table }) => table)
}

/**
 * The pages stand in the database until their turns are over, each in its own. Seen red without isMadeForStranger: what the stranger
 * reads came before all of them but one.
 */
it('what strangers read by the API is begun when its turn comes, behind the pages before it; who shows a key does not wait', async () => {
  const { api_key: key } = await server.cli(
    'api-key',
    'create',
    '--tenant',
    other.slug,
    '--user',
    'admin@example.org',
    '--name',
    'till',
    '--permission',
    'product:read',
  )
  const { qr } = await ticket()
  for (const { slug } of [hall, other]) await read(slug)
  const lock = 'lock table event, artist, location in access exclusive mode'
  await whileLocked(server, lock, async (release) => {
    const scanned = scan({ qrcode_data: qr })
    await untilScanWaits(client)
    const socket = await sendTogether([
      ...pages,
      [other.slug, '/api/artists/'],
      [other.slug, '/api/locations/', String(key)],
    ])
    await untilWaitingForLock(client, 8)
    const tables = await tablesStoodBefore()
    await release()
    socket.destroy()
    expect((await scanned).json.success).toBe(true)
    expect(tables.toSorted()).toEqual(['artist', ...Array(6).fill('event'), 'location'])
    expect(tables.at(-1)).toBe('artist')
  })
})

const longOnes = ['/api/openapi.json', '/api/docs/operations/reservations/']

/**
 * Kept copies of hundreds of kilobytes, of which the second to ask is answered without anything being made. Seen red with `isCopy`
 * for the one, and without largeBytes for the other: each was answered before the pages that had come first.
 */
it.each(longOnes)('%s, which is kept, waits for its turn: it is long', async (path) => {
  const { qr } = await ticket()
  await page(hall.slug)
  await whileLocked(server, 'lock table event in access exclusive mode', async (release) => {
    const scanned = scan({ qrcode_data: qr })
    await untilScanWaits(client)
    await server.send(other.slug, 'GET', path)
    const socket = await sendTogether(pages)
    // One of them, and the scan: all of them have come.
    await untilWaitingForLock(client, 2)
    const { status, bytes } = await server.send(other.slug, 'GET', path)
    const { length } = await tablesStoodBefore()
    await release()
    socket.destroy()
    expect((await scanned).json.success).toBe(true)
    expect([status, bytes.length > 64 * 1024]).toEqual([200, true])
    expect(length).toBeGreaterThan(4)
  })
})
