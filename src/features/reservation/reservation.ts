import { AppError } from '../../errors.ts'

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

/** Every move that somebody can make with a reservation (ADR 0060); any other is refused. */
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

/** The statuses that expire, holds alone: nothing that was paid or confirmed ever does. */
export const expiringStatuses = [
  'created',
  'unpaid',
  'email_unverified',
] as const satisfies readonly ReservationStatus[]

/** Moves of an expired reservation, when its payment or confirmation arrives late and its places can be taken again. */
export const lateTransitions = ['paid', 'email_verified'] as const satisfies readonly ReservationStatus[]

export type CancellationCause = 'cancellation' | 'expiry'

export type ReservationState = {
  readonly status: ReservationStatus
  /** Why it was cancelled; null unless it was. */
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

/** True while it is unpaid and its hold has not ended. */
export function awaitsPayment(
  reservation: { readonly status: ReservationStatus; readonly expiresAt: Date | null },
  now: Date,
): boolean {
  const { status, expiresAt } = reservation
  return status === 'unpaid' && (expiresAt === null || expiresAt > now)
}

/** Whether its booker may still confirm it; an expired one may be confirmed late, while its places are free. */
export function canConfirm(reservation: ReservationState & { readonly unconfirmedFrom: Buffer | null }): boolean {
  return reservation.unconfirmedFrom !== null || canMove(reservation, 'email_verified')
}

type Hold = {
  /** When the event ends; null: at no event. */
  readonly eventEnd: Date | null
  readonly emailHoldSeconds: number
  /** How long places are held for an online payment; null: it is paid at the door, and held until the event's end. */
  readonly onlineHoldSeconds: number | null
  /** True when it is neither paid nor confirmed: it is held for half an hour. */
  readonly awaitsConfirmation: boolean
}

/** How long places are held for an address that nobody confirmed (ADR 0233). */
export const confirmationMs = 30 * 60_000

/** How long what is paid at the desk is held where there is no event whose end would close it (ADR 0100). */
const deskHoldMs = 30 * 86_400_000

/** Until when the places of a known booker who pays at the door or at the desk are held. */
export function doorHoldUntil(eventEnd: Date | null, now: Date): Date {
  return eventEnd ?? new Date(now.getTime() + deskHoldMs)
}

/** Until when a new reservation keeps its places; null: for good. */
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

/** Refuses what the status does not allow. @param to the status that was wanted; undefined: it would have stayed */
export function refusedMove({ status: from }: Pick<ReservationState, 'status'>, to?: ReservationStatus): AppError {
  return new AppError('invalid_transition', { move: { of: 'reservation', from, ...(to && { to }) } })
}
