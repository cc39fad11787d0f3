import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { BackupError } from '../../db/backup/backup-error.ts'
import { countRows, type RowsFile, type RowsWritten, type Through, writeRows } from '../../db/backup/rows.ts'
import type { DatabaseAddress } from '../../db/pool.ts'
import { namesOf } from './backup-key.ts'
import { createEncryption, encryptedSuffix, type Opener, type PrivateKeys } from './encryption.ts'
import { draftPrefix, entriesOf, filesBelow, noteDigests, requireDigests, sync } from './files.ts'
import { copyOne, copyTree, placeEncrypted, placeOpened } from './images.ts'
import { type TarEntry, tarOf } from './tar.ts'

/** How a backup is laid out: in plain files, or in encrypted ones; another way is refused where it is not known. */
const plainFormat = 1
const encryptedFormat = 2
const knownFormats: readonly unknown[] = [plainFormat, encryptedFormat]

/** What a backup tells about itself. It is written last: a directory without it is no backup. */
export type Manifest = RowsWritten & {
  readonly format: number
  readonly madeAt: string
  readonly images: number
  /** The size of all files together. */
  readonly bytes: number
  /** The digest of the digests of all other files, each of which was read back; undefined: made before that was done (ADR 0164). */
  readonly digest?: string
  /** The public keys to which all files but this and the digests are encrypted; undefined: to none (ADR 0164). */
  readonly encryptedTo?: readonly string[]
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

const asItIs: Through = (bytes) => bytes
const plainRowsFile = 'rows.jsonl.gz'
const manifestFile = 'manifest.json'
const imagesDirectory = 'media'
const dayMs = 86_400_000

type BackupOptions = {
  readonly directory: string
  readonly mediaDirectory: string
  readonly databaseAddress: DatabaseAddress
  /** The public keys to which each backup is encrypted; none: it is not encrypted. */
  readonly publicKeys: readonly string[]
}

export function createBackups(options: BackupOptions): Backups {
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
        const manifest = await fill(draft, parent, now, options)
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

/** Everything a backup has, written and read back. @throws BackupError when it does not read as it was written */
async function fill(
  draft: string,
  parent: string,
  now: Date,
  { publicKeys, databaseAddress, mediaDirectory }: BackupOptions,
): Promise<Manifest> {
  const encryption = publicKeys.length > 0 ? createEncryption(publicKeys) : null
  // The rows first: an image is stored before a row names it, and taken away a day after none does.
  const rows = rowsOf(draft, encryption?.encrypt ?? null)
  const written = await writeRows(databaseAddress, rows)
  const place = encryption
    ? await placeEncrypted(draft, await latestTo(publicKeys, parent), encryption.encrypt)
    : copyOne
  const images = await copyTree(mediaDirectory, join(draft, imagesDirectory), place)
  const { size } = await stat(rows.file)
  const manifest = {
    format: encryption ? encryptedFormat : plainFormat,
    madeAt: now.toISOString(),
    images: images.files,
    bytes: images.bytes + size,
    ...written,
    digest: await noteDigests(draft),
    ...(encryption ? { encryptedTo: publicKeys } : {}),
  }
  await requireWhole(draft, manifest, encryption?.opener ?? null)
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeFile(join(draft, manifestFile), text, { mode: 0o600, flush: true })
  return manifest
}

/** @throws BackupError when it is none, or of a form that is not known here */
export async function openBackup(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory).catch(() => {
    throw new BackupError(`${directory} is no backup: there is no manifest.json to be read in it.`)
  })
  if (!knownFormats.includes(manifest.format))
    throw new BackupError('This backup was made by another version, in a form that is not known here.')
  return manifest
}

/**
 * Finds what opens the files of a backup; null when they are plain.
 *
 * @param keys those that somebody named
 * @throws BackupError when it is encrypted, and none of them opens it
 */
export function openerFor({ encryptedTo }: Manifest, keys: PrivateKeys | null): Opener | null {
  if (encryptedTo === undefined) return null
  const names = namesOf(encryptedTo)
  if (keys === null)
    throw new BackupError(
      `This backup is encrypted to ${names}. Name the file with its private key: --identity <file>.`,
    )
  if (!keys.publicKeys.some((key) => encryptedTo.includes(key)))
    throw new BackupError(`That private key does not open this backup, which is encrypted to ${names}.`)
  return keys.opener
}

/** @param opener or what encrypts them; null where they are plain */
export function rowsOf(directory: string, opener: Opener | null): RowsFile {
  const path = opener ? `${plainRowsFile}${encryptedSuffix}` : plainRowsFile
  return { file: join(directory, path), through: opener?.(path) ?? asItIs }
}

/**
 * Reads all of it: that every file is there and as it was, with nothing beside, and that the rows can be read to their end. Of
 * one that was made before there were digests, the rows alone; of an encrypted one, what can be opened.
 *
 * @throws BackupError which says what is wrong with which file
 */
export async function requireWhole(
  directory: string,
  { digest, encryptedTo, rows }: Pick<Manifest, 'digest' | 'encryptedTo' | 'rows'>,
  opener: Opener | null,
): Promise<void> {
  if (digest !== undefined) await requireDigests(directory, digest, [manifestFile])
  if (encryptedTo && !opener) return
  const written = rowsOf(directory, opener)
  if ((await countRows(written)) !== rows)
    throw new BackupError(`The backup is not as it was made: ${basename(written.file)} holds other rows.`)
  if (!opener) return
  for (const path of await filesBelow(directory, imagesDirectory)) {
    const pieces = opener(path)?.(createReadStream(join(directory, path)))
    // Read to its end, and put nowhere.
    if (pieces) for await (const _ of pieces);
  }
}

export async function restoreImages(backup: string, mediaDirectory: string, opener: Opener | null): Promise<void> {
  const place = opener ? placeOpened(backup, (path) => opener(path) ?? asItIs) : copyOne
  await copyTree(join(backup, imagesDirectory), mediaDirectory, place)
}

/** Reads a manifest of any format. @throws Error when there is none, or that of another program */
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
    if (manifest && knownFormats.includes(manifest.format)) found.push({ ...manifest, name, directory })
  }
  return found.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt))
}

/** Finds the directory of the latest backup that was encrypted to the same keys. */
async function latestTo(publicKeys: readonly string[], parent: string): Promise<string | null> {
  const backups = await listBackups(parent)
  return backups.find(({ encryptedTo }) => encryptedTo?.join() === publicKeys.join())?.directory ?? null
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
