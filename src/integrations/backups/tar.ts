import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'

/** A file of the disk, and where it is to lie in the archive: with slashes. */
export type TarEntry = { readonly path: string; readonly source: string; readonly size: number }

/**
 * The files one after the other, read as they are sent: never more than a piece of one is in memory. The stream ends with an error
 * when one has gone or has another size by now: what was sent is then no whole archive.
 */
export function tarOf(entries: readonly TarEntry[], madeAt: Date): Readable {
  const archive = pack()
  const fill = async () => {
    for (const { path, source, size } of entries)
      await pipeline(createReadStream(source), archive.entry({ name: path, size, mode: 0o600, mtime: madeAt }))
    archive.finalize()
  }
  fill().catch((error: Error) => archive.destroy(error))
  return Readable.from(archive)
}
