import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '../harness/mail-server.ts'
import { type DataDirectory, eventually, makeMigratedDirectory } from './embedded-service.ts'
import { logOf, venue } from './the-barn.ts'

let directory: DataDirectory | undefined
const mails = await startMailServer()

afterEach(async () => {
  mails.beforeAnswer = null
  await directory?.remove()
  directory = undefined
  await mails.stop()
})

/** Seen red as it was: the first of the two ended the service, with a failure of the database that nobody awaited. */
test('the database ends while a mail is in DATA, twice: the service goes on, and the mail is sent', async () => {
  directory = await makeMigratedDirectory()
  const { cli, postmaster } = directory
  await cli(...venue)
  const service = await directory.start(['serve'], { SMTP_URL: mails.url })
  for (const [email, signal] of [
    ['killed@barn.test', 'SIGKILL'],
    ['ended@barn.test', 'SIGINT'],
  ] as const) {
    const house = ['--organisation', email, '--category', 'F', '--email', email]
    mails.beforeAnswer = async ({ recipient }) => {
      if (recipient !== email) return
      mails.beforeAnswer = null
      const dead = await postmaster()
      process.kill(dead, signal)
      await eventually(async () => !isAlive(dead))
    }
    await cli('tenant', 'create', ...house)
    expect(await statusOnceNoJobIsLeft(directory, email)).toBe('sent')
    const sent = mails.mails.filter(({ recipient }) => recipient === email)
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  }
  expect(service.process.exitCode).toBeNull()
  const warnings = logOf(service).filter(({ level }) => level >= 40)
  expect(warnings.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^jobs: .* the runner is started again/)]),
  )
  service.process.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})

async function statusOnceNoJobIsLeft({ connect }: DataDirectory, email: string): Promise<string> {
  return eventually(async () => {
    const client = await connect()
    try {
      const { rowCount } = await client.query('select from graphile_worker._private_jobs')
      const { rows } = await client.query('select status from mail where recipient = $1', [email])
      return rowCount === 0 && rows[0]?.status
    } finally {
      await client.end()
    }
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
