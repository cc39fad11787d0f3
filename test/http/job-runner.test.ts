import { afterAll, expect, test } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { processOf, startServer } from '../harness/server.ts'

const mails = await startMailServer()
const server = await startServer({ alone: true, environment: { SMTP_URL: mails.url } })
const client = await server.database.connect()
let number = 0

afterAll(async () => {
  mails.beforeAnswer = null
  await client.end()
  await server.stop()
  await mails.stop()
})

/** Makes an organisation, whose administrator is mailed by a job. @returns where to */
async function mailSomebody(): Promise<string> {
  const email = `somebody-${++number}@example.org`
  const house = ['--organisation', `House ${number}`, '--category', 'S', '--email', email]
  await server.cli('tenant', 'create', ...house)
  return email
}

const jobConnections = "datname = current_database() and application_name like 'guichet jobs%'"

async function endConnections(condition = 'true'): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${jobConnections} and ${condition}`,
  )
  return rowCount ?? 0
}

async function untilNoted(email: string, status: string): Promise<void> {
  await untilTrue(async () => {
    const { rows } = await client.query('select status from mail where recipient = $1', [email])
    return rows[0]?.status === status
  })
}

async function untilNoJob(): Promise<void> {
  await untilTrue(async () => (await client.query('select from graphile_worker._private_jobs')).rowCount === 0)
}

/** All of them, among them those that idle, that listens for jobs, and that holds the lock of the runner. */
test('the connections of the job runner end while a mail is handed over: it is noted, and the next one goes', async () => {
  mails.beforeAnswer = async () => {
    mails.beforeAnswer = null
    expect(await endConnections()).toBeGreaterThan(2)
  }
  const first = await mailSomebody()
  await untilNoted(first, 'sent')
  await untilNoJob()
  expect(mails.taken.filter((to) => to === first)).toHaveLength(1)
  await untilNoted(await mailSomebody(), 'sent')
  expect(processOf(server).exitCode).toBeNull()
})

/** What is done with the job, the statement that then ends it waits for, and which mail that is about. */
const endings = [
  { ending: 'is done', refuse: false, status: 'sent' },
  { ending: 'failed', refuse: true, status: 'queued' },
]

/** Seen red as it was: nobody awaited that statement, and its failure ended the process. */
test.each(endings)(
  'the one connection that says that a job $ending is ended: no job stays behind',
  async ({ refuse, status }) => {
    let answer: () => void = () => undefined
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    const inData = new Promise<void>((resolve) => {
      mails.beforeAnswer = async () => {
        mails.beforeAnswer = null
        resolve()
        await mayAnswer
        if (refuse) throw Object.assign(new Error('busy'), { responseCode: 451 })
      }
    })
    const email = await mailSomebody()
    await inData
    await whileLocked(
      server,
      'select from graphile_worker._private_jobs where locked_by is not null for update',
      async () => {
        answer()
        await untilWaitingForLock(client, 1)
        expect(await endConnections("wait_event_type = 'Lock'")).toBe(1)
        await untilNoted(email, status)
      },
    )
    // What was refused is tried again by the job that was returned to the queue, and what was sent is not sent twice.
    await untilNoted(email, 'sent')
    await untilNoJob()
    expect(mails.mails.filter(({ recipient }) => recipient === email)).toHaveLength(refuse ? 2 : 1)
    const ids = mails.mails.filter(({ recipient }) => recipient === email).map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(1)
    await untilNoted(await mailSomebody(), 'sent')
    expect(processOf(server).exitCode).toBeNull()
  },
)

/** Seen red with the console left alone: graphile-worker writes the failure and its stack there, as it is. */
test('a runner that is asked to stop loses its connections: the log says so, and is a log', async () => {
  const said = server.output().length
  const untilSaid = (words: string) => untilTrue(async () => server.output().includes(words, said))
  const table = 'lock table graphile_worker._private_jobs in access exclusive mode'
  await whileLocked(server, table, async () => {
    await untilWaitingForLock(client, 2)
    const oneThatWaits = `pid = (select min(pid) from pg_stat_activity
      where ${jobConnections} and wait_event_type = 'Lock')`
    expect(await endConnections(oneThatWaits)).toBe(1)
    await untilSaid('asking for a job failed')
    await endConnections("wait_event_type = 'Lock'")
    await untilSaid('a library wrote to the console')
  })
  const lines = server.output().trimEnd().split('\n')
  expect(lines.filter((line) => !/^(\{.*\}|Guichet answers .*|Set it up .*)$/.test(line))).toEqual([])
  await untilNoted(await mailSomebody(), 'sent')
})
