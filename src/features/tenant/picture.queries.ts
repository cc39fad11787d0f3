import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

export type CountedPicture = {
  /** Of its directory. */
  readonly name: string
  /** Of everything that is kept of it. */
  readonly bytes: number
}

/** Each column that names a picture; a test finds the one that is missing. */
const isShown = sql<boolean>`(picture.tenant_id || '/' || picture.name) in (
  select image_key from event where tenant_id = picture.tenant_id and image_key is not null
  union all select image_key from product where tenant_id = picture.tenant_id and image_key is not null
  union all select key from tenant cross join unnest(array[image_key, logo_key, map_image_key, menu_image_key]) as key
    where tenant.id = picture.tenant_id and key is not null)`

/** What an organisation keeps in pictures. */
export async function sumPictures(tx: TenantTx): Promise<number> {
  const row = await tx
    .selectFrom('pictureCounter')
    .select('bytes')
    .where('tenantId', '=', tx.tenantId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** It is there, and whoever took it again has a day to show it. False: there is none of that name. */
export async function renewPicture(tx: TenantTx, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('picture')
    .set({ unusedSince: null })
    .where('tenantId', '=', tx.tenantId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** False: it is there already. */
export async function insertPicture(tx: TenantTx, picture: CountedPicture, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('picture')
    .values({ tenantId: tx.tenantId, ...picture, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds to what is kept, under the lock of its counter: of two that would both find room, the second waits and finds the first.
 * False: it would be more than `mostBytes`; null: whatever it comes to.
 */
export async function countBytes(tx: TenantTx, bytes: number, mostBytes: number | null): Promise<boolean> {
  await tx
    .insertInto('pictureCounter')
    .values({ tenantId: tx.tenantId, bytes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .updateTable('pictureCounter')
    .set((counter) => ({ bytes: counter('bytes', '+', bytes) }))
    .where('tenantId', '=', tx.tenantId)
    .$if(mostBytes !== null, (update) => update.where((where) => where(where('bytes', '+', bytes), '<=', mostBytes)))
    .returning('bytes')
    .executeTakeFirst()
  return row !== undefined
}

/** All that is counted for a tenant. */
export async function deletePictures(tx: TenantTx): Promise<void> {
  await tx.deleteFrom('picture').where('tenantId', '=', tx.tenantId).execute()
  await tx.deleteFrom('pictureCounter').where('tenantId', '=', tx.tenantId).execute()
}

export async function listPictureNames(tx: TenantTx): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('picture').select('name').where('tenantId', '=', tx.tenantId).execute()
  return new Set(rows.map(({ name }) => name))
}

/** Notes of each since when nothing shows it. */
export async function markUnused(tx: TenantTx, now: Date): Promise<void> {
  await tx
    .updateTable('picture')
    .set({ unusedSince: sql`case when ${isShown} then null else ${now}::timestamptz end` })
    .where('tenantId', '=', tx.tenantId)
    .where(sql<boolean>`(unused_since is null) <> ${isShown}`)
    .execute()
}

/** Those that nothing has shown since `before`, nor shows now; counted no more. */
export async function deleteUnused(tx: TenantTx, before: Date, most: number): Promise<readonly CountedPicture[]> {
  const rows = await tx
    .selectFrom('picture')
    .select('name')
    .where('tenantId', '=', tx.tenantId)
    .where('unusedSince', '<=', before)
    .orderBy('name')
    .limit(most)
    .execute()
  if (rows.length === 0) return []
  return tx
    .deleteFrom('picture')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'name',
      'in',
      rows.map(({ name }) => name),
    )
    .where('unusedSince', '<=', before)
    .where(sql<boolean>`not ${isShown}`)
    .returning(['name', 'bytes'])
    .execute()
}
