import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import {
  type Door,
  insertTickets,
  openDoor,
  type PairedPhone,
  pairPhone,
  qrCodesOf,
  raceForRows,
} from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let first: TestServer
let second: TestServer
let client: pg.Client
let hall: Door
let phones: PairedPhone[]

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  client = await first.database.connect()
  hall = await openDoor(first, client, 'The Hall')
  await openDoor(first, client, 'Other Place')
  phones = []
  for (let number = 1; number <= 4; number++) phones.push(await pairPhone(first, hall.slug, `Door ${number}`))
})

afterAll(async () => {
  await client.end()
  await second.stop()
  await first.stop()
})

async function tickets(count: number): Promise<readonly { readonly id: string; readonly qr: string }[]> {
  const ids = await insertTickets(client, hall, { count })
  const codes = await qrCodesOf(first, hall.slug, ids)
  return ids.map((id) => ({ id, qr: codes.get(id) ?? '' }))
}

function scan(server: TestServer, phone: PairedPhone | undefined, body: object): Promise<Answer> {
  return server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone?.key ?? '', body })
}

/** Starts the racers while their tickets are locked; they meet once both processes wait. */
async function rendezvous(
  ids: readonly (string | undefined)[],
  racers: () => readonly Promise<Answer>[],
): Promise<readonly Answer[]> {
  const lock = { text: 'select from ticket where id = any ($1::uuid[]) for update', values: [ids] }
  return Promise.all(await raceForRows(first, lock, 2, racers))
}

/** Seen red without "ticket.status = 'not_scanned'" in the statement: every batch admitted the ticket once more. */
it('lets one of eight simultaneous scans in, through two processes', async () => {
  const [ticket] = await tickets(1)
  const answers = await rendezvous([ticket?.id], () =>
    [first, second].flatMap((server) =>
      phones.map((phone) => scan(server, phone, { qrcode_data: ticket?.qr })),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  const winners = answers.filter((answer) => answer.json.success)
  expect(winners.map((answer) => answer.json.message)).toEqual(['Ticket successfully scanned'])
  const { rows } = await client.query('select status, scanned_by_device_id from ticket where id = $1', [
    ticket?.id,
  ])
  const winner = rows[0].scanned_by_device_id
  expect(rows[0].status).toBe('scanned')
  expect(phones.map((phone) => phone.id)).toContain(winner)
  const losers = answers.filter((answer) => !answer.json.success)
  expect(losers.map((answer) => [answer.json.message, answer.json.ticket.scanned_by])).toEqual(
    Array(7).fill(['Ticket already scanned', winner]),
  )
  const log = await client.query('select result, device_id from scan_log where ticket_id = $1', [ticket?.id])
  expect(log.rows.filter((row) => row.result === 'admitted').map((row) => row.device_id)).toEqual([winner])
  expect(log.rows.filter((row) => row.result === 'already_scanned')).toHaveLength(7)
})

/** Seen red without the unique index scan_log_one_nonce: both tickets were let in. */
it('lets one nonce of a device in with one ticket only', async () => {
  const [one, two, bystander] = await tickets(3)
  const nonce = randomUUID()
  const answers = await rendezvous([one?.id, two?.id], () => [
    scan(first, phones[0], { qrcode_data: one?.qr, nonce }),
    scan(second, phones[0], { qrcode_data: two?.qr, nonce }),
    scan(second, phones[1], { qrcode_data: bystander?.qr }),
  ])
  expect(
    answers
      .slice(0, 2)
      .map((answer) => answer.status)
      .sort(),
  ).toEqual([200, 409])
  expect(answers[2]?.json.success).toBe(true)
  const { rows } = await client.query(
    "select count(*)::int as scanned from ticket where id = any ($1::uuid[]) and status = 'scanned'",
    [[one?.id, two?.id]],
  )
  expect(rows[0].scanned).toBe(1)
})

/** Seen red without the device in the statement: the second process still knew the key. No message is sent here. */
it('refuses an archived device at its next scan in every process', async () => {
  const phone = await pairPhone(first, hall.slug, 'Lost')
  for (const server of [first, second]) {
    const test = await server.send(hall.slug, 'GET', '/scan/test_api/', { key: phone.key })
    expect(test.status).toBe(200)
  }
  await client.query('update device set archived_at = now() where id = $1', [phone.id])
  for (const server of [first, second]) {
    const [ticket] = await tickets(1)
    const answer = await scan(server, phone, { qrcode_data: ticket?.qr })
    expect([answer.status, answer.json.code]).toEqual([403, 'device_archived'])
  }
})

it('answers 503 when the connection is lost under a scan, and scans on', async () => {
  const [ticket] = await tickets(1)
  const holder = await first.database.connect()
  await holder.query('begin')
  await holder.query('select from ticket where id = $1 for update', [ticket?.id])
  const running = scan(first, phones[0], { qrcode_data: ticket?.qr })
  await untilWaitingForLock(client, 1)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'guichet pipeline'`,
  )
  const lost = await running
  await holder.end()
  expect([lost.status, lost.json.success, lost.json.code]).toEqual([503, false, 'unavailable'])
  const again = await scan(first, phones[0], { qrcode_data: ticket?.qr })
  expect(again.json.success).toBe(true)
})
