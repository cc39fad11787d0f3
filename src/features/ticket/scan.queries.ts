import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import {
  isOfflineResult,
  noteForDoor,
  type OfflineResult,
  type ScanCase,
  type ScanResult,
  type TicketView,
} from './scan.ts'
import type { TicketStatus } from './ticket.ts'

/** One scan on its way through the queue. */
export type ScanAsk = {
  readonly ticketId: string
  /** Of the row it will have in the scan log. */
  readonly logId: string
  readonly deviceId: string
  readonly keyPrefix: string
  readonly eventId: string | null
  readonly nonce: string | null
  readonly scannedAt: Date
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
 * Admits whoever may enter, in one statement: what decideScan asks, of rows nobody else can change meanwhile. Those it
 * does not return were not admitted, for whatever reason.
 *
 *   held       locks the tickets ordered by id: without that order two processes deadlock (2,100/s instead of 7,100/s)
 *   admitted   the conditional update decides the race; a live device whose key was not revoked is part of the condition
 *   logged     the row of the log, in the same statement; a nonce that was used before fails it by its unique index
 */
const admitText = `
with held as materialized (
  select ticket.id, asked.* from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::timestamptz[])
    as asked (ticket_id, log_id, device_id, key_prefix, asked_event_id, nonce, asked_at)
  join ticket on ticket.tenant_id = $1 and ticket.id = asked.ticket_id
  order by ticket.id for no key update of ticket
), admitted as (
  update ticket set status = 'scanned', scanned_at = held.asked_at, scanned_by_device_id = held.device_id
  from held, device, reservation, event
  where ticket.tenant_id = $1 and ticket.id = held.id
    and ticket.status = 'not_scanned' and ticket.cancelled_at is null
    and device.tenant_id = $1 and device.id = held.device_id and device.key_prefix = held.key_prefix
    and device.archived_at is null and (device.ends_at is null or device.ends_at > $9)
    and reservation.tenant_id = $1 and reservation.id = ticket.reservation_id
    and reservation.status not in ('cancelled', 'created', 'unpaid')
    and event.tenant_id = $1 and event.id = ticket.event_id and event.cancelled_at is null
    and (held.asked_event_id is null or held.asked_event_id = event.id)
    and (device.event_ids is null or event.id = any (device.event_ids))
    and (event.doors_open_at is null or held.asked_at >= event.doors_open_at)
    and (event.scans_count_since is null or held.asked_at >= event.scans_count_since)
    and (event.doors_close_at is null or held.asked_at <= event.doors_close_at)
  returning ticket.id, ticket.event_id, ticket.price_id, ticket.first_name, ticket.last_name, ticket.seat, ticket.reservation_id,
    event.name as event_name, reservation.ticket_count,
    held.log_id, held.device_id, held.nonce, held.asked_at
), logged as (
  insert into scan_log (tenant_id, id, ticket_id, event_id, device_id, result, ticket_status, nonce, scanned_at, recorded_at)
  select $1, log_id, id, event_id, device_id, 'admitted', 'scanned', nonce, asked_at, $9 from admitted
)
select admitted.id, first_name, last_name, seat, event_name, price.name as price_name, product.name as product_name,
  price.scan_note as price_note, product.scan_note as product_note, reservation_id, ticket_count
from admitted
join price on price.tenant_id = $1 and price.id = admitted.price_id
join product on product.tenant_id = $1 and product.id = price.product_id`

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
    ],
  }
}

/** An array of PostgreSQL as text. Only of uuids, key prefixes and times: nothing in them needs quoting. */
function arrayOf(asks: readonly ScanAsk[], value: (ask: ScanAsk) => string | null): string {
  let text = ''
  for (const ask of asks) text += `${text === '' ? '{' : ','}${value(ask) ?? 'NULL'}`
  return `${text}}`
}

/** Everything that is known of a ticket at the door. */
export type TicketAtDoor = { readonly view: TicketView; readonly scanCase: ScanCase }

export async function listTicketsAtDoor(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TicketAtDoor>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('ticket')
    .innerJoin('reservation', (join) =>
      join
        .onRef('reservation.tenantId', '=', 'ticket.tenantId')
        .onRef('reservation.id', '=', 'ticket.reservationId'),
    )
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'ticket.tenantId').onRef('event.id', '=', 'ticket.eventId'),
    )
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'ticket.tenantId').onRef('price.id', '=', 'ticket.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .select([
      'ticket.id',
      'ticket.status',
      'ticket.cancelledAt',
      'ticket.firstName',
      'ticket.lastName',
      'ticket.seat',
    ])
    .select(['ticket.scannedAt', 'ticket.scannedByDeviceId', 'ticket.reservationId', 'ticket.eventId'])
    .select(['reservation.status as reservationStatus', 'reservation.ticketCount as reservationTicketCount'])
    .select(['event.cancelledAt as eventCancelledAt'])
    .select(['event.name as eventName', 'event.doorsOpenAt', 'event.doorsCloseAt', 'event.scansCountSince'])
    .select(['price.name as priceName', 'product.name as productName'])
    .select(['price.scanNote as priceNote', 'product.scanNote as productNote'])
    .where('ticket.tenantId', '=', tx.tenantId)
    .where('ticket.id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => {
      // The closed list is held by a check constraint.
      const scanNote = noteForDoor(row.productNote, row.priceNote)
      const typed = { ...row, status: row.status as TicketStatus, scanNote }
      return [row.id, { view: typed, scanCase: typed }]
    }),
  )
}

/** A scan that was decided before, as its answer has to be given again. */
export type LoggedScan = {
  readonly deviceId: string
  readonly nonce: string
  readonly ticketId: string
  readonly result: OfflineResult
  readonly ticketStatus: TicketStatus
  readonly priorDeviceId: string | null
  readonly priorScannedAt: Date | null
}

/** The scans of some devices that carried one of these nonces. */
export async function listScansByNonce(
  tx: TenantTx,
  deviceIds: readonly string[],
  nonces: readonly string[],
): Promise<readonly LoggedScan[]> {
  if (nonces.length === 0) return []
  const rows = await tx
    .selectFrom('scanLog')
    .select(['deviceId', 'nonce', 'ticketId', 'result', 'ticketStatus', 'priorDeviceId', 'priorScannedAt'])
    .where('tenantId', '=', tx.tenantId)
    .where('deviceId', 'in', deviceIds)
    .where('nonce', 'in', nonces)
    .execute()
  return rows.flatMap((row) => {
    const { deviceId, nonce, result } = row
    if (deviceId === null || nonce === null || !isOfflineResult(result)) return []
    return [{ ...row, deviceId, nonce, result, ticketStatus: row.ticketStatus as TicketStatus }]
  })
}

export type RefusedScan = {
  readonly ask: ScanAsk
  readonly result: ScanResult
  readonly ticket: TicketAtDoor
}

/**
 * Notes refused scans. One whose nonce was noted by somebody else in between is left out.
 *
 * @returns the ids of the rows that were written
 */
export async function insertRefusedScans(
  tx: TenantTx,
  scans: readonly RefusedScan[],
  recordedAt: Date,
): Promise<ReadonlySet<string>> {
  if (scans.length === 0) return new Set()
  const rows = await tx
    .insertInto('scanLog')
    .values(
      scans.map(({ ask, result, ticket }) => ({
        tenantId: tx.tenantId,
        id: ask.logId,
        ticketId: ask.ticketId,
        eventId: ticket.scanCase.eventId,
        deviceId: ask.deviceId,
        result,
        ticketStatus: ticket.view.status,
        priorDeviceId: ticket.view.scannedByDeviceId,
        priorScannedAt: ticket.view.scannedAt,
        nonce: ask.nonce,
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
