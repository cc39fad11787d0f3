import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { BackupError } from '../../db/backup/backup-error.ts'
import { countRows, type RowsWritten, writeRows } from '../../db/backup/rows.ts'
import type { DatabaseAddress } from '../../db/database.ts'
import { entriesOf, filesBelow, noteDigests, requireDigests } from './files.ts'
import { type TarEntry, tarOf } from './tar.ts'

/** The first version of how a backup is laid out; another one is refused where it is not known. */
const backupFormat = 1

/** What a backup says of itself. It is written last: a directory without it is no backup. */
export type Manifest = RowsWritten & {
  readonly format: number
  readonly madeAt: string
  readonly images: number
  /** Of all files together. */
  readonly bytes: number
  /** Of the digests of all other files, each of which was read back; undefined: made before that was done (ADR 0251). */
  readonly digest?: string
}

/** `name` is that of its directory. */
export type Backup = Manifest & { readonly name: string; readonly directory: string }

export type BackupArchive = { readonly filename: string; readonly content: Readable }

export type Backups = {
  /**
   * Makes one in `directory`; that of the service when null. Whole or not at all: it gets its name once all of it was read back.
   *
   * @throws BackupError when it does not read as it was written
   */
  make(now: Date, directory?: string | null): Promise<Backup>
  /** Those in the directory of the service, the latest first; null when it cannot be read. */
  list(): Promise<readonly Backup[] | null>
  /**
   * One of the list as a single file, to be taken elsewhere; the manifest is its last entry, so that what was cut off is none.
   *
   * @returns null when there is none of that name
   */
  archive(name: string): Promise<BackupArchive | null>
  /**
   * Takes away those that are older, but never the latest one.
   *
   * @returns their names
   * @throws Error when the directory cannot be read
   */
  removeOlderThan(days: number, now: Date): Promise<readonly string[]>
}

export const rowsFile = 'rows.jsonl.gz'
const manifestFile = 'manifest.json'
const imagesDirectory = 'media'
const draftPrefix = '.making-'
const dayMs = 86_400_000

export function createBackups(options: {
  readonly directory: string
  readonly mediaDirectory: string
  readonly databaseAddress: DatabaseAddress
}): Backups {
  const list = () =>
    listBackups(options.directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined && error.syscall !== undefined) return null
      throw error
    })
  return {
    list,
    async archive(name) {
      // A name is looked for among those there are: none is ever made into a path.
      const backup = (await list())?.find((one) => one.name === name)
      if (!backup) return null
      const entries = [
        ...(await filesBelow(backup.directory)).filter((path) => path !== manifestFile),
        manifestFile,
      ].map((path) => tarEntry(backup, path))
      return { filename: `${name}.tar`, content: tarOf(await Promise.all(entries), new Date(backup.madeAt)) }
    },
    async make(now, directory) {
      const parent = directory ?? options.directory
      await mkdir(parent, { recursive: true, mode: 0o700 })
      await clearDrafts(parent, now)
      const draft = join(parent, `${draftPrefix}${randomUUID()}`)
      try {
        await mkdir(draft, { mode: 0o700 })
        // The rows first: an image is stored before a row names it, and never taken away.
        const written = await writeRows(options.databaseAddress, join(draft, rowsFile))
        const images = await copyTree(options.mediaDirectory, join(draft, imagesDirectory))
        const { size } = await stat(join(draft, rowsFile))
        const madeAt = now.toISOString()
        const known = { format: backupFormat, madeAt, images: images.files, bytes: images.bytes + size }
        const manifest = { ...known, ...written, digest: await noteDigests(draft) }
        await requireWhole(draft, manifest)
        await writeFile(join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
          ...{ mode: 0o600, flush: true },
        })
        const name = await publish(draft, parent, now)
        return { ...manifest, name, directory: join(parent, name) }
      } finally {
        // Gone by now, unless something was in the way.
        await rm(draft, { recursive: true, force: true })
      }
    },
    async removeOlderThan(days, now) {
      const [, ...earlier] = await listBackups(options.directory)
      const old = earlier.filter(({ madeAt }) => now.getTime() - Date.parse(madeAt) >= days * dayMs)
      for (const { directory } of old) await rm(directory, { recursive: true, force: true })
      return old.map(({ name }) => name)
    },
  }
}

/** @throws BackupError when it is none, or of a form that is not known here */
export async function openBackup(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory).catch(() => {
    throw new BackupError(`${directory} is no backup: there is no manifest.json to be read in it.`)
  })
  if (manifest.format !== backupFormat)
    throw new BackupError('This backup was made by another version, in a form that is not known here.')
  return manifest
}

/**
 * Reads all of it: that every file is there and as it was, with nothing beside, and that the rows can be read to their end. Of
 * one that was made before there were digests, the rows alone.
 *
 * @throws BackupError which says what is wrong with which file
 */
export async function requireWhole(
  directory: string,
  { digest, rows }: Pick<Manifest, 'digest' | 'rows'>,
): Promise<void> {
  if (digest !== undefined) await requireDigests(directory, digest, [manifestFile])
  if ((await countRows(join(directory, rowsFile))) !== rows)
    throw new BackupError(`The backup is not as it was made: ${rowsFile} holds other rows.`)
}

/** Images that are there already stay: they are known by their content. */
export async function restoreImages(backup: string, mediaDirectory: string): Promise<void> {
  await copyTree(join(backup, imagesDirectory), mediaDirectory)
}

/** Of whatever format. @throws Error when there is none, or that of another program */
async function readManifest(directory: string): Promise<Manifest> {
  const read = JSON.parse(await readFile(join(directory, manifestFile), 'utf8')) as Partial<Manifest> | null
  if (typeof read?.format !== 'number' || Number.isNaN(Date.parse(read.madeAt ?? '')))
    throw new Error(`${directory} holds a manifest of something else`)
  return read as Manifest
}

async function listBackups(parent: string): Promise<readonly Backup[]> {
  const entries = await entriesOf(parent)
  const found: Backup[] = []
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))) {
    const directory = join(parent, name)
    // Something else that somebody put there.
    const manifest = await readManifest(directory).catch(() => null)
    if (manifest?.format === backupFormat) found.push({ ...manifest, name, directory })
  }
  return found.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt))
}

async function tarEntry({ name, directory }: Backup, path: string): Promise<TarEntry> {
  const source = join(directory, path)
  return { path: `${name}/${path}`, source, size: (await stat(source)).size }
}

/** `guichet-2026-11-22-030000`, with a number behind it where that is taken. */
async function publish(draft: string, parent: string, now: Date): Promise<string> {
  const [day = '', time = ''] = now.toISOString().split('T')
  const stem = `guichet-${day}-${time.slice(0, 8).replaceAll(':', '')}`
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem}-${number}`
    try {
      await rename(draft, join(parent, name))
      await sync(parent)
      return name
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/** Left by a process that was killed; one that is being made is younger. */
async function clearDrafts(parent: string, now: Date): Promise<void> {
  for (const { name } of await entriesOf(parent)) {
    if (!name.startsWith(draftPrefix)) continue
    const path = join(parent, name)
    const made = await stat(path).catch(() => null)
    if (made && now.getTime() - made.mtimeMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}

/** Images never change, so a second name for the same bytes is a copy that takes no room; other disks get bytes. */
async function copyTree(
  from: string,
  to: string,
): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0]
  for (const entry of await entriesOf(from)) {
    if (entry.name.startsWith('.')) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      const below = await copyTree(source, target)
      files += below.files
      bytes += below.bytes
    } else if (entry.isFile()) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await copyOne(source, target)
      files++
      bytes += (await stat(target)).size
    }
  }
  return { files, bytes }
}

async function copyOne(source: string, target: string): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code === 'ENOSPC' || code === 'ENOENT') throw error
    await copyBytes(source, target)
  }
}

/** Under its own name only once it is whole on the disk: what is there already is never copied again. */
async function copyBytes(source: string, target: string): Promise<void> {
  const draft = join(dirname(target), `${draftPrefix}${randomUUID()}`)
  try {
    await copyFile(source, draft)
    await sync(draft)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
