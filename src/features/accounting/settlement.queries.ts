import type { TenantTx } from '../../db/database.ts'
import { deleteRows, insertRows, sameTenant, selectRows } from '../../db/rows.ts'
import { ticketKinds } from '../catalog/product.ts'
import type { Cost, Deal, Terms } from './settlement.ts'

/** The costs and deals of an event, with the names of the artists. */
export async function readTerms(tx: TenantTx, eventId: string): Promise<Terms<Deal & { readonly artist: string }>> {
  const costs = await selectRows(tx, 'eventCost')
    .select(['label', 'amountMinor'])
    .where('eventId', '=', eventId)
    .orderBy('position')
    .execute()
  const deals = await selectRows(tx, 'artistDeal')
    .innerJoin('artist', sameTenant('artist.id', 'artistDeal.artistId'))
    .select(['artistDeal.artistId', 'artistDeal.kind', 'artistDeal.guaranteeMinor', 'artistDeal.shareHundredths'])
    .select('artist.name as artist')
    .where('artistDeal.eventId', '=', eventId)
    .orderBy('artistDeal.position')
    .execute()
  return { costs, deals }
}

export async function replaceCosts(tx: TenantTx, eventId: string, costs: readonly Cost[]): Promise<void> {
  await deleteRows(tx, 'eventCost').where('eventId', '=', eventId).execute()
  if (costs.length === 0) return
  await insertRows(
    tx,
    'eventCost',
    costs.map((cost, position) => ({ ...cost, eventId, position })),
  ).execute()
}

export async function replaceDeals(tx: TenantTx, eventId: string, deals: readonly Deal[]): Promise<void> {
  await deleteRows(tx, 'artistDeal').where('eventId', '=', eventId).execute()
  if (deals.length === 0) return
  await insertRows(
    tx,
    'artistDeal',
    deals.map(({ artistId, kind, guaranteeMinor, shareHundredths }, position) => {
      const deal = { artistId, kind, guaranteeMinor, shareHundredths }
      return { ...deal, eventId, position }
    }),
  ).execute()
}

/** Those of the products that tickets are made of. */
export async function findTicketProducts(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await selectRows(tx, 'product')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', 'in', ticketKinds)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
