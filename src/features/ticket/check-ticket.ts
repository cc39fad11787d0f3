import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { listTicketsAtDoor } from './scan.queries.ts'
import type { TicketView } from './scan.ts'
import { verifyQrCode } from './verify-qr-code.ts'

/**
 * Describes a ticket and changes nothing (decisions, section 2, checks 1 to 4).
 *
 * @throws AppError invalid_qrcode, invalid_signature, ticket_not_found, key_invalid, device_archived
 */
export async function checkTicket(
  deps: Pick<Deps, 'database' | 'now'> & { readonly signingKeys: SigningKeys },
  tenantId: string,
  device: KnownDevice,
  qrCodeData: unknown,
): Promise<TicketView> {
  const ticketId = await verifyQrCode(deps.signingKeys, tenantId, qrCodeData)
  return deps.database.asTenant(tenantId, async (tx) => {
    await requireLiveDevice(tx, device, deps.now())
    const ticket = (await listTicketsAtDoor(tx, [ticketId])).get(ticketId)
    if (!ticket) throw new AppError('ticket_not_found')
    return ticket.view
  })
}
