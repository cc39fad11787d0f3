import { createHash } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../../db/backup/backup-error.ts'

/** A line for each file, as sha256sum writes and reads it. */
const digestsFile = 'files.sha256'
const digestLength = 64

/** The beginning of the name of a backup that is being written, until it is whole. */
export const draftPrefix = '.making-'

/** Lists the entries of a directory; none where there is no such one. */
export async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  return readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Every file below a directory, by its path from there, with slashes. */
export async function filesBelow(directory: string, below = ''): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await entriesOf(join(directory, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesBelow(directory, path)))
    else if (entry.isFile()) found.push(path)
  }
  return found.toSorted()
}

/** Notes what all files below the directory are like. @returns the digest of the notes, which holds them all */
export async function noteDigests(directory: string): Promise<string> {
  const lines: string[] = []
  for (const path of await filesBelow(directory)) lines.push(`${await digestOf(join(directory, path))}  ${path}\n`)
  const target = join(directory, digestsFile)
  await writeFile(target, lines.join(''), { mode: 0o600, flush: true })
  return digestOf(target)
}

/**
 * Reads every file.
 *
 * @param digest what noting them said
 * @param beside files that need no digest
 * @throws BackupError with the name of the first that is missing, was changed or is none of it
 */
export async function requireDigests(directory: string, digest: string, beside: readonly string[]): Promise<void> {
  const found = new Set(await filesBelow(directory))
  const requireSame = async (path: string, expected: string) => {
    if (!found.delete(path)) throw new BackupError(`The backup is not whole: ${path} is missing.`)
    if ((await digestOf(join(directory, path))) !== expected)
      throw new BackupError(`The backup is not as it was made: ${path} was cut or changed.`)
  }
  await requireSame(digestsFile, digest)
  for (const [path, expected] of await readDigests(directory)) await requireSame(path, expected)
  const [extra] = [...found].filter((path) => !beside.includes(path))
  if (extra !== undefined) throw new BackupError(`The backup is not as it was made: ${extra} does not belong to it.`)
}

/** Reads the noted digests of the files below the directory, by their path. */
export async function readDigests(directory: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(join(directory, digestsFile), 'utf8')).trimEnd().split('\n')
  return new Map(lines.map((line) => [line.slice(digestLength + 2), line.slice(0, digestLength)]))
}

export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Returns once it is on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
