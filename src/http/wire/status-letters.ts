import type { RefusedMove } from '../../errors.ts'
import type { ReservationStatus } from '../../features/reservation/reservation.ts'
import type { TicketStatus } from '../../features/ticket/ticket.ts'

/** The letters of each status of a reservation (docs/interface/reservations.md, "Statuses"). */
export const letterOfReservation = {
  cancelled: 'C',
  created: 'R',
  unpaid: 'U',
  email_unverified: 'F',
  email_verified: 'FA',
  paid: 'P',
  paid_email_invalid: 'PE',
  paid_email_unsent: 'PN',
  valid: 'V',
} as const satisfies Record<ReservationStatus, string>

/** The letter of each status of a ticket (docs/interface/tickets.md, "Statuses"). */
export const letterOfTicket = {
  created: 'C',
  not_active: 'N',
  not_scanned: 'K',
  scanned: 'S',
} as const satisfies Record<TicketStatus, string>

const letters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reservation: letterOfReservation,
  ticket: letterOfTicket,
}

/** A move that was refused, as the interface says it: by letters, where its noun has letters. */
export function wordsOfMove({ of, from, to = from }: RefusedMove): { readonly from: string; readonly to: string } {
  const word = (status: string) => letters[of]?.[status] ?? status
  return { from: word(from), to: word(to) }
}
