import { spawn } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listSegments } from '../harness/shared-memory.ts'
import { clusterBeside, eventually, openInProcess, postmasterPid, query } from './database-process.ts'
import { makeScratch, processesIn, type Scratch } from './scratch.ts'

let scratch: Scratch
beforeEach(async () => {
  scratch = await makeScratch()
})
afterEach(() => scratch.cleanUp())

const open = () => scratch.track(openInProcess(scratch))

async function openWithData() {
  const process = open()
  const opened = await process.opened()
  await query(opened, 'create table kept as select 7 as n')
  return { process, opened, cluster: clusterBeside(opened) }
}

async function expectDataIn(process: ReturnType<typeof open>): Promise<void> {
  expect(await query(await process.opened(), 'select n from kept')).toEqual([{ n: 7 }])
}

test('after kill -9 of Node the server it left is taken over', async () => {
  const { process: first, cluster } = await openWithData()
  const orphan = await postmasterPid(cluster)
  await first.kill('SIGKILL')
  expect(processesIn(scratch.directory)).toContain(orphan)
  const second = open()
  await expectDataIn(second)
  expect(await postmasterPid(cluster)).not.toBe(orphan)
  expect(processesIn(scratch.directory)).not.toContain(orphan)
  expect(second.logged.join()).toContain(`left running (process ${orphan})`)
})

test('after kill -9 of PostgreSQL it is started again, without a word about what is in it', async () => {
  const { process: first, opened, cluster } = await openWithData()
  process.kill(await postmasterPid(cluster), 'SIGKILL')
  await eventually(() => expect(first.logged).toContain('PostgreSQL is running again'))
  await expectDataIn(first)
  // Seen red with everything logged as info.
  expect(first.warned[0]).toMatch(/^PostgreSQL was ended by SIGKILL; starting it again/)
  expect(await query(opened, 'select 1 as one')).toEqual([{ one: 1 }])
})

/**
 * Left to PostgreSQL, which does it within itself, it hung for ever now and then on a full disk: its recovery ended before
 * the postmaster knew that it had begun. Seen red so.
 */
test('after kill -9 of a backend the whole server is started again', async () => {
  const { process: first, opened, cluster } = await openWithData()
  const postmaster = await postmasterPid(cluster)
  const client = new pg.Client({ host: opened.socketDirectory, port: opened.port, user: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await eventually(() => expect(first.logged).toContain('PostgreSQL is running again'))
  expect(await postmasterPid(cluster)).not.toBe(postmaster)
  await expectDataIn(first)
})

test('after kill -9 of both, with a backend still at work, it opens again', async () => {
  const { process: first, opened, cluster } = await openWithData()
  const sleeping = query(opened, 'select pg_sleep(300)', 'postgres').catch(() => undefined)
  await eventually(async () =>
    expect(await query(opened, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`, 'postgres')).toHaveLength(
      1,
    ),
  )
  const postmaster = await postmasterPid(cluster)
  await first.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await expectDataIn(open())
  await sleeping
})

test('a pid that another program has by now deceives nobody', async () => {
  const { process: first, opened, cluster } = await openWithData()
  await first.kill('SIGKILL')
  process.kill(await postmasterPid(cluster), 'SIGKILL')
  await eventually(() => expect(processesIn(scratch.directory)).toEqual([]))
  // Of the same account: PostgreSQL itself knows that a process it may not signal is no server of its own.
  const { uid, gid } = await stat(cluster)
  const bystander = spawn('sleep', ['600'], { uid, gid, cwd: '/' })
  try {
    const pidFile = join(cluster, 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    await writeFile(pidFile, [String(bystander.pid), ...lines.slice(1)].join('\n'))
    await writeFile(join(opened.socketDirectory, `.s.PGSQL.${opened.port}.lock`), `${bystander.pid}\n`)
    await expectDataIn(open())
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  } finally {
    bystander.kill('SIGKILL')
  }
})

test('a pid file cut short by a power failure does not keep it from opening', async () => {
  const { process: first, cluster } = await openWithData()
  await first.kill('SIGKILL')
  process.kill(await postmasterPid(cluster), 'SIGKILL')
  await eventually(() => expect(processesIn(scratch.directory)).toEqual([]))
  await writeFile(join(cluster, 'postmaster.pid'), '')
  await expectDataIn(open())
})

/**
 * The server that initdb runs is held still, so that it is there when the next start comes. Seen red with its files removed under
 * it: it was told nothing, and left its shared memory behind.
 */
test('killed while it makes the cluster, it makes it the next time and leaves no shared memory', async () => {
  const first = open()
  const abandoned = await eventually(async () => {
    const [working = 0] = processesIn(scratch.directory)
    expect((await listSegments()).map(({ creator }) => creator)).toContain(working)
    process.kill(working, 'SIGSTOP')
    return working
  })
  await first.kill('SIGKILL')
  const second = open()
  await eventually(async () => expect(await isToldToEnd(abandoned)).toBe(true))
  process.kill(abandoned, 'SIGCONT')
  expect((await second.opened()).ownedByThisProcess).toBe(true)
  expect(processesIn(scratch.directory).length).toBeGreaterThan(0)
  expect((await listSegments()).filter(({ creator }) => creator === abandoned)).toEqual([])
})

/** Whether SIGTERM waits for it, as the kernel knows. */
async function isToldToEnd(pid: number): Promise<boolean> {
  const [, pending = ''] = /^ShdPnd:\t(\w+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number.parseInt(pending, 16) & (1 << 14)) !== 0
}

/** Seen red without the listener that ends initdb: the stop came when the whole cluster was made. */
test('stopped while it makes the cluster, it leaves nothing half made, and makes it the next time', async () => {
  const first = open()
  await eventually(async () => expect((await readdir(scratch.dataDir)).join()).toContain('postgres.new-'))
  await first.stop()
  expect((await first.outcome()).refused?.message).toBe('stopped')
  const left = await readdir(scratch.dataDir)
  expect(left.filter((name) => /^postgres(\.new-|$)|holder/.test(name))).toEqual([])
  expect((await open().opened()).ownedByThisProcess).toBe(true)
})

/** As it was, five attempts a minute and no more, it stayed down although nothing kept it down any more. */
test('a server that dies each time it is started is tried on, and runs once what kept it down is mended', async () => {
  const { process: first, cluster } = await openWithData()
  const settings = join(cluster, 'postgresql.conf')
  const usual = await readFile(settings, 'utf8')
  await writeFile(settings, `${usual}\nmax_connections = many\n`)
  process.kill(await postmasterPid(cluster), 'SIGKILL')
  const refusals = () => first.warned.filter((line) => line.startsWith('PostgreSQL could not be started again'))
  // More often than it once gave up after.
  await eventually(() => expect(refusals().length).toBeGreaterThan(5))
  expect(refusals()[0]).toContain('max_connections')
  await writeFile(settings, usual)
  await eventually(() => expect(first.warned.at(-1)).toBe('PostgreSQL is running again'))
  await expectDataIn(first)
})
