import { type Static, Type } from 'typebox'
import type { RefundWithHandovers } from '../features/payment/handover.queries.ts'
import { refundCauses, refundStatuses } from '../features/payment/payment.ts'
import type { Refund } from '../features/payment/refund.queries.ts'
import { amountFromMinor } from '../lib/money.ts'
import { formatDateTime } from '../lib/time.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  NullableDateTimeOut,
  NullableIntegerOut,
  NullableTextOut,
  NumberOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'

const RefundFields = {
  uuid: UuidOut,
  status: withExample(EnumOut(refundStatuses), 'succeeded'),
  amount: withExample(NumberOut, 12),
  currency: withExample(TextOut, 'EUR'),
  reason: withExample(EnumOut(refundCauses), 'cancellation'),
  failure: withExample(NullableTextOut, null),
  datetime: DateTimeOut,
  handed_over: NullableDateTimeOut,
}

export const RefundOfPaymentOut = Type.Object({ ...RefundFields, credit_note: withExample(NullableIntegerOut, 42) })

const HandoverOut = Type.Object({
  taken_back: BooleanOut,
  by: withExample(NullableTextOut, 'ada@example.org'),
  datetime: DateTimeOut,
})

export const RefundOut = Type.Object(
  {
    ...RefundFields,
    method: withExample(TextOut, 'cash'),
    reservation: UuidOut,
    payment: UuidOut,
    handovers: Type.Array(HandoverOut),
  },
  { title: 'Refund' },
)

export function presentRefundFields(refund: Refund) {
  return {
    uuid: refund.id,
    status: refund.status,
    amount: amountFromMinor(refund.amountMinor, refund.currency),
    currency: refund.currency,
    reason: refund.because,
    failure: refund.failure,
    datetime: formatDateTime(refund.createdAt),
    handed_over: refund.handedOverAt && formatDateTime(refund.handedOverAt),
  }
}

export function presentRefund(refund: RefundWithHandovers): Static<typeof RefundOut> {
  const { method, reservationId, paymentId, handovers } = refund
  return {
    ...presentRefundFields(refund),
    method,
    reservation: reservationId,
    payment: paymentId,
    handovers: handovers.map(({ isUndo, by, at }) => ({ taken_back: isUndo, by, datetime: formatDateTime(at) })),
  }
}
