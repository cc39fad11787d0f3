import { reservationTexts } from '../../messages/mail/reservation.ts'
import { defineLetter } from '../mail/letter.ts'
import type { BookingWords } from './booking-words.ts'
import type { GoesAlong } from './goes-along.queries.ts'
import { whenAndWhere } from './mail-texts.ts'
import { describeRefund, type RefundNotice } from './refund-notice.ts'

type SomeTickets = Pick<BookingWords, 'event' | 'ticketCount' | 'reference' | 'url'> & {
  /** What is said about the refund; null: nothing was paid for it. */
  readonly refundNotice: RefundNotice | null
}

type Cancellation = SomeTickets & GoesAlong

/** What the mail calls it: an order alone is at no event; what is bought at one without a ticket is no booking to anybody. */
function whatWas({ event, ticketCount, memberships }: Cancellation): 'booking' | 'order' | 'membership' | 'topUp' {
  if (event.when === null) return memberships.length > 0 ? 'membership' : 'topUp'
  return ticketCount === 0 ? 'order' : 'booking'
}

/** The mail to a person whose booking was cancelled, or their order, or their membership, by themselves or by the house. */
export const cancellationLetter = defineLetter(
  'cancellation',
  reservationTexts,
  ({ cancelled: said, ...texts }, cancelled: Cancellation, language) => {
    const { event, memberships, onCard, refundNotice, reference, url } = cancelled
    const what = whatWas(cancelled)
    const refund = describeRefund(refundNotice, language)
    return {
      subject: said.subject({ what, event: event.name }),
      title: said.title({ what }),
      paragraphs: [
        said.text({ what, event: event.name }),
        ...(what === 'membership' ? [] : memberships.map((name) => said.membership({ name }))),
        memberships.length === 0 ? null : said.earlierStays,
        onCard ? said.onCard : null,
        refund.paragraph,
      ],
      facts: [...whenAndWhere(event, texts.facts), refund.fact, [texts.facts.reference, reference]],
      action: { label: what === 'booking' ? texts.seeBooking : said.seeOrder, url },
      notes: [texts.unexpected],
    }
  },
)

/** The mail to a person with cancelled tickets; `ticketCount` says how many. */
export const ticketsCancelledLetter = defineLetter(
  'cancellation',
  reservationTexts,
  ({ ticketsCancelled: said, ...texts }, tickets: SomeTickets, language) => {
    const { event, ticketCount: count, refundNotice, reference, url } = tickets
    const refund = describeRefund(refundNotice, language)
    return {
      subject: said.subject({ count, event: event.name }),
      title: said.title({ count }),
      paragraphs: [said.text({ count, event: event.name }), refund.paragraph],
      facts: [...whenAndWhere(event, texts.facts), refund.fact, [texts.facts.reference, reference]],
      action: { label: texts.seeBooking, url },
      notes: [texts.unexpected],
    }
  },
)
