import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect } from 'vitest'
import { execCli, runCli } from '../harness/cli.ts'
import { type Answer, type SendOptions, send } from '../harness/client.ts'
import { patienceMs } from '../harness/patience.ts'
import { freePort } from '../harness/server.ts'
import { segmentsOf } from '../harness/shared-memory.ts'

const run = promisify(execFile)

/** A data directory with the embedded database, on which processes are started and killed. */
export type DataDirectory = {
  readonly path: string
  readonly port: number
  readonly environment: NodeJS.ProcessEnv
  /** `guichet <words> --json`; the parsed object. Fails unless it exits 0. */
  cli(...words: string[]): Promise<Record<string, unknown>>
  exec(...words: string[]): ReturnType<typeof execCli>
  /** Starts `guichet <words>`; resolves when it says what it has to say, or has ended. */
  start(words: readonly string[], environment?: Record<string, string>): Promise<Started>
  send(label: string, method: string, path: string, options?: SendOptions): Promise<Answer>
  /** The process id of the PostgreSQL server. */
  postmaster(): Promise<number>
  /** As the superuser, while a server runs. */
  connect(): Promise<pg.Client>
  /** Ends what still runs, and leaves nothing. */
  remove(): Promise<void>
}

export type Started = {
  readonly process: ChildProcess
  readonly ended: Promise<number | NodeJS.Signals>
  stdout(): string
  stderr(): string
}

export async function makeDataDirectory(parent = tmpdir()): Promise<DataDirectory> {
  const path = await mkdtemp(join(parent, 'guichet-cli-'))
  // The database's account must be able to pass; otherwise root's database would lie elsewhere, and be left there.
  await chmod(path, 0o711)
  const port = await freePort()
  const environment = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: path,
    PORT: String(port),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
  }
  const running: Started[] = []
  return {
    path,
    port,
    environment,
    cli: (...words) => runCli(environment, words),
    exec: (...words) => execCli(environment, words),
    async start(words, more = {}) {
      const started = startProcess(words, { ...environment, ...more })
      running.push(started)
      await Promise.race([untilSaid(started), started.ended])
      return started
    },
    send: (label, method, to, options) => send(port, label, method, to, options),
    async postmaster() {
      return Number.parseInt(await readFile(join(path, 'postgres', 'postmaster.pid'), 'utf8'), 10)
    },
    async connect() {
      const socket = { host: join(path, 'postgres-socket'), port: 5432, ssl: false }
      const client = new pg.Client({ ...socket, user: 'postgres', database: 'guichet' })
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    async remove() {
      for (const { process: child, ended } of running) {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
        await ended
      }
      const segments = await segmentsOf(join(path, 'postgres'))
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      expect(segments).toEqual([])
    },
  }
}

/**
 * As `makeDataDirectory`, with a database that is migrated already: copied from the first of the run, in a tenth of the time that
 * making it takes. For tests that do not begin with an empty directory.
 */
export async function makeMigratedDirectory(): Promise<DataDirectory> {
  const directory = await makeDataDirectory()
  await run('cp', ['-a', `${await migratedDirectory()}/.`, directory.path])
  return directory
}

async function migratedDirectory(): Promise<string> {
  const shared = join(tmpdir(), 'migrated')
  const isThere = await stat(shared).then(
    () => true,
    () => false,
  )
  if (isThere) return shared
  const directory = await makeDataDirectory()
  await directory.cli('migrate')
  // It appears complete or not at all; another worker may have been first.
  await rename(directory.path, shared).catch(() => directory.remove())
  return shared
}

/** `guichet <words>` with exactly this environment; whoever starts it ends it. */
export function startProcess(words: readonly string[], environment: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, ['dist/guichet.js', ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return { process: child, ended, stdout: () => stdout, stderr: () => stderr }
}

/** Standard output is written once, when the service answers; who ends before says nothing any more. */
export async function untilSaid({ process: child, stdout }: Started): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!stdout().endsWith('\n') && !hasEnded()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Asks until `question` answers other than false or null. */
export async function eventually<T>(question: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await question().catch((error: unknown) => {
      if (Date.now() > deadline) throw error
      return null
    })
    if (answer !== null && answer !== false) return answer as T
    if (Date.now() > deadline) throw new Error('it never came true')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
