import { Type } from 'typebox'
import type { Dispute } from '../features/payment/dispute.queries.ts'
import type { Payment } from '../features/payment/payment.queries.ts'
import { deskMethods, methodOf, paymentStatuses } from '../features/payment/payment.ts'
import type { PaymentWithRefunds } from '../features/payment/reservation-with-payments.queries.ts'
import { amountFromMinor } from '../lib/money.ts'
import { NumberOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf, ownCurrency } from '../http/wire/answer-fields.ts'
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

// What came decides once it is there; it may be in another currency than was due.
const cameIn = ({ receivedCurrency, currency }: Payment) => receivedCurrency ?? currency

const ofPayment = fieldsOf<PaymentWithRefunds>(ownCurrency)
export const payment = ofPayment.object('Payment', {
  uuid: ofPayment.uuid('id'),
  method: ofPayment.choice([...deskMethods, 'online'], methodOf, 'online'),
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
