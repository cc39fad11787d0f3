import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertRows, isDone, selectRows, updateRows } from '../../db/rows.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { announce } from '../webhook/announce.ts'
import { isApart, isUndone } from './inside.queries.ts'
import { holdsQrCode } from './qr-code.ts'
import { refusedTicketMove } from './ticket.ts'

export type ScanToUndo = {
  readonly ticketId: string
  /** The id of a row of the log, also of a `Conflict`: somebody let in without network. Null: the scan by which the ticket is scanned. */
  readonly scanId: string | null
  /** The reason, in the words of the person who undoes it; null: none was given. */
  readonly reason: string | null
}

/** `at`: since when the scan could be undone; null: not known. */
type Timed = { readonly at: Date | null; readonly eventId: string }

/**
 * Undoes a scan and logs that this was done. The person who was let in by mistake, or never came in, is then no longer counted as
 * inside. If it was the scan by which the ticket is scanned, the ticket can be scanned again; undoing a conflict leaves it as it is.
 *
 * @throws AppError not_found, invalid_transition (not scanned or undone already; the reservation of a scanned ticket is cancelled),
 *   validation_failed (a reason that holds the code of a ticket)
 */
export async function undoScan(deps: BasicDeps, tenant: Tenant, actor: Actor, undone: ScanToUndo): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) => undoScanWithin(tx, actor, deps.now(), undone))
}

/** Undoes a scan within a transaction. @param requireTimely throws where this scan may not be undone any more */
export async function undoScanWithin(
  tx: TenantTx,
  actor: Actor,
  now: Date,
  { ticketId, scanId, reason }: ScanToUndo,
  requireTimely: (scan: Timed) => void = () => {},
): Promise<void> {
  // The reason holds somebody else's ticket, which the log would keep for everybody who reads it.
  if (reason !== null && holdsQrCode(reason)) throw fieldError('reason', 'ticket_code')
  const { reservationStatus, personEmail, reservationId, ...ticket } = await lockTicket(tx, ticketId)
  const named = scanId === null ? null : await findScan(tx, ticketId, scanId)
  const id = newId()
  const by = actor.kind === 'device' ? actor.deviceId : null
  if (named?.isApart) {
    requireTimely({ at: named.recordedAt, eventId: named.eventId })
    await insertUndone(tx, by, now, { id, ticketId, ticketStatus: ticket.status, scan: named })
  } else {
    if (reservationStatus === 'cancelled')
      throw new AppError('invalid_transition', { move: { of: 'reservation', from: reservationStatus } })
    requireTimely({ at: ticket.scannedAt, eventId: ticket.eventId })
    const stood = await findStandingScan(tx, ticketId, ticket)
    if (named && named.id !== stood.id) throw refusedTicketMove(ticket, 'not_scanned')
    if (ticket.status !== 'scanned') throw refusedTicketMove(ticket, 'not_scanned')
    await takeTicketBack(tx, { ticket: ticketId, reservation: reservationId, event: ticket.eventId }, now)
    await insertUndone(tx, by, now, { id, ticketId, ticketStatus: 'not_scanned', scan: stood })
  }
  await recordChange(tx, actor, now, 'ticket.scan_taken_back', ticketId, {
    after: { scan: id },
    personal: reason === null ? [] : [{ field: 'reason', personEmail, after: reason }],
  })
}

type LoggedScan = {
  /** The id in the log; null: the log does not have it. */
  readonly id: string | null
  readonly eventId: string
  readonly deviceId: string | null
  readonly scannedAt: Date | null
}

/** @throws AppError not_found */
async function findScan(tx: TenantTx, ticketId: string, scanId: string) {
  const scan = await selectRows(tx, 'scanLog')
    .select(['id', 'eventId', 'deviceId', 'scannedAt', 'recordedAt', isApart.as('isApart')])
    .where('ticketId', '=', ticketId)
    .where('id', '=', scanId)
    .executeTakeFirst()
  return orNotFound(scan)
}

/** Finds the scan by which a ticket is scanned: the last that admitted it at that time, by that device. */
async function findStandingScan(
  tx: TenantTx,
  ticketId: string,
  {
    eventId,
    scannedAt,
    scannedByDeviceId: deviceId,
  }: Pick<LockedTicket, 'eventId' | 'scannedAt' | 'scannedByDeviceId'>,
): Promise<LoggedScan> {
  const row = await selectRows(tx, 'scanLog')
    .select('id')
    .where('ticketId', '=', ticketId)
    .where('result', '=', 'admitted')
    .where('scannedAt', '=', scannedAt)
    .where('deviceId', '=', deviceId)
    .where(sql<boolean>`not ${isApart} and not ${isUndone}`)
    .orderBy('recordedAt', 'desc')
    .executeTakeFirst()
  return { id: row?.id ?? null, eventId, deviceId, scannedAt }
}

type OfTicket = { readonly ticket: string; readonly reservation: string; readonly event: string }

/** Lets a ticket be scanned again. @throws AppError invalid_transition */
export async function takeTicketBack(tx: TenantTx, of: OfTicket, now: Date): Promise<void> {
  const undone = await updateRows(tx, 'ticket')
    .set({ status: 'not_scanned', scannedAt: null, scannedByDeviceId: null })
    .where('id', '=', of.ticket)
    .where('status', '=', 'scanned')
    .$call(isDone)
  if (!undone) throw refusedTicketMove({ status: 'not_scanned' }, 'not_scanned')
  await announce(tx, now, [{ kind: 'ticket.undone', data: of }])
}

/** @param deviceId the device that undid it; null: none did */
export async function insertUndone(
  tx: TenantTx,
  deviceId: string | null,
  now: Date,
  undone: { readonly id: string; readonly ticketId: string; readonly ticketStatus: string; readonly scan: LoggedScan },
): Promise<void> {
  const { id, ticketId, ticketStatus, scan } = undone
  await insertRows(tx, 'scanLog', {
    id,
    ticketId,
    ticketStatus,
    eventId: scan.eventId,
    deviceId,
    result: 'undone',
    undoneScanId: scan.id,
    priorDeviceId: scan.deviceId,
    priorScannedAt: scan.scannedAt,
    scannedAt: now,
    recordedAt: now,
  }).execute()
}

type LockedTicket = Awaited<ReturnType<typeof lockTicket>>

/** Locks the reservation before the ticket, as a cancellation does: neither sees half of the other. */
async function lockTicket(tx: TenantTx, ticketId: string) {
  const found = await selectRows(tx, 'ticket').select('reservationId').where('id', '=', ticketId).executeTakeFirst()
  const { reservationId } = orNotFound(found)
  const { status, bookerEmail } = await selectRows(tx, 'reservation')
    .select(['status', 'bookerEmail'])
    .where('id', '=', reservationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const locked = await selectRows(tx, 'ticket')
    .select(['status', 'eventId', 'scannedAt', 'scannedByDeviceId', 'holderEmail'])
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { holderEmail, ...rest } = locked
  return { ...rest, reservationId, reservationStatus: status, personEmail: holderEmail ?? (bookerEmail || null) }
}
