import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type PictureWidth, pictureWidths, variationNames, widthFile } from './image-variations.ts'
import type { ImageKind, PreparedImage } from './images.ts'

export type MediaFile = { readonly body: Buffer; readonly contentType: 'image/webp' | 'image/avif' }

export type MediaStore = {
  /** The name that put() gives a picture, and how much room it takes. */
  measure(original: Buffer, kind: ImageKind, prepared: PreparedImage): { readonly name: string; readonly bytes: number }
  /** The names of a tenant's pictures. */
  list(tenantId: string): Promise<readonly string[]>
  /** The size of all that is kept of a picture but for its further widths, in bytes. */
  size(tenantId: string, name: string): Promise<number>
  /** Lists the further widths that a picture lacks; of one that is not there, none. */
  lackingWidths(tenantId: string, name: string): Promise<readonly PictureWidth[]>
  /** Keeps a further width of a picture, unless that was removed meanwhile. */
  addWidth(tenantId: string, name: string, width: PictureWidth, body: Buffer): Promise<void>
  remove(tenantId: string, name: string): Promise<void>
  /** Removes the directory of a tenant that has no pictures. */
  removeEmpty(tenantId: string): Promise<void>
  /** Removes what a process that was killed was writing, if nobody has written to it since `before`. */
  removeDrafts(tenantId: string, before: Date): Promise<void>
  /** Stores an image under its content, and answers with its key `<tenant>/<hash>`. The same image twice is one. */
  put(tenantId: string, original: Buffer, kind: ImageKind, prepared: PreparedImage): Promise<string>
  /** The file of a path such as `media/<tenant>/<hash>/fhd.webp`; null when there is none. Originals are never served. */
  read(path: string): Promise<MediaFile | null>
}

const tenantPattern = /^[0-9a-f-]{36}$/
const draftPrefix = '.draft-'
const namePattern = /^[0-9a-f]{32}$/
const servedPath = /^media\/([0-9a-f-]{36}\/[0-9a-f]{32}\/(?:(?:fhd|hdr|med|thumbnail)\.webp|w\d{3,4}\.(?:webp|avif)))$/
const furtherFiles: ReadonlySet<string> = new Set(pictureWidths.map(widthFile))

export function createMediaStore(options: { readonly directory: string }): MediaStore {
  const directoryOf = (tenantId: string) => {
    // Only ids become directories.
    if (!tenantPattern.test(tenantId)) throw new TypeError('not the id of a tenant')
    return join(options.directory, tenantId)
  }

  return {
    measure: (original, kind, { variations }) => ({
      name: nameOf(original, kind),
      bytes: variationNames.reduce((sum, name) => sum + variations[name].length, original.length),
    }),
    async list(tenantId) {
      const names = await unlessMissing(readdir(directoryOf(tenantId)))
      return (names ?? []).filter((name) => namePattern.test(name))
    },
    size: (tenantId, name) => sizeOf(join(directoryOf(tenantId), name)),
    async lackingWidths(tenantId, name) {
      const there = await unlessMissing(readdir(join(directoryOf(tenantId), name)))
      return there === null ? [] : pictureWidths.filter((width) => !there.includes(widthFile(width)))
    },
    async addWidth(tenantId, name, width, body) {
      const draft = join(directoryOf(tenantId), `${draftPrefix}${randomUUID()}`)
      await writeFile(draft, body, file)
      await unlessMissing(rename(draft, join(directoryOf(tenantId), name, widthFile(width)))).finally(() =>
        rm(draft, { force: true }),
      )
    },
    remove: (tenantId, name) => rm(join(directoryOf(tenantId), name), { recursive: true, force: true }),
    async removeEmpty(tenantId) {
      await rmdir(directoryOf(tenantId)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
      })
    },
    removeDrafts: (tenantId, before) => removeDraftsIn(directoryOf(tenantId), before),
    async put(tenantId, original, kind, prepared) {
      const name = nameOf(original, kind)
      const directory = directoryOf(tenantId)
      const draft = join(directory, `${draftPrefix}${randomUUID()}`)
      try {
        await writeDraft(draft, original, prepared)
        await publish(draft, join(directory, name))
      } finally {
        // Gone by now, unless the disk was full or the image was there already.
        await rm(draft, { recursive: true, force: true })
      }
      return `${tenantId}/${name}`
    },
    async read(path) {
      // Only names that put() made can pass: nothing climbs out of the directory.
      const match = servedPath.exec(path)
      if (!match?.[1]) return null
      const body = await unlessMissing(readFile(join(options.directory, match[1])))
      return body && { body, contentType: path.endsWith('.avif') ? 'image/avif' : 'image/webp' }
    },
  }
}

/** An image and a logo of the same bytes have different thumbnails. */
function nameOf(original: Buffer, kind: ImageKind): string {
  return createHash('sha256').update(kind).update(original).digest('hex').slice(0, 32)
}

/** @returns in bytes, without further widths */
async function sizeOf(directory: string): Promise<number> {
  const files = (await unlessMissing(readdir(directory))) ?? []
  const counted = files.filter((file) => !furtherFiles.has(file))
  const sizes = await Promise.all(counted.map(async (file) => (await stat(join(directory, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function removeDraftsIn(directory: string, before: Date): Promise<void> {
  const names = (await unlessMissing(readdir(directory))) ?? []
  for (const name of names.filter((one) => one.startsWith(draftPrefix))) {
    const draft = join(directory, name)
    const written = await unlessMissing(stat(draft))
    if (written && written.mtime < before) await rm(draft, { recursive: true, force: true })
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const file = { mode: 0o600, flush: true } as const

/**
 * Nobody else on the machine reads originals. Flushed to the disk before it gets its name: an image whose name outlived a power cut, but not its bytes, would count
 * as stored for ever.
 */
async function writeDraft(draft: string, original: Buffer, prepared: PreparedImage): Promise<void> {
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await writeFile(join(draft, `original.${prepared.extension}`), original, file)
  for (const name of variationNames) await writeFile(join(draft, `${name}.webp`), prepared.variations[name], file)
}

/** Whole or not at all; when the same image is there already, that one stays. */
async function publish(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return
    throw error
  }
  const parent = await open(dirname(target), 'r')
  await parent.sync().finally(() => parent.close())
}
