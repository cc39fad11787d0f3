import { type Static, Type } from 'typebox'
import { type Dispute, listDisputesOf } from '../features/payment/dispute.queries.ts'
import { listPayments, type Payment } from '../features/payment/payment.queries.ts'
import { deskMethods, paymentStatuses } from '../features/payment/payment.ts'
import { listReceiptNumbers, type ReceiptNumber } from '../features/payment/receipt.queries.ts'
import { listRefunds, type Refund } from '../features/payment/refund.queries.ts'
import { getReservation } from '../features/reservation/reservation.queries.ts'
import { amountFromMinor } from '../lib/money.ts'
import { formatDateTime } from '../lib/time.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  NullableDateTimeOut,
  NullableIntegerOut,
  NumberOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { presentRefundFields, RefundOfPaymentOut } from './refund-wire.ts'

/** What a bank was asked to withdraw of it. While it is `withdrawn` the bank has the money. */
const DisputeOut = Type.Object({
  uuid: UuidOut,
  status: withExample(EnumOut(['open', 'won', 'lost']), 'open'),
  amount: withExample(NumberOut, 24),
  currency: withExample(TextOut, 'EUR'),
  withdrawn: BooleanOut,
  datetime: DateTimeOut,
  updated: DateTimeOut,
})

const PaymentOut = Type.Object(
  {
    uuid: UuidOut,
    method: withExample(EnumOut([...deskMethods, 'online']), 'online'),
    status: withExample(EnumOut(paymentStatuses), 'settled'),
    amount: withExample(NumberOut, 24),
    received: Type.Union([withExample(NumberOut, 24), Type.Null()]),
    currency: withExample(TextOut, 'EUR'),
    datetime: DateTimeOut,
    settled: NullableDateTimeOut,
    receipt: withExample(NullableIntegerOut, 41),
    refunds: Type.Array(RefundOfPaymentOut),
    disputes: Type.Array(DisputeOut),
  },
  { title: 'Payment' },
)

const payments = section({
  tag: 'Reservations',
  url: '/api/reservations/:uuid/payments/',
  access: needs('reservation:read', 'reservations'),
})

/** What `paiements` of a reservation names, with its refunds; closed ones too. Not in the interface. */
export const registerPayments = payments.register

payments.get('', {
  summary: 'List the payments of a reservation',
  description:
    'With their refunds, and what somebody disputes with a bank: what came, less every refund and every dispute that is `withdrawn`, is what is kept. `open` waits for money, `closed` waits no longer, `rejected` brought money that is refunded. Receipts and credit notes are named by their numbers.',
  response: { 200: Type.Array(PaymentOut) },
  handler: ({ id, inTenant }) =>
    inTenant(async (tx) => {
      await getReservation(tx, id)
      const refunds = await listRefunds(tx, id)
      const receipts = await listReceiptNumbers(tx, id)
      const disputes = await listDisputesOf(tx, id)
      return (await listPayments(tx, id)).map((payment) => ({
        ...present(payment, refunds, receipts),
        disputes: disputes.filter(({ paymentId }) => paymentId === payment.id).map(presentDispute),
      }))
    }),
})

function present(
  payment: Payment,
  refunds: readonly Refund[],
  receipts: readonly ReceiptNumber[],
): Omit<Static<typeof PaymentOut>, 'disputes'> {
  const { id, method, status, currency, receivedMinor, createdAt, settledAt } = payment
  // What came decides once it is there; it may be in another currency than was due.
  const cameIn = payment.receivedCurrency ?? currency
  const numberOf = (refundId: string | null) =>
    receipts.find((receipt) => receipt.paymentId === id && receipt.refundId === refundId)?.number ?? null
  return {
    uuid: id,
    method,
    status,
    amount: amountFromMinor(payment.amountMinor, currency),
    received: receivedMinor === null ? null : amountFromMinor(receivedMinor, cameIn),
    currency: cameIn,
    datetime: formatDateTime(createdAt),
    settled: settledAt && formatDateTime(settledAt),
    receipt: numberOf(null),
    refunds: refunds
      .filter((refund) => refund.paymentId === id)
      .map((refund) => ({ ...presentRefundFields(refund), credit_note: numberOf(refund.splitFrom ?? refund.id) })),
  }
}

function presentDispute(dispute: Dispute): Static<typeof DisputeOut> {
  return {
    uuid: dispute.id,
    status: dispute.outcome,
    amount: amountFromMinor(dispute.amountMinor, dispute.currency),
    currency: dispute.currency,
    withdrawn: dispute.isWithdrawn,
    datetime: formatDateTime(dispute.createdAt),
    updated: formatDateTime(dispute.updatedAt),
  }
}
