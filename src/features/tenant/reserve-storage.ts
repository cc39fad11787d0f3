import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { type CountedPicture, countBytes, insertPicture, renewPicture, sumPictures } from './picture.queries.ts'

/**
 * Reserves storage for a picture before it is written, within the quota of the organisation (ADR 0249). A picture that is there
 * already needs none.
 *
 * @throws AppError storage_full, and nothing is counted
 */
export async function reserveStorage(
  { database, now }: BasicDeps,
  tenantId: string,
  picture: CountedPicture,
  mostBytes: number,
): Promise<void> {
  await database.asTenant(tenantId, async (tx) => {
    if (await renewPicture(tx, picture.name)) return
    if (!(await insertPicture(tx, picture, now()))) return
    if (await countBytes(tx, picture.bytes, mostBytes)) return
    throw new AppError('storage_full', { room: { usedBytes: await sumPictures(tx), mostBytes } })
  })
}
