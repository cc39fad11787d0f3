import { currentDay } from '../../lib/time.ts'

export const reservationStatuses = [
  'cancelled',
  'created',
  'unpaid',
  'email_unverified',
  'email_verified',
  'paid',
  'paid_email_invalid',
  'paid_email_unsent',
  'valid',
] as const
export type ReservationStatus = (typeof reservationStatuses)[number]

/** Every move a reservation can make by what somebody does (ADR 0060); any other is refused. */
export const reservationTransitions = {
  created: ['unpaid', 'email_unverified', 'email_verified', 'paid', 'cancelled'],
  unpaid: ['paid', 'cancelled'],
  email_unverified: ['email_verified', 'cancelled'],
  email_verified: ['valid', 'paid_email_invalid', 'paid_email_unsent', 'cancelled'],
  paid: ['valid', 'paid_email_invalid', 'paid_email_unsent', 'cancelled'],
  paid_email_invalid: ['valid', 'cancelled'],
  paid_email_unsent: ['valid', 'paid_email_invalid', 'cancelled'],
  valid: ['cancelled'],
  cancelled: [],
} as const satisfies Record<ReservationStatus, readonly ReservationStatus[]>

/** Only holds run out: nothing that was paid or confirmed ever expires. */
export const expiringStatuses = [
  'created',
  'unpaid',
  'email_unverified',
] as const satisfies readonly ReservationStatus[]

/** Where an expired reservation may still go, when its payment or confirmation arrives late and its places can be taken again. */
export const lateTransitions = ['paid', 'email_verified'] as const satisfies readonly ReservationStatus[]

export type CancellationCause = 'cancellation' | 'expiry'

export type ReservationState = {
  readonly status: ReservationStatus
  /** Null unless cancelled. */
  readonly cancelledBecause: CancellationCause | null
}

export function canMove(from: ReservationState, to: ReservationStatus): boolean {
  if (isExpired(from)) return (lateTransitions as readonly ReservationStatus[]).includes(to)
  return (reservationTransitions[from.status] as readonly ReservationStatus[]).includes(to)
}

export function canExpire(status: ReservationStatus): boolean {
  return (expiringStatuses as readonly ReservationStatus[]).includes(status)
}

export function isExpired({ status, cancelledBecause }: ReservationState): boolean {
  return status === 'cancelled' && cancelledBecause === 'expiry'
}

/** When an event is over: at its end; without one, at 04:00 after it began, the end of its house day (ADR 0064). */
export function endOfEvent(event: { readonly startsAt: Date; readonly endsAt: Date | null }, timeZone: string): Date {
  return event.endsAt ?? currentDay(event.startsAt, timeZone).to
}

/** True while its payment is waited for: it is unpaid, and its hold has not ended. */
export function awaitsPayment(
  reservation: { readonly status: ReservationStatus; readonly expiresAt: Date | null },
  now: Date,
): boolean {
  const { status, expiresAt } = reservation
  return status === 'unpaid' && (expiresAt === null || expiresAt > now)
}

/** Whether its booker may still confirm it; what has expired is confirmed late, while its places are there. */
export function canConfirm(reservation: ReservationState & { readonly unconfirmedFrom: Buffer | null }): boolean {
  return reservation.unconfirmedFrom !== null || canMove(reservation, 'email_verified')
}

type Hold = {
  /** Null: at no event. */
  readonly eventEnd: Date | null
  readonly emailHoldSeconds: number
  /** Null: it is paid at the door, until the event's end. */
  readonly onlineHoldSeconds: number | null
  /** Nothing of it is paid or known: it counts for half an hour. */
  readonly awaitsConfirmation: boolean
}

/** How long places are held for an address that nobody confirmed (ADR 0233). */
export const confirmationMs = 30 * 60_000

/** How long what is paid at the desk is held where there is no event whose end would close it (ADR 0100). */
const deskHoldMs = 30 * 86_400_000

/** Until when what is paid at the door, or at the desk, is held for somebody who is known. */
export function doorHoldUntil(eventEnd: Date | null, now: Date): Date {
  return eventEnd ?? new Date(now.getTime() + deskHoldMs)
}

/** Until when a new reservation keeps its places; null for good. */
export function holdUntil(status: ReservationStatus, hold: Hold, now: Date): Date | null {
  const until = settledHoldUntil(status, hold, now)
  if (until === null || !hold.awaitsConfirmation) return until
  return new Date(Math.min(until.getTime(), now.getTime() + confirmationMs))
}

function settledHoldUntil(status: ReservationStatus, hold: Hold, now: Date): Date | null {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  switch (status) {
    case 'created':
    case 'unpaid': {
      const online = hold.onlineHoldSeconds === null ? null : after(hold.onlineHoldSeconds)
      const atDoor = doorHoldUntil(hold.eventEnd, now)
      return online !== null && online < atDoor ? online : atDoor
    }
    case 'email_unverified':
      return after(hold.emailHoldSeconds)
    default:
      return null
  }
}
