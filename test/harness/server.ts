import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
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
  /** `guichet <words> --json` against the same database; the parsed object. Fails unless it exits 0. */
  cli(...words: string[]): Promise<Record<string, unknown>>
  readonly process: ChildProcess
  /** What the process printed so far. */
  output(): string
  stop(): Promise<void>
}

export type ServerOptions = {
  readonly environment?: Record<string, string>
  /** Another server whose database and data directory this one shares; it is stopped first. */
  readonly beside?: TestServer
  /** Reached otherwise than straight; dropped when the server stops. */
  readonly database?: TestDatabase
  /** What its database is a copy of; null: of nothing. Migrated when it is absent. */
  readonly template?: Template | null
}

/**
 * A real server process, on a database of its own unless it runs beside another. Stop it in afterAll. What the clock would
 * start every minute starts only when a test asks for it (`runClockJob`): in between two of its steps it would end a hold,
 * offer a place or stand before a lock as one more racer.
 */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { beside } = options
  const database = beside?.database ?? options.database ?? (await createTestDatabase(options.template))
  const dataDir = beside?.dataDir ?? (await makeDataDir())
  const port = await freePort()
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
  const child = spawn(process.execPath, ['dist/guichet.js', 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  await untilReady(port, child, () => output)
  if (options.database || options.template === null) await forgetClock(database)
  return {
    port,
    dataDir,
    database,
    environment,
    process: child,
    output: () => output,
    send: (label, method, path, sendOptions) => send(port, label, method, path, sendOptions),
    cli: (...words) => runHostedCli(environment, words),
    async stop() {
      child.kill('SIGTERM')
      await ended
      if (beside) return
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A DATA_DIR whose secret opens what is sealed in the templates. */
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

/** The worker starts what the clock says once it has noted that minute here; nothing is noted any more. */
export async function stopClock(client: pg.Client): Promise<void> {
  await client.query(`create or replace function graphile_worker.no_clock() returns trigger language plpgsql
    as $$ begin return null; end $$`)
  await client.query(`create or replace trigger no_clock before insert on graphile_worker._private_known_crontabs
    for each row execute function graphile_worker.no_clock()`)
}

async function untilReady(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended while starting:\n${output()}`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server did not get ready:\n${output()}`)
}

/**
 * A port to start a server on. Below those that the system gives away by itself, and of the thousands of this worker of
 * Vitest: nobody else takes it between this look and the moment when the server listens.
 */
export async function freePort(): Promise<number> {
  const first = 11_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * 5_000
  for (;;) {
    const server = createServer()
    server.listen(first + randomInt(5_000), '127.0.0.1')
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
