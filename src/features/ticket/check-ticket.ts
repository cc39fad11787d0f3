import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import { listTicketsAtDoor } from './scan.queries.ts'
import type { SeenTicket } from './scan.ts'
import type { Thing } from './thing.ts'
import { listThingsFor } from './things.queries.ts'
import { type VerifyDeps, verifyQrCode } from './verify-qr-code.ts'

/**
 * Describes a ticket and changes nothing (checks 1 to 4 of ADR 0038), with the things to be handed out with it.
 *
 * @throws AppError invalid_qrcode, invalid_signature, ticket_not_found, key_invalid, device_archived
 */
export async function checkTicket(
  deps: BasicDeps & VerifyDeps,
  tenantId: string,
  device: KnownDevice,
  qrCodeData: unknown,
): Promise<{ readonly ticket: SeenTicket; readonly things: readonly Thing[] }> {
  const { ticketId } = await verifyQrCode(deps, tenantId, qrCodeData)
  return deps.database.asTenant(tenantId, async (tx) => {
    await requireLiveDevice(tx, device, deps.now())
    const found = (await listTicketsAtDoor(tx, [ticketId])).get(ticketId)
    if (!found) throw new AppError('ticket_not_found')
    const { view: ticket } = found
    return { ticket, things: await listThingsFor(tx, ticket) }
  })
}
