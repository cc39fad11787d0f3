import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { announce } from '../webhook/announce.ts'
import { isApart, isUndone } from './inside.queries.ts'

/** Scans that let people in, by event, device and time. Those of cancelled reservations are not among them: they stay as they are. */
export type ScanSpan = {
  /** The only event whose scans are meant, or with `reservationId` that reservation of it; null: all. */
  readonly eventId: string | null
  readonly reservationId: string | null
  /** The only device whose scans are meant; null: every device. */
  readonly deviceId: string | null
  /** The time of the first scan meant; null: from the first one on. */
  readonly from: Date | null
  readonly before: Date
}

/** The scans of an event before some moment. @param reservationId the only reservation meant; null: all */
export function allBefore(before: Date, eventId: string, reservationId: string | null = null): ScanSpan {
  return { eventId, reservationId, before, from: null, deviceId: null }
}

export async function countScans(tx: TenantTx, span: ScanSpan): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from ticket where ${stands(tx, span)})
      + (select count(*) from scan_log join ticket on ticket.tenant_id = scan_log.tenant_id and ticket.id = scan_log.ticket_id
        where ${isApartWithin(tx, span)}) as count`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Undoes many scans at once, as `undoScan` does with one: their tickets can be scanned again, and nobody counts as inside by them.
 * Tickets are locked in the order of their ids, as scans lock them. A second time it finds nothing to do.
 *
 * @returns how many were undone
 */
export async function undoScans(tx: TenantTx, now: Date, span: ScanSpan): Promise<number> {
  const stood = await sql<Undone>`
    with stood as materialized (
      select ticket.id, ticket.event_id, ticket.reservation_id, ticket.scanned_at, ticket.scanned_by_device_id from ticket
      where ${stands(tx, span)} order by ticket.id for no key update of ticket
    ), undone as (
      update ticket set status = 'not_scanned', scanned_at = null, scanned_by_device_id = null, updated_at = now() from stood
      where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.id = stood.id
      returning ticket.id, stood.event_id, stood.reservation_id, stood.scanned_at, stood.scanned_by_device_id
    ), noted as (
    insert into scan_log (tenant_id, id, ticket_id, event_id, result, ticket_status, undone_scan_id,
      prior_device_id, prior_scanned_at, scanned_at, recorded_at)
    select ${tx.tenantId}::uuid, gen_random_uuid(), undone.id, undone.event_id, 'undone', 'not_scanned', logged.id,
      undone.scanned_by_device_id, undone.scanned_at, ${now}, ${now}
    from undone left join lateral (
      select scan_log.id from scan_log where scan_log.tenant_id = ${tx.tenantId}::uuid
        and scan_log.ticket_id = undone.id and scan_log.result = 'admitted'
        and scan_log.scanned_at = undone.scanned_at and scan_log.device_id = undone.scanned_by_device_id
        and not ${isApart} and not ${isUndone}
      order by scan_log.recorded_at desc limit 1
    ) logged on true)
    select id as ticket, reservation_id as reservation, event_id as event from undone`.execute(tx)
  const apart = await sql`
    insert into scan_log (tenant_id, id, ticket_id, event_id, result, ticket_status, undone_scan_id,
      prior_device_id, prior_scanned_at, scanned_at, recorded_at)
    select scan_log.tenant_id, gen_random_uuid(), ticket.id, scan_log.event_id, 'undone', ticket.status, scan_log.id,
      scan_log.device_id, scan_log.scanned_at, ${now}, ${now}
    from scan_log join ticket on ticket.tenant_id = scan_log.tenant_id and ticket.id = scan_log.ticket_id
    where ${isApartWithin(tx, span)}
    on conflict do nothing`.execute(tx)
  await announce(
    tx,
    now,
    stood.rows.map((data) => ({ kind: 'ticket.undone', data })),
  )
  return stood.rows.length + Number(apart.numAffectedRows ?? 0)
}

type Undone = { readonly ticket: string; readonly reservation: string; readonly event: string }

/** Whether a ticket is scanned by a scan of the span. */
function stands({ tenantId }: TenantTx, { deviceId, ...span }: ScanSpan): RawBuilder<boolean> {
  return sql`ticket.tenant_id = ${tenantId}::uuid and ticket.status = 'scanned' and ticket.cancelled_at is null
    and ${isWithin(sql.ref('ticket.event_id'), sql.ref('ticket.scanned_at'), span)}
    and ${isGiven(sql.ref('ticket.scanned_by_device_id'), deviceId)}
    and exists (select from reservation where reservation.tenant_id = ticket.tenant_id
      and reservation.id = ticket.reservation_id and reservation.status <> 'cancelled')`
}

/** Whether a row of the log, beside its ticket, is a conflict of the span (`isApart`). */
function isApartWithin({ tenantId }: TenantTx, { deviceId, ...span }: ScanSpan): RawBuilder<boolean> {
  return sql`scan_log.tenant_id = ${tenantId}::uuid
    and ${isWithin(sql.ref('scan_log.event_id'), sql.ref('scan_log.scanned_at'), span)}
    and ${isGiven(sql.ref('scan_log.device_id'), deviceId)} and ${isApart}`
}

function isWithin(
  ofEvent: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  { eventId, reservationId, from, before }: Omit<ScanSpan, 'deviceId'>,
): RawBuilder<boolean> {
  const isLate = from === null ? sql`true` : sql`${at} >= ${from}`
  return sql`${isGiven(ofEvent, eventId)} and ${isGiven(sql.ref('ticket.reservation_id'), reservationId)}
    and ${isLate} and ${at} < ${before}`
}

function isGiven(column: RawBuilder<unknown>, id: string | null): RawBuilder<boolean> {
  return id === null ? sql`true` : sql`${column} = ${id}::uuid`
}
