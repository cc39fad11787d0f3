import { createHash } from 'node:crypto'
import { lstat, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openDataDirectory } from '../data-directory.ts'
import { type Account, canReach, listAccounts, runningAsRoot } from './accounts.ts'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'
import { claimSystemHome, findClaimedCluster } from './system-homes.ts'

/** Where everything of one data directory lies, and who runs its server. */
export type Placement = {
  /** DATA_DIR, absolute, without symbolic links. */
  readonly dataDir: string
  /** Holds the cluster and its lock: DATA_DIR, or a directory of its own where the account cannot enter DATA_DIR. */
  readonly home: string
  readonly cluster: string
  readonly socketDirectory: string
  /** null: this process's own account. */
  readonly account: Account | null
}

export const socketPort = 5432

/** sockaddr_un leaves 107 bytes for the path on Linux, 103 on macOS and the BSDs. */
const longestSocketPath = 103

/** The accounts to run the server as, the best first: one made for the service, one for PostgreSQL, the one that is always there. */
const preferredAccounts = ['guichet', 'postgres', 'nobody']

/**
 * Decides without changing anything but making DATA_DIR and its link, so that processes starting at once decide alike.
 *
 * PostgreSQL refuses to run as root. For root the account is the owner of the existing cluster, else the owner of
 * DATA_DIR, else the first of `guichet`, `postgres` and `nobody` that exists. Where that account cannot enter
 * DATA_DIR (a clone under /root), the cluster lies under `systemDirectory`, and DATA_DIR/postgres is a link to it,
 * which keeps working when DATA_DIR is moved. Only the link leads there: a cluster whose DATA_DIR was removed is never
 * taken up by the next one at the same path.
 *
 * @throws DataDirectoryError when DATA_DIR cannot be made or written to
 */
export async function decidePlacement(dataDir: string, systemDirectory: string): Promise<Placement> {
  const root = runningAsRoot()
  // Others may pass through root's directory (the account must), yet not list it.
  const real = await openDataDirectory(dataDir, root ? 0o711 : 0o700)
  const { existing, claimed } = await lookAt(join(real, 'postgres'), real)
  const account = root ? await chooseAccount(real, existing) : null
  if (existing) await checkAccess(existing, account)
  const cluster = existing ?? claimed ?? (await newCluster(real, account, systemDirectory))
  const home = dirname(cluster)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 12)
  const socketDirectory = shortEnough([
    join(home, 'postgres-socket'),
    ...(root ? [join(systemDirectory, name, 'postgres-socket')] : []),
    join('/tmp', `guichet-${process.getuid?.() ?? 0}-${name}`),
  ])
  return { dataDir: real, home, cluster, socketDirectory, account }
}

async function newCluster(dataDir: string, account: Account | null, systemDirectory: string): Promise<string> {
  if (account === null || (await canReach(dataDir, account))) return join(dataDir, 'postgres')
  return claimSystemHome(dataDir, systemDirectory)
}

type Found = {
  /** The real path of a complete cluster. */
  readonly existing: string | null
  /** The place where an interrupted start would have made one. */
  readonly claimed: string | null
}

async function lookAt(path: string, dataDir: string): Promise<Found> {
  const existing = await clusterAt(path)
  if (existing) return { existing, claimed: null }
  const isLink = await lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  )
  if (!isLink) return { existing: null, claimed: null }
  const claimed = await findClaimedCluster(path)
  if (claimed) return { existing: null, claimed }
  // Starting with an empty database here would look as if everything sold were lost.
  const target = resolve(dataDir, await readlink(path))
  throw new EmbeddedDatabaseError(
    `the database of ${dataDir} was at ${target}, which is missing; put it back, or remove ${path} to begin with an empty one`,
  )
}

/** The real path of the cluster, null when none is there. */
async function clusterAt(path: string): Promise<string | null> {
  try {
    await stat(join(path, 'PG_VERSION'))
    return await realpath(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    if (errorCode(error) === 'EACCES') throw belongsToAnother(path)
    throw error
  }
}

async function chooseAccount(dataDir: string, existing: string | null): Promise<Account> {
  const accounts = await listAccounts()
  const owner = await stat(existing ?? dataDir)
  const ownerAccount = accounts.find((account) => account.uid === owner.uid)
  if (existing && owner.uid === 0) {
    throw new EmbeddedDatabaseError(
      `${existing} belongs to root, and PostgreSQL does not run as root; give it to another account with chown -R`,
    )
  }
  if (ownerAccount && owner.uid !== 0) return ownerAccount
  if (existing) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  for (const name of preferredAccounts) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account) return account
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root: make an account for it (${preferredAccounts.join(', ')}) or start as an ordinary user`,
  )
}

async function checkAccess(cluster: string, account: Account | null): Promise<void> {
  if (account === null) {
    if ((await stat(cluster)).uid !== process.getuid?.()) throw belongsToAnother(cluster)
  } else if (!(await canReach(cluster, account))) {
    throw new EmbeddedDatabaseError(
      `${cluster} belongs to the account ${account.name}, which cannot enter it; check the modes of the directories above`,
    )
  }
}

function belongsToAnother(path: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(`${path} belongs to another account; run the command as that account or as root`)
}

function shortEnough(candidates: string[]): string {
  const fits = (directory: string) => Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
  const found = candidates.find(fits)
  if (found) return found
  throw new EmbeddedDatabaseError(`no short enough path for a socket among ${candidates.join(', ')}`)
}
