import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { BasicDeps, TellDeps } from '../deps.ts'
import { findBookedEvent, getReservation, type Reservation } from '../reservation/reservation.queries.ts'
import { isOver } from '../event/event.ts'
import { canExpire } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listThingsOf } from '../ticket/things.queries.ts'
import { countTicketsOfReservation } from '../ticket/ticket.queries.ts'
import { bookerCancelsUntil, type BookerRefusal, cancellableOf, refusedByRule } from './booker-cancellation.ts'
import { cancelWithRefund } from './cancel-with-refund.ts'
import { listPayments } from './payment.queries.ts'

/**
 * Cancels a booking, or some of its tickets, for the booker, as far as the organisation allows. What the rule looks at is
 * read under the lock of the reservation: a payment that arrives meanwhile is seen.
 *
 * @param ticketIds null for the whole booking
 * @throws AppError cancellation_closed; as cancelReservation
 */
export async function cancelAsBooker(
  deps: TellDeps,
  tenant: Tenant,
  id: string,
  ticketIds: readonly string[] | null,
): Promise<void> {
  const cancellation = { insist: false, ticketIds }
  await cancelWithRefund(deps, tenant, { kind: 'anonymous' }, id, cancellation, {
    async admit(tx, reservation) {
      const booked = await readCase(tx, reservation)
      if (booked === null || refusedByRule(booked, tenant.cancellationHours, deps.now()) !== null)
        throw new AppError('cancellation_closed')
    },
  })
}

/** What the booker is told about cancelling a booking. */
export type BookerCancellation = {
  /** Until when they may, or might have; null: never here. */
  readonly until: Date | null
  /** Why they cannot; null: they can, or it is cancelled or over. */
  readonly refusal: BookerRefusal | null
  readonly canCancel: boolean
  /** Whether money came for it. */
  readonly isPaid: boolean
}

/** Finds whether the booker may cancel now, and if not, why. @throws AppError not_found */
export async function readBookerCancellation(
  { database, now }: BasicDeps,
  { id: tenantId, cancellationHours, timeZone }: Tenant,
  id: string,
): Promise<BookerCancellation> {
  return database.asTenant(tenantId, async (tx) => {
    const reservation = await getReservation(tx, id)
    const booked = await readCase(tx, reservation)
    const isSettled = !canExpire(reservation.status)
    if (reservation.status === 'cancelled') return { until: null, refusal: null, canCancel: false, isPaid: false }
    // An order at no event has no start before which it could be given up; what is not settled ends by itself.
    if (booked === null) return { until: null, refusal: isSettled ? 'order' : null, canCancel: false, isPaid: false }
    const { startsAt, endsAt } = booked
    const left = {
      tickets: await countTicketsOfReservation(tx, id),
      hasCollected: (await listThingsOf(tx, id)).some(({ handedOut }) => handedOut > 0),
      isSettled,
    }
    const { whole, some } = cancellableOf(left)
    const kept = whole || some ? null : left.hasCollected ? 'collected' : 'used'
    const refusal = refusedByRule(booked, cancellationHours, now()) ?? kept
    return {
      until: bookerCancelsUntil(booked, cancellationHours),
      refusal: isOver({ startsAt, endsAt }, { now: now(), timeZone }) ? null : refusal,
      canCancel: refusal === null,
      isPaid: booked.paidBy !== null,
    }
  })
}

/** Reads what the rule looks at; null: it is an order at no event. */
async function readCase(tx: TenantTx, reservation: Reservation) {
  const { id, status, createdAt } = reservation
  const { startsAt, endsAt, postponedAt } = await findBookedEvent(tx, reservation)
  if (startsAt === null) return null
  const wasPostponed = postponedAt !== null && createdAt < postponedAt
  const paid = (await listPayments(tx, [id])).find((payment) => payment.status === 'settled')
  const paidBy = paid && (paid.receivedMinor ?? 0) > 0 ? paid.method : null
  return { status, startsAt, endsAt, wasPostponed, paidBy }
}
