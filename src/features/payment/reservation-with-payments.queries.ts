import type { TenantTx } from '../../db/database.ts'
import type { Page } from '../../db/in-order.ts'
import { idsOf } from '../../lib/ids.ts'
import { type Dispute, listDisputesOf } from './dispute.queries.ts'
import {
  getReservationView,
  listReservations,
  type ReservationFilter,
  type ReservationWithThings,
} from '../reservation/reservation.queries.ts'
import { listPayments, type Payment } from './payment.queries.ts'
import { listReceiptNumbers } from './receipt.queries.ts'
import { listRefunds, type Refund } from './refund.queries.ts'

/** A payment with what became of it. */
export type PaymentWithRefunds = Payment & {
  /** The number of its receipt; null: none was issued. */
  readonly receipt: number | null
  readonly refunds: readonly (Refund & { readonly creditNote: number | null })[]
  readonly disputes: readonly Dispute[]
}

/** Lists the payments of some reservations, closed ones too, in the order they were opened. */
export async function listPaymentsWithRefunds(
  tx: TenantTx,
  reservationIds: readonly string[],
): Promise<readonly PaymentWithRefunds[]> {
  if (reservationIds.length === 0) return []
  const [payments, refunds, receipts, disputes] = await Promise.all([
    listPayments(tx, reservationIds),
    listRefunds(tx, reservationIds),
    listReceiptNumbers(tx, reservationIds),
    listDisputesOf(tx, reservationIds),
  ])
  const refundsOf = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  const disputesOf = Map.groupBy(disputes, ({ paymentId }) => paymentId)
  const receiptsOf = Map.groupBy(receipts, ({ paymentId }) => paymentId)
  return payments.map((payment) => {
    const numberOf = (refundId: string | null) =>
      receiptsOf.get(payment.id)?.find((receipt) => receipt.refundId === refundId)?.number ?? null
    const creditNoteOf = ({ splitFrom, id }: Refund) => numberOf(splitFrom ?? id)
    return {
      ...payment,
      receipt: numberOf(null),
      refunds: (refundsOf.get(payment.id) ?? []).map((refund) => ({ ...refund, creditNote: creditNoteOf(refund) })),
      disputes: disputesOf.get(payment.id) ?? [],
    }
  })
}

export type ReservationWithPayments = ReservationWithThings & { readonly payments: readonly PaymentWithRefunds[] }

/** @throws AppError not_found */
export async function getReservationWithPayments(tx: TenantTx, id: string): Promise<ReservationWithPayments> {
  const [view, payments] = await Promise.all([getReservationView(tx, id), listPaymentsWithRefunds(tx, [id])])
  return { ...view, payments }
}

/** Lists reservations, in the order they were made. */
export async function listReservationsWithPayments(
  tx: TenantTx,
  filter: ReservationFilter & Page,
): Promise<readonly ReservationWithPayments[]> {
  const views = await listReservations(tx, filter)
  const payments = await listPaymentsWithRefunds(tx, idsOf(views))
  const paymentsOf = Map.groupBy(payments, ({ reservationId }) => reservationId)
  return views.map((view) => ({ ...view, payments: paymentsOf.get(view.id) ?? [] }))
}
