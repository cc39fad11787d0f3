import { readdir, readFile, readlink } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BoxOffice, endHold, openBoxOffice, runExpiry, untilTrue } from '../harness/box-office.ts'
import { type MailServer, startMailServer } from '../harness/mail-server.ts'
import { processOf, startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'
import { type Started, startProcess, untilSaid } from './embedded-service.ts'

let mail: MailServer
let web: TestServer
let client: pg.Client
let offices: readonly BoxOffice[]
const workers: Started[] = []

beforeAll(async () => {
  mail = await startMailServer()
  web = await startServer({ alone: true, environment: { ROLE: 'web', SMTP_URL: mail.url } })
  client = await web.database.connect()
  offices = [await openBoxOffice(web, 'The Hall'), await openBoxOffice(web, 'The Other')]
})

afterAll(async () => {
  for (const worker of workers) await end(worker)
  await client?.end()
  await web?.stop()
  await mail?.stop()
})

/** With the environment of the web process, its port too: a worker that listened could not start. */
async function startWorker(): Promise<Started> {
  const worker = startProcess(['serve'], { ...web.environment, ROLE: 'worker' })
  workers.push(worker)
  await Promise.race([untilSaid(worker), worker.ended])
  expect([worker.stdout(), worker.stderr()]).toEqual(['Guichet works on jobs.\n', ''])
  return worker
}

async function end(worker: Started): Promise<number | NodeJS.Signals> {
  if (worker.process.exitCode === null) worker.process.kill('SIGTERM')
  return worker.ended
}

/** Connections over which somebody works on jobs. */
async function jobConnections(): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'guichet jobs'`,
  )
  return rows[0].count
}

/** The TCP ports that a process listens on, as the kernel knows them. */
async function portsOf(pid: number | undefined): Promise<readonly number[]> {
  const names = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const tables = await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/${pid}/net/${table}`, 'utf8')))
  return tables.flatMap((table) =>
    table
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
      .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16)),
  )
}

let visitors = 0

async function book(office: BoxOffice, fields = {}) {
  const { price, product } = await office.price('B', fields)
  const event = await office.event([product])
  const email = `visitor-${++visitors}@example.org`
  const answer = await office.book({ event, email, prices: [{ uuid: price, qty: 1 }] })
  expect(answer.status).toBe(201)
  return { office, email, uuid: String(answer.json.uuid) }
}

type Booked = Awaited<ReturnType<typeof book>>

const bookEverywhere = (fields = {}) => Promise.all(offices.map((office) => book(office, fields)))

async function statusesOf(booked: readonly Booked[]): Promise<readonly string[]> {
  const answers = await Promise.all(booked.map(({ office, uuid }) => office.get(`/api/reservations/${uuid}/`)))
  return answers.map(({ json }) => json.status)
}

async function mailsOf({ uuid }: Booked): Promise<readonly string[]> {
  const { rows } = await client.query('select status from mail where reservation_id = $1', [uuid])
  return rows.map(({ status }) => status)
}

const mailedTo = ({ email }: Booked) => mail.taken.filter((recipient) => recipient === email).length

async function confirm({ office, uuid }: Booked): Promise<void> {
  const { rows } = await client.query("select letter->'action'->>'url' as text from mail where reservation_id = $1", [
    uuid,
  ])
  const answer = await web.send(office.slug, 'POST', /\/confirm\/\S+/.exec(rows[0].text)?.[0] ?? '', {
    body: '',
    headers: { origin: originOf(web, office.slug), 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(303)
}

/**
 * Seen red in serve.ts: with jobs in every role (the web process worked on them), with web in every role (the worker found
 * its port taken), and with jobs in none (nobody worked on them).
 */
test('a web process books and answers; a worker, which listens on nothing, mails and expires', async () => {
  const free = await bookEverywhere({ prix: 0 })
  const unpaid = await bookEverywhere()
  expect(await statusesOf([...free, ...unpaid])).toEqual(['F', 'F', 'U', 'U'])
  expect(await jobConnections()).toBe(0)
  expect(await Promise.all(free.map(mailsOf))).toEqual([['queued'], ['queued']])
  expect(await portsOf(processOf(web).pid)).toEqual([web.port])

  const worker = await startWorker()
  expect(await portsOf(worker.process.pid)).toEqual([])
  expect(await jobConnections()).toBeGreaterThan(0)
  await untilTrue(async () => free.every((booked) => mailedTo(booked) === 1))
  for (const booked of free) await confirm(booked)
  await untilTrue(async () => (await statusesOf(free)).every((status) => status === 'V'))
  expect(free.map(mailedTo)).toEqual([2, 2])

  for (const { uuid } of unpaid) await endHold(client, uuid)
  await runExpiry(client)
  expect(await statusesOf(unpaid)).toEqual(['C', 'C'])
  expect(await end(worker)).toBe(0)
  await untilTrue(async () => (await jobConnections()) === 0)
  expect((await web.send('', 'GET', '/readyz')).status).toBe(200)
})

test('what is booked while no worker runs is mailed once, whoever comes to do it', async () => {
  const left = await bookEverywhere({ prix: 0 })
  expect(await Promise.all(left.map(mailsOf))).toEqual([['queued'], ['queued']])
  const pair = await Promise.all([startWorker(), startWorker()])
  await untilTrue(async () => left.every((booked) => mailedTo(booked) > 0))
  for (const booked of left) await confirm(booked)
  await untilTrue(async () => (await statusesOf(left)).every((status) => status === 'V'))
  for (const worker of pair) expect(await end(worker)).toBe(0)
  expect(left.map(mailedTo)).toEqual([2, 2])
})
