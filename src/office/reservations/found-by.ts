import type { TenantTx } from '../../db/database.ts'
import type { OfficeReservation } from '../../features/reservation/office-list.queries.ts'
import { listTicketsFound } from '../../features/ticket/office-tickets.queries.ts'
import { idsOf, isReferenceOf } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'

/** How many tickets are looked through for those that say more than the line of their booking: some twenty of each on a page. */
const mostTickets = 1_000

export type TicketFound = Awaited<ReturnType<typeof listTicketsFound>>[number]

/**
 * Lists the tickets by which bookings were found, where the line of the booking does not say it: they bear another name than the one it is
 * listed under, or were found by their number or by the address that they were given to.
 */
export async function listFoundBy(
  tx: TenantTx,
  bookings: readonly Pick<OfficeReservation, 'id' | 'holder'>[],
  text: string,
): Promise<readonly TicketFound[]> {
  if (text === '' || bookings.length === 0) return []
  const found = await listTicketsFound(tx, idsOf(bookings), { text, limit: mostTickets })
  const holders = new Map(bookings.map(({ id, holder }) => [id, holder]))
  const email = normalizeEmail(text)
  return found.filter(
    (one) =>
      nameOn(one) !== holders.get(one.reservationId) ||
      isReferenceOf(text, one.id, 'beginning') ||
      one.holderEmail?.startsWith(email),
  )
}

/** The name on a ticket; '': it bears none. */
export function nameOn({ firstName, lastName }: Pick<TicketFound, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}
