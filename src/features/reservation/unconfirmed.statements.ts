import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { runStatement } from '../../db/run-statement.ts'
import { lowestIdAt, nilUuid } from '../../lib/ids.ts'
import { confirmationMs } from './reservation.ts'
import { rush, type Unconfirmed, type UnconfirmedCount, unconfirmedOf } from './unconfirmed.ts'

/** What is to be counted; each id once. */
export type CountsAsked = {
  /** Places asked for by event id; empty for what is ordered at no event. */
  readonly events: ReadonlyMap<string, number>
  readonly emails: readonly string[]
  readonly networks: readonly Buffer[]
  readonly priceIds: readonly string[]
  /** The ids of promotional codes. */
  readonly codeIds: readonly string[]
}

/**
 * What an event has open is thousands while it sells, and all of its bookings wait meanwhile. So it is counted only where it can decide:
 *
 *   crowded, tight   events and prices of which more than half would be held, of whatever kind: before that what is unconfirmed is
 *                    less than its share. Places asked for are counted with them, since those before in the batch are
 *   latest           the newest open bookings, no more than a rush is told by
 *   things           lines of prices that count as a whole, and are young enough to be held (a clock may be off by as much again)
 *   network_lines    only where one of the prices has a stock
 */
const countingText = `with wanted as materialized (
    select * from unnest($2::uuid[], $10::int[]) as wanted (event_id, places)
  ), crowded as materialized (
    select wanted.event_id from wanted
    cross join lateral (select capacity from event where tenant_id = $1 and id = wanted.event_id offset 0) event
    cross join lateral (select held from event_counter where tenant_id = $1 and event_id = wanted.event_id offset 0) counter
    where capacity < 2 * (held + places)
  ), tight as materialized (
    select asked as price_id, wanted.event_id from wanted cross join unnest($5::uuid[]) asked
    cross join lateral (select stock from price where tenant_id = $1 and id = asked offset 0) price
    cross join lateral (
      select held from price_counter
      where tenant_id = $1 and price_id = asked and event_id = wanted.event_id offset 0) counter
    where stock < 2 * (held + places)
  ), unconfirmed as materialized (
    select reservation.* from (select event_id from crowded union select event_id from tight) asked cross join lateral (
      select id, event_id, ticket_count from reservation
      where tenant_id = $1 and event_id = asked.event_id and unconfirmed_from is not null and expires_at > $7
      offset 0) reservation
  ), latest as materialized (
    select reservation.* from wanted cross join lateral (
      select event_id, ticket_count from reservation
      where tenant_id = $1 and event_id = wanted.event_id and unconfirmed_from is not null and created_at > $8
        and expires_at > $7 and ticket_count > 0
      order by created_at desc limit ${rush.most}) reservation
    union all
    select reservation.* from wanted cross join lateral (
      select event_id, ticket_count from reservation
      where tenant_id = $1 and event_id = wanted.event_id and unpaid_from is not null and created_at > $8
        and expires_at > $7 and ticket_count > 0
      order by created_at desc limit ${rush.most}) reservation
  ), of_addresses as materialized (
    select reservation.* from unnest($3::text[]) asked cross join lateral (
      select event_id, booker_email from reservation
      where tenant_id = $1 and booker_email = asked and booker_email <> ''
        and (unconfirmed_from is not null or unpaid_from is not null) and expires_at > $7
      offset 0) reservation
  ), of_networks as materialized (
    select encode(asked, 'hex') as network, reservation.* from unnest($4::bytea[]) asked cross join lateral (
      select id, event_id, ticket_count, promotional_code_id from reservation
      where tenant_id = $1 and unconfirmed_from = asked and unconfirmed_from <> '' and expires_at > $7
      offset 0) reservation
    union all
    select encode(asked, 'hex'), reservation.* from unnest($4::bytea[]) asked cross join lateral (
      select id, event_id, ticket_count, promotional_code_id from reservation
      where tenant_id = $1 and unpaid_from = asked and unpaid_from <> '' and expires_at > $7
      offset 0) reservation
  ), of_codes as materialized (
    select asked as code_id from unnest($6::uuid[]) asked cross join lateral (
      select from reservation
      where tenant_id = $1 and promotional_code_id = asked and unconfirmed_from is not null and expires_at > $7
      offset 0) reservation
  ), stocked as materialized (
    select asked as price_id from unnest($5::uuid[]) asked cross join lateral (
      select stock from price where tenant_id = $1 and id = asked offset 0) price where stock is not null
  ), tickets as materialized (
    select unconfirmed.event_id, line.* from unconfirmed cross join lateral (
      select price_id, quantity, makes_tickets from reservation_line
      where tenant_id = $1 and reservation_id = unconfirmed.id offset 0) line
    where makes_tickets and exists (
      select from tight where tight.price_id = line.price_id and tight.event_id = unconfirmed.event_id)
  ), things as materialized (
    select line.* from stocked cross join lateral (
      select price_id, reservation_id, quantity from reservation_line
      where tenant_id = $1 and price_id = stocked.price_id and id >= $9 and not makes_tickets offset 0) line
    cross join lateral (
      select unconfirmed_from, expires_at from reservation
      where tenant_id = $1 and id = line.reservation_id offset 0) reservation
    where unconfirmed_from is not null and expires_at > $7
  ), network_lines as materialized (
    select network, line.* from of_networks cross join lateral (
      select counted_event_id, price_id, quantity from reservation_line
      where tenant_id = $1 and reservation_id = of_networks.id offset 0) line
    where line.price_id = any($5::uuid[]) and exists (select from stocked)
  )
  select 'event' as of, event_id as "eventId", '' as key, sum(ticket_count)::int as count from unconfirmed group by event_id
  union all
  select 'rush', event_id, '', sum(ticket_count)::int from latest group by event_id
  union all
  select 'price', event_id, price_id::text, sum(quantity)::int from tickets group by event_id, price_id
  union all
  select 'price', '${nilUuid}', price_id::text, sum(quantity)::int from things group by price_id
  union all
  select 'code', '${nilUuid}', code_id::text, count(*)::int from of_codes group by code_id
  union all
  select 'address', coalesce(event_id, '${nilUuid}'), booker_email, count(*)::int from of_addresses
  group by event_id, booker_email
  union all
  select 'network', coalesce(event_id, '${nilUuid}'), network, count(*)::int from of_networks group by event_id, network
  union all
  select 'address_in_all', '${nilUuid}', booker_email, count(*)::int from of_addresses group by booker_email
  union all
  select 'network_in_all', '${nilUuid}', network, count(*)::int from of_networks group by network
  union all
  select 'network_event', event_id, network, sum(ticket_count)::int from of_networks
  where event_id is not null group by event_id, network
  union all
  select 'network_price', counted_event_id, network || ' ' || price_id, sum(quantity)::int from network_lines
  group by counted_event_id, network, price_id
  union all
  select 'network_code', '${nilUuid}', network || ' ' || promotional_code_id, count(*)::int from of_networks
  where promotional_code_id is not null group by network, promotional_code_id`

/**
 * Holds of strangers that nobody confirmed or paid yet, of the events, addresses, networks and codes asked for, and of prices that
 * count as a whole, wherever they are. What is due to expire counts no more.
 */
export function selectUnconfirmed(
  tenantId: string,
  { events, emails, networks, priceIds, codeIds }: CountsAsked,
  now: Date,
): Statement {
  return {
    name: 'booking_unconfirmed',
    text: countingText,
    values: [
      tenantId,
      [...events.keys()],
      emails,
      networks,
      priceIds,
      codeIds,
      now,
      new Date(now.getTime() - rush.ms),
      lowestIdAt(new Date(now.getTime() - 2 * confirmationMs)),
      [...events.values()],
    ],
  }
}

/** Counts unconfirmed holds where one thing is decided, in a transaction that holds the locks of its price and its code. */
export async function readUnconfirmed(tx: TenantTx, asked: CountsAsked, now: Date): Promise<Unconfirmed> {
  return unconfirmedOf(await runStatement<UnconfirmedCount>(tx, selectUnconfirmed(tx.tenantId, asked, now)))
}
