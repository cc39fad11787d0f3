import { CompiledQuery } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { Waiting } from './waiting.ts'

/**
 * Of prices that are on sale there at this moment: $1 the tenant, $2 the events. Bookings read it under their locks. Once an event has
 * begun nobody is offered anything of it, and what becomes free is for whoever stands at the door.
 */
export const waitingText = `select entry.event_id as "eventId", entry.price_id as "priceId", sum(entry.places)::int as places,
    case when price.stock is null then null else greatest(price.stock - coalesce(counter.held, 0), 0) end as free
  from waiting_entry entry
  join event on event.tenant_id = $1 and event.id = entry.event_id and event.starts_at > now()
  join price on price.tenant_id = $1 and price.id = entry.price_id and not price.archived
    and (price.sale_starts_at is null or price.sale_starts_at <= now())
    and (price.sale_ends_at is null or price.sale_ends_at > now())
  join product on product.tenant_id = $1 and product.id = price.product_id and product.published
  join event_product offered on offered.tenant_id = $1 and offered.event_id = entry.event_id
    and offered.product_id = product.id
  left join price_counter counter on counter.tenant_id = $1 and counter.price_id = entry.price_id
    and counter.event_id = entry.event_id
  where entry.tenant_id = $1 and entry.event_id = any($2::uuid[]) and entry.status = 'waiting'
  group by entry.event_id, entry.price_id, price.stock, counter.held`

export async function listWaiting(tx: TenantTx, eventIds: readonly string[]): Promise<readonly Waiting[]> {
  if (eventIds.length === 0) return []
  const query = CompiledQuery.raw(waitingText, [tx.tenantId, [...eventIds]])
  return (await tx.executeQuery<Waiting>(query as CompiledQuery<Waiting>)).rows
}

/** The prices of an event whose waiting list takes nobody new; the nil uuid among them: the whole list does not. */
export async function listWaitingClosures(tx: TenantTx, eventId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('waitingClosure')
    .select('priceId')
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .execute()
  return new Set(rows.map(({ priceId }) => priceId))
}
