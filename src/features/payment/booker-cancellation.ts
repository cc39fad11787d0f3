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

/** Why the booker cannot cancel any of a booking: by the rule, or since nothing of it is left that could be cancelled here. */
export type BookerRefusal = 'at_desk' | 'never' | 'too_late' | 'begun' | 'order' | 'used' | 'collected'

/** Says why the rule keeps the booker from cancelling now; null: it lets them. */
export function refusedByRule(booked: BookerCase, hours: number | null, now: Date): BookerRefusal | null {
  const until = bookerCancelsUntil(booked, hours)
  if (until !== null && until > now) return null
  if (booked.startsAt <= now) return 'begun'
  if (until !== null) return 'too_late'
  return booked.paidBy === 'online' ? 'never' : 'at_desk'
}

type Left = {
  /** The numbers of tickets that open the door or did, and of those that nobody has entered with. */
  readonly tickets: { readonly all: number; readonly unused: number }
  readonly hasCollected: boolean
  /** Whether it is no longer only held. */
  readonly isSettled: boolean
}

/** What can be cancelled: all of it, some tickets. Used tickets and collected things stay: with either, only unused tickets can be. */
export function cancellableOf({ tickets: { all, unused }, hasCollected, isSettled }: Left) {
  const whole = unused === all && !hasCollected
  return { whole, some: isSettled && unused > (whole ? 1 : 0) }
}
