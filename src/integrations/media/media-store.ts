import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { variationNames } from './image-variations.ts'
import type { ImageKind, PreparedImage } from './images.ts'

export type MediaFile = { readonly body: Buffer; readonly contentType: 'image/webp' }

export type MediaStore = {
  /** Stores an image under its content, and answers with its key `<tenant>/<hash>`. The same image twice is one. */
  put(tenantId: string, original: Buffer, kind: ImageKind, prepared: PreparedImage): Promise<string>
  /** The file of a path such as `media/<tenant>/<hash>/fhd.webp`; null when there is none. Originals are never served. */
  read(path: string): Promise<MediaFile | null>
}

const tenantPattern = /^[0-9a-f-]{36}$/
const servedPath = /^media\/([0-9a-f-]{36}\/[0-9a-f]{32}\/(?:fhd|hdr|med|thumbnail)\.webp)$/

export function createMediaStore(options: { readonly directory: string }): MediaStore {
  return {
    async put(tenantId, original, kind, prepared) {
      // Only ids become directories.
      if (!tenantPattern.test(tenantId)) throw new TypeError('not the id of a tenant')
      // An image and a logo of the same bytes have different thumbnails.
      const hash = createHash('sha256').update(kind).update(original).digest('hex').slice(0, 32)
      const key = `${tenantId}/${hash}`
      const draft = join(options.directory, tenantId, `.draft-${randomUUID()}`)
      try {
        await writeDraft(draft, original, prepared)
        await publish(draft, join(options.directory, key))
      } finally {
        // Gone by now, unless the disk was full or the image was there already.
        await rm(draft, { recursive: true, force: true })
      }
      return key
    },
    async read(path) {
      // Only names that put() made can pass: nothing climbs out of the directory.
      const match = servedPath.exec(path)
      if (!match?.[1]) return null
      try {
        return { body: await readFile(join(options.directory, match[1])), contentType: 'image/webp' }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
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
  for (const name of variationNames)
    await writeFile(join(draft, `${name}.webp`), prepared.variations[name], file)
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
