import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isApart, isTakenBack } from './inside.queries.ts'

type Earlier = {
  readonly eventId: string
  /** Null: those of the whole event. */
  readonly reservationId: string | null
  /** Scanned before. */
  readonly before: Date
  readonly now: Date
}

/**
 * Takes back at once whatever let people in to an event before some moment, as `undoScan` does it for one: their tickets can be scanned
 * again, and nobody is counted as inside by them. What belongs to a cancelled reservation stays as it is. Tickets are locked in the
 * order of their ids, as scans lock them. A second time it finds nothing to do.
 */
export async function takeEarlierScansBack(
  tx: TenantTx,
  { eventId, reservationId, before, now }: Earlier,
): Promise<void> {
  const ofReservation =
    reservationId === null ? sql`true` : sql`ticket.reservation_id = ${reservationId}::uuid`
  await sql`
    with stood as materialized (
      select ticket.id, ticket.event_id, ticket.scanned_at, ticket.scanned_by_device_id from ticket
      where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.event_id = ${eventId}::uuid and ${ofReservation}
        and ticket.status = 'scanned' and ticket.cancelled_at is null and ticket.scanned_at < ${before}
        and exists (select from reservation where reservation.tenant_id = ticket.tenant_id
          and reservation.id = ticket.reservation_id and reservation.status <> 'cancelled')
      order by ticket.id for no key update of ticket
    ), taken_back as (
      update ticket set status = 'not_scanned', scanned_at = null, scanned_by_device_id = null from stood
      where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.id = stood.id
      returning ticket.id, stood.event_id, stood.scanned_at, stood.scanned_by_device_id
    )
    insert into scan_log (tenant_id, id, ticket_id, event_id, result, ticket_status, undone_scan_id,
      prior_device_id, prior_scanned_at, scanned_at, recorded_at)
    select ${tx.tenantId}::uuid, gen_random_uuid(), taken_back.id, taken_back.event_id, 'undone', 'not_scanned', logged.id,
      taken_back.scanned_by_device_id, taken_back.scanned_at, ${now}, ${now}
    from taken_back left join lateral (
      select scan_log.id from scan_log where scan_log.tenant_id = ${tx.tenantId}::uuid
        and scan_log.ticket_id = taken_back.id and scan_log.result = 'admitted'
        and scan_log.scanned_at = taken_back.scanned_at and scan_log.device_id = taken_back.scanned_by_device_id
        and not ${isApart} and not ${isTakenBack}
      order by scan_log.recorded_at desc limit 1
    ) logged on true`.execute(tx)
  await sql`
    insert into scan_log (tenant_id, id, ticket_id, event_id, result, ticket_status, undone_scan_id,
      prior_device_id, prior_scanned_at, scanned_at, recorded_at)
    select scan_log.tenant_id, gen_random_uuid(), ticket.id, scan_log.event_id, 'undone', ticket.status, scan_log.id,
      scan_log.device_id, scan_log.scanned_at, ${now}, ${now}
    from scan_log join ticket on ticket.tenant_id = scan_log.tenant_id and ticket.id = scan_log.ticket_id
    where scan_log.tenant_id = ${tx.tenantId}::uuid and scan_log.event_id = ${eventId}::uuid and ${ofReservation}
      and scan_log.scanned_at < ${before} and ${isApart}
    on conflict do nothing`.execute(tx)
}
