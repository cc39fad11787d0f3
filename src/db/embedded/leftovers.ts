import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedDatabaseError } from './errors.ts'
import { isAlive, serverProcesses, signal } from './processes.ts'
import type { Log } from './server-process.ts'

const fastShutdownMs = 20_000
const immediateShutdownMs = 5_000
const orphanedBackendMs = 1_000
const killedMs = 5_000
const unreadable = 0

/**
 * Ends what an earlier server left on `cluster`; only for the holder of the lock. A server whose Node process was
 * killed goes on alone: it is stopped rather than adopted, because nobody could wait for a process that is not
 * one's child, or know with which settings it runs. Backends whose postmaster was killed hold its shared memory,
 * and PostgreSQL refuses to start beside them.
 */
export async function clearLeftovers(cluster: string, log: Log): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const recorded = await readRecordedPid(pidFile)
  if (recorded === null) return
  const running = await serverProcesses(cluster, recorded)
  if (running.length > 0) await endServer(cluster, recorded, running, log)
  // The pid now names some other program (or the file was cut short by a power failure): PostgreSQL would not start.
  if (recorded === unreadable || isAlive(recorded)) await rm(pidFile, { force: true })
}

/** null when there is no file: the last server shut down in order. */
async function readRecordedPid(pidFile: string): Promise<number | null> {
  const text = await readFile(pidFile, 'utf8').catch(() => null)
  if (text === null) return null
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) ? unreadable : Math.abs(pid)
}

async function endServer(cluster: string, postmaster: number, running: number[], log: Log): Promise<void> {
  const gone = (withinMs: number) => waitUntilGone(cluster, postmaster, withinMs)
  if (running.includes(postmaster)) {
    log(`stopping the PostgreSQL server that an earlier process left running (process ${postmaster})`, 'warn')
    signal(postmaster, 'SIGINT')
    if (await gone(fastShutdownMs)) return
    signal(postmaster, 'SIGQUIT')
    if (await gone(immediateShutdownMs)) return
  } else if (await gone(orphanedBackendMs)) return
  for (const pid of await serverProcesses(cluster, postmaster)) signal(pid, 'SIGKILL')
  if (await gone(killedMs)) return
  throw new EmbeddedDatabaseError(`the PostgreSQL server that an earlier process left on ${cluster} does not end`)
}

async function waitUntilGone(cluster: string, postmaster: number, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs
  while ((await serverProcesses(cluster, postmaster)).length > 0) {
    if (Date.now() > until) return false
    await delay(20)
  }
  return true
}
