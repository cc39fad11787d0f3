import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { languageHere } from '../tenant/tenant.queries.ts'
import { typed } from './waiting-list.queries.ts'

/** Selects entries with their event and price. */
function selectWithPrice(tx: TenantTx) {
  return selectRows(tx, 'waitingEntry')
    .innerJoin('event', sameTenant('event.id', 'waitingEntry.eventId'))
    .innerJoin('price', sameTenant('price.id', 'waitingEntry.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
}

/**
 * For `selectWithPrice`: the price is no longer sold, at all or at that event (ADR 0083). While the event is unpublished it may be
 * changed back: nothing has ended then.
 */
const isUnsold = (now: Date) =>
  sql<boolean>`event.published and (price.archived or product.archived or coalesce(price.sale_ends_at <= ${now}::timestamptz, false)
    or not exists (select from event_product where event_product.tenant_id = event.tenant_id
      and event_product.event_id = event.id and event_product.product_id = product.id))`

/** For `selectWithPrice`: the price may be sold again, or is yet to be sold. */
const isOffSale = (now: Date) =>
  sql<boolean>`not event.published or not product.published or coalesce(price.sale_starts_at > ${now}::timestamptz, false)`

/** For `selectWithPrice`: staff closed its list (ADR 0169). */
const isListClosed = sql<boolean>`exists (select from waiting_closure where waiting_closure.tenant_id = waiting_entry.tenant_id
  and waiting_closure.event_id = waiting_entry.event_id and waiting_closure.price_id in (waiting_entry.price_id, ${nilUuid}))`

/** Finds an entry with what its page says: the event, the price, and what became of the reservation that was offered. */
export async function findEntryView(tx: TenantTx, id: string, now: Date) {
  const row = await selectWithPrice(tx)
    .leftJoin('reservation', sameTenant('reservation.id', 'waitingEntry.reservationId'))
    .selectAll('waitingEntry')
    .select(languageHere(tx))
    .select(['event.name as eventName', 'event.slug as eventSlug', 'event.startsAt', 'event.cancelledAt'])
    .select(['price.name as priceName', 'price.saleEndsAt', 'reservation.status as reservationStatus'])
    .select('reservation.expiresAt as heldUntil')
    .select([
      'event.published as eventPublished',
      isUnsold(now).as('isUnsold'),
      isOffSale(now).as('isOffSale'),
      isListClosed.as('isListClosed'),
    ])
    .where('waitingEntry.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return { ...row, ...typed(row) }
}

export type WaitingEntryView = NonNullable<Awaited<ReturnType<typeof findEntryView>>>

/** Lists people who wait for a price that is no longer sold, at an event that is still to come. */
export async function listUnsold(tx: TenantTx, now: Date, most: number): Promise<readonly string[]> {
  const rows = await selectWithPrice(tx)
    .select('waitingEntry.id')
    .where('waitingEntry.status', '=', 'waiting')
    .where(isUnsold(now))
    .where('event.startsAt', '>', now)
    .where('event.cancelledAt', 'is', null)
    .orderBy('waitingEntry.id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts people who wait for one of these prices at an event to come: archiving ends their wait, with a mail. */
export async function countWaitingFor(tx: TenantTx, priceIds: readonly string[], now: Date): Promise<number> {
  if (priceIds.length === 0) return 0
  return selectWithPrice(tx)
    .where('waitingEntry.status', '=', 'waiting')
    .where('waitingEntry.priceId', 'in', priceIds)
    .where('event.startsAt', '>', now)
    .where('event.cancelledAt', 'is', null)
    .$call(countRows)
}
