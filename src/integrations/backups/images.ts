import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Through } from '../../db/backup/rows.ts'
import { encryptedSuffix } from './encryption.ts'
import { digestOf, draftPrefix, entriesOf, readDigests, sync } from './files.ts'

/** Puts a file where it belongs, as it is or not. @returns under which name it is there */
export type Place = (source: string, target: string) => Promise<string>

/** Every file below a directory, but for what is being written. */
export async function copyTree(
  from: string,
  to: string,
  place: Place,
): Promise<{ readonly files: number; readonly bytes: number }> {
  let [files, bytes] = [0, 0]
  for (const entry of await entriesOf(from)) {
    if (entry.name.startsWith('.')) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      const below = await copyTree(source, target, place)
      files += below.files
      bytes += below.bytes
    } else if (entry.isFile()) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const placed = await unlessTaken(source, place(source, target))
      if (placed === null) continue
      bytes += (await stat(placed)).size
      files++
    }
  }
  return { files, bytes }
}

/** What was taken away meanwhile no row has named for a day. */
async function unlessTaken(source: string, placing: Promise<string>): Promise<string | null> {
  try {
    return await placing
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(source)) return null
    throw error
  }
}

/** Images never change, so a second name for the same bytes is a copy that takes no room; other disks get bytes. */
export async function copyOne(source: string, target: string): Promise<string> {
  try {
    await link(source, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'ENOENT') throw error
    if (code !== 'EEXIST') await writeWhole(target, (draft) => copyFile(source, draft))
  }
  return target
}

/**
 * Encrypts images into a draft. What an earlier backup holds, encrypted to the same keys and as it was noted then, gets a second
 * name and takes no room either.
 */
export async function placeEncrypted(
  draft: string,
  earlier: string | null,
  encrypt: (file: string) => Through,
): Promise<Place> {
  const known = earlier === null ? null : await readDigests(earlier).catch(() => null)
  const isLinked = async (path: string, target: string) => {
    const expected = known?.get(path)
    if (earlier === null || expected === undefined) return false
    try {
      const source = join(earlier, path)
      if ((await digestOf(source)) !== expected) return false
      await link(source, target)
      return true
    } catch {
      return false
    }
  }
  return async (source, plainTarget) => {
    const target = `${plainTarget}${encryptedSuffix}`
    const path = relative(draft, target)
    if (!(await isLinked(path, target))) await writeThrough(source, target, encrypt(path))
    return target
  }
}

/** Opens images of a backup; those that are there already stay. */
export function placeOpened(backup: string, open: (file: string) => Through): Place {
  return async (source, encryptedTarget) => {
    const target = encryptedTarget.slice(0, -encryptedSuffix.length)
    const isThere = await stat(target).catch(() => null)
    if (!isThere) await writeWhole(target, (draft) => writeThrough(source, draft, open(relative(backup, source))))
    return target
  }
}

async function writeThrough(source: string, target: string, through: Through): Promise<void> {
  await pipeline(createReadStream(source), through, createWriteStream(target, { mode: 0o600, flush: true }))
}

/** Under its own name only once it is whole on the disk: what is there already is never written again. */
async function writeWhole(target: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(target), `${draftPrefix}${randomUUID()}`)
  try {
    await write(draft)
    await sync(draft)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}
