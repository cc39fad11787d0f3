import type { SigningKeys } from '../tenant/signing-keys.ts'
import { makeQrCode } from './qr-code.ts'
import type { GivenTicket } from './ticket.queries.ts'

export type GivenTicketInHand = GivenTicket & { readonly qrCodeData: string }

/** Makes of tickets that somebody else has given to a person what they show at the door. */
export async function signGivenTickets(
  deps: { readonly signingKeys: SigningKeys },
  tenantId: string,
): Promise<(ticket: GivenTicket) => GivenTicketInHand> {
  const [active] = await deps.signingKeys.list(tenantId)
  if (!active) throw new Error('the tenant has no signing key')
  return (ticket) => ({ ...ticket, qrCodeData: makeQrCode(ticket.id, active.privateKey) })
}
