import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runningAsRoot } from './accounts.ts'
import { isAlive, processStart } from './processes.ts'

export type Purpose = 'serve' | 'command'

/** What others are told about the process that holds the lock. Never what decides who holds it. */
export type Holder = {
  readonly pid: number
  readonly processStart: string | null
  /** ISO 8601, UTC. */
  readonly since: string
  readonly purpose: Purpose
  readonly state: 'starting' | 'ready' | 'stopping'
  readonly socketDirectory: string
  readonly port: number
}

export type DataDirectoryLock = {
  announce(holder: Omit<Holder, 'pid' | 'processStart' | 'since'>): Promise<void>
  release(): Promise<void>
}

const sqliteBusy = 5

/**
 * Takes the lock of a data directory, or returns null when another process (or this one, earlier) has it. Two that
 * try in the same instant may both be refused: try again after an uneven while.
 *
 * The lock is the kernel's own on an empty file, taken through Node's SQLite, because Node has no other way to it.
 * The kernel lets go when the process ends, however it ends; so nothing is ever stale, a pid given to another
 * process deceives nobody, and there is no moment in which two could both clear away a dead holder's file.
 */
export async function tryLock(home: string): Promise<DataDirectoryLock | null> {
  const path = join(home, 'postgres.lock')
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // A journal on disk would be one more file to leave behind.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw error
  }
  // Anyone who may read the file could lock it, and keep everybody out.
  await chmod(path, 0o600)
  await giveToOwnerOf(home, path)
  const since = new Date().toISOString()
  return {
    async announce(holder) {
      const start = await processStart(process.pid)
      const full: Holder = { pid: process.pid, processStart: start, since, ...holder }
      const temporary = `${holderPath(home)}.new`
      await writeFile(temporary, JSON.stringify(full), { mode: 0o600 })
      await giveToOwnerOf(home, temporary)
      await rename(temporary, holderPath(home))
    },
    async release() {
      // First the notice, then the lock: the next holder's notice must not be the one removed.
      await rm(holderPath(home), { force: true })
      file.close()
    },
  }
}

/** Who holds the lock; null when nobody wrote it down, or when the one who did has ended. */
export async function readHolder(home: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(holderPath(home), 'utf8')) as Holder
    if (!isAlive(holder.pid)) return null
    return holder.processStart === (await processStart(holder.pid)) ? holder : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Gives a path to the owner of its directory: what root leaves there must not lock the owner out afterwards. */
export async function giveToOwnerOf(directory: string, path: string): Promise<void> {
  if (!runningAsRoot()) return
  const { uid, gid } = await stat(directory)
  await chown(path, uid, gid)
}

function holderPath(home: string): string {
  return join(home, 'postgres.holder.json')
}
