import type { Handover, RefundWithHandovers } from '../features/payment/handover.queries.ts'
import { refundCauses, refundStatuses } from '../features/payment/payment.ts'
import type { Refund } from '../features/payment/refund.queries.ts'
import { fieldsOf, ownCurrency } from '../http/wire/answer-fields.ts'

const of = fieldsOf<Refund>(ownCurrency)
const refundFields = {
  uuid: of.uuid('id'),
  status: of.choice(refundStatuses, 'status', 'succeeded'),
  amount: of.amount('amountMinor', 12),
  currency: of.text('currency', 'EUR'),
  reason: of.choice(refundCauses, 'because', 'cancellation'),
  failure: of.textOrNull('failure', null),
  datetime: of.moment('createdAt'),
  handed_over: of.momentOrNull('handedOverAt'),
}

const ofPayment = fieldsOf<Refund & { readonly creditNote: number | null }>()
export const refundOfPayment = ofPayment.part({
  ...refundFields,
  credit_note: ofPayment.integerOrNull('creditNote', 42),
})

const ofHandover = fieldsOf<Handover>()
const handover = ofHandover.part({
  taken_back: ofHandover.yesNo('isUndo'),
  by: ofHandover.textOrNull('by', 'ada@example.org'),
  datetime: ofHandover.moment('at'),
})

const ofRefund = fieldsOf<RefundWithHandovers>()
export const refund = ofRefund.object('Refund', {
  ...refundFields,
  method: ofRefund.text('method', 'cash'),
  reservation: ofRefund.uuid('reservationId'),
  payment: ofRefund.uuid('paymentId'),
  handovers: ofRefund.each(handover, 'handovers'),
})
