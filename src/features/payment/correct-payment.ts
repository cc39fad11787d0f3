import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { getReservation } from '../reservation/reservation.queries.ts'
import { refusedMove } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { sumBackOf } from './money-back.queries.ts'
import { lockDeskPayment, moveToMethod } from './payment.queries.ts'
import { methodOf, type MoneyMethod } from './payment.ts'
import { lockRefundsOf } from './refund.queries.ts'
import { getReservationWithPayments, type ReservationWithPayments } from './reservation-with-payments.queries.ts'

/**
 * Corrects by which method the desk took what was paid: what the house has of it leaves the one and comes to the other, on this day.
 * What went back before stays where it was given, so that no method gives more than it took.
 *
 * @throws AppError not_found, invalid_transition (nothing was paid at the desk, it is all back, or it is under this method already)
 */
export async function correctPayment(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { reservationId, method }: { readonly reservationId: string; readonly method: MoneyMethod },
): Promise<ReservationWithPayments> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = await getReservation(tx, reservationId)
    const payment = await lockDeskPayment(tx, reservationId)
    if (payment === null) throw refusedMove(reservation)
    const recorded = methodOf(payment)
    if (recorded === method) throw refusedMove(reservation)
    // Who hands one over at this moment has noted it by then, or notes it under the other method.
    await lockRefundsOf(tx, payment.id)
    const currency = payment.receivedCurrency ?? payment.currency
    const amountMinor = (payment.receivedMinor ?? 0) - (await sumBackOf(tx, payment.id))
    if (amountMinor <= 0) throw refusedMove(reservation)
    const now = deps.now()
    await moveToMethod(tx, payment, { method, amountMinor, currency, now })
    await recordChange(tx, actor, now, 'reservation.payment_corrected', reservationId, {
      before: { method: recorded },
      after: { method },
    })
    return getReservationWithPayments(tx, reservationId)
  })
}
