import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { notedMoney } from '../audit/noted-money.ts'
import { recordChange } from '../audit/record-change.ts'
import type { EnqueueDeps } from '../deps.ts'
import type { Reservation } from '../reservation/reservation.queries.ts'
import { settleAndRead } from '../reservation/settle-reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { markOfferPaid } from '../waiting-list/waiting-list.queries.ts'
import { issueReceiptOf } from './issue-receipts.ts'
import { insertDeskPayment } from './payment.queries.ts'
import { type DeskMethod, takings } from './payment.ts'
import { getReservationWithPayments, type ReservationWithPayments } from './reservation-with-payments.queries.ts'
import { withdrawPayment } from './withdraw-payment.ts'

export type NewPayment = {
  readonly method: DeskMethod
  /** The amount paid; null: the amount due, or nothing for a gift. */
  readonly amountMinor: number | null
  /** True when staff has just sold the reservation: the log notes sale and payment together, neither without the other. */
  readonly isSale?: boolean
}

/**
 * Pays what is due at the desk: U becomes P, tickets open the door, their mail is on its way. When two payments, or a payment
 * and the expiry, meet, one wins; a payment after the expiry takes the places again, or is refused. An open online payment is
 * withdrawn.
 *
 * @returns the reservation as this left it. Its receipt takes its number with the commit, and is not in it
 * @throws AppError not_found, invalid_transition, amount_mismatch; sold_out, max_per_user, seat_taken (it came too late)
 */
export async function payReservation(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  payment: NewPayment,
): Promise<ReservationWithPayments> {
  const { method } = payment
  const extra = async (tx: TenantTx, reservation: Reservation) => {
    const { currency } = tenant
    const now = deps.now()
    const amountMinor = takings(method, reservation.totalMinor)
    if (payment.amountMinor !== null && payment.amountMinor !== amountMinor)
      throw new AppError('amount_mismatch', { amountMinor })
    const paymentId = newId()
    const paid = { reservationId: id, paymentId, currency, now }
    const amount = notedMoney({ amountMinor, currency })
    await Promise.all([
      withdrawPayment(deps, tx, id),
      markOfferPaid(tx, id),
      insertDeskPayment(tx, { id: paymentId, reservationId: id, method, amountMinor, currency, now }),
      amountMinor > 0 && issueReceiptOf(deps, tx, tenant, paid),
      payment.isSale && recordChange(tx, actor, now, 'reservation.sold', id, { after: { amount } }),
      recordChange(tx, actor, now, 'reservation.paid', id, { after: { payment: paymentId, method, amount } }),
    ])
  }
  const read = (tx: TenantTx) => getReservationWithPayments(tx, id)
  return settleAndRead(deps, tenant, id, method === 'free' ? 'given' : 'paid', { extra, read })
}
