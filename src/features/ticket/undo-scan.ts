import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'

/**
 * Takes the scan of a ticket back, so that it can be scanned again, and logs that this was done. The person who was let
 * in by mistake, or never came in, is then no longer counted as inside.
 *
 * @throws AppError not_found, invalid_transition (not scanned, or its reservation is cancelled)
 */
export async function undoScan(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  ticketId: string,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const { reservationStatus, ...scan } = await lockScan(tx, ticketId)
    if (reservationStatus === 'cancelled') throw new AppError('invalid_transition')
    const undone = await tx
      .updateTable('ticket')
      .set({ status: 'not_scanned', scannedAt: null, scannedByDeviceId: null })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', ticketId)
      .where('status', '=', 'scanned')
      .returning('id')
      .executeTakeFirst()
    if (!undone) throw new AppError('invalid_transition')
    const now = deps.now()
    await tx
      .insertInto('scanLog')
      .values({
        tenantId: tx.tenantId,
        id: newId(),
        ticketId,
        eventId: scan.eventId,
        deviceId: null,
        result: 'undone',
        ticketStatus: 'not_scanned',
        priorDeviceId: scan.scannedByDeviceId,
        priorScannedAt: scan.scannedAt,
        nonce: null,
        scannedAt: now,
        recordedAt: now,
      })
      .execute()
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
  const { status } = await tx
    .selectFrom('reservation')
    .select('status')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticket.reservationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const scan = await tx
    .selectFrom('ticket')
    .select(['eventId', 'scannedAt', 'scannedByDeviceId'])
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...scan, reservationStatus: status }
}
