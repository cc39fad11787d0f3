import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isThere, sameTenant, selectRows } from '../../db/rows.ts'
import { listDevices } from '../device/device.queries.ts'
import type { Device } from '../device/device.ts'
import { type ScanConflict, uncountedConflicts } from './scan.ts'
import type { Part } from './ticket.queries.ts'

/** The uncounted conflicts, written as in their index (`scan_log_alarm`). */
export const uncounted = sql.raw(uncountedConflicts.map((conflict) => `'${conflict}'`).join(', '))

/** Whether a row of the log was undone. */
export const isUndone = sql<boolean>`exists (select from scan_log undone
  where undone.tenant_id = scan_log.tenant_id and undone.undone_scan_id = scan_log.id)`

/**
 * Whether a row of the log let somebody in whom the service would not have admitted, whom no scanned ticket counts, and whom nobody
 * undid. Either their ticket is not scanned, or somebody else came in with it. A row by which a ticket was used says so, and names no
 * scan before it. Rows of scans that no device can have made let nobody in.
 */
export const isApart = sql<boolean>`(scan_log.conflict is not null and scan_log.conflict not in (${uncounted})
  and not (scan_log.ticket_status = 'scanned' and scan_log.prior_scanned_at is null) and not ${isUndone})`

/** Counts the people inside besides those whose tickets are scanned, by event. */
export async function countConflicts(tx: TenantTx, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (eventIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'scanLog')
    .select(['eventId', sql<number>`count(*)`.as('count')])
    .where('eventId', 'in', eventIds)
    .where(isApart)
    .groupBy('eventId')
    .execute()
  return new Map(rows.map(({ eventId, count }) => [eventId, Number(count)]))
}

/** Counts who came in by which device, in rows of `device_id` and `count`: scanned tickets, and people whom none of these counts. */
export function admissionsByDevice(
  { tenantId }: TenantTx,
  eventIds: readonly string[],
): RawBuilder<{ readonly deviceId: string | null; readonly count: string }> {
  return sql`
    select scanned_by_device_id as device_id, count(*) as count from ticket
      where tenant_id = ${tenantId}::uuid and event_id = any(${eventIds}::uuid[]) and status = 'scanned' group by 1
    union all
    select device_id, count(*) from scan_log
      where tenant_id = ${tenantId}::uuid and event_id = any(${eventIds}::uuid[]) and ${isApart} group by 1`
}

/** A device as the administration lists it. */
export type AdmittingDevice = Device & {
  /** How many people inside it let in: with conflicts, without scans that were undone. */
  readonly admitted: number
}

/** Lists devices, the live ones first, by name. @param eventIds the events whose people are counted: those of tonight */
export async function listAdmittingDevices(
  tx: TenantTx,
  eventIds: readonly string[],
): Promise<readonly AdmittingDevice[]> {
  const { rows } = await admissionsByDevice(tx, eventIds).execute(tx)
  const counts = Map.groupBy(rows, ({ deviceId }) => deviceId)
  const countOf = (id: string) => (counts.get(id) ?? []).reduce((sum, { count }) => sum + Number(count), 0)
  return (await listDevices(tx)).map((device) => ({ ...device, admitted: countOf(device.id) }))
}

/**
 * A person whom a device without network let in and the service would not have; `prior`: by which device and when the ticket had been
 * scanned before. A device that is gone has no name.
 */
export type Conflict = Awaited<ReturnType<typeof listConflictsOf>>[number]

/** Lists conflicts of events that nobody undid, those last reported to the service first. */
export async function listConflicts(tx: TenantTx, eventIds: readonly string[], limit: number) {
  if (eventIds.length === 0) return []
  const rows = await selectConflicts(tx)
    .where('scanLog.eventId', 'in', eventIds)
    .where('scanLog.conflict', 'is not', null)
    .where(sql<boolean>`not ${isUndone}`)
    .orderBy('scanLog.recordedAt', 'desc')
    .orderBy('scanLog.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(typed)
}

/**
 * Lists people inside an event in conflict, those last reported to the service first.
 *
 * @param deviceId the device that let them in, or scanned their ticket before; null: any
 */
export async function listConflictsAt(tx: TenantTx, eventId: string, deviceId: string | null, limit: number) {
  const rows = await selectConflicts(tx)
    .where('scanLog.eventId', '=', eventId)
    .where(isApart)
    .$if(deviceId !== null, (query) =>
      query.where(sql<boolean>`${deviceId}::uuid in (scan_log.device_id, scan_log.prior_device_id)`),
    )
    .orderBy('scanLog.recordedAt', 'desc')
    .orderBy('scanLog.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(typed)
}

/** Lists the conflicts of some tickets, in the order they were reported to the service. */
export async function listConflictsOf(tx: TenantTx, ticketIds: readonly string[]) {
  if (ticketIds.length === 0) return []
  const rows = await selectApart(tx, sql<boolean>`ticket.id = any(${ticketIds}::uuid[])`).execute()
  return rows.map(typed)
}

/** Lists a part of a reservation's conflicts, in the same order. */
export async function listConflictsIn(tx: TenantTx, reservationId: string, { limit, offset }: Part) {
  const rows = await selectApart(tx, sql<boolean>`ticket.reservation_id = ${reservationId}::uuid`)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(typed)
}

/** Whether a scan is a conflict that nobody undid. */
export async function isConflict(tx: TenantTx, scanId: string): Promise<boolean> {
  return selectRows(tx, 'scanLog').where('id', '=', scanId).where(isApart).$call(isThere)
}

function selectApart(tx: TenantTx, of: RawBuilder<boolean>) {
  return selectConflicts(tx).where(of).where(isApart).orderBy('scanLog.recordedAt').orderBy('scanLog.id')
}

function selectConflicts(tx: TenantTx) {
  return selectRows(tx, 'scanLog')
    .innerJoin('ticket', sameTenant('ticket.id', 'scanLog.ticketId'))
    .leftJoin('device', sameTenant('device.id', 'scanLog.deviceId'))
    .leftJoin('device as prior', sameTenant('prior.id', 'scanLog.priorDeviceId'))
    .select(['scanLog.id as scanId', 'scanLog.ticketId', 'ticket.reservationId', 'scanLog.eventId'])
    .select(['scanLog.conflict', 'scanLog.scannedAt', 'scanLog.priorScannedAt'])
    .select(['scanLog.deviceId', 'scanLog.priorDeviceId', 'device.name as device', 'prior.name as priorDevice'])
}

/** The closed list is held by a check constraint. */
function typed<Row extends { readonly conflict: string | null }>(row: Row) {
  return { ...row, conflict: row.conflict as ScanConflict }
}
