import { once } from 'node:events'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../harness/mail-server.ts'
import { hurryJobs } from '../harness/payments.ts'
import { processOf, startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { visitorAt } from '../harness/visitor.ts'

let mails: MailServer
let server: TestServer
let client: pg.Client
let hall: BoxOffice
let other: BoxOffice
let event: string
/** Takes over from the one that is killed. */
let second: TestServer | null = null
let price: string

beforeAll(async () => {
  mails = await startMailServer()
  server = await startServer({ alone: true, environment: { SMTP_URL: mails.url, LOG_LEVEL: 'debug' } })
  client = await server.database.connect()
  hall = await openBoxOffice(server, 'The Hall')
  other = await openBoxOffice(server, 'The Other')
  const priced = await hall.price('B', { max_per_user: 100 })
  price = priced.price
  event = await hall.event([priced.product])
})

afterAll(async () => {
  await client.end()
  await second?.stop()
  await server.stop()
  await mails.stop()
})

/** Staff books and takes the money; the reservation. */
async function sell(email: string, fields = {}): Promise<string> {
  const prices = [{ uuid: price, qty: 1 }]
  const { json } = await hall.post('/api/reservations/', { event, email, prices, ...fields })
  expect((await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })).json.status).toBe('P')
  return json.uuid
}

const untilStatus = (uuid: string, status: string) =>
  untilTrue(async () => (await hall.get(`/api/reservations/${uuid}/`)).json.status === status)
/** The receipt of a payment goes to the same address at the same time. */
const isTicketsTo = (email: string, { recipient, subject }: ReceivedMail) =>
  recipient === email && /^Your tickets/.test(subject ?? '')
const ticketsTo = (email: string) => mails.mails.filter((mail) => isTicketsTo(email, mail))
const mailsTo = (email: string) => ticketsTo(email).length

type JobRow = { readonly attempts: number; readonly pause: number }

/** The job that delivers a reservation's tickets, once it has failed that often and rests. */
async function untilFailed(uuid: string, attempts: number): Promise<JobRow> {
  let job: JobRow | undefined
  await untilTrue(async () => {
    const { rows } = await client.query<JobRow>(
      `select attempts, extract(epoch from run_at - updated_at)::float8 as pause from graphile_worker._private_jobs
       where payload->>'reservationId' = $1 and locked_at is null`,
      [uuid],
    )
    job = rows[0]
    return job?.attempts === attempts
  })
  return job as JobRow
}

/** The next attempt is due now, as if its pause were over. */
const endPause = (uuid: string, set = '') =>
  client.query(`update graphile_worker._private_jobs set run_at = now() ${set} where payload->>'reservationId' = $1`, [
    uuid,
  ])

it('is valid once the tickets are mailed', async () => {
  const uuid = await sell('ada@example.org')
  await untilStatus(uuid, 'V')
  expect(mailsTo('ada@example.org')).toBe(1)
})

it('is PE when the address is refused for good', async () => {
  mails.answers.set('nobody@example.org', 550)
  await untilStatus(await sell('nobody@example.org'), 'PE')
  expect(mailsTo('nobody@example.org')).toBe(0)
})

it('is PN while the mail server fails, and valid when it gets through, with one mail', async () => {
  mails.answers.set('busy@example.org', 451)
  const uuid = await sell('busy@example.org')
  await untilStatus(uuid, 'PN')
  mails.answers.delete('busy@example.org')
  await untilStatus(uuid, 'V')
  expect(mailsTo('busy@example.org')).toBe(1)
})

it('is PE when the address that was busy is then refused for good', async () => {
  mails.answers.set('leaving@example.org', 451)
  const uuid = await sell('leaving@example.org')
  await untilStatus(uuid, 'PN')
  mails.answers.set('leaving@example.org', 550)
  await untilStatus(uuid, 'PE')
})

it('stays PN when no mail was wanted', async () => {
  await untilStatus(await sell('quiet@example.org', { to_mail: false }), 'PN')
  // Of others a receipt may come in just now.
  expect(mails.taken).not.toContain('quiet@example.org')
})

/** And with the page that says nothing of it. Seen red with the letter handed to queueMail in resendTickets, as one more of a mail that never was: it stayed PN. */
it('is valid once staff mails what was not to be mailed, once for each press', async () => {
  const uuid = await sell('wanted@example.org', { to_mail: false })
  await untilStatus(uuid, 'PN')
  const desk = await staffOf(server, hall)
  for (const _ of [1, 2]) {
    const pressed = await desk.press(`/admin/reservations/${uuid}/mails/`, [['seen', '0']])
    expect(pressed.status).toBe(303)
    const { text } = await desk.show(String(pressed.headers['location']))
    expect(text).toMatch(/role="status"[^>]*>The tickets are on their way again\./)
  }
  await untilStatus(uuid, 'V')
  expect(mailsTo('wanted@example.org')).toBe(1)
})

it('takes words about us, or about too many, for a delay and not for a wrong address', async () => {
  mails.answers.set('policy@example.org', { code: 550, text: '5.7.1 relaying denied' })
  mails.answers.set('many@example.org', { code: 552, text: 'too many recipients' })
  const policy = await sell('policy@example.org')
  const many = await sell('many@example.org')
  await untilStatus(policy, 'PN')
  await untilStatus(many, 'PN')
  mails.answers.delete('policy@example.org')
  mails.answers.delete('many@example.org')
  await untilStatus(policy, 'V')
  await untilStatus(many, 'V')
})

it('waits out a server that is away, and a message it will not take now', async () => {
  mails.messageAnswers.set('later@example.org', { code: 451, text: '4.7.1 greylisted, come back later' })
  const later = await sell('later@example.org')
  await untilFailed(later, 1)
  await mails.away()
  const away = await sell('away@example.org')
  await untilStatus(away, 'PN')
  await mails.start()
  mails.messageAnswers.delete('later@example.org')
  for (const uuid of [later, away]) {
    await endPause(uuid)
    await untilStatus(uuid, 'V')
  }
  expect([mailsTo('later@example.org'), mailsTo('away@example.org')]).toEqual([1, 1])
})

/** Seen red with the mail left queued after the last attempt, and with retry silent about what it did not find. */
it('is given up after the last attempt, shown, and sent again when somebody asks', async () => {
  mails.answers.set('dead@example.org', { code: 450, text: '4.2.1 <dead@example.org> is busy' })
  const uuid = await sell('dead@example.org')
  const first = await untilFailed(uuid, 1)
  await endPause(uuid)
  const second = await untilFailed(uuid, 2)
  expect(second.pause).toBeGreaterThan(first.pause)
  await endPause(uuid, ', attempts = max_attempts - 1')
  const listed = async (office: BoxOffice) =>
    (await server.cli('mail', 'list', '--tenant', office.slug, '--status', 'failed'))['mails'] as { uuid: string }[]
  await untilTrue(async () => (await listed(hall)).length === 1)
  const [mail] = await listed(hall)
  expect(mail).toMatchObject({
    kind: 'tickets',
    recipient: 'dead@example.org',
    status: 'failed',
    attempts: 3,
    failure: '450 4.2.1 at RCPT TO',
  })
  expect((await hall.get(`/api/reservations/${uuid}/`)).json.status).toBe('PN')
  expect(await listed(other)).toEqual([])
  const id = String(mail?.uuid)
  await expect(server.cli('mail', 'retry', '--tenant', other.slug, id)).rejects.toThrow()

  mails.answers.delete('dead@example.org')
  expect(await server.cli('mail', 'retry', '--tenant', hall.slug)).toEqual({ mails: [id] })
  await untilStatus(uuid, 'V')
  expect(mailsTo('dead@example.org')).toBe(1)
  expect(await listed(hall)).toEqual([])
  await expect(server.cli('mail', 'retry', '--tenant', hall.slug, id)).rejects.toThrow()
})

/** Seen red without the look at isTicketGone: both got a mail with a code that the door refuses. */
it('does not bring a ticket that was cancelled or given on before its mail got through', async () => {
  const guest = visitorAt(server, hall)
  const path = await guest.book(event, price, { email: 'giver@example.org', qty: '3' })
  const uuid = path.split('/')[2] ?? ''
  await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
  await untilStatus(uuid, 'V')
  const tickets = async () => (await hall.get(`/api/reservations/${uuid}/`)).json.tickets as string[]
  /** The ticket that stands in its place. */
  const give = async (ticket: string | undefined, email: string) => {
    const before = await tickets()
    await guest.submit(`${path}tickets/${ticket}/holder/`, { first_name: 'Ben', email })
    return (await tickets()).find((one) => !before.includes(one))
  }
  const waiting = ['first@example.org', 'second@example.org', 'kept@example.org']
  for (const email of waiting) mails.answers.set(email, 451)
  const cancelled = await give((await tickets())[0], 'first@example.org')
  const second = await give(
    (await tickets()).find((one) => one !== cancelled),
    'second@example.org',
  )
  await give(
    (await tickets()).find((one) => one !== cancelled && one !== second),
    'kept@example.org',
  )
  const became = async (column: string) => {
    const { rows } = await client.query(
      `select ${column} as is from mail where reservation_id = $1 and kind = 'ticket_given' order by id`,
      [uuid],
    )
    return rows.map((row) => row.is)
  }
  await untilTrue(async () => (await became('attempts')).every((attempts) => attempts > 0))
  await hall.post(`/api/reservations/${uuid}/cancellation/`, { tickets: [cancelled] })
  await give(second, 'third@example.org')
  for (const email of waiting) mails.answers.delete(email)
  await hurryJobs(client)
  await untilTrue(async () => !(await became('status')).includes('queued'))
  expect(await became('status')).toEqual(['withdrawn', 'withdrawn', 'sent', 'sent'])
  expect(await became('failure')).toEqual(['ticket_gone', 'ticket_gone', null, null])
  const gifts = mails.mails.filter(
    ({ attachments, recipient }) => attachments.length > 0 && [...waiting, 'third@example.org'].includes(recipient),
  )
  expect(gifts.map(({ recipient }) => recipient).sort()).toEqual(['kept@example.org', 'third@example.org'])
})

/** Seen red with the look at usefulUntil removed: the mail is tried, and waits. */
it('does not send a link that has ended', async () => {
  mails.answers.set('late@example.org', 451)
  await server.send(hall.slug, 'POST', '/sign-in/', {
    body: 'email=late@example.org',
    headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
  })
  const status = async () => {
    const { rows } = await client.query("select status, failure from mail where recipient = 'late@example.org'")
    return `${rows[0]?.status} ${rows[0]?.failure}`
  }
  await untilTrue(async () => (await status()) === 'queued 451 at RCPT TO')
  await client.query("update mail set useful_until = now() - interval '1 ms' where recipient = 'late@example.org'")
  mails.answers.delete('late@example.org')
  await untilTrue(async () => (await status()) === 'failed expired')
  expect(mails.taken).not.toContain('late@example.org')
})

/** Receipt and refund are about money, and go out whatever becomes of the tickets. */
const mailsOf = async (uuid: string) =>
  (
    await client.query(
      "select kind, status from mail where reservation_id = $1 and kind not in ('receipt', 'refund') order by id",
      [uuid],
    )
  ).rows

/** Seen red with markDelivery moving whatever it finds, without withdrawMails, and without its reason. */
it('leaves a reservation cancelled that was cancelled before its mail', async () => {
  mails.answers.set('gone@example.org', 451)
  const uuid = await sell('gone@example.org')
  await untilStatus(uuid, 'PN')
  await hall.post(`/api/reservations/${uuid}/cancellation/`)
  expect((await mailsOf(uuid))[0]).toEqual({ kind: 'tickets', status: 'withdrawn' })
  mails.answers.delete('gone@example.org')
  await untilTrue(async () => {
    const left = await client.query("select from graphile_worker._private_jobs where payload->>'reservationId' = $1", [
      uuid,
    ])
    return left.rowCount === 0
  })
  expect((await hall.get(`/api/reservations/${uuid}/`)).json.status).toBe('C')
  expect(mailsTo('gone@example.org')).toBe(0)
  await untilTrue(async () => (await mailsOf(uuid)).every(({ status }) => status !== 'queued'))
  expect(await mailsOf(uuid)).toEqual([
    { kind: 'tickets', status: 'withdrawn' },
    { kind: 'cancellation', status: 'sent' },
  ])
  const { text } = await (await staffOf(server, hall)).show(`/admin/reservations/${uuid}/`)
  expect(text).toContain('gone@example.org: not sent: the booking was cancelled or had expired')
})

/** Seen red with a worker lock that is never taken: the job is given to somebody else, and the mail goes out twice. */
it('leaves a slow mail to whoever is sending it', async () => {
  let answer = () => {}
  const slow = new Promise<void>((resolve) => {
    answer = resolve
  })
  const taken = new Promise<void>((resolve) => {
    mails.beforeAnswer = (mail) => {
      if (!isTicketsTo('slow@example.org', mail)) return Promise.resolve()
      resolve()
      return slow
    }
  })
  const uuid = await sell('slow@example.org')
  await taken
  await client.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where payload->>'reservationId' = $1",
    [uuid],
  )
  await client.query("select graphile_worker.add_job('free_orphans')")
  await untilTrue(async () => {
    const left =
      "select from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = 'free_orphans'"
    return (await client.query(left)).rowCount === 0
  })
  const { rows } = await client.query(
    "select locked_at < now() - interval '30 seconds' as still from graphile_worker._private_jobs where payload->>'reservationId' = $1",
    [uuid],
  )
  expect(rows).toEqual([{ still: true }])
  mails.beforeAnswer = null
  answer()
  await untilStatus(uuid, 'V')
  expect(mailsTo('slow@example.org')).toBe(1)
})

/**
 * The server has taken the mail and said so; the process stands before the lock of the row in which it would note it, and
 * is killed there. Seen red with freeOrphans freeing nobody, and without a messageId of our own.
 */
it('goes out again after a crash, as the same mail', async () => {
  const watcher = await server.database.connect()
  const taken = new Promise<void>((resolve) => {
    mails.beforeAnswer = async (mail) => {
      if (!isTicketsTo('twice@example.org', mail)) return
      await client.query(
        "begin; select from mail where recipient = 'twice@example.org' and kind = 'tickets' for update",
      )
      mails.beforeAnswer = null
      resolve()
    }
  })
  const uuid = await sell('twice@example.org')
  await taken
  await untilWaitingForLock(watcher, 1)
  processOf(server).kill('SIGKILL')
  await once(processOf(server), 'exit')
  await client.query('rollback')
  // Jobs of the last ten seconds may belong to a process that has just begun.
  await watcher.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null",
  )
  await watcher.end()
  second = await startServer({ beside: server, environment: { SMTP_URL: mails.url } })
  await untilTrue(
    async () =>
      (await client.query('select from reservation where id = $1 and status = $2', [uuid, 'valid'])).rowCount === 1,
  )
  const ids = ticketsTo('twice@example.org').map(({ messageId }) => messageId)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
})

it('no log line holds an address', () => {
  expect(server.output()).toContain('"level"')
  expect(`${server.output()}${second?.output() ?? ''}`).not.toMatch(/@example\.org/)
})
