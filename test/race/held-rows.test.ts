import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { createTestDatabase, untilWaitingForLock } from '../harness/database.ts'
import { type Door, insertTickets, openDoor, type PairedPhone, pairPhone, qrCodesOf } from '../harness/door.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/** Waits for locks as long as the service does by itself; the patient one beside it does so for as long as a test takes. */
let server: TestServer
let patient: TestServer
let client: pg.Client
let halls: readonly { readonly door: Door; readonly phone: PairedPhone }[]

beforeAll(async () => {
  const usual = await createTestDatabase()
  const url = new URL(usual.url)
  url.searchParams.delete('lock_timeout')
  // Shares of connections are among the limits that tests lift otherwise.
  server = await startServer({ database: { ...usual, url: url.href }, environment: { RATE_LIMIT: 'on' } })
  patient = await startServer({ beside: server, environment: { DATABASE_URL: usual.url, RATE_LIMIT: 'on' } })
  client = await server.database.connect()
  const opened = []
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const door = await openDoor(server, client, `Hall ${name}`)
    opened.push({ door, phone: await pairPhone(server, door.slug) })
  }
  halls = opened
})

afterAll(async () => {
  await client.end()
  await patient.stop()
  await server.stop()
})

type Hall = (typeof halls)[number]

async function codes({ door }: Hall, count: number) {
  const ids = await insertTickets(client, door, { count })
  const byId = await qrCodesOf(server, door.slug, ids)
  return ids.map((id) => ({ id, qr: byId.get(id) ?? '' }))
}

const scan = ({ door, phone }: Hall, qr: string, language = 'en', at = server) =>
  at.send(door.slug, 'POST', '/scan/ticket/', {
    key: phone.key,
    body: { qrcode_data: qr },
    headers: { 'accept-language': language },
  })

const lockOf = (ids: readonly string[]) =>
  `select from ticket where id in (${ids.map((id) => `'${id}'`).join()}) for update`

async function entriesOf(id: string): Promise<number> {
  const sql = "select from scan_log where ticket_id = $1 and result = 'admitted'"
  return (await client.query(sql, [id])).rowCount ?? 0
}

/** Seen red with the whole batch waiting for the ticket, as long as it takes: the others were let in after it, not before. */
it('admits the others of a batch while one of their tickets is held, and that one once it is let go', async () => {
  const [hall] = halls as readonly [Hall]
  const [stuck, ...others] = (await codes(hall, 25)) as [{ id: string; qr: string }]
  let isAnswered = false
  await whileLocked(server, lockOf([stuck.id]), async (release) => {
    const held = [stuck.qr, stuck.qr].map(async (qr) => {
      const answer = await scan(hall, qr, 'en', patient)
      isAnswered = true
      return answer.json.message
    })
    await untilWaitingForLock(client, 1)
    const admitted = await Promise.all(others.map(({ qr }) => scan(hall, qr, 'en', patient)))
    expect(new Set(admitted.map(({ json }) => json.message))).toEqual(new Set(['Ticket successfully scanned']))
    expect(isAnswered).toBe(false)
    await release()
    expect((await Promise.all(held)).sort()).toEqual(['Ticket already scanned', 'Ticket successfully scanned'])
  })
  expect(await entriesOf(stuck.id)).toBe(1)
})

it('answers a scan whose ticket stays held with 503, decides nothing, and lets it in later', async () => {
  const [hall] = halls as readonly [Hall]
  const [stuck] = (await codes(hall, 1)) as [{ id: string; qr: string }]
  const answer = await whileLocked(server, lockOf([stuck.id]), () => scan(hall, stuck.qr, 'fr'))
  expect([answer.status, answer.json.success, answer.json.code]).toEqual([503, false, 'unavailable'])
  expect(answer.json.detail).toMatch(/^Quelqu’un d’autre modifie la même chose/)
  expect(answer.headers['retry-after']).toBe('1')
  const log = await client.query('select from scan_log where ticket_id = $1', [stuck.id])
  expect(log.rowCount).toBe(0)
  expect((await scan(hall, stuck.qr)).json.message).toBe('Ticket successfully scanned')
  expect(await entriesOf(stuck.id)).toBe(1)
})

/** Seen red with locks that are waited for without end: the fifth door got no connection. */
it('lets people in at one door while every other organisation has tickets that are held', async () => {
  const fifth = halls[4] as Hall
  const stuck = await Promise.all(halls.slice(0, 4).map(async (hall) => ({ hall, tickets: await codes(hall, 1) })))
  const free = await codes(fifth, 10)
  const ids = stuck.flatMap(({ tickets }) => tickets.map(({ id }) => id))
  await whileLocked(server, lockOf(ids), async () => {
    let isOver = false
    const doors = stuck.flatMap(({ hall, tickets }) =>
      tickets.map(async ({ qr }) => {
        const answers = []
        while (!isOver) answers.push(await scan(hall, qr))
        return answers
      }),
    )
    await untilWaitingForLock(client, 2)
    for (const { qr } of free) expect((await scan(fifth, qr)).json.message).toBe('Ticket successfully scanned')
    isOver = true
    const refused = (await Promise.all(doors)).flat()
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.code}`))).toEqual(new Set(['503 unavailable']))
  })
  for (const id of ids) expect(await entriesOf(id)).toBe(0)
})

/** Seen red without the share of a tenant: its requests held all connections, and nobody else got one. */
it('answers an organisation while another one waits for its own rows with all it has', async () => {
  const [one, two] = halls as readonly [Hall, Hall]
  const key = await createKey(server, one.door.slug, ['--permission', 'product:write'])
  const body = { name: 'Held', categorie_article: 'B' }
  const made = await server.send(one.door.slug, 'POST', '/api/products/', { key, body })
  expect(made.status).toBe(201)
  const path = `/api/products/${made.json.uuid}/`
  const change = (at: TestServer) => at.send(one.door.slug, 'PATCH', path, { key, body: { name: 'New' } })
  const lock = `select from product where id = '${made.json.uuid}' for update`
  await whileLocked(server, lock, async (release) => {
    const waiting = Array.from({ length: 12 }, () => change(patient))
    await untilWaitingForLock(client, 5)
    expect((await patient.send(two.door.slug, 'GET', '/api/events/')).status).toBe(200)
    expect((await patient.send(two.door.slug, 'GET', '/readyz')).status).toBe(200)
    const refused = await change(server)
    expect([refused.status, refused.json.code]).toEqual([503, 'unavailable'])
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(refused.headers['retry-after']).toBe('1')
    await release()
    // Some have waited in vain for their turn by now; none was done by halves.
    const statuses = new Set((await Promise.all(waiting)).map(({ status }) => status))
    expect(statuses).toContain(200)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  })
})
