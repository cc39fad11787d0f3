import type { KeyObject } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { makeQrCode, makeQrCodeAside, signingEach } from './qr-code.ts'
import { listTicketsOfReservation, type Part, type ReservationTicket } from './ticket.queries.ts'
import { openStatuses, type TicketStatus } from './ticket.ts'

/** The text of the QR code that a holder shows their ticket with. */
export type WithQrCode = { readonly qrCodeData: string }

export type TicketInHand = ReservationTicket & WithQrCode

/** Finds the key that a tenant's tickets are signed with. @returns makes the text of the QR code of a ticket */
export async function qrCodesOf(signingKeys: SigningKeys, tenantId: string): Promise<(ticketId: string) => string> {
  const privateKey = await activeKey(signingKeys, tenantId)
  return (ticketId) => makeQrCode(ticketId, privateKey)
}

/** Makes the codes of some tickets, in their order, aside from this thread; null for one that opens no door and did not. */
export async function makeQrCodes(
  signingKeys: SigningKeys,
  tenantId: string,
  tickets: readonly { readonly id: string; readonly status: TicketStatus }[],
): Promise<readonly (string | null)[]> {
  const privateKey = await activeKey(signingKeys, tenantId)
  return signingEach(tickets, async ({ id, status }) =>
    openStatuses.includes(status) ? makeQrCodeAside(id, privateKey) : null,
  )
}

async function activeKey(signingKeys: SigningKeys, tenantId: string): Promise<KeyObject> {
  const [active] = await signingKeys.list(tenantId)
  if (!active) throw new Error('the tenant has no signing key')
  return active.privateKey
}

/**
 * Lists a part of a reservation's tickets that open the door, or have opened it, in the order they were made: none before it is paid
 * or confirmed, and none that was cancelled. Only a part, since each is signed.
 */
export async function listTicketsInHand(
  deps: Pick<Deps, 'database'> & { readonly signingKeys: SigningKeys },
  tenantId: string,
  reservationId: string,
  part: Part,
): Promise<readonly TicketInHand[]> {
  const tickets = await deps.database.asTenant(tenantId, (tx) => listTicketsOfReservation(tx, reservationId, part))
  const qrCodeOf = await qrCodesOf(deps.signingKeys, tenantId)
  return tickets.map((ticket) => ({ ...ticket, qrCodeData: qrCodeOf(ticket.id) }))
}
