import type { ReservationStatus } from '../reservation/reservation.ts'
import type { PaymentMethod } from './payment.ts'

/** What decides whether the booker may cancel a booking. */
export type BookerCase = {
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** Whether the event was postponed since the booking. */
  readonly wasPostponed: boolean
  /** How the booking was paid; null when it was not. */
  readonly paidBy: PaymentMethod | null
}

/**
 * Until when the booker may cancel without asking (ADR 0085); null when they may not. A booking that cost nothing, is not paid
 * yet or was postponed since can be cancelled until the start; one paid at the desk is refunded there.
 *
 * @param hours the organisation's rule for what was paid online; null: never
 */
export function bookerCancelsUntil(
  { status, startsAt, wasPostponed, paidBy }: BookerCase,
  hours: number | null,
): Date | null {
  if (status === 'cancelled') return null
  if (paidBy === null) return startsAt
  if (paidBy !== 'online') return null
  if (wasPostponed) return startsAt
  if (hours === null) return null
  return new Date(startsAt.getTime() - hours * 3_600_000)
}
