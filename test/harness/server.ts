import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { runHostedCli } from './cli.ts'
import { type Answer, type SendOptions, send } from './client.ts'
import { createTestDatabase, type Template, type TestDatabase, testSecret } from './database.ts'
import { patienceMs } from './patience.ts'

export type TestServer = {
  readonly port: number
  readonly dataDir: string
  readonly database: TestDatabase
  readonly environment: NodeJS.ProcessEnv
  /** A request to `<label>.localhost`; the empty label is the Root host. */
  send(label: string, method: string, path: string, options?: SendOptions): Promise<Answer>
  /** Runs `guichet <words> --json` against the same database; returns the parsed object. Fails unless it exits 0. */
  cli(...words: string[]): Promise<Record<string, unknown>>
  /** Null: it shares one with others. */
  readonly process: ChildProcess | null
  /** Returns what the process has printed since this server started. */
  output(): string
  stop(): Promise<void>
}

export type ServerOptions = {
  readonly environment?: Record<string, string>
  /** In a process of its own, for a test of what happens to it (`processOf`). */
  readonly alone?: true
  /** Another server whose database and data directory this one shares, in a process of its own; this one is stopped first. */
  readonly beside?: TestServer
  /** A database reached otherwise than directly; dropped when the server stops. */
  readonly database?: TestDatabase
  /** Where it listens; a free one when absent. */
  readonly port?: number
  /** The template that its database is copied from; null: an empty database. `migrated` when absent. */
  readonly template?: Template | null
}

/**
 * Starts a real server, on a database of its own unless it runs beside another. Servers share a process (`server-host.mjs`) unless
 * they are to have one of their own, a clock of their own, or several. Stop it in afterAll. Jobs that the clock would start every
 * minute start only when a test asks for them (`runClockJob`): otherwise they would end a hold, offer a place or wait for a lock as
 * one more racer between two steps of a test.
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { beside } = options
  const database = beside?.database ?? options.database ?? (await createTestDatabase(options.template))
  const dataDir = beside?.dataDir ?? (await makeDataDir())
  const port = options.port ?? (await freePort())
  const environment = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...options.environment,
  }
  const { NODE_OPTIONS, PROCESSES } = options.environment ?? {}
  const isAlone = (options.alone ?? beside ?? NODE_OPTIONS ?? PROCESSES) !== undefined
  const running = isAlone ? runAlone(environment) : runHosted(environment)
  await untilReady(port, running)
  if (options.database || options.template === null) await forgetClock(database)
  return {
    ...running,
    port,
    dataDir,
    database,
    environment,
    send: (label, method, path, sendOptions) => send(port, label, method, path, sendOptions),
    cli: (...words) => runHostedCli(environment, words),
    async stop() {
      await running.stop()
      if (beside) return
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process of a server that has its own. */
export function processOf({ process }: TestServer): ChildProcess {
  if (process === null) throw new Error('this server shares a process: start it with `alone: true`')
  return process
}

/** Once its process has ended, for whatever reason, `hasEnded`. */
type Running = Pick<TestServer, 'process' | 'output' | 'stop'> & { hasEnded(): boolean }

function runAlone(environment: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, ['dist/guichet.js', 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  return {
    process: child,
    output: collect(child),
    hasEnded: () => child.exitCode !== null,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The process of this worker in which servers share what is loaded and compiled, and how many it has started. */
let host: { readonly process: ChildProcess; readonly output: () => string; started: number; running: number } | null =
  null
/** What a server leaves behind in a process is little, but is not nothing. */
const serversOfHost = 40

function runHosted(environment: NodeJS.ProcessEnv): Running {
  if (host && (host.process.exitCode !== null || (host.started >= serversOfHost && host.running === 0))) {
    host.process.disconnect()
    host = null
  }
  host ??= startHost()
  const shared = host
  const number = ++shared.started
  shared.running++
  const printed = shared.output().length
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      shared.running--
      shared.process.off('message', hear).off('exit', end)
      resolve()
    }
    const hear = (told: { readonly ended: number }) => (told.ended === number ? end() : undefined)
    shared.process.on('message', hear).once('exit', end)
  })
  shared.process.send({ start: number, environment })
  return {
    process: null,
    output: () => shared.output().slice(printed),
    hasEnded: () => hasEnded,
    async stop() {
      if (!hasEnded) shared.process.send({ stop: number })
      await ended
    },
  }
}

function startHost() {
  const child = fork('test/harness/server-host.mjs', { silent: true, execArgv: [] })
  return { process: child, output: collect(child), started: 0, running: 0 }
}

/** Returns a function that tells what the process has printed so far. */
function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return () => output
}

/** Makes a DATA_DIR with the secret that opens what is sealed in the templates. */
export async function makeDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-data-'))
  await writeFile(join(directory, 'secret-key'), `${testSecret}\n`, { mode: 0o600 })
  return directory
}

async function forgetClock(database: TestDatabase): Promise<void> {
  const client = await database.connect()
  await stopClock(client)
  await client.end()
}

/** Stops the clock: the worker starts its jobs once it has noted the minute here, and no minute is noted any more. */
export async function stopClock(client: pg.Client): Promise<void> {
  await client.query(`create or replace function graphile_worker.no_clock() returns trigger language plpgsql
    as $$ begin return null; end $$`)
  await client.query(`create or replace trigger no_clock before insert on graphile_worker._private_known_crontabs
    for each row execute function graphile_worker.no_clock()`)
}

async function untilReady(port: number, running: Running): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (running.hasEnded()) throw new Error(`the server ended while starting:\n${running.output()}`)
    if ((await isHeardAt(port)) && (await isReadyAt(port))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server did not get ready:\n${running.output()}`)
}

function isReadyAt(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Whether anybody listens: asked thirty times of each server, a whole request took a twentieth of its start. */
async function isHeardAt(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isHeard = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isHeard
}

const portsOfWorker = 5_000
let portsTried = randomInt(portsOfWorker)

/**
 * Finds a port to start a server on. It is below those that the system assigns, among the thousands of this worker of Vitest, and
 * another one each time: nobody else takes it between this check and the moment when the server listens.
 */
export async function freePort(): Promise<number> {
  const first = 11_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * portsOfWorker
  for (;;) {
    const server = createServer()
    server.listen(first + (portsTried++ % portsOfWorker), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return port
  }
}
