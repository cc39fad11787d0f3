import { readdirSync, readlinkSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { segmentsOf } from '../harness/shared-memory.ts'
import type { DatabaseProcess } from './database-process.ts'

export type Scratch = {
  readonly directory: string
  readonly dataDir: string
  /** Stands for /var/lib/guichet. */
  readonly systemDirectory: string
  track(started: DatabaseProcess): DatabaseProcess
  /** Ends what the test started, expects that nothing goes on after it, and removes everything. */
  cleanUp(): Promise<void>
}

/** A directory of the test's own, which other accounts may pass through. */
export async function makeScratch(parent = tmpdir(), mode = 0o711): Promise<Scratch> {
  const directory = await realpath(await mkdtemp(join(parent, 'guichet-test-')))
  await chmod(directory, mode)
  const tracked: DatabaseProcess[] = []
  return {
    directory,
    dataDir: join(directory, 'data'),
    systemDirectory: join(directory, 'system'),
    track(started) {
      tracked.push(started)
      return started
    },
    async cleanUp() {
      await Promise.all(tracked.map((started) => started.stop()))
      const left = processesIn(directory)
      for (const pid of left) process.kill(pid, 'SIGKILL')
      const segments = await segmentsOf(join(directory, 'data', 'postgres'))
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
      expect(left).toEqual([])
      expect(segments).toEqual([])
    },
  }
}

/** Processes that work in `directory` or below: servers and their backends. */
export function processesIn(directory: string): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${directory}/`)
    } catch {
      return false
    }
  })
}
