import type { Deps } from '../deps.ts'
import { isGivenProof } from './given-proof.ts'
import { findTicketEvent, type TicketFacts } from './ticket-document.queries.ts'
import { findTicketPlace } from './ticket.queries.ts'

export type FoundGivenTicket = {
  readonly reservationId: string
  readonly ticketId: string
  readonly event: TicketFacts['event']
  /** Whether it neither opens the door nor did, as when it was given on or cancelled; not when its event is cancelled. */
  readonly isGone: boolean
}

/** Finds the ticket that an address was given with. Null: the proof is another's. */
export async function findGivenTicket(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenantId: string,
  { id, proof }: { readonly id: string; readonly proof: string },
): Promise<FoundGivenTicket | null> {
  if (!isGivenProof(deps, tenantId, { id, proof })) return null
  return deps.database.asTenant(tenantId, async (tx) => {
    const ticket = await findTicketPlace(tx, id)
    const event = ticket && (await findTicketEvent(tx, ticket.reservationId))
    if (!ticket || !event) return null
    const isGone = !ticket.opens && event.cancelledAt === null
    return { reservationId: ticket.reservationId, ticketId: id, event, isGone }
  })
}
