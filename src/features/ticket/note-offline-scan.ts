import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertRows, isDone, selectRows, updateRows } from '../../db/rows.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Device } from '../device/device.ts'
import { listEventsWithin } from '../device/past-events.queries.ts'
import { announce } from '../webhook/announce.ts'
import { listConflictsOf, uncounted } from './inside.queries.ts'
import { listTicketsAtDoor, type TicketAtDoor } from './scan.queries.ts'
import {
  decideScan,
  fastestClockMs,
  isForEarlierDate,
  isOfflineResult,
  isTimely,
  mostOfflineInSpan,
  type OfflineResult,
  offlineSpanMs,
  type ScanCase,
  type ScanConflict,
  type UncountedConflict,
} from './scan.ts'
import { insertUndone, takeTicketBack } from './undo-scan.ts'

/** A scan that a device decided by itself, at the door. */
export type OfflineScan = {
  readonly ticketId: string
  readonly device: Pick<Device, 'id' | 'eventIds' | 'endsAt'>
  /** The event that the door was set to; null: any. */
  readonly eventId: string | null
  readonly nonce: string
  /** Never later than `recordedAt`. */
  readonly scannedAt: Date
  readonly result: OfflineResult
  readonly recordedAt: Date
}

/** `conflict`: why the service would not have let in the person whom the device did. Null: it agrees with the device. */
export type NotedScan =
  | { readonly kind: 'noted'; readonly scanId: string; readonly conflict: ScanConflict | null }
  | { readonly kind: 'nonce_reused' | 'ticket_not_found' }

/**
 * Notes a scan as it happened (ADR 0182). A person who was admitted is inside, whatever the service would have said: the log says
 * admitted, flags why not, and then leaves the ticket as it is, except outside the hours and after the end of the device. A person
 * whom the device turned away is not inside, even if the service had admitted them by an answer that came too late. A repeat of the
 * same nonce notes nothing more.
 */
export async function noteOfflineScan(tx: TenantTx, scan: OfflineScan): Promise<NotedScan> {
  await lockTicket(tx, scan.ticketId)
  const ticket = (await listTicketsAtDoor(tx, [scan.ticketId])).get(scan.ticketId)
  if (!ticket) return { kind: 'ticket_not_found' }
  const [{ asked, admitted, turnedAway }, itsEvents] = await Promise.all([findNoted(tx, scan), listItsEvents(tx, scan)])
  if (asked && asked.ticketId !== scan.ticketId) return { kind: 'nonce_reused' }
  const same = scan.result === 'admitted' ? admitted : turnedAway
  const noted = same ?? (asked && !overrules(scan, asked, turnedAway) ? asked : null)
  if (noted) return { kind: 'noted', scanId: noted.id, conflict: noted.conflict }
  const { conflict, enters } = (await judgeAsQueue(tx, scan, ticket, itsEvents)) ?? judge(scan, ticket)
  const scanId = asked ? overrulingId(tx, scan) : newId()
  await insertScan(tx, scan, { scanId, ticket, conflict, enters, itsEvents, isOverruling: asked !== null })
  if (enters) await markScanned(tx, scan, ticket)
  if (scan.result === 'admitted' && conflict !== 'not_its_event' && isOfEarlierDate(scan, ticket.scanCase))
    await takeEarlierAdmissionBack(tx, scan, { scanId, ticket, enters })
  if (asked && scan.result !== 'admitted' && (await isAloneWith(tx, asked, scan, ticket)))
    await takeLateAdmissionBack(tx, asked, scan, ticket)
  return { kind: 'noted', scanId, conflict }
}

/**
 * Whether the device asked, got no answer in time, and decided otherwise than the service, which had noted the question under the
 * same nonce; or whether it lets somebody in whom it has turned away since.
 */
function overrules({ result }: OfflineScan, asked: LoggedScan, turnedAway: LoggedScan | null): boolean {
  if (result === 'admitted') return asked.result !== 'admitted' || turnedAway !== null
  return asked.result === 'admitted' && !asked.isOffline
}

/** The id of an overruling row: one lets in somebody whom the service refused, one turns away somebody whom it admitted. */
function overrulingId({ tenantId }: TenantTx, { nonce, result }: Pick<OfflineScan, 'nonce' | 'result'>): string {
  return repeatableId(tenantId, nonce, result === 'admitted' ? 0 : 1)
}

/** Whether the ticket is used by that scan and by no other, so that nobody is inside with it once it is undone. */
async function isAloneWith(
  tx: TenantTx,
  { scannedAt }: LoggedScan,
  { device }: OfflineScan,
  { view, scanCase }: TicketAtDoor,
): Promise<boolean> {
  const isItsOwn = view.scannedByDeviceId === device.id && view.scannedAt?.getTime() === scannedAt.getTime()
  if (view.status !== 'scanned' || !isItsOwn || scanCase.reservationStatus === 'cancelled') return false
  return (await listConflictsOf(tx, [view.id])).length === 0
}

async function takeLateAdmissionBack(
  tx: TenantTx,
  { id, eventId, scannedAt }: LoggedScan,
  { ticketId, device, recordedAt }: OfflineScan,
  ticket: TicketAtDoor,
): Promise<void> {
  await takeTicketBack(tx, bookedAs(ticket), recordedAt)
  const scan = { id, eventId, scannedAt, deviceId: device.id }
  await insertUndone(tx, device.id, recordedAt, { id: newId(), ticketId, ticketStatus: 'not_scanned', scan })
}

/** The events a device might scan around that time, before and after they were changed; null: all events. */
type ItsEvents = readonly (readonly string[] | null)[]

/** Lists them for a span, since the device's clock may be wrong, and it learns of a change a little later. */
function listItsEvents(tx: TenantTx, { device, scannedAt }: OfflineScan): Promise<ItsEvents> {
  const around = (ms: number) => new Date(scannedAt.getTime() + ms)
  return listEventsWithin(tx, device, { from: around(-fastestClockMs), to: around(fastestClockMs) })
}

function mayScan(itsEvents: ItsEvents, eventId: string): boolean {
  return itsEvents.some((eventIds) => eventIds === null || eventIds.includes(eventId))
}

/**
 * Finds what no device can have done: scans at an event it did not have then, days from the event, or faster than people come in.
 * They let nobody in, since somebody with only a device's key could otherwise void the tickets of other events and months to come
 * (ADR 0228). Null: the scan is possible.
 */
async function judgeAsQueue(
  tx: TenantTx,
  { device, eventId, scannedAt, result }: OfflineScan,
  { scanCase, times }: TicketAtDoor,
  itsEvents: ItsEvents,
): Promise<{ readonly conflict: UncountedConflict; readonly enters: false } | null> {
  if (result !== 'admitted') return null
  if (!mayScan(itsEvents, eventId ?? scanCase.eventId)) return { conflict: 'not_its_event', enters: false }
  if (isOfEarlierDate({ eventId, scannedAt }, scanCase)) return null
  // At the door of another event no ticket is used, and the ticket's own event may be on another day.
  const isAtOwnDoor = eventId === null || eventId === scanCase.eventId
  if (isAtOwnDoor && !isTimely(times, scannedAt)) return { conflict: 'untimely', enters: false }
  const around = await countOfflineAround(tx, device.id, scannedAt)
  return around < mostOfflineInSpan ? null : { conflict: 'too_fast', enters: false }
}

/** Counts how many people a device let in without network within a span around that time, whatever their order in its queue. */
async function countOfflineAround(tx: TenantTx, deviceId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ readonly count: string }>`select count(*) from scan_log
    where tenant_id = ${tx.tenantId}::uuid and device_id = ${deviceId}::uuid and offline and result = 'admitted'
      and scanned_at between ${new Date(at.getTime() - offlineSpanMs / 2)} and ${new Date(at.getTime() + offlineSpanMs / 2)}
      and (conflict is null or conflict not in (${uncounted}))`.execute(tx)
  return Number(rows[0]?.count)
}

/** Why the service would have refused a person whom the device admitted, and whether their ticket is used by it. */
function judge(
  { device, eventId, scannedAt, result }: OfflineScan,
  { scanCase, view }: TicketAtDoor,
): { readonly conflict: ScanConflict | null; readonly enters: boolean } {
  if (result !== 'admitted') return { conflict: null, enters: false }
  if (isOfEarlierDate({ eventId, scannedAt }, scanCase)) return judgeEarlier(eventId, scannedAt, scanCase)
  // Whether the device had the event then was checked before.
  const said = decideScan(scanCase, { eventId, deviceEventIds: null, scannedAt })
  const hasEnded = device.endsAt !== null && scannedAt > device.endsAt
  if (said === 'admitted') return { conflict: hasEnded ? 'device_ended' : null, enters: true }
  // A person who comes outside the hours with a used ticket is one more inside.
  if (said === 'outside_window' && view.status === 'scanned') return { conflict: 'already_scanned', enters: false }
  return { conflict: said, enters: said === 'outside_window' }
}

/**
 * Whether a scan was for the event's earlier date; a person let in at another event's door is inside there, whatever became of their
 * own.
 */
function isOfEarlierDate(
  { eventId, scannedAt }: Pick<OfflineScan, 'eventId' | 'scannedAt'>,
  scanCase: ScanCase,
): boolean {
  return (eventId === null || eventId === scanCase.eventId) && isForEarlierDate(scanCase, scannedAt)
}

/**
 * Judges a scan for the earlier date, without its hours, which were others; whether the ticket was scanned since matters to the new
 * one only.
 */
function judgeEarlier(
  eventId: string | null,
  scannedAt: Date,
  scanCase: ScanCase,
): { readonly conflict: ScanConflict | null; readonly enters: boolean } {
  const then = { ...scanCase, doorsOpenAt: null, doorsCloseAt: null, scansCountSince: null }
  const said = decideScan(then, { eventId, deviceEventIds: null, scannedAt })
  if (said === 'already_scanned') return { conflict: null, enters: false }
  return { conflict: said === 'admitted' ? null : said, enters: said === 'admitted' }
}

/** Undoes an admission to the event's earlier date: the person has left, and may come again. The log has both. */
async function takeEarlierAdmissionBack(
  tx: TenantTx,
  { ticketId, device, scannedAt, recordedAt }: OfflineScan,
  { scanId, ticket, enters }: { readonly scanId: string; readonly ticket: TicketAtDoor; readonly enters: boolean },
): Promise<void> {
  // Used and undone, so that devices learn of the ticket and delete their own admission.
  if (enters) await takeTicketBack(tx, bookedAs(ticket), recordedAt)
  const scan = { id: scanId, eventId: ticket.scanCase.eventId, deviceId: device.id, scannedAt }
  const ticketStatus = enters ? 'not_scanned' : ticket.view.status
  await insertUndone(tx, null, recordedAt, { id: newId(), ticketId, ticketStatus, scan })
}

function bookedAs({ view, scanCase }: TicketAtDoor) {
  return { ticket: view.id, reservation: view.reservationId, event: scanCase.eventId }
}

async function lockTicket(tx: TenantTx, ticketId: string): Promise<void> {
  await selectRows(tx, 'ticket').select('id').where('id', '=', ticketId).forNoKeyUpdate().execute()
}

type LoggedScan = NonNullable<Awaited<ReturnType<typeof findNoted>>['asked']>

/** Finds what the log has of a scan: the question or the first row of the queue, and the rows of the queue that overrule it. */
async function findNoted(tx: TenantTx, { ticketId, device, nonce }: OfflineScan) {
  const ids = {
    admitted: overrulingId(tx, { nonce, result: 'admitted' }),
    turnedAway: overrulingId(tx, { nonce, result: 'ticket_not_found' }),
  }
  const rows = await selectRows(tx, 'scanLog')
    .select(['id', 'ticketId', 'eventId', 'result', 'conflict', 'scannedAt', 'offline as isOffline', 'nonce'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('deviceId', '=', device.id), eb('nonce', '=', nonce)]),
        and([eb('ticketId', '=', ticketId), eb('id', 'in', Object.values(ids))]),
      ]),
    )
    .execute()
  const scans = rows.flatMap(({ result, conflict, ...row }) =>
    // The closed list is held by a check constraint.
    isOfflineResult(result) ? [{ ...row, result, conflict: conflict as ScanConflict | null }] : [],
  )
  const byId = (id: string) => scans.find((scan) => scan.id === id) ?? null
  return {
    asked: scans.find((scan) => scan.nonce === nonce) ?? null,
    admitted: byId(ids.admitted),
    turnedAway: byId(ids.turnedAway),
  }
}

async function insertScan(
  tx: TenantTx,
  scan: OfflineScan,
  known: {
    readonly scanId: string
    readonly ticket: TicketAtDoor
    readonly conflict: ScanConflict | null
    readonly enters: boolean
    readonly itsEvents: ItsEvents
    /** True when its nonce is in the log already, with another answer. */
    readonly isOverruling: boolean
  },
): Promise<void> {
  const { view, scanCase } = known.ticket
  await insertRows(tx, 'scanLog', {
    id: known.scanId,
    ticketId: scan.ticketId,
    eventId: (await isOwnEvent(tx, scan, known.itsEvents)) ? (scan.eventId ?? scanCase.eventId) : scanCase.eventId,
    deviceId: scan.device.id,
    result: scan.result,
    ticketStatus: known.enters ? 'scanned' : view.status,
    priorDeviceId: view.scannedByDeviceId,
    priorScannedAt: view.scannedAt,
    nonce: known.isOverruling ? null : scan.nonce,
    scannedAt: scan.scannedAt,
    recordedAt: scan.recordedAt,
    offline: true,
    conflict: known.conflict,
  }).execute()
}

/** Whether the door was set to an existing event that its device had: no other event is told of people it does not know. */
async function isOwnEvent(tx: TenantTx, { eventId }: OfflineScan, itsEvents: ItsEvents): Promise<boolean> {
  if (eventId === null || !mayScan(itsEvents, eventId)) return false
  const { rows } =
    await sql`select from event where tenant_id = ${tx.tenantId}::uuid and id = ${eventId}::uuid`.execute(tx)
  return rows.length > 0
}

async function markScanned(
  tx: TenantTx,
  { ticketId, scannedAt, recordedAt, device }: OfflineScan,
  ticket: TicketAtDoor,
): Promise<void> {
  const isMarked = await updateRows(tx, 'ticket')
    .set({ status: 'scanned', scannedAt, scannedByDeviceId: device.id })
    .where('id', '=', ticketId)
    .where('status', '=', 'not_scanned')
    .$call(isDone)
  if (!isMarked) return
  const data = { ...bookedAs(ticket), device: device.id }
  await announce(tx, recordedAt, [{ kind: 'ticket.scanned', data }])
}
