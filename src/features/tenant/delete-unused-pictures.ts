import type { MediaStore } from '../../integrations/media/media-store.ts'
import type { BasicDeps } from '../deps.ts'
import { countBytes, deleteUnused, insertPicture, listPictureNames, markUnused } from './picture.queries.ts'

/** How long a picture is kept that nothing shows: it may belong to a refused form, or to a copy that is being made. */
const unusedMs = 24 * 3_600_000

/**
 * Counts pictures that nobody has counted (they are older than the count, or a crash came between), and removes those that nothing
 * has shown for a day, at most `most`, and half-written ones that a crash left that long ago.
 *
 * @returns how many were removed
 */
export async function deleteUnusedPictures(
  { database, now, media }: BasicDeps & { readonly media: MediaStore },
  tenantId: string,
  most: number,
): Promise<number> {
  const at = now()
  const before = new Date(at.getTime() - unusedMs)
  await media.removeDrafts(tenantId, before)
  const kept = await media.list(tenantId)
  const counted = await database.asTenant(tenantId, listPictureNames)
  for (const name of kept.filter((one) => !counted.has(one))) {
    const bytes = await media.size(tenantId, name)
    await database.asTenant(tenantId, async (tx) => {
      if (bytes > 0 && (await insertPicture(tx, { name, bytes }, at))) await countBytes(tx, bytes, null)
    })
  }
  return database.asTenant(tenantId, async (tx) => {
    await markUnused(tx, at)
    const gone = await deleteUnused(tx, before, most)
    if (gone.length === 0) return 0
    // Under the lock of its row: somebody who stores the same picture now waits, and writes it again.
    for (const { name } of gone) await media.remove(tenantId, name)
    await countBytes(tx, -gone.reduce((sum, { bytes }) => sum + bytes, 0), null)
    return gone.length
  })
}
