import type { TenantTx } from '../../db/database.ts'
import { insertRows, sameTenant, selectRows } from '../../db/rows.ts'
import {
  type EventTimes,
  isOfflineResult,
  noteForDoor,
  type ScanCase,
  type ScanResult,
  type SeenTicket,
} from './scan.ts'
import type { ScanAsk } from './scan.statements.ts'
import type { TicketStatus } from './ticket.ts'

/** Everything that is known of a ticket at the door. */
export type TicketAtDoor = {
  readonly view: SeenTicket
  readonly scanCase: ScanCase
  /** The times of its event. */
  readonly times: EventTimes
}

export async function listTicketsAtDoor(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TicketAtDoor>> {
  if (ids.length === 0) return new Map()
  const rows = await selectRows(tx, 'ticket')
    .innerJoin('reservation', sameTenant('reservation.id', 'ticket.reservationId'))
    .innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['ticket.id', 'ticket.status', 'ticket.cancelledAt', 'ticket.firstName', 'ticket.lastName', 'ticket.seat'])
    .select(['ticket.scannedAt', 'ticket.scannedByDeviceId', 'ticket.reservationId', 'ticket.eventId'])
    .select(['reservation.status as reservationStatus', 'reservation.ticketCount as reservationTicketCount'])
    .select(['event.cancelledAt as eventCancelledAt'])
    .select(['event.startsAt', 'event.endsAt'])
    .select(['event.name as eventName', 'event.doorsOpenAt', 'event.doorsCloseAt', 'event.scansCountSince'])
    .select(['price.name as priceName', 'product.name as productName'])
    .select(['price.scanNote as priceNote', 'product.scanNote as productNote'])
    .where('ticket.id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => {
      const scanNote = noteForDoor(row.productNote, row.priceNote)
      const view = { ...row, scanNote }
      return [row.id, { view, scanCase: view, times: row }]
    }),
  )
}

/** A scan that was decided before, with what its answer needs to be given again. */
export type LoggedScan = Awaited<ReturnType<typeof listScansByNonce>>[number]

/** Lists the scans of some devices that carried one of these nonces. */
export async function listScansByNonce(tx: TenantTx, deviceIds: readonly string[], nonces: readonly string[]) {
  if (nonces.length === 0) return []
  const rows = await selectRows(tx, 'scanLog')
    .select(['deviceId', 'nonce', 'ticketId', 'result', 'ticketStatus', 'priorDeviceId', 'priorScannedAt'])
    .where('deviceId', 'in', deviceIds)
    .where('nonce', 'in', nonces)
    .execute()
  return rows.flatMap((row) => {
    const { deviceId, nonce, result } = row
    if (deviceId === null || nonce === null || !isOfflineResult(result)) return []
    return [{ ...row, deviceId, nonce, result, ticketStatus: row.ticketStatus as TicketStatus }]
  })
}

export type RefusedScan = { readonly ask: ScanAsk; readonly result: ScanResult; readonly ticket: TicketAtDoor }

/**
 * Notes refused scans, without those whose nonce was noted by somebody else meanwhile.
 *
 * @returns the ids of the rows that were written
 */
export async function insertRefusedScans(
  tx: TenantTx,
  scans: readonly RefusedScan[],
  recordedAt: Date,
): Promise<ReadonlySet<string>> {
  if (scans.length === 0) return new Set()
  const rows = await insertRows(
    tx,
    'scanLog',
    scans.map(({ ask, result, ticket }) => ({
      id: ask.logId,
      ticketId: ask.ticketId,
      eventId: ticket.scanCase.eventId,
      deviceId: ask.deviceId,
      result,
      ticketStatus: ticket.view.status,
      priorDeviceId: ticket.view.scannedByDeviceId,
      priorScannedAt: ticket.view.scannedAt,
      nonce: ask.nonce,
      byName: ask.byName,
      scannedAt: ask.scannedAt,
      recordedAt,
    })),
  )
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'deviceId', 'nonce']).where('nonce', 'is not', null).doNothing(),
    )
    .returning('id')
    .execute()
  return new Set(rows.map((row) => row.id))
}
