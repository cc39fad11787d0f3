import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lchown, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'
import type { Placement } from './placement.ts'
import { serverProcesses, signal } from './processes.ts'
import { childSettings } from './server-process.ts'
import { confirmHome } from './system-homes.ts'

/**
 * Settings written into postgresql.conf once, for the operator to change there. What safety rests on is
 * passed to the server at each start instead, and cannot be changed by accident.
 */
const initialSettings = {
  shared_buffers: `${sharedBuffersMb()}MB`,
  // Several web processes, each with pools of its own (docs/operations.md).
  max_connections: '200',
  // Every statement here is short: compiling it costs more than running it.
  jit: 'off',
  timezone: 'UTC',
}

/** An eighth of the machine's memory: a season's tickets and their indexes stay in it. Pages never used take nothing. */
function sharedBuffersMb(): number {
  // Of a container; 0 or more than there is when nothing limits it.
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.min(1024, Math.max(128, Math.floor(memory / 2 ** 20 / 8)))
}

const endingMs = 5_000

/**
 * Makes the cluster when there is none, and checks that these binaries can run the one there is.
 *
 * @returns true when it was made now
 */
export async function ensureCluster(placement: Placement, binaries: Binaries, stopping: AbortSignal): Promise<boolean> {
  const version = await readFile(join(placement.cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) await createCluster(placement, binaries, stopping)
  else if (version.trim() !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `${placement.cluster} was made by PostgreSQL ${version.trim()}, this version brings ${binaries.major}; dump it with the earlier version and restore it into an empty DATA_DIR`,
    )
  }
  if (placement.home !== placement.dataDir) await confirmHome(placement.home, placement.dataDir)
  return version === null
}

/** Makes the cluster beside its place and renames it when complete: a start that was killed half-way leaves no half cluster. */
async function createCluster(placement: Placement, binaries: Binaries, stopping: AbortSignal): Promise<void> {
  await removeAbandonedClusters(placement.home)
  const temporary = join(placement.home, `postgres.new-${randomBytes(6).toString('hex')}`)
  await mkdir(temporary, { mode: 0o700 })
  if (placement.account) await chown(temporary, placement.account.uid, placement.account.gid)
  try {
    await runInitdb(binaries, temporary, placement.account, stopping)
    await rename(temporary, placement.cluster)
    await syncDirectory(placement.home)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 })
    throw error
  }
}

async function removeAbandonedClusters(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('postgres.new-')) continue
    const abandoned = join(home, name)
    await endServersOfInitdb(abandoned)
    // The initdb of a killed process may still write there: what stays is removed at the next creation.
    await rm(abandoned, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

/** Shuts them down in order, so that they release their shared memory: with its files gone a server cannot, and no later one finds it. */
async function endServersOfInitdb(directory: string): Promise<void> {
  const until = Date.now() + endingMs
  for (;;) {
    const running = await serverProcesses(directory, 0)
    if (running.length === 0 || Date.now() > until) return
    for (const pid of running) signal(pid, 'SIGTERM')
    await delay(20)
  }
}

/**
 * initdb brings everything to the disk itself at the end (70 ms of 540). The builtin locale compares by code point,
 * so order and indexes do not change with the machine's C library.
 */
async function runInitdb(
  binaries: Binaries,
  directory: string,
  account: Account | null,
  stopping: AbortSignal,
): Promise<void> {
  const settings = Object.entries(initialSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = ['--username=postgres', '--encoding=UTF8', '--data-checksums', '--no-instructions']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth-local=trust', '--auth-host=reject']
  const child = spawn(binaries.initdb, ['-D', directory, ...options, ...locale, ...access, ...settings], {
    ...childSettings(account),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal must reach us alone: we say what ends, and in which order.
    detached: true,
  })
  const end = () => child.kill('SIGTERM')
  stopping.addEventListener('abort', end)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  }).finally(() => stopping.removeEventListener('abort', end))
  stopping.throwIfAborted()
  if (complaint.includes('No space left on device'))
    throw new EmbeddedDatabaseError(
      `there is no space left in ${dirname(directory)} for a database, which takes about 70 MB; free some, or name another DATA_DIR`,
    )
  if (code !== 0) throw new EmbeddedDatabaseError(`initdb failed: ${complaint.trim() || `exit code ${code}`}`)
}

/**
 * Makes the directory of the socket, empty, open to the server's account alone. Its mode is the lock on the
 * database: anyone who can enter is trusted without a password, also as the superuser, and nobody else can get in,
 * since PostgreSQL listens on nothing but this socket. (Root and the account itself could read the files anyway.)
 */
export async function prepareSocketDirectory(directory: string, account: Account | null): Promise<void> {
  const owner = account?.uid ?? process.getuid?.()
  await mkdir(dirname(directory), { recursive: true, mode: 0o711 })
  const made = await mkdir(directory, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'EEXIST') return false
      throw error
    },
  )
  if (made && account) await lchown(directory, account.uid, account.gid)
  const found = await lstat(directory)
  // In /tmp anybody may have made it first, to listen there in our place.
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(`${directory} is not a private directory of the database's account; remove it`)
  }
  // A socket's lock file names a pid, which another program may have by now. Nobody else can be listening here.
  for (const name of await readdir(directory)) await rm(join(directory, name), { force: true })
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
