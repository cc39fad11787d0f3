import { access, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { packagedBinaries, reachableBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import {
  type DataDirectoryLock,
  giveToOwnerOf,
  type Holder,
  type Purpose,
  readHolder,
  tryLock,
} from './data-directory-lock.ts'
import { type DiskReserve, giveUpDiskReserveWhenFull, homeOf, keepDiskReserve } from './disk-reserve.ts'
import { DataDirectoryInUseError, EmbeddedDatabaseError, errorCode, messageOf } from './errors.ts'
import { decidePlacement, type Placement, socketPort } from './placement.ts'
import { ensureRolesAndDatabase } from './roles.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import type { Log } from './server-process.ts'
import { connectOnce } from './superuser.ts'
import { type Supervisor, superviseServer } from './supervisor.ts'
import { defaultSystemDirectory, listOrphanedClusters } from './system-homes.ts'

/**
 * The server of one data directory, with the database `guichet` and, besides the superuser `postgres`, the roles
 * `guichet_owner` (owns database and schema) and `guichet_app` (owns nothing). No passwords: see the socket's mode.
 */
export type EmbeddedDatabase = {
  /** The directory of the Unix socket: what `pg` takes as `host`. */
  readonly socketDirectory: string
  /** Only names the socket's file; nothing listens on the network. */
  readonly port: number
  /** False when attached to a server that another process runs, and may stop at any time. */
  readonly ownedByThisProcess: boolean
  /** Where the data lies, for messages. */
  readonly cluster: string
  /** Homes of earlier clusters of this DATA_DIR, found when a new one was made; never touched. */
  readonly setAside: readonly string[]
  /** Shuts the server down and frees the data directory. Does nothing when not owned, or a second time. */
  stop(): Promise<void>
}

export type EmbeddedDatabaseOptions = {
  readonly dataDir: string
  readonly purpose: Purpose
  readonly log: Log
  /** Gives up opening, in order: the promise rejects with its reason, and nothing is left running. */
  readonly stopping?: AbortSignal
  /** Called once the directory is this process's alone, before anything is made in it; what it throws is thrown. */
  readonly beforeStart?: () => Promise<void>
  /** Where root puts what the database's account could not reach elsewhere. Tests give one of their own. */
  readonly systemDirectory?: string
}

const never = new AbortController().signal
const pollMs = 20
/** How long to wait for a command that runs its own server, or a server that is stopping, to be done. */
const patienceMs = 10_000
/** How long a command waits for a server that is starting, perhaps after a crash, to let it in. */
const patienceWithStartMs = 60_000

/**
 * Opens the database of a data directory: starts its server, or, for a command, attaches to the one that `serve`
 * runs. A command that meets another command waits for it to end, since its server ends with it.
 * @throws DataDirectoryInUseError when `serve` meets another `serve`, or waiting for a command was in vain
 * @throws EmbeddedDatabaseError when the server cannot be run here, with the reason
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const systemDirectory = options.systemDirectory ?? defaultSystemDirectory
  // Before anything is tried or written: on a full disk the service does not start without.
  await giveUpDiskReserveWhenFull(await homeOf(options.dataDir), options.log)
  const placement = await decidePlacement(options.dataDir, systemDirectory)
  await prepareHome(placement)
  const startedAt = Date.now()
  let told = false
  for (;;) {
    options.stopping?.throwIfAborted()
    const lock = await tryLock(placement.home)
    if (lock) return own(lock, placement, options, systemDirectory)
    const holder = await readHolder(placement.home)
    const waitedMs = Date.now() - startedAt
    if (holder && mayAttach(holder, options.purpose, waitedMs)) {
      const attached = await tryAttach(holder, placement)
      if (attached) return attached
    }
    if (isInVain(holder, options.purpose, waitedMs)) {
      throw new DataDirectoryInUseError(placement.dataDir, holder)
    }
    if (holder && !told) options.log(`waiting for process ${holder.pid}, which uses ${placement.dataDir}`)
    told ||= holder !== null
    // Uneven, because those who try the lock in the same instant get in each other's way.
    await delay(pollMs + Math.random() * pollMs)
  }
}

async function prepareHome({ home }: Placement): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o711 })
  await access(home, constants.R_OK | constants.W_OK).catch((error: unknown) => {
    throw new EmbeddedDatabaseError(`the database needs a directory to write in (${messageOf(error)})`)
  })
}

function mayAttach(holder: Holder, purpose: Purpose, waitedMs: number): boolean {
  if (purpose !== 'command' || holder.state !== 'ready') return false
  return holder.purpose === 'serve' || waitedMs > patienceMs
}

function isInVain(holder: Holder | null, purpose: Purpose, waitedMs: number): boolean {
  const serves = holder?.purpose === 'serve' && holder.state !== 'stopping'
  if (serves) return purpose === 'serve' || waitedMs > patienceWithStartMs
  return waitedMs > patienceMs
}

/** null when nothing answers there (any more). */
async function tryAttach(holder: Holder, { cluster }: Placement): Promise<EmbeddedDatabase | null> {
  try {
    await connectOnce(holder, 'guichet')
  } catch (error) {
    if (errorCode(error) !== 'EACCES') return null
    throw new EmbeddedDatabaseError(
      `the database is run by another account (process ${holder.pid}); run the command as that account or as root`,
    )
  }
  const { socketDirectory, port } = holder
  const nothing = { setAside: [], stop: async () => undefined }
  return { socketDirectory, port, ownedByThisProcess: false, cluster, ...nothing }
}

async function own(
  lock: DataDirectoryLock,
  placement: Placement,
  options: EmbeddedDatabaseOptions,
  systemDirectory: string,
): Promise<EmbeddedDatabase> {
  const { socketDirectory } = placement
  const announce = (state: Holder['state']) =>
    lock.announce({ purpose: options.purpose, state, socketDirectory, port: socketPort })
  let running: Running | undefined
  let reserve: DiskReserve | undefined
  const shutDown = async () => {
    try {
      await reserve?.stop()
      await running?.supervisor.stop()
      await running?.serverLog.close()
      await rm(socketDirectory, { recursive: true, force: true })
    } finally {
      await lock.release()
    }
  }
  try {
    await announce('starting')
    await options.beforeStart?.()
    running = await run(placement, options, systemDirectory)
    await ensureRolesAndDatabase({ socketDirectory, port: socketPort })
    options.stopping?.throwIfAborted()
    await announce('ready')
    if (options.purpose === 'serve') reserve = keepDiskReserve(placement.home, options.log)
  } catch (error) {
    await shutDown()
    throw error
  }
  let stopped: Promise<void> | undefined
  const stop = () => {
    // A full disk may keep others from being told, but not the server from stopping.
    stopped ??= announce('stopping').then(shutDown, shutDown)
    return stopped
  }
  const { cluster } = placement
  const { setAside } = running
  return { socketDirectory, port: socketPort, ownedByThisProcess: true, cluster, setAside, stop }
}

type Running = { readonly serverLog: ServerLog; readonly supervisor: Supervisor; readonly setAside: readonly string[] }

async function run(placement: Placement, options: EmbeddedDatabaseOptions, systemDirectory: string): Promise<Running> {
  const stopping = options.stopping ?? never
  const packaged = await packagedBinaries()
  const binaries = await reachableBinaries(packaged, placement.account, systemDirectory)
  stopping.throwIfAborted()
  const isNew = await ensureCluster(placement, binaries, stopping)
  const setAside = isNew ? await earlierOnes(placement, systemDirectory) : []
  const serverLog = await openServerLog(join(placement.dataDir, 'postgres.log'))
  try {
    await giveToOwnerOf(placement.dataDir, serverLog.path)
    const supervisor = await superviseServer({ placement, binaries, serverLog, log: options.log, stopping })
    return { serverLog, supervisor, setAside }
  } catch (error) {
    await serverLog.close()
    throw error
  }
}

/** Finds the clusters of an earlier DATA_DIR that was removed while its cluster lay elsewhere. */
async function earlierOnes({ account, dataDir }: Placement, systemDirectory: string): Promise<readonly string[]> {
  if (account === null) return []
  const orphans = await listOrphanedClusters(systemDirectory, dataDir)
  return orphans.filter((orphan) => orphan.dataDir === dataDir).map(({ home }) => home)
}
