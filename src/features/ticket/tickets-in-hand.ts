import type { Deps } from '../deps.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { makeQrCode } from './qr-code.ts'
import { listTicketsOfReservation, type Part, type ReservationTicket } from './ticket.queries.ts'

/** A ticket as its holder shows it: with the text of its QR code. */
export type TicketInHand = ReservationTicket & { readonly qrCodeData: string }

/**
 * The tickets of a reservation that open the door, or have opened it, in the order they were made: none before it is paid
 * or confirmed, and none that was cancelled. A part of them: each is signed.
 */
export async function listTicketsInHand(
  deps: Pick<Deps, 'database'> & { readonly signingKeys: SigningKeys },
  tenantId: string,
  reservationId: string,
  part: Part,
): Promise<readonly TicketInHand[]> {
  const tickets = await deps.database.asTenant(tenantId, (tx) => listTicketsOfReservation(tx, reservationId, part))
  const [active] = await deps.signingKeys.list(tenantId)
  if (!active) throw new Error('the tenant has no signing key')
  return tickets.map((ticket) => ({ ...ticket, qrCodeData: makeQrCode(ticket.id, active.privateKey) }))
}
