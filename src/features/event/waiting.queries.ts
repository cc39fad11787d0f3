import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { runStatement } from '../../db/run-statement.ts'
import type { Waiting } from './waiting.ts'

/**
 * What waits for prices on sale at this moment: $1 is the tenant, $2 the events. Bookings read it under their locks. Once an event has
 * begun nobody is offered anything of it, and what becomes free is for people at the door.
 */
export const waitingText = `select entry.event_id as "eventId", entry.price_id as "priceId", entry.places,
    case when price.stock is null then null else greatest(price.stock - coalesce(counter.held, 0), 0) end as free
  from unnest($2::uuid[]) asked
  cross join lateral (
    select event_id, price_id, sum(places)::int as places from waiting_entry
    where tenant_id = $1 and event_id = asked and status = 'waiting' group by event_id, price_id offset 0) entry
  cross join lateral (
    select from event where tenant_id = $1 and id = entry.event_id and starts_at > now() offset 0) event
  cross join lateral (
    select product_id, stock from price where tenant_id = $1 and id = entry.price_id and not archived
      and (sale_starts_at is null or sale_starts_at <= now()) and (sale_ends_at is null or sale_ends_at > now())
    offset 0) price
  cross join lateral (
    select from product where tenant_id = $1 and id = price.product_id and published offset 0) product
  cross join lateral (
    select from event_product
    where tenant_id = $1 and event_id = entry.event_id and product_id = price.product_id offset 0) offered
  left join lateral (
    select held from price_counter
    where tenant_id = $1 and price_id = entry.price_id and event_id = entry.event_id offset 0) counter on true`

export async function listWaiting(tx: TenantTx, eventIds: readonly string[]): Promise<readonly Waiting[]> {
  if (eventIds.length === 0) return []
  return runStatement<Waiting>(tx, { text: waitingText, values: [tx.tenantId, eventIds] })
}

/** The prices of an event whose waiting list takes nobody new; the nil uuid among them: the whole list does not. */
export async function listWaitingClosures(tx: TenantTx, eventId: string): Promise<ReadonlySet<string>> {
  const rows = await selectRows(tx, 'waitingClosure').select('priceId').where('eventId', '=', eventId).execute()
  return new Set(rows.map(({ priceId }) => priceId))
}
