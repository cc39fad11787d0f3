import { Type } from 'typebox'
import { type Dispute, listDisputesOf } from '../features/payment/dispute.queries.ts'
import { listPayments, type Payment } from '../features/payment/payment.queries.ts'
import { deskMethods, paymentStatuses } from '../features/payment/payment.ts'
import { listReceiptNumbers, type ReceiptNumber } from '../features/payment/receipt.queries.ts'
import { listRefunds, type Refund } from '../features/payment/refund.queries.ts'
import { getReservation } from '../features/reservation/reservation.queries.ts'
import { amountFromMinor } from '../lib/money.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { NumberOut, SinceQuery, withExample } from '../http/wire/schemas.ts'
import { fieldsOf, ownCurrency } from './answer-fields.ts'
import { isChanged, sinceOf } from './answer-list.ts'
import { refundOfPayment } from './refund-wire.ts'

/** How much of a payment a bank was asked to withdraw. While the dispute is `withdrawn` the bank has the money. */
const ofDispute = fieldsOf<Dispute>(ownCurrency)
const dispute = ofDispute.part({
  uuid: ofDispute.uuid('id'),
  status: ofDispute.choice(['open', 'won', 'lost'], 'outcome', 'open'),
  amount: ofDispute.amount('amountMinor', 24),
  currency: ofDispute.text('currency', 'EUR'),
  withdrawn: ofDispute.yesNo('isWithdrawn'),
  datetime: ofDispute.moment('createdAt'),
  updated: ofDispute.moment('updatedAt'),
})

type ToldPayment = Payment & {
  readonly receipt: number | null
  readonly refunds: readonly (Refund & { readonly creditNote: number | null })[]
  readonly disputes: readonly Dispute[]
}

// What came decides once it is there; it may be in another currency than was due.
const cameIn = ({ receivedCurrency, currency }: Payment) => receivedCurrency ?? currency

const ofPayment = fieldsOf<ToldPayment>(ownCurrency)
const payment = ofPayment.object('Payment', {
  uuid: ofPayment.uuid('id'),
  method: ofPayment.choice([...deskMethods, 'online'], 'method', 'online'),
  status: ofPayment.choice(paymentStatuses, 'status', 'settled'),
  amount: ofPayment.amount('amountMinor', 24),
  received: ofPayment.value(Type.Union([withExample(NumberOut, 24), Type.Null()]), (row) =>
    row.receivedMinor === null ? null : amountFromMinor(row.receivedMinor, cameIn(row)),
  ),
  currency: ofPayment.text(cameIn, 'EUR'),
  datetime: ofPayment.moment('createdAt'),
  settled: ofPayment.momentOrNull('settledAt'),
  receipt: ofPayment.integerOrNull('receipt', 41),
  refunds: ofPayment.each(refundOfPayment, 'refunds'),
  disputes: ofPayment.each(dispute, 'disputes'),
})

const payments = section({
  tag: 'Reservations',
  url: '/api/reservations/:uuid/payments/',
  access: needs('reservation:read', 'reservations'),
})

/** The payments that `paiements` of a reservation names, with their refunds; closed ones too. Not in the interface. */
export const registerPayments = payments.register

payments.get('', {
  operationId: 'listPayments',
  summary: 'List the payments of a reservation',
  description:
    'With their refunds, and what somebody disputes with a bank: what came, less every refund and every dispute that is `withdrawn`, is what is kept. `open` waits for money, `closed` waits no longer, `rejected` brought money that is refunded. Receipts and credit notes are named by their numbers.',
  query: Type.Object(SinceQuery),
  response: { 200: Type.Array(payment.out) },
  handler: (call) =>
    call.inTenant(async (tx) => {
      const { id } = call
      const since = sinceOf(call)
      await getReservation(tx, id)
      const refunds = await listRefunds(tx, id)
      const receipts = await listReceiptNumbers(tx, id)
      const disputes = await listDisputesOf(tx, id)
      const told = (await listPayments(tx, id)).map((row) => withMoney(row, { refunds, receipts, disputes }))
      return told.filter((one) => isChanged(since, momentsOf(one))).map((one) => payment.present(one))
    }),
})

const momentsOf = ({ refunds, disputes, ...payment }: ToldPayment) =>
  [payment, ...refunds, ...disputes].map(({ updatedAt }) => updatedAt)

type Money = {
  readonly refunds: readonly Refund[]
  readonly receipts: readonly ReceiptNumber[]
  readonly disputes: readonly Dispute[]
}

/** A payment with what became of it, of all that is known of its reservation. */
function withMoney(payment: Payment, { refunds, receipts, disputes }: Money): ToldPayment {
  const numberOf = (refundId: string | null) =>
    receipts.find((receipt) => receipt.paymentId === payment.id && receipt.refundId === refundId)?.number ?? null
  return {
    ...payment,
    receipt: numberOf(null),
    refunds: refunds
      .filter(({ paymentId }) => paymentId === payment.id)
      .map((refund) => ({ ...refund, creditNote: numberOf(refund.splitFrom ?? refund.id) })),
    disputes: disputes.filter(({ paymentId }) => paymentId === payment.id),
  }
}
