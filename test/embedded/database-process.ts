import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { vi } from 'vitest'
import type { Purpose } from '../../src/db/embedded/data-directory-lock.ts'
import { patienceMs } from '../harness/patience.ts'

type Opened = {
  socketDirectory: string
  port: number
  ownedByThisProcess: boolean
  cluster: string
  setAside: string[]
}
type Refused = { name: string; message: string }
type Line = { opened?: Opened; refused?: Refused; log?: string; level?: string }

export type DatabaseProcess = {
  readonly pid: number
  readonly logged: string[]
  /** The same, those that are warnings or errors only. */
  readonly warned: string[]
  /** Waits until the database is open; fails with the refusal. */
  opened(): Promise<Opened>
  outcome(): Promise<Line>
  kill(signal: NodeJS.Signals): Promise<void>
  /** As a person does: SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

const fixture = fileURLToPath(new URL('./open-database.fixture.ts', import.meta.url))

export function openInProcess(
  where: { dataDir: string; systemDirectory: string },
  purpose: Purpose = 'serve',
  account?: { uid: number; gid: number },
): DatabaseProcess {
  const { dataDir, systemDirectory } = where
  const child = spawn(process.execPath, [fixture, JSON.stringify({ dataDir, systemDirectory, purpose })], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
    ...account,
  })
  const logged: string[] = []
  const warned: string[] = []
  const outcome = firstOutcome(child, logged, warned)
  outcome.catch(() => undefined)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    logged,
    warned,
    outcome: () => outcome,
    async opened() {
      const { opened, refused } = await outcome
      if (!opened) throw new Error(`${refused?.name}: ${refused?.message}`)
      return opened
    },
    kill,
    stop: () => kill('SIGTERM'),
  }
}

function firstOutcome(child: ChildProcess, logged: string[], warned: string[]): Promise<Line> {
  return new Promise((resolve, reject) => {
    let complaint = ''
    child.stderr?.on('data', (text) => {
      complaint += String(text)
    })
    if (child.stdout) {
      createInterface(child.stdout).on('line', (text) => {
        const line = JSON.parse(text) as Line
        if (line.log) logged.push(line.log)
        else resolve(line)
        if (line.log && line.level !== 'info') warned.push(line.log)
      })
    }
    child.once('close', (code, signal) => reject(new Error(`ended (${code ?? signal}) ${complaint}`)))
  })
}

export async function query(
  { socketDirectory: host, port }: { socketDirectory: string; port: number },
  sql: string,
  user = 'guichet_owner',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host, port, user, database: 'guichet' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function postmasterPid(dataDirOfCluster: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDirOfCluster, 'postmaster.pid'), 'utf8'), 10)
}

/** The cluster lies beside its socket's directory unless the path is too long. */
export function clusterBeside(opened: { socketDirectory: string }): string {
  return join(dirname(opened.socketDirectory), 'postgres')
}

export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: 20 })
}
