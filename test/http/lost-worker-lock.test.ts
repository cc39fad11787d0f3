import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runClockJob, untilTrue } from '../harness/box-office.ts'
import { createTestDatabase } from '../harness/database.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../harness/database-proxy.ts'
import { type MailServer, startMailServer } from '../harness/mail-server.ts'
import { startServer, type TestServer } from '../harness/server.ts'

const application = 'guichet jobs lock'

let proxy: DatabaseProxy
let mails: MailServer
let server: TestServer
let client: pg.Client
let second: TestServer | undefined

beforeAll(async () => {
  proxy = await startDatabaseProxy(inject('databaseServer'))
  mails = await startMailServer()
  const database = await createTestDatabase()
  server = await startServer({
    database: { ...database, url: proxy.address(database.url) },
    environment: { SMTP_URL: mails.url },
  })
  client = await database.connect()
})

afterAll(async () => {
  mails.beforeAnswer = null
  await second?.stop()
  await client.end()
  await server.stop()
  await proxy.stop()
  await mails.stop()
})

const locks = `select from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and datname = current_database() and application_name = '${application}'`
const areHeld = async () => ((await client.query(locks)).rowCount ?? 0) > 0

/** Waits for a time that nobody sees come: a job of a process that is gone. */
async function leaveOrphan(): Promise<string> {
  const { rows } = await client.query(
    "select id from graphile_worker.add_job('free_orphans', run_at => now() + interval '1 hour')",
  )
  await client.query(
    "update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - interval '1 minute' where id = $1",
    [rows[0].id],
  )
  return rows[0].id
}
const holderOf = async (id: string) =>
  (await client.query('select locked_by from graphile_worker._private_jobs where id = $1', [id])).rows[0].locked_by

/**
 * A network forgets the connection that holds the lock of the runners; the database lets go of the lock, and the process hears nothing.
 * Seen red without the heartbeat, with the lock never held again; without the proof, with the orphan freed; and with neither the proof
 * nor the ids of ours, with the job freed while it ran.
 */
it('a mail that is in DATA while the lock of its runner is lost goes once, and the lock is taken anew', async () => {
  let answer: () => void = () => undefined
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  const inData = new Promise<void>((resolve) => {
    mails.beforeAnswer = () => {
      resolve()
      return mayAnswer
    }
  })
  const email = 'somebody@example.org'
  await server.cli('tenant', 'create', '--organisation', 'House', '--category', 'S', '--email', email)
  await inData
  // It has run for longer than jobs are left alone that a runner took before its lock.
  const { rows } = await client.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
      where locked_by is not null and payload ->> 'mailId' is not null returning id, locked_by`,
  )
  const [{ id, locked_by: runner }] = rows
  expect(rows).toHaveLength(1)

  const lose = async () => {
    proxy.lose(application)
    await untilTrue(async () => !(await areHeld()))
  }
  await lose()
  proxy.find()
  await untilTrue(areHeld)

  await lose()
  // Left now: where the minute turned while the lock was held, its own job would have freed it.
  const orphan = await leaveOrphan()
  await runClockJob(client, 'free_orphans')
  expect([await holderOf(id), await holderOf(orphan)]).toEqual([runner, 'gone'])

  proxy.find()
  // The next minute may come before the process has heard that it holds it.
  await untilTrue(async () => {
    await runClockJob(client, 'free_orphans')
    return (await holderOf(orphan)) === null
  })
  expect(await holderOf(id)).toBe(runner)

  // Another process looks for orphans when it starts.
  second = await startServer({ beside: server, environment: { SMTP_URL: mails.url } })
  expect(await holderOf(id)).toBe(runner)
  answer()
  await untilTrue(async () => {
    const { rows } = await client.query('select status from mail where recipient = $1', [email])
    return rows[0].status === 'sent'
  })
  expect(mails.mails.filter(({ recipient }) => recipient === email)).toHaveLength(1)
})
