import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Deps, TellDeps } from '../deps.ts'
import { findBookedEvent, findReservation, type Reservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { bookerCancelsUntil } from './booker-cancellation.ts'
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
      const until = await cancelsUntil(tx, tenant, reservation)
      if (until === null || until <= deps.now()) throw new AppError('cancellation_closed')
    },
  })
}

/** Finds until when the booker may cancel; null when they may not, or there is no such reservation. */
export async function findCancellationEnd(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  id: string,
): Promise<Date | null> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = await findReservation(tx, id)
    return reservation && cancelsUntil(tx, tenant, reservation)
  })
}

async function cancelsUntil(
  tx: TenantTx,
  tenant: Pick<Tenant, 'cancellationHours'>,
  reservation: Reservation,
): Promise<Date | null> {
  const { id, status, createdAt } = reservation
  const { startsAt, postponedAt } = await findBookedEvent(tx, reservation)
  // A membership has no start before which it could be given up; staff cancels it.
  if (startsAt === null) return null
  const wasPostponed = postponedAt !== null && createdAt < postponedAt
  const paid = (await listPayments(tx, [id])).find((payment) => payment.status === 'settled')
  const paidBy = paid && (paid.receivedMinor ?? 0) > 0 ? paid.method : null
  return bookerCancelsUntil({ status, startsAt, wasPostponed, paidBy }, tenant.cancellationHours)
}
