import type { TenantTx } from '../../db/database.ts'
import { deleteRows, selectRows } from '../../db/rows.ts'

export type EventArtist = { readonly artistId: string; readonly startsAt: Date | null }

export function listEventProducts(tx: TenantTx, eventIds: readonly string[]) {
  return selectRows(tx, 'eventProduct')
    .select(['eventId', 'productId'])
    .where('eventId', 'in', eventIds)
    .orderBy('position')
    .execute()
}

export function listEventOptions(tx: TenantTx, eventIds: readonly string[]) {
  return selectRows(tx, 'eventOption')
    .select(['eventId', 'optionId', 'exclusive'])
    .where('eventId', 'in', eventIds)
    .orderBy('position')
    .execute()
}

export function listEventArtists(tx: TenantTx, eventIds: readonly string[]) {
  return selectRows(tx, 'eventArtist')
    .select(['eventId', 'artistId', 'startsAt'])
    .where('eventId', 'in', eventIds)
    .orderBy('position')
    .execute()
}

/** Lists the names of artists by their ids; those that are not here are missing. */
export async function listNamesOfArtists(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectRows(tx, 'artist').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function replaceEventProducts(
  tx: TenantTx,
  eventId: string,
  productIds: readonly string[],
): Promise<void> {
  const { tenantId } = tx
  await deleteRows(tx, 'eventProduct').where('eventId', '=', eventId).execute()
  if (productIds.length === 0) return
  const rows = productIds.map((productId, position) => ({ tenantId, eventId, productId, position }))
  await tx.insertInto('eventProduct').values(rows).execute()
}

/** Replaces one of the two lists of options; what the other one had is taken out of it. */
export async function replaceEventOptions(
  tx: TenantTx,
  eventId: string,
  optionIds: readonly string[],
  exclusive: boolean,
): Promise<void> {
  const { tenantId } = tx
  await deleteRows(tx, 'eventOption')
    .where('eventId', '=', eventId)
    .where((where) =>
      where.or([
        where('exclusive', '=', exclusive),
        ...(optionIds.length === 0 ? [] : [where('optionId', 'in', optionIds)]),
      ]),
    )
    .execute()
  if (optionIds.length === 0) return
  const rows = optionIds.map((optionId, position) => ({ tenantId, eventId, optionId, position, exclusive }))
  await tx.insertInto('eventOption').values(rows).execute()
}

export async function replaceEventArtists(
  tx: TenantTx,
  eventId: string,
  artists: readonly EventArtist[],
): Promise<void> {
  const { tenantId } = tx
  await deleteRows(tx, 'eventArtist').where('eventId', '=', eventId).execute()
  if (artists.length === 0) return
  const rows = artists.map((artist, position) => ({ tenantId, eventId, ...artist, position }))
  await tx.insertInto('eventArtist').values(rows).execute()
}
