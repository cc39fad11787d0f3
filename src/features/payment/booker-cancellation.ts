import type { ReservationStatus } from '../reservation/reservation.ts'
import type { PaymentMethod } from './payment.ts'

/** A booking as far as its cancellation by whoever made it goes. */
export type BookerCase = {
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** Since it was booked. */
  readonly wasPostponed: boolean
  /** How money came; null: none did. */
  readonly paidBy: PaymentMethod | null
}

/**
 * Until when whoever booked may cancel without asking (ADR 0085); null: they may not. What cost nothing, or was not paid
 * yet, or was postponed since, until the start. What was paid at the desk is refunded there.
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
