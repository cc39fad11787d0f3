import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey, untilTrue } from '../harness/box-office.ts'
import { execCli } from '../harness/cli.ts'
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
import { makeFormerKey } from '../harness/former-key.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

let first: TestServer
let second: TestServer
let client: pg.Client
let hall: Door
let other: Door
let phones: PairedPhone[]

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  client = await first.database.connect()
  hall = await openDoor(first, client, 'The Hall')
  other = await openDoor(first, client, 'Other Place')
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

/** Seen red as the one below, with the guard of the statement taken out. */
it('lets one of four in by codes of another server, and of ours, for the same ticket', async () => {
  const [ticket] = await tickets(1)
  const former = makeFormerKey()
  const key = await createKey(first, hall.slug, ['--permission', 'ticket:secret'])
  const body = { public_key: former.publicKey }
  const path = `/api/events/${hall.eventId}/former-ticket-keys/`
  expect((await first.send(hall.slug, 'POST', path, { key, body })).status).toBe(201)
  const [one, two] = [ticket?.qr, former.codeOf(ticket?.id ?? '')]
  const answers = await rendezvous([ticket?.id], () =>
    [first, second].flatMap((server, at) => [
      scan(server, phones[2 * at], { qrcode_data: one }),
      scan(server, phones[2 * at + 1], { qrcode_data: two }),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
  expect(answers.map(({ json }) => json.success).toSorted()).toEqual([false, false, false, true])
  const log = await client.query('select result from scan_log where ticket_id = $1 order by result', [ticket?.id])
  expect(log.rows.map(({ result }) => result)).toEqual(['admitted', ...Array(3).fill('already_scanned')])
})

it('a key of another server that is removed ends its codes at once, in the other process too', async () => {
  const ids = await tickets(2)
  const former = makeFormerKey()
  const key = await createKey(first, hall.slug, ['--permission', 'ticket:secret'])
  const path = `/api/events/${hall.eventId}/former-ticket-keys/`
  const added = await first.send(hall.slug, 'POST', path, { key, body: { public_key: former.publicKey } })
  const answers = []
  for (const { id } of ids) {
    answers.push((await scan(second, phones[0], { qrcode_data: former.codeOf(id) })).json.code)
    await first.send(hall.slug, 'DELETE', `${path}${added.json.uuid}/`, { key })
  }
  expect(answers).toEqual([undefined, 'invalid_signature'])
})

/** Seen red without "ticket.status = 'not_scanned'" in the statement: every batch admitted the ticket once more. */
it('lets one of eight simultaneous scans in, through two processes', async () => {
  const [ticket] = await tickets(1)
  const answers = await rendezvous([ticket?.id], () =>
    [first, second].flatMap((server) => phones.map((phone) => scan(server, phone, { qrcode_data: ticket?.qr }))),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  const winners = answers.filter((answer) => answer.json.success)
  expect(winners.map((answer) => answer.json.message)).toEqual(['Ticket successfully scanned'])
  const { rows } = await client.query('select status, scanned_by_device_id from ticket where id = $1', [ticket?.id])
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

/** Seen red without "ticket.status = 'not_scanned'" in the statement: both batches admitted the ticket. */
it('lets one in of who is let in by name and by code at once, through two processes', async () => {
  const [ticket] = await tickets(1)
  const supervisor = await pairPhone(first, hall.slug, 'Head of the door')
  await client.query("update device set role = 'supervisor' where id = $1", [supervisor.id])
  const byName = (server: TestServer) =>
    server.send(hall.slug, 'POST', '/scan/admit_ticket/', { key: supervisor.key, body: { ticket_uuid: ticket?.id } })
  const answers = await rendezvous([ticket?.id], () => [
    byName(first),
    scan(second, phones[0], { qrcode_data: ticket?.qr }),
    byName(second),
    scan(first, phones[1], { qrcode_data: ticket?.qr }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
  expect(answers.map(({ json }) => json.success).toSorted()).toEqual([false, false, false, true])
  const losers = answers.filter(({ json }) => !json.success)
  expect(losers.map(({ json }) => json.code)).toEqual(Array(3).fill('already_scanned'))
  const { rows } = await client.query('select result from scan_log where ticket_id = $1 order by result', [ticket?.id])
  expect(rows.map(({ result }) => result)).toEqual(['admitted', ...Array(3).fill('already_scanned')])
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
  await untilTrue(async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'guichet waiting scans' and wait_event_type = 'Lock'`,
    )
    return rowCount === 1
  })
  const lost = await running
  await holder.end()
  expect([lost.status, lost.json.success, lost.json.code]).toEqual([503, false, 'unavailable'])
  const again = await scan(first, phones[0], { qrcode_data: ticket?.qr })
  expect(again.json.success).toBe(true)
})

const undo = (slug: string, ticket: string) => execCli(first.environment, ['ticket', 'undo', '--tenant', slug, ticket])

/** The other ticket of its reservation is not: where no ticket can be admitted, a scan waits for no row and answers at once. */
async function scannedTicket(): Promise<{ readonly id: string; readonly qr: string }> {
  const [ticket = { id: '', qr: '' }] = await tickets(2)
  expect((await scan(first, phones[0], { qrcode_data: ticket.qr })).json.success).toBe(true)
  return ticket
}

async function stateOf(id: string) {
  const ticket = await client.query(
    'select status, scanned_by_device_id as by, cancelled_at is null as whole from ticket where id = $1',
    [id],
  )
  const log = await client.query(
    'select result, device_id as by, prior_device_id as prior from scan_log where ticket_id = $1 order by result, id',
    [id],
  )
  return { ticket: ticket.rows[0], log: log.rows }
}

const lockOf = (ticket: string) => ({ text: 'select from ticket where id = $1 for update', values: [ticket] })

/** Both meet at the row of the ticket, the first before the second. */
async function inTurn<A, B>(
  ticket: string,
  ahead: () => Promise<A>,
  behind: () => Promise<B>,
): Promise<readonly [A, B]> {
  const watcher = await first.database.connect()
  const racers = await raceForRows(first, lockOf(ticket), 2, () =>
    Promise.all([ahead(), untilWaitingForLock(watcher, 1).then(behind)]),
  )
  await watcher.end()
  return racers
}

/** Seen red without the locks of lockScan and without "status = 'scanned'" in the condition of undoScan: both undid it. */
it('undoes a scan once when two ask', async () => {
  const { id, qr } = await scannedTicket()
  const [one, two] = await inTurn(
    id,
    () => undo(hall.slug, id),
    () => undo(hall.slug, id),
  )
  expect([one.exitCode, two.exitCode]).toEqual([0, 1])
  const by = phones[0]?.id
  expect(await stateOf(id)).toEqual({
    ticket: { status: 'not_scanned', by: null, whole: true },
    log: [
      { result: 'admitted', by, prior: null },
      { result: 'undone', by: null, prior: by },
    ],
  })
  expect((await scan(second, phones[1], { qrcode_data: qr })).json.success).toBe(true)
  expect((await undo(other.slug, id)).exitCode).toBe(1)
})

/**
 * Seen red with the scan answered as already scanned where explainScans finds it admissible: the ticket was free, and
 * nobody could enter with it.
 */
it('lets a scan in that waited for the undo of another', async () => {
  const { id, qr } = await scannedTicket()
  const [undone, scanned] = await inTurn(
    id,
    () => undo(hall.slug, id),
    () => scan(second, phones[1], { qrcode_data: qr }),
  )
  expect([undone.exitCode, scanned.json.message]).toEqual([0, 'Ticket successfully scanned'])
  const [by, then] = [phones[0]?.id, phones[1]?.id]
  expect(await stateOf(id)).toEqual({
    ticket: { status: 'scanned', by: then, whole: true },
    log: [
      { result: 'admitted', by, prior: null },
      { result: 'admitted', by: then, prior: null },
      { result: 'undone', by: null, prior: by },
    ],
  })
})

/**
 * Nothing is held between the scan that is not let in and its explanation, so the undo may be done by then; each answer
 * has its log. Seen red with the guard above removed, whenever the undo was done.
 */
it('a scan ahead of an undo is told that the ticket was scanned, or is let in after it', async () => {
  const { id, qr } = await scannedTicket()
  const [scanned, undone] = await inTurn(
    id,
    () => scan(second, phones[1], { qrcode_data: qr }),
    () => undo(hall.slug, id),
  )
  expect([undone.exitCode, scanned.status]).toEqual([0, 200])
  const [by, then] = [phones[0]?.id, phones[1]?.id]
  const { ticket, log } = await stateOf(id)
  const admitted = { result: 'admitted', by, prior: null }
  const undoing = { result: 'undone', by: null, prior: by }
  if (scanned.json.success) {
    expect(ticket).toEqual({ status: 'scanned', by: then, whole: true })
    expect(log).toEqual([admitted, { ...admitted, by: then }, undoing])
  } else {
    expect([scanned.json.code, scanned.json.ticket.scanned_by]).toEqual(['already_scanned', by])
    expect(ticket).toEqual({ status: 'not_scanned', by: null, whole: true })
    expect(log).toEqual([admitted, { result: 'already_scanned', by: then, prior: by }, undoing])
  }
})

/** Seen red without the lock of the reservation in lockScan: the scan of a cancelled reservation was undone. */
it.each(['undo', 'cancellation'] as const)(
  'of an undo and a cancellation, the %s that comes first wins',
  async (winner) => {
    const { id } = await scannedTicket()
    const { rows } = await client.query('select reservation_id as uuid from ticket where id = $1', [id])
    const cookie = await signIn(first, hall.slug, hall.slug, 'admin@example.org')
    const undoing = () => undo(hall.slug, id).then(({ exitCode }) => exitCode)
    const cancel = () =>
      first
        .send(hall.slug, 'POST', `/api/reservations/${rows[0].uuid}/cancellation/`, {
          body: { insist: true },
          cookie,
          headers: { origin: originOf(first, hall.slug) },
        })
        .then(({ status }) => status)
    const answers = await (winner === 'undo' ? inTurn(id, undoing, cancel) : inTurn(id, cancel, undoing))
    expect(answers).toEqual(winner === 'undo' ? [0, 200] : [200, 1])
    expect((await stateOf(id)).ticket).toEqual(
      winner === 'undo'
        ? { status: 'not_active', by: null, whole: false }
        : { status: 'scanned', by: phones[0]?.id, whole: true },
    )
  },
)
