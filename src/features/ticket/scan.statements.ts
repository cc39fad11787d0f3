import type { Statement } from '../../db/pipeline.ts'

/** One scan on its way through the queue. */
export type ScanAsk = {
  readonly ticketId: string
  /** The id of the row it will have in the scan log. */
  readonly logId: string
  readonly deviceId: string
  readonly keyPrefix: string
  readonly eventId: string | null
  readonly nonce: string | null
  readonly scannedAt: Date
  /** Whether a supervisor found the ticket by its name, and no code was shown (ADR 0303). */
  readonly byName: boolean
}

export type AdmittedRow = {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly seat: string
  readonly event_name: string
  readonly price_name: string
  readonly product_name: string
  readonly price_note: string | null
  readonly product_note: string | null
  readonly reservation_id: string
  readonly ticket_count: number
}

/**
 * Admits the tickets that may enter, in one statement: by the rules of decideScan, on rows nobody else can change meanwhile. Those it
 * does not return were not admitted, for whatever reason.
 *
 *   held       locks the tickets ordered by id: without that order two processes deadlock (2,100/s instead of 7,100/s)
 *   allowed    what keeps people out beside their own ticket; a live device whose key was not revoked is part of it
 *   admitted   the conditional update decides the race
 *   logged     the row of the log, in the same statement; a nonce that was used before fails it by its unique index
 *   told       webhooks (ADR 0273); asked first, since the texts for a batch cost more than the look
 *
 * Each table is read behind `lateral (… offset 0)`, by the whole of its primary key, so that no plan can begin elsewhere (ADR 0211):
 * one that began at the event read every ticket of it, 150 ms a batch. What is updated has no such shield; it is found where it was
 * locked (`ctid`), which is cheaper than any index, once for a row that the planner believes alone (`held.id = held.ticket_id`).
 * A ticket that somebody changed while it was waited for is not seen there: explaining sends it through the door again.
 */
const admitText = `
with asked as materialized (
  select * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::timestamptz[], $11::boolean[])
    as asked (ticket_id, log_id, device_id, key_prefix, event_id, nonce, at, by_name)
  order by ticket_id
), held as materialized (
  select asked.*, ticket.id, ticket.place, ticket.of_event_id, ticket.price_id, ticket.reservation_id
  from asked cross join lateral (
    select id, ctid as place, event_id as of_event_id, price_id, reservation_id from ticket
    where ticket.tenant_id = $1 and ticket.id = asked.ticket_id
    for no key update offset 0) ticket
), allowed as materialized (
  select held.*, event.event_name, reservation.ticket_count
  from held
  cross join lateral (
    select event_ids from device
    where device.tenant_id = $1 and device.id = held.device_id and device.key_prefix = held.key_prefix
      and device.archived_at is null and (device.ends_at is null or device.ends_at > $9)
      and (device.event_ids is null or held.of_event_id = any (device.event_ids))
    offset 0) device
  cross join lateral (
    select ticket_count from reservation
    where reservation.tenant_id = $1 and reservation.id = held.reservation_id
      and reservation.status not in ('cancelled', 'created', 'unpaid')
    offset 0) reservation
  cross join lateral (
    select name as event_name from event
    where event.tenant_id = $1 and event.id = held.of_event_id and event.cancelled_at is null
      and (held.event_id is null or held.event_id = event.id)
      and (event.doors_open_at is null or held.at >= event.doors_open_at)
      and (event.scans_count_since is null or held.at >= event.scans_count_since)
      and (event.doors_close_at is null or held.at <= event.doors_close_at)
    offset 0) event
  where held.ticket_id = held.id
), admitted as (
  update ticket set status = 'scanned', scanned_at = allowed.at, scanned_by_device_id = allowed.device_id, updated_at = now()
  from allowed
  where ticket.tenant_id = $1 and ticket.id = allowed.ticket_id and ticket.ctid = allowed.place
    and ticket.status = 'not_scanned' and ticket.cancelled_at is null
  returning ticket.first_name, ticket.last_name, ticket.seat, allowed.*
), logged as (
  insert into scan_log (tenant_id, id, ticket_id, event_id, device_id, result, ticket_status, nonce, scanned_at, recorded_at, by_name)
  select $1, log_id, id, of_event_id, device_id, 'admitted', 'scanned', nonce, at, $9, by_name from admitted
), told as materialized (
  select announce($1, $9, array_agg(log_id), array_agg('ticket.scanned'::text), array_agg(json_build_object(
    'type', 'ticket.scanned', 'timestamp', $10::text, 'data', json_build_object(
      'ticket', id, 'reservation', reservation_id, 'event', of_event_id, 'device', device_id))::text)) from admitted
  where exists (select from webhook where tenant_id = $1 and off_reason is null and archived_at is null and 'ticket.scanned' = any (kinds))
  having count(*) > 0
)
select admitted.id, first_name, last_name, seat, event_name, price_name, product_name,
  price_note, product_note, reservation_id, ticket_count
from admitted left join told on true
cross join lateral (
  select product_id, name as price_name, scan_note as price_note from price
  where price.tenant_id = $1 and price.id = admitted.price_id offset 0) price
cross join lateral (
  select name as product_name, scan_note as product_note from product
  where product.tenant_id = $1 and product.id = price.product_id offset 0) product`

/** @param asks of different tickets, with different nonces */
export function admitStatement(tenantId: string, asks: readonly ScanAsk[], recordedAt: Date): Statement {
  return {
    name: 'scan_admit',
    text: admitText,
    values: [
      tenantId,
      arrayOf(asks, (ask) => ask.ticketId),
      arrayOf(asks, (ask) => ask.logId),
      arrayOf(asks, (ask) => ask.deviceId),
      arrayOf(asks, (ask) => ask.keyPrefix),
      arrayOf(asks, (ask) => ask.eventId),
      arrayOf(asks, (ask) => ask.nonce),
      arrayOf(asks, (ask) => ask.scannedAt.toISOString()),
      recordedAt.toISOString(),
      recordedAt.toISOString(),
      arrayOf(asks, (ask) => `${ask.byName}`),
    ],
  }
}

const freeText = `
select id from ticket where tenant_id = $1 and id = any ($2::uuid[]) for no key update skip locked`

/** Selects the tickets that nobody else has locked at this moment. */
export function freeTicketsStatement(tenantId: string, asks: readonly ScanAsk[]): Statement {
  return {
    // Rare: not worth preparing.
    name: '',
    text: freeText,
    values: [tenantId, arrayOf(asks, (ask) => ask.ticketId)],
  }
}

/** An array of PostgreSQL as text, only for uuids, key prefixes, times and yes or no: nothing in them needs quoting. */
function arrayOf(asks: readonly ScanAsk[], value: (ask: ScanAsk) => string | null): string {
  let text = ''
  for (const ask of asks) text += `${text === '' ? '{' : ','}${value(ask) ?? 'NULL'}`
  return `${text}}`
}
