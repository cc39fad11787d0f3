import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { findEvent } from '../event/event.queries.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listTicketIds, type TicketChoice } from './ticket.queries.ts'
import { qrCodesOf, type WithQrCode } from './tickets-in-hand.ts'

export type SignedTicket = WithQrCode & { readonly id: string }

/**
 * Makes the QR texts of tickets of any status, in the order the tickets were made.
 *
 * @throws AppError not_found when the event, or one of the named tickets, is not the tenant's
 */
export async function signTickets(
  deps: Pick<Deps, 'database'> & { readonly signingKeys: SigningKeys },
  tenant: Tenant,
  choice: TicketChoice,
): Promise<readonly SignedTicket[]> {
  const ids = await deps.database.asTenant(tenant.id, async (tx) => {
    const { eventId } = choice
    if (eventId !== undefined && !(await findEvent(tx, eventId))) throw new AppError('not_found')
    return listTicketIds(tx, choice)
  })
  const wanted = new Set(choice.ids ?? [])
  if (wanted.size > 0 && ids.length < wanted.size) throw new AppError('not_found')
  const qrCodeOf = await qrCodesOf(deps.signingKeys, tenant.id)
  return ids.map((id) => ({ id, qrCodeData: qrCodeOf(id) }))
}
