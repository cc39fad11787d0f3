import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'

export type UndoneScan = {
  readonly ticketId: string
  /** In the words of whoever takes it back; null: not said. */
  readonly reason: string | null
}

/**
 * Takes the scan of a ticket back, so that it can be scanned again, and logs that this was done. The person who was let
 * in by mistake, or never came in, is then no longer counted as inside.
 *
 * @throws AppError not_found, invalid_transition (not scanned, or its reservation is cancelled)
 */
export async function undoScan(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  undone: UndoneScan,
): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) => takeScanBack(tx, actor, deps.now(), undone))
}

/** The same within a transaction. @param requireTimely throws where this scan may not be taken back any more */
export async function takeScanBack(
  tx: TenantTx,
  actor: Actor,
  now: Date,
  { ticketId, reason }: UndoneScan,
  requireTimely: (scan: { readonly scannedAt: Date | null; readonly eventId: string }) => void = () => {},
): Promise<void> {
  const { reservationStatus, personEmail, ...scan } = await lockScan(tx, ticketId)
  if (reservationStatus === 'cancelled') throw new AppError('invalid_transition')
  requireTimely(scan)
  const undone = await tx
    .updateTable('ticket')
    .set({ status: 'not_scanned', scannedAt: null, scannedByDeviceId: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticketId)
    .where('status', '=', 'scanned')
    .returning('id')
    .executeTakeFirst()
  if (!undone) throw new AppError('invalid_transition')
  const id = newId()
  await tx
    .insertInto('scanLog')
    .values({
      tenantId: tx.tenantId,
      id,
      ticketId,
      eventId: scan.eventId,
      deviceId: actor.kind === 'device' ? actor.deviceId : null,
      result: 'undone',
      ticketStatus: 'not_scanned',
      priorDeviceId: scan.scannedByDeviceId,
      priorScannedAt: scan.scannedAt,
      nonce: null,
      scannedAt: now,
      recordedAt: now,
    })
    .execute()
  await recordChange(tx, actor, now, {
    action: 'ticket.scan_taken_back',
    subjectId: ticketId,
    after: { scan: id },
    // Free words may name somebody.
    personal: reason === null ? [] : [{ field: 'reason', personEmail, after: reason }],
  })
}

/** The reservation is locked before the ticket, as a cancellation does it: neither sees half of the other. */
async function lockScan(tx: TenantTx, ticketId: string) {
  const ticket = await tx
    .selectFrom('ticket')
    .select('reservationId')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticketId)
    .executeTakeFirst()
  if (!ticket) throw new AppError('not_found')
  const { status, bookerEmail } = await tx
    .selectFrom('reservation')
    .select(['status', 'bookerEmail'])
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticket.reservationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const scan = await tx
    .selectFrom('ticket')
    .select(['eventId', 'scannedAt', 'scannedByDeviceId', 'holderEmail'])
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { holderEmail, ...rest } = scan
  return { ...rest, reservationStatus: status, personEmail: holderEmail ?? (bookerEmail || null) }
}
