import type { TenantTx } from '../../db/database.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { makeQrCode } from './qr-code.ts'
import { type GivenTicket, listTicketsGivenTo } from './ticket.queries.ts'

export type GivenTicketInHand = GivenTicket & { readonly qrCodeData: string }

/** What somebody else has given to a person, as they show it at the door. */
export async function listGivenTicketsInHand(
  deps: { readonly signingKeys: SigningKeys },
  tx: TenantTx,
  email: string,
  now: Date,
): Promise<readonly GivenTicketInHand[]> {
  const tickets = await listTicketsGivenTo(tx, email, now)
  if (tickets.length === 0) return []
  const [active] = await deps.signingKeys.list(tx.tenantId)
  if (!active) throw new Error('the tenant has no signing key')
  return tickets.map((ticket) => ({ ...ticket, qrCodeData: makeQrCode(ticket.id, active.privateKey) }))
}
