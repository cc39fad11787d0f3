import { randomBytes } from 'node:crypto'
import { open, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readDiskSpace } from '../../lib/disk-space.ts'
import { runningAsRoot } from './accounts.ts'
import { messageOf } from './errors.ts'
import type { Log } from './server-process.ts'

const fileName = 'postgres.reserve'
const reserveBytes = 128 * 1024 ** 2
/** Two segments of PostgreSQL's WAL: without room for the next one it ends, and cannot even recover. */
const fewBytes = 32 * 1024 ** 2
/** How much is written at a time, as PostgreSQL does for a segment: no commit waits longer for the disk than for that. */
const pieceBytes = 16 * 1024 ** 2
const everyMs = 1_000

export type DiskReserve = { stop(): Promise<void> }

/**
 * Keeps a file beside the cluster that is worth its space: given up when the disk is full, so that the database can write
 * on, and made again once there is room for it and as much again (ADR 0209).
 */
export function keepDiskReserve(home: string, log: Log): DiskReserve {
  const stopped = new AbortController()
  const keeping = keep().catch(async (error: unknown) => {
    // A quota, perhaps, which the free space of the disk does not show. The service is no worse off than without.
    log(`no space is kept for the database when the disk is full: ${messageOf(error)}`, 'warn')
    await giveUpDiskReserve(home, log)
  })

  async function keep(): Promise<void> {
    const pause = () => delay(everyMs, true, { signal: stopped.signal, ref: false }).catch(() => false)
    while (await pause()) {
      if (!(await giveUpDiskReserveWhenFull(home, log))) await extend(home)
    }
  }

  return {
    async stop() {
      stopped.abort()
      await keeping
    },
  }
}

/**
 * Throws nothing: a directory that cannot be looked at is reported by the code that needs it, in better words.
 *
 * @returns whether the disk is full
 */
export async function giveUpDiskReserveWhenFull(home: string, log: Log): Promise<boolean> {
  const space = await readDiskSpace([home]).catch(() => null)
  if (space === null || space.freeBytes >= fewBytes) return false
  await giveUpDiskReserve(home, log)
  return true
}

export async function giveUpDiskReserve(home: string, log: Log): Promise<void> {
  const bytes = await reservedBytes(home)
  if (bytes === 0) return
  const path = join(home, fileName)
  await rm(path, { force: true }).then(
    () =>
      log(
        `${path}, ${Math.round(bytes / 1024 ** 2)} MB kept for a full disk, is given up so that the database can write; free some space now, it does not last`,
        'warn',
      ),
    (error: unknown) => log(`${path} cannot be given up: ${messageOf(error)}`, 'warn'),
  )
}

/** Finds the directory where the cluster of a DATA_DIR lies, or would. */
export async function homeOf(dataDir: string): Promise<string> {
  return realpath(join(dataDir, 'postgres')).then(dirname, () => dataDir)
}

/** Adds a piece when one is missing and there is room. Its bytes are random, which no file system makes smaller. */
async function extend(home: string): Promise<void> {
  const bytes = await reservedBytes(home)
  if (bytes >= reserveBytes) return
  const { freeBytes } = await readDiskSpace([home])
  if (freeBytes < 2 * reserveBytes - bytes) return
  const piece = await promisify(randomBytes)(pieceBytes)
  const file = await open(join(home, fileName), 'a', 0o600)
  try {
    const { uid, gid } = await stat(home)
    if (runningAsRoot()) await file.chown(uid, gid)
    await file.writeFile(piece)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function reservedBytes(home: string): Promise<number> {
  return stat(join(home, fileName)).then(
    ({ size }) => size,
    () => 0,
  )
}
