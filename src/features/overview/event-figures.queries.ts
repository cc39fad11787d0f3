import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { ticketKinds } from '../catalog/product.ts'
import type { Event } from '../event/event.queries.ts'

/** What has become of a price at an event. */
export type SoldPrice = {
  readonly id: string
  readonly price: string
  readonly product: string
  /** Tickets that open the door or did. */
  readonly sold: number
  /** Held by bookings that are not paid or confirmed yet. */
  readonly held: number
  /** Null: the price has no stock of its own. */
  readonly left: number | null
}

/** Lists the prices of tickets that an event sells or sold, in the order they were made. */
export async function listSoldPrices(tx: TenantTx, eventId: string): Promise<readonly SoldPrice[]> {
  const { rows } = await sql<SoldPrice>`
    select price.id, price.name as price, product.name as product, coalesce(ticket.sold, 0)::int as sold,
      greatest(coalesce(counter.held, 0) - coalesce(ticket.sold, 0), 0)::int as held,
      case when price.stock is not null then greatest(price.stock - coalesce(counter.held, 0), 0) end as left
    from price
    join product on product.tenant_id = ${tx.tenantId}::uuid and product.id = price.product_id
    left join event_product on event_product.tenant_id = ${tx.tenantId}::uuid and event_product.product_id = product.id
      and event_product.event_id = ${eventId}
    left join price_counter counter on counter.tenant_id = ${tx.tenantId}::uuid and counter.price_id = price.id
      and counter.event_id = ${eventId}
    left join (
      select price_id, count(*) as sold from ticket
      where tenant_id = ${tx.tenantId}::uuid and event_id = ${eventId} and status in ('not_scanned', 'scanned') group by 1
    ) ticket on ticket.price_id = price.id
    where price.tenant_id = ${tx.tenantId}::uuid and product.kind = any(${ticketKinds})
      and (ticket.sold > 0 or counter.held > 0 or (event_product.event_id is not null and not price.archived))
    order by product.id, price.id`.execute(tx)
  return rows
}

/** Finds the event that took place before another one, to compare how they sold; null: there is none. */
export async function findEventBefore(tx: TenantTx, { id, startsAt }: Pick<Event, 'id' | 'startsAt'>) {
  const before = await selectRows(tx, 'event')
    .select(['id', 'name', 'startsAt'])
    .where('startsAt', '<', startsAt)
    .where('cancelledAt', 'is', null)
    .where('published', '=', true)
    .where('id', '<>', id)
    .orderBy('startsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before ?? null
}
