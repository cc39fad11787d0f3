import { paymentTexts } from '../../messages/mail/payment.ts'
import { defineLetter } from '../mail/letter.ts'
import type { RefundNotice } from '../reservation/refund-notice.ts'
import type { RefundCause } from './payment.ts'

type Booked = { readonly eventName: string; readonly reference: string; readonly url: string }

type Paid = Booked & { readonly number: number; readonly amount: string }

/** The mail to the booker with the receipt. */
export const receiptLetter = defineLetter(
  'receipt',
  paymentTexts,
  ({ receipt: said, facts, seeBooking }, { eventName, number, amount, reference, url }: Paid) => ({
    subject: said.subject({ event: eventName }),
    title: said.title({ number }),
    paragraphs: [said.text],
    facts: [
      [facts.amount, amount],
      [facts.event, eventName],
      [facts.reference, reference],
    ],
    action: { label: seeBooking, url },
  }),
)

type Refunded = Booked & { readonly amount: string; readonly because: RefundCause; readonly way: RefundNotice['way'] }

/** The mail to the booker about a refund, with the credit note if there was a receipt. */
export const refundLetter = defineLetter(
  'refund',
  paymentTexts,
  ({ refund: said, facts, seeBooking }, { eventName, amount, because, way, reference, url }: Refunded) => ({
    subject: said.subject({ event: eventName }),
    title: said.title,
    paragraphs: [said.because[because], said.way[way]],
    facts: [
      [facts.amount, amount],
      [facts.reference, reference],
    ],
    action: { label: seeBooking, url },
  }),
)
