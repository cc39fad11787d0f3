import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, type Log, type Measure, median } from './lib/figures.ts'
import { nodeChildrenOf, residentMb } from './lib/processes.ts'
import { freePort } from './lib/service.ts'

const idleMs = 5000
const mostIdleMb = 150

/** What somebody who tries it out notices first. */
export const startBench: Bench = {
  name: 'Start and idle memory',
  notes: [
    'From starting `guichet serve` with its embedded database until its first answer that the database is ready; the median of five, a data directory each.',
    `Idle memory: resident, ${idleMs / 1000} s after the first answer, of Node processes; PostgreSQL not counted.`,
  ],
  async run(log, { quick }) {
    const empty: number[] = []
    const existing: number[] = []
    const idleMb: number[] = []
    for (let round = 1; round <= (quick ? 1 : 5); round++) {
      await inDirectory(async (dataDir) => {
        empty.push(await timeStart(dataDir, '1', async () => undefined))
        existing.push(await timeStart(dataDir, '1', async (pid) => void idleMb.push(await idleMemory(pid))))
      })
      log(`round ${round}: ${seconds(empty.at(-1) ?? 0)} empty, ${seconds(existing.at(-1) ?? 0)} existing`)
    }
    return [
      startMeasure('first answer on an existing DATA_DIR', existing, 3),
      startMeasure('first answer on an empty DATA_DIR', empty, 8),
      memoryMeasure('idle memory, one process', median(idleMb)),
      ...(await idleOfEach(log)),
    ]
  },
}

function startMeasure(name: string, times: readonly number[], mostSeconds: number): Measure {
  const middle = median(times)
  const spread = `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`
  return {
    name,
    value: `${seconds(middle)} (${spread})`,
    target: { text: `< ${mostSeconds} s`, reached: middle < mostSeconds * 1000 },
  }
}

function memoryMeasure(name: string, megabytes: number): Measure {
  return { name, value: `${megabytes} MB`, target: { text: `< ${mostIdleMb} MB`, reached: megabytes < mostIdleMb } }
}

/** With two web processes: of the one that keeps database and jobs, and of the larger of those that answer. */
async function idleOfEach(log: Log): Promise<readonly Measure[]> {
  const measures: Measure[] = []
  await inDirectory(async (dataDir) => {
    await timeStart(dataDir, '2', async (pid) => {
      const firstMb = await idleMemory(pid)
      const webMb = Math.max(...nodeChildrenOf(pid).map(residentMb))
      measures.push(memoryMeasure('idle memory, PROCESSES=2, the first process', firstMb))
      measures.push(memoryMeasure('idle memory, PROCESSES=2, each web process', webMb))
      log(`two web processes: ${firstMb} MB and ${webMb} MB each`)
    })
  })
  return measures
}

/** As root the database runs under another account, which must be able to pass. */
async function inDirectory(work: (dataDir: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-bench-'))
  await chmod(directory, 0o711)
  await work(join(directory, 'data')).finally(() => rm(directory, { recursive: true, force: true }))
}

/** Milliseconds until the first good answer; `whileUp` is given the first process, which is stopped afterwards. */
async function timeStart(dataDir: string, processes: string, whileUp: (pid: number) => Promise<void>): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['dist/guichet.js', 'serve'], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, PROCESSES: processes, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await untilAnswering(port, child)
    const took = performance.now() - startedAt
    await whileUp(child.pid ?? 0)
    return took
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function untilAnswering(port: number, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(10)) {
    if (child.exitCode !== null) throw new Error('the service ended while starting')
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
  }
  throw new Error('the service did not answer')
}

async function idleMemory(pid: number): Promise<number> {
  await delay(idleMs)
  return residentMb(pid)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
