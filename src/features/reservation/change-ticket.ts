import { violates } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { normalizeSeat } from '../../lib/text.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { lockTickets, writeHolder } from '../ticket/reservation-tickets.queries.ts'
import { freeSeating, refusedTicketMove } from '../ticket/ticket.ts'
import type { TicketHolder } from './booking.ts'
import { lockReservation, markChanged } from './reservation.queries.ts'

export type TicketChange = {
  readonly reservationId: string
  readonly ticketId: string
  /** The version that the person who changes it has seen (versionOf): somebody else may have changed it meanwhile. */
  readonly seen: string
  /** The new holder and seat; a seat that is '' is free seating. */
  readonly wanted: TicketHolder
}

/** A hash of what is on a ticket, to tell it from what was there before. */
export function versionOf({ firstName, lastName, seat }: TicketHolder): string {
  return sha256(JSON.stringify([firstName, lastName, seat])).toString('hex')
}

/**
 * Puts another name or seat on a ticket. Its code stays, and so does the person it was given to: to give it to somebody else is
 * `giveTicket`. A second press finds it changed, and changes nothing.
 *
 * @throws AppError not_found, invalid_transition (it was cancelled, or given away), changed_meanwhile, seat_taken
 */
export async function changeTicket(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { reservationId, ticketId, seen, wanted }: TicketChange,
): Promise<void> {
  const next = { ...wanted, seat: normalizeSeat(wanted.seat) || freeSeating }
  try {
    await deps.database.asTenant(tenant.id, async (tx) => {
      const reservation = await lockReservation(tx, reservationId)
      const ticket = (await lockTickets(tx, [reservationId])).find(({ id }) => id === ticketId)
      if (!reservation || !ticket) throw new AppError('not_found')
      if (ticket.cancelledAt !== null) throw refusedTicketMove(ticket)
      if (isSame(ticket, next)) return
      if (versionOf(ticket) !== seen) throw new AppError('changed_meanwhile')
      const now = deps.now()
      await writeHolder(tx, ticketId, next)
      await markChanged(tx, reservationId)
      const personEmail = ticket.holderEmail ?? (reservation.bookerEmail || null)
      const [before, after] = [nameOf(ticket), nameOf(next)]
      await recordChange(tx, actor, now, 'ticket.changed', ticketId, {
        before: { seat: ticket.seat },
        after: { seat: next.seat },
        personal: before === after ? [] : [{ field: 'name', personEmail, before, after }],
      })
    })
  } catch (error) {
    if (violates(error, 'ticket_one_seat')) throw new AppError('seat_taken')
    throw error
  }
}

function isSame(one: TicketHolder, other: TicketHolder): boolean {
  return one.firstName === other.firstName && one.lastName === other.lastName && one.seat === other.seat
}

function nameOf({ firstName, lastName }: TicketHolder): string {
  return `${firstName} ${lastName}`.trim()
}
