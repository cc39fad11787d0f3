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

/** A status as the interface says it: by its letter, where its noun has letters. */
export function statusWord(of: string, status: string): string {
  return letters[of]?.[status] ?? status
}
