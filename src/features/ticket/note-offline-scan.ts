import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Device } from '../device/device.ts'
import { listTicketsAtDoor, type TicketAtDoor } from './scan.queries.ts'
import { decideScan, isScanResult, type ScanConflict, type ScanResult } from './scan.ts'

/** What a device decided by itself, at the door. */
export type OfflineScan = {
  readonly ticketId: string
  readonly device: Pick<Device, 'id' | 'eventIds'>
  /** The event the door was set to; null: any. */
  readonly eventId: string | null
  readonly nonce: string
  /** Never later than `recordedAt`. */
  readonly scannedAt: Date
  readonly result: ScanResult
  readonly recordedAt: Date
}

/** `conflict`: the person was let in, and the service would not have. Null: nothing speaks against what the device did. */
export type NotedScan =
  | { readonly kind: 'noted'; readonly scanId: string; readonly conflict: ScanConflict | null }
  | { readonly kind: 'nonce_reused' | 'ticket_not_found' }

/**
 * Notes a scan as it happened (decisions, section 2; ADR 0182). Whoever was admitted is inside, whatever the service would have said:
 * the log says admitted, flags why not, and then leaves the ticket as it stands, except outside the hours and where the device has
 * other events by now. A repeat of the same nonce notes nothing more.
 */
export async function noteOfflineScan(tx: TenantTx, scan: OfflineScan): Promise<NotedScan> {
  await lockTicket(tx, scan.ticketId)
  const ticket = (await listTicketsAtDoor(tx, [scan.ticketId])).get(scan.ticketId)
  if (!ticket) return { kind: 'ticket_not_found' }
  const earlier = await findEarlier(tx, scan)
  if (earlier && earlier.ticketId !== scan.ticketId) return { kind: 'nonce_reused' }
  // The device asked, got no answer in time, and let the person in: the question was noted with the same nonce.
  const isOverruled = earlier !== null && scan.result === 'admitted' && earlier.result !== 'admitted'
  if (earlier && !isOverruled) return { kind: 'noted', scanId: earlier.id, conflict: earlier.conflict }
  const { conflict, enters } = judge(scan, ticket)
  const scanId = isOverruled ? repeatableId(tx.tenantId, scan.nonce) : newId()
  const isNew = await insertScan(tx, scan, { scanId, ticket, conflict, enters, isOverruled })
  if (isNew && enters) await markScanned(tx, scan)
  return { kind: 'noted', scanId, conflict }
}

/** Why the service would have refused whom the device admitted, and whether their ticket is used by it. */
function judge(
  { device, eventId, scannedAt, result }: OfflineScan,
  { scanCase, view }: TicketAtDoor,
): { readonly conflict: ScanConflict | null; readonly enters: boolean } {
  if (result !== 'admitted') return { conflict: null, enters: false }
  // Which events the device might scan then is not known any more: the ticket was used at its own event.
  const said = decideScan(scanCase, { eventId, deviceEventIds: null, scannedAt })
  if (said === 'admitted')
    return { conflict: mayScan(device, scanCase.eventId) ? null : 'wrong_event', enters: true }
  // Who comes outside the hours with a used ticket is somebody more.
  if (said === 'outside_window' && view.status === 'scanned')
    return { conflict: 'already_scanned', enters: false }
  return { conflict: said, enters: said === 'outside_window' }
}

function mayScan({ eventIds }: OfflineScan['device'], eventId: string): boolean {
  return eventIds === null || eventIds.includes(eventId)
}

async function lockTicket(tx: TenantTx, ticketId: string): Promise<void> {
  await tx
    .selectFrom('ticket')
    .select('id')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticketId)
    .forNoKeyUpdate()
    .execute()
}

async function findEarlier(
  tx: TenantTx,
  { device, nonce }: OfflineScan,
): Promise<{
  readonly id: string
  readonly ticketId: string
  readonly result: ScanResult
  readonly conflict: ScanConflict | null
} | null> {
  const row = await tx
    .selectFrom('scanLog')
    .select(['id', 'ticketId', 'result', 'conflict'])
    .where('tenantId', '=', tx.tenantId)
    .where('deviceId', '=', device.id)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  if (!row || !isScanResult(row.result)) return null
  // The closed list is held by a check constraint.
  return { ...row, result: row.result, conflict: row.conflict as ScanConflict | null }
}

/** False: this very scan was noted before. */
async function insertScan(
  tx: TenantTx,
  scan: OfflineScan,
  known: {
    readonly scanId: string
    readonly ticket: TicketAtDoor
    readonly conflict: ScanConflict | null
    readonly enters: boolean
    /** Its nonce stands in the log already, with the answer that came too late. */
    readonly isOverruled: boolean
  },
): Promise<boolean> {
  const { view, scanCase } = known.ticket
  const inserted = await tx
    .insertInto('scanLog')
    .values({
      tenantId: tx.tenantId,
      id: known.scanId,
      ticketId: scan.ticketId,
      eventId: (await isOwnEvent(tx, scan)) ? (scan.eventId ?? scanCase.eventId) : scanCase.eventId,
      deviceId: scan.device.id,
      result: scan.result,
      ticketStatus: known.enters ? 'scanned' : view.status,
      priorDeviceId: view.scannedByDeviceId,
      priorScannedAt: view.scannedAt,
      nonce: known.isOverruled ? null : scan.nonce,
      scannedAt: scan.scannedAt,
      recordedAt: scan.recordedAt,
      offline: true,
      conflict: known.conflict,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'ticketId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether the door was set to an event there is, and that its device may scan: no other is told of people it does not know. */
async function isOwnEvent(tx: TenantTx, { eventId, device }: OfflineScan): Promise<boolean> {
  if (eventId === null || !mayScan(device, eventId)) return false
  const { rows } =
    await sql`select from event where tenant_id = ${tx.tenantId}::uuid and id = ${eventId}::uuid`.execute(tx)
  return rows.length > 0
}

async function markScanned(tx: TenantTx, { ticketId, scannedAt, device }: OfflineScan): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ status: 'scanned', scannedAt, scannedByDeviceId: device.id })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticketId)
    .where('status', '=', 'not_scanned')
    .execute()
}
