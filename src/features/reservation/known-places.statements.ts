import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { runStatement } from '../../db/run-statement.ts'
import type { KnownPlaces, PersonPrice } from './known-places.ts'
import { counterKey } from './places.ts'

export type KnownRow = PersonPrice & { readonly count: number }

/**
 * Locks persons until the transaction ends: meanwhile nobody confirms or pays what strangers hold in their names, and none of them
 * books for themselves. Taken after the locks of counters and reservations, and before those of memberships.
 */
export const lockPersons = (...values: [string, readonly string[]]): Statement => ({
  name: 'booking_lock_persons',
  text: `select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('person ' || $1::text || ' ' || asked, 0) as key
      from unnest($2::text[]) asked order by key) person`,
  values,
})

/**
 * Selects what persons have of some prices, and of all of them at those of some events that have a maximum, without what is held in their name unconfirmed or unpaid. Counters and holds are read as
 * of one moment: of what a stranger books meanwhile both are seen, or neither. A hold that is due to expire is in its counter until
 * it does, and so are all of its tickets: single tickets are cancelled only in settled reservations.
 */
export const selectKnown = (
  ...values: [tenantId: string, emails: readonly string[], priceIds: readonly string[], eventIds: readonly string[]]
): Statement => ({
  name: 'booking_known',
  text: `with open as materialized (
      select asked as email, line.* from unnest($2::text[]) asked
      cross join lateral (
        select id from reservation
        where tenant_id = $1 and booker_email = asked and booker_email <> ''
          and (unconfirmed_from is not null or unpaid_from is not null)
        offset 0) reservation
      cross join lateral (
        select price_id, counted_event_id, quantity from reservation_line
        where tenant_id = $1 and reservation_id = reservation.id and (price_id = any($3::uuid[]) or counted_event_id = any($4::uuid[])) offset 0) line
    )
    select asked as email, counter.price_id as "priceId", counter.event_id as "eventId",
      counter.held - coalesce((
        select sum(quantity)::int from open
        where open.email = asked and open.price_id = counter.price_id and open.counted_event_id = counter.event_id), 0) as count
    from unnest($2::text[]) asked cross join lateral (
      select price_id, event_id, held from person_counter
      where tenant_id = $1 and email = asked and price_id = any($3::uuid[])
      union all
      select other.* from unnest($4::uuid[]) at
      cross join lateral (
        select id from event where tenant_id = $1 and id = at and max_per_user is not null offset 0) event
      cross join lateral (
        select price_id, event_id, held from person_counter
        where tenant_id = $1 and email = asked and event_id = event.id and price_id <> all($3::uuid[]) offset 0) other
      offset 0) counter`,
  values,
})

export function knownOf(rows: readonly KnownRow[]): KnownPlaces {
  return new Map(rows.map(({ priceId, eventId, email, count }) => [counterKey(priceId, eventId, email), count]))
}

/** Locks one person, where one thing is decided. */
export async function lockPerson(tx: TenantTx, email: string): Promise<void> {
  await runStatement(tx, lockPersons(tx.tenantId, [email]))
}

/** Reads what one person has of some prices, and of all at an event, in a transaction that holds their lock. */
export async function readKnown(
  tx: TenantTx,
  asked: { readonly email: string; readonly priceIds: readonly string[]; readonly eventId: string },
): Promise<KnownPlaces> {
  const { email, priceIds, eventId } = asked
  return knownOf(await runStatement<KnownRow>(tx, selectKnown(tx.tenantId, [email], priceIds, [eventId])))
}
