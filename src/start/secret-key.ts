import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { openDataDirectory } from '../db/data-directory.ts'

type SecretConfig = Pick<Config, 'secretKey' | 'dataDir'>

/** SECRET_KEY, or the one kept in DATA_DIR, made at the first start. Two starters at once get the same one. */
export async function readSecretKey(config: SecretConfig): Promise<string> {
  if (config.secretKey !== null) return config.secretKey
  return keptAt(secretFile(config))
}

/** Finds the secret without making one; null when there is none yet. */
export async function findSecretKey(config: SecretConfig): Promise<string | null> {
  return config.secretKey ?? readIfThere(secretFile(config))
}

/** The secret that a rotation of the one in DATA_DIR leads to; the same one again when it was interrupted. */
export async function readNextSecretKey(config: Pick<Config, 'dataDir'>): Promise<string> {
  return keptAt(`${secretFile(config)}.next`)
}

/** The next secret becomes the one that is read; done already when it is called again. */
export async function keepNextSecretKey(config: Pick<Config, 'dataDir'>): Promise<void> {
  await rename(`${secretFile(config)}.next`, secretFile(config)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await syncDirectory(config.dataDir)
}

function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret-key')
}

/** Reads the file, or makes it with a new secret, on disk before it is used for anything. */
async function keptAt(file: string): Promise<string> {
  const kept = await readIfThere(file)
  if (kept !== null) return kept
  await openDataDirectory(dirname(file), 0o700)
  const draft = `${file}.${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  await giveToOwner(handle, dirname(file))
  await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
  await handle.sync()
  await handle.close()
  // A hard link fails when the name is taken: the first starter's secret stays, complete at any moment.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await syncDirectory(dirname(file))
  return (await readFile(file, 'utf8')).trim()
}

/** Gives a secret that root made to the account the service runs as: the owner of the present secret. */
async function giveToOwner(handle: FileHandle, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const present = await stat(secretFile({ dataDir })).catch(() => null)
  if (present) await handle.chown(present.uid, present.gid)
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync()
  await handle.close()
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    // ENOTDIR: what is wrong with DATA_DIR is said where it is opened.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
