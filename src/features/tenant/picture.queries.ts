import { sql } from 'kysely'
import { serverSide, type TenantTx } from '../../db/database.ts'
import { deleteRows, insertMissing, isDone, selectRows, updateRows } from '../../db/rows.ts'

export type CountedPicture = {
  /** The name of its directory. */
  readonly name: string
  /** The size of everything that is kept of it. */
  readonly bytes: number
}

/** Whether any column that names a picture names this one; a test finds a column that is missing here. */
const isShown = sql<boolean>`(picture.tenant_id || '/' || picture.name) in (
  select image_key from event where tenant_id = picture.tenant_id and image_key is not null
  union all select image_key from product where tenant_id = picture.tenant_id and image_key is not null
  union all select key from tenant cross join unnest(array[image_key, logo_key, map_image_key, menu_image_key]) as key
    where tenant.id = picture.tenant_id and key is not null)`

/** Lists the pictures that pages of visitors show large or in lists: of events, and of the organisation itself. */
export async function listPosterKeys(tx: TenantTx): Promise<readonly string[]> {
  const ofEvents = await selectRows(tx, 'event').select('imageKey').distinct().execute()
  const own = await serverSide(tx).selectFrom('tenant').select('imageKey').where('id', '=', tx.tenantId).execute()
  return [...new Set([...own, ...ofEvents].flatMap(({ imageKey }) => imageKey ?? []))]
}

/** Sums the bytes of an organisation's pictures. */
export async function sumPictures(tx: TenantTx): Promise<number> {
  const row = await selectRows(tx, 'pictureCounter').select('bytes').executeTakeFirst()
  return row?.bytes ?? 0
}

/** Keeps a picture that is stored again: there is a day to show it. False: there is none of that name. */
export async function renewPicture(tx: TenantTx, name: string): Promise<boolean> {
  return updateRows(tx, 'picture').set({ unusedSince: null }).where('name', '=', name).$call(isDone)
}

/** Inserts a picture. False: it is there already. */
export async function insertPicture(tx: TenantTx, picture: CountedPicture, now: Date): Promise<boolean> {
  return insertMissing(tx, 'picture', { ...picture, createdAt: now }).$call(isDone)
}

/**
 * Adds to the bytes that are kept, under the lock of the counter: when two would both find storage, the second waits and counts the
 * first. False: it would be more than `mostBytes`; null: there is no limit.
 */
export async function countBytes(tx: TenantTx, bytes: number, mostBytes: number | null): Promise<boolean> {
  await insertMissing(tx, 'pictureCounter', { bytes: 0 }).execute()
  return updateRows(tx, 'pictureCounter')
    .set((counter) => ({ bytes: counter('bytes', '+', bytes) }))
    .$if(mostBytes !== null, (update) => update.where((where) => where(where('bytes', '+', bytes), '<=', mostBytes)))
    .$call(isDone)
}

/** Deletes pictures of a tenant that was not made, from the rows and the count, which goes with the last of them. */
export async function deletePictures(tx: TenantTx, names: readonly string[]): Promise<void> {
  const gone = await deleteRows(tx, 'picture').where('name', 'in', names).returning('bytes').execute()
  await countBytes(tx, -gone.reduce((sum, { bytes }) => sum + bytes, 0), null)
  await deleteRows(tx, 'pictureCounter').where('bytes', '=', 0).execute()
}

export async function listPictureNames(tx: TenantTx): Promise<ReadonlySet<string>> {
  const rows = await selectRows(tx, 'picture').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

/** Notes for each picture since when nothing shows it. */
export async function markUnused(tx: TenantTx, now: Date): Promise<void> {
  await updateRows(tx, 'picture')
    .set({ unusedSince: sql`case when ${isShown} then null else ${now}::timestamptz end` })
    .where(sql<boolean>`(unused_since is null) <> ${isShown}`)
    .execute()
}

/** Deletes pictures that nothing has shown since `before`, nor shows now, from the rows and the count; lists them. */
export async function deleteUnused(tx: TenantTx, before: Date, most: number): Promise<readonly CountedPicture[]> {
  const rows = await selectRows(tx, 'picture')
    .select('name')
    .where('unusedSince', '<=', before)
    .orderBy('name')
    .limit(most)
    .execute()
  if (rows.length === 0) return []
  const names = rows.map(({ name }) => name)
  return deleteRows(tx, 'picture')
    .where('name', 'in', names)
    .where('unusedSince', '<=', before)
    .where(sql<boolean>`not ${isShown}`)
    .returning(['name', 'bytes'])
    .execute()
}
