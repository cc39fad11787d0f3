import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { giveToOwnerOf, readHolder } from './data-directory-lock.ts'
import { errorCode } from './errors.ts'

/** Where root puts what the database's account could not reach elsewhere. */
export const defaultSystemDirectory = '/var/lib/guichet'

/** A cluster under the system directory that no data directory leads to (any more). */
export type OrphanedCluster = {
  /** The directory that holds the cluster and nothing else's: what may be removed. */
  readonly home: string
  /** The DATA_DIR that used it last; null when that was not written down. */
  readonly dataDir: string | null
  readonly bytes: number
}

const homeName = /^[0-9a-f]{12}$/
/** Which DATA_DIR a home belongs to. */
const ownerFile = 'data-directory'
/** There from the claim of a home until its cluster is complete: a link to nothing is then no loss. */
const claimFile = 'postgres.claimed'

/**
 * Chooses a new home under the system directory for the cluster of a fresh data directory, and links to it. The name is
 * random: what an earlier DATA_DIR of the same path left there is not this one's. The link is the claim, since of several
 * that start at once one makes it and the others find it.
 *
 * @returns where the cluster is, or will be
 */
export async function claimSystemHome(dataDir: string, systemDirectory: string): Promise<string> {
  // The database's account must be able to pass.
  await mkdir(systemDirectory, { recursive: true, mode: 0o711 })
  const home = join(systemDirectory, randomBytes(6).toString('hex'))
  await mkdir(home, { mode: 0o711 })
  await writeFile(join(home, claimFile), '')
  await writeFile(join(home, ownerFile), `${dataDir}\n`)
  const link = join(dataDir, 'postgres')
  try {
    await symlink(join(home, 'postgres'), link)
  } catch (error) {
    await rm(home, { recursive: true })
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return resolve(dataDir, await readlink(link))
}

/** The cluster that was claimed through this link and never completed; null when the link leads to a loss. */
export async function findClaimedCluster(link: string): Promise<string | null> {
  const target = resolve(dirname(link), await readlink(link))
  const claimed = await lstat(join(dirname(target), claimFile)).catch(() => null)
  return claimed === null ? null : target
}

/** The cluster is complete and this data directory's: from now on its absence is a loss. */
export async function confirmHome(home: string, dataDir: string): Promise<void> {
  const path = join(home, ownerFile)
  if ((await ownerOf(home)) !== dataDir) {
    await writeFile(path, `${dataDir}\n`)
    await giveToOwnerOf(home, path)
  }
  await rm(join(home, claimFile), { force: true })
}

async function ownerOf(home: string): Promise<string | null> {
  return (await readFile(join(home, ownerFile), 'utf8').catch(() => '')).trim() || null
}

/**
 * Clusters under the system directory that no link leads to: of data directories that were removed. One that a process
 * runs is none, nor the one that `dataDir` leads to. For root; nobody else may look there.
 */
export async function listOrphanedClusters(
  systemDirectory: string,
  dataDir: string,
): Promise<readonly OrphanedCluster[]> {
  const own = await realpath(join(dataDir, 'postgres')).catch(() => null)
  const names = (await readdir(systemDirectory).catch(() => [])).filter((name) => homeName.test(name)).sort()
  const found = await Promise.all(names.map(async (name) => describe(await realpath(join(systemDirectory, name)), own)))
  return found.flatMap((orphan) => (orphan === null ? [] : [orphan]))
}

async function describe(home: string, own: string | null): Promise<OrphanedCluster | null> {
  const cluster = join(home, 'postgres')
  const isCluster = await stat(join(cluster, 'PG_VERSION')).catch(() => null)
  if (isCluster === null || cluster === own || (await readHolder(home)) !== null) return null
  const dataDir = await ownerOf(home)
  if (dataDir !== null && (await realpath(join(dataDir, 'postgres')).catch(() => null)) === cluster) return null
  return { home, dataDir, bytes: await bytesIn(home) }
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
