import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { createKey } from '../harness/box-office.ts'
import { type Door, insertEvent, insertTickets, openDoor, qrCodesOf } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let client: pg.Client
let hall: Door
let other: Door
let key: string
let otherKey: string

const hour = 3_600_000
const day = 24 * hour

beforeAll(async () => {
  server = await startServer({ environment: { TIME_ZONE: 'UTC' } })
  client = await server.database.connect()
  // Long past, so that each test makes the current events it wants.
  const past = { startsAt: new Date(Date.now() - 30 * day) }
  hall = await openDoor(server, client, 'The Hall', past)
  other = await openDoor(server, client, 'Other Place', past)
  key = await readerKey(hall.slug)
  otherKey = await readerKey(other.slug)
})

afterAll(async () => {
  await client.end()
  await server.stop()
})

async function readerKey(slug: string): Promise<string> {
  const created = await server.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    'door@example.org',
    '--name',
    'door',
    '--permission',
    'ticket:read',
  )
  return String(created['api_key'])
}

const get = (path: string): Promise<Answer> => server.send(hall.slug, 'GET', path, { key })
const idsOf = (answer: Answer): string[] => answer.json.map((ticket: { uuid: string }) => ticket.uuid)

/** The latest 04:00 UTC, at which the house day began. */
function dayStart(): Date {
  const start = new Date(Date.now() - 4 * hour)
  start.setUTCHours(4, 0, 0, 0)
  return start
}

/** Seen red with midnight instead of 04:00, and without the events that still go on. */
it('lists the tickets K and S of the current day and of what still goes on', async () => {
  const start = dayStart().getTime()
  const cases = [
    ['starts with the day', { startsAt: new Date(start) }, true],
    ['starts at its very end', { startsAt: new Date(start + day - 1000) }, true],
    ['starts the day after', { startsAt: new Date(start + day) }, false],
    ['began the day before and has no end', { startsAt: new Date(start - 1000) }, false],
    ['still goes on', { startsAt: new Date(start - 2 * day), endsAt: new Date(Date.now() + hour) }, true],
    ['is over', { startsAt: new Date(start - 2 * day), endsAt: new Date(Date.now() - 1000) }, false],
  ] as const
  const expected: string[] = []
  for (const [name, times, listed] of cases) {
    const eventId = await insertEvent(client, hall.tenantId, { name, ...times })
    const shown = [
      ...(await insertTickets(client, hall, { eventId })),
      ...(await insertTickets(client, hall, { eventId, status: 'scanned' })),
    ]
    await insertTickets(client, hall, { eventId, status: 'created', reservationStatus: 'created' })
    await insertTickets(client, hall, { eventId, status: 'not_active', cancelled: true })
    if (listed) expected.push(...shown)
    const named = await get(`/api/ticket/?event=${eventId.toUpperCase()}`)
    expect(idsOf(named).sort(), name).toEqual(shown.toSorted())
  }
  const eventId = await insertEvent(client, other.tenantId, { name: 'Elsewhere' })
  await insertTickets(client, other, { eventId })
  const answer = await get('/api/ticket/')
  expect(answer.status).toBe(200)
  expect(idsOf(answer).sort()).toEqual(expected.toSorted())
  expect(idsOf(await get(`/api/ticket/?event=${eventId}`))).toEqual([])
})

it('shows one ticket of any status, with its seat and options', async () => {
  const [optionId, secondId] = [randomUUID(), randomUUID()]
  for (const [id, name] of [
    [optionId, 'Vegetarian'],
    [secondId, 'Balcony'],
  ])
    await client.query('insert into ticket_option (tenant_id, id, name, created_at) values ($1, $2, $3, now())', [
      hall.tenantId,
      id,
      name,
    ])
  const codes = { created: 'C', not_active: 'N', not_scanned: 'K', scanned: 'S' } as const
  for (const status of Object.keys(codes) as (keyof typeof codes)[]) {
    const [id = ''] = await insertTickets(client, hall, { status })
    await client.query(
      `insert into reservation_option (tenant_id, reservation_id, option_id)
       select tenant_id, reservation_id, option.id from ticket, unnest($2::uuid[]) option (id) where ticket.id = $1`,
      [id, [optionId, secondId]],
    )
    const answer = await get(`/api/ticket/${id}`)
    expect(answer.status).toBe(200)
    const { rows } = await client.query('select event_id, reservation_id, price_id from ticket where id = $1', [id])
    const [{ event_id: event, reservation_id: reservation, price_id: price }] = rows
    expect(answer.json).toEqual({
      uuid: id,
      event,
      reservation,
      product: expect.any(String),
      price,
      first_name: 'Ada',
      last_name: 'Lovelace',
      status: codes[status],
      seat: 'L',
      options: ['Balcony', 'Vegetarian'],
      cancelled_at: null,
      qrcode_data: null,
    })
  }
})

/** Seen red without the look at the permission, and at the status, and with the undo answered as GET is. */
it('reads what opens the door with the permission for it alone, of what opens it', async () => {
  const secretKey = await createKey(server, hall.slug, ['--permission', 'ticket:read', '--permission', 'ticket:secret'])
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Printed elsewhere', startsAt: dayStart() })
  const [valid = '', scanned = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  const [waiting = ''] = await insertTickets(client, hall, { eventId, status: 'not_active' })
  await client.query("update ticket set status = 'scanned', scanned_at = now() where id = $1", [scanned])
  const codes = await qrCodesOf(server, hall.slug, [valid, scanned])
  const codeOf = async (id: string) =>
    (await server.send(hall.slug, 'GET', `/api/ticket/${id}/`, { key: secretKey })).json.qrcode_data
  expect([await codeOf(valid), await codeOf(scanned), await codeOf(waiting)]).toEqual([
    codes.get(valid),
    codes.get(scanned),
    null,
  ])
  const list = await server.send(hall.slug, 'GET', `/api/ticket/?event=${eventId}`, { key: secretKey })
  const listed = list.json.map(({ uuid, qrcode_data }: { uuid: string; qrcode_data: string }) => [uuid, qrcode_data])
  expect(new Map(listed)).toEqual(codes)
  const plain = await get(`/api/ticket/?event=${eventId}`)
  expect(plain.json.map((ticket: { qrcode_data: string }) => ticket.qrcode_data)).toEqual([null, null])
  // An answer that is kept for a repeat does not hold it.
  const words = ['ticket:read', 'ticket:write', 'ticket:secret'].flatMap((permission) => ['--permission', permission])
  const undone = await server.send(hall.slug, 'POST', `/api/ticket/${scanned}/undo/`, {
    key: await createKey(server, hall.slug, words),
    headers: { 'idempotency-key': randomUUID() },
    body: { reason: 'Never came in' },
  })
  expect([undone.status, undone.json.status, undone.json.qrcode_data]).toEqual([200, 'K', null])
  const { rows } = await client.query("select response from idempotency_key where response like '%' || $1 || '%'", [
    scanned,
  ])
  expect(rows.map(({ response }) => JSON.parse(response).qrcode_data)).toEqual([null])
  const alone = await createKey(server, hall.slug, ['--permission', 'ticket:secret'])
  expect((await server.send(hall.slug, 'GET', `/api/ticket/${valid}/`, { key: alone })).json.code).toBe(
    'permission_denied',
  )
})

it('answers alike for another tenant’s ticket, an unknown one and nonsense', async () => {
  const [foreign = ''] = await insertTickets(client, other)
  for (const id of [foreign, randomUUID(), 'nonsense']) {
    const answer = await get(`/api/ticket/${id}/`)
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
  }
  const own = await server.send(other.slug, 'GET', `/api/ticket/${foreign}/`, { key: otherKey })
  expect(own.status).toBe(200)
  const withForeignKey = await server.send(hall.slug, 'GET', '/api/ticket/', { key: otherKey })
  expect([withForeignKey.status, withForeignKey.json.code]).toEqual([401, 'key_invalid'])
  const anonymous = await server.send(hall.slug, 'GET', '/api/ticket/', {})
  expect([anonymous.status, anonymous.json.code]).toEqual([401, 'credentials_required'])
})

it('pages through several events, and streams what is long', async () => {
  const festival = await openDoor(server, client, 'Festival', { startsAt: new Date(Date.now() - 30 * day) })
  const festivalKey = await readerKey(festival.slug)
  const expected: string[] = []
  for (const count of [3, 1200, 4]) {
    const eventId = await insertEvent(client, festival.tenantId, { name: `${count}`, startsAt: dayStart() })
    expected.push(...(await insertTickets(client, festival, { eventId, count })))
  }
  const ask = (path: string) => server.send(festival.slug, 'GET', path, { key: festivalKey })
  const all = await ask('/api/ticket/')
  expect(idsOf(all).toSorted()).toEqual(expected.toSorted())
  const paged: string[] = []
  for (let path: string | undefined = '/api/ticket/?limit=250'; path !== undefined; ) {
    const page: Answer = await ask(path)
    expect(page.json.length).toBeLessThanOrEqual(250)
    paged.push(...idsOf(page))
    path = /^<(.+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1]
  }
  expect(paged).toEqual(idsOf(all))
  expect((await ask('/api/ticket/?limit=5&cursor=bm9uc2Vuc2U')).status).toBe(400)
})
