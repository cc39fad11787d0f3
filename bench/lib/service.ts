import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { nodeChildrenOf, residentMb } from './processes.ts'

/** The built service, as real processes on an embedded database of their own in a directory that is gone afterwards. */
export type BenchService = {
  readonly port: number
  /** Socket directory and port of the database. */
  readonly database: { readonly host: string; readonly port: number }
  /** A connection as the superuser, whom no isolation binds: for loading rows. */
  connect(): Promise<pg.Client>
  /** `guichet <words> --json`. */
  cli(...words: string[]): Promise<Record<string, unknown>>
  /** Of the Node processes of the service; the first starts the others. */
  pids(): readonly number[]
  /** Resident memory in MB of each of them, the largest first. */
  memory(): readonly number[]
  stop(): Promise<void>
}

const run = promisify(execFile)
const mostOutputBytes = 256 * 1024 * 1024

/** How to end what runs, the last started first. */
const running = new Set<() => Promise<unknown>>()

/** Ends everything that was started and still runs. */
export async function stopServices(): Promise<void> {
  for (const stop of [...running].reverse()) {
    running.delete(stop)
    await stop()
  }
}

/** @throws when the service does not start; nothing is left running then */
export async function startService(environment: Readonly<Record<string, string>>): Promise<BenchService> {
  try {
    return await start(environment)
  } catch (error) {
    await stopServices()
    throw error
  }
}

async function start(environment: Readonly<Record<string, string>>): Promise<BenchService> {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  running.add(() => rm(directory, { recursive: true, force: true }))
  // As root the database runs under another account, which must be able to pass.
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedDatabase({
    dataDir: join(directory, 'data'),
    systemDirectory: join(directory, 'system'),
    purpose: 'serve',
    log: () => undefined,
  })
  running.add(() => embedded.stop())
  const database = { host: embedded.socketDirectory, port: embedded.port }
  const port = await freePort()
  const full = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: join(directory, 'service'),
    DATABASE_URL: urlOf(database, 'guichet_app'),
    DATABASE_ADMIN_URL: urlOf(database, 'guichet_owner'),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  // As `npm start` does.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'dist/guichet.js', 'serve'], {
    env: full,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(() => ended(child))
  await untilReady(port, child)
  const pids = () => [child.pid ?? 0, ...nodeChildrenOf(child.pid ?? 0)]
  return {
    port,
    database,
    pids,
    async connect() {
      const client = new pg.Client({ ...database, user: 'postgres', database: 'guichet' })
      await client.connect()
      return client
    },
    async cli(...words) {
      const command = ['dist/guichet.js', ...words, '--json']
      const { stdout } = await run(process.execPath, command, { env: full, maxBuffer: mostOutputBytes })
      return JSON.parse(stdout) as Record<string, unknown>
    },
    memory: () =>
      pids()
        .map(residentMb)
        .sort((a, b) => b - a),
    stop: stopServices,
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

function urlOf(database: BenchService['database'], user: string): string {
  return `postgres://${user}@localhost/guichet?host=${encodeURIComponent(database.host)}&port=${database.port}`
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error('the service ended while starting')
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the service did not get ready')
}
