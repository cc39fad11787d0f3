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
  | { readonly kind: 'noted'; readonly conflict: ScanConflict | null }
  | { readonly kind: 'nonce_reused' | 'ticket_not_found' }

/**
 * Notes a scan as it happened (decisions, section 2; ADR 0182). Whoever was admitted is inside, whatever the service would have said:
 * the log says admitted, flags why not, and then leaves the ticket as it stands. A repeat of the same nonce notes nothing more.
 */
export async function noteOfflineScan(tx: TenantTx, scan: OfflineScan): Promise<NotedScan> {
  await lockTicket(tx, scan.ticketId)
  const ticket = (await listTicketsAtDoor(tx, [scan.ticketId])).get(scan.ticketId)
  if (!ticket) return { kind: 'ticket_not_found' }
  const earlier = await findEarlier(tx, scan)
  if (earlier && earlier.ticketId !== scan.ticketId) return { kind: 'nonce_reused' }
  // The device asked, got no answer in time, and let the person in: the question was noted with the same nonce.
  const isOverruled = earlier !== null && scan.result === 'admitted' && earlier.result !== 'admitted'
  if (earlier && !isOverruled) return { kind: 'noted', conflict: earlier.conflict }
  const { device, eventId, scannedAt } = scan
  const said = decideScan(ticket.scanCase, { eventId, deviceEventIds: device.eventIds, scannedAt })
  // Who comes outside the hours with a used ticket is somebody more.
  const decided = said === 'outside_window' && ticket.view.status === 'scanned' ? 'already_scanned' : said
  const conflict = scan.result === 'admitted' && decided !== 'admitted' ? decided : null
  const enters = scan.result === 'admitted' && (decided === 'admitted' || decided === 'outside_window')
  const isNew = await insertScan(tx, scan, { ticket, conflict, enters, isOverruled })
  if (isNew && enters) await markScanned(tx, scan)
  return { kind: 'noted', conflict }
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
  readonly ticketId: string
  readonly result: ScanResult
  readonly conflict: ScanConflict | null
} | null> {
  const row = await tx
    .selectFrom('scanLog')
    .select(['ticketId', 'result', 'conflict'])
    .where('tenantId', '=', tx.tenantId)
    .where('deviceId', '=', device.id)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  if (!row || !isScanResult(row.result)) return null
  // The closed list is held by a check constraint.
  return { ticketId: row.ticketId, result: row.result, conflict: row.conflict as ScanConflict | null }
}

/** False: this very scan was noted before. */
async function insertScan(
  tx: TenantTx,
  scan: OfflineScan,
  known: {
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
      id: known.isOverruled ? repeatableId(tx.tenantId, scan.nonce) : newId(),
      ticketId: scan.ticketId,
      eventId: (await isEvent(tx, scan.eventId)) ? (scan.eventId ?? scanCase.eventId) : scanCase.eventId,
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

async function isEvent(tx: TenantTx, eventId: string | null): Promise<boolean> {
  if (eventId === null) return false
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
