import { withinSentence } from '../../lib/format.ts'
import { eventNoticeTexts } from '../../messages/mail/event-notice.ts'
import { defineLetter } from '../mail/letter.ts'
import type { BookingWords } from '../reservation/booking-words.ts'
import { type BookedEvent, whenAndWhere } from '../reservation/mail-texts.ts'
import { describeRefund, type RefundNotice } from '../reservation/refund-notice.ts'

type Change = Omit<BookingWords, 'event'> & {
  readonly event: BookingWords['event'] & { readonly when: string }
  /** The reason in the organisation's own words; null: none is given. */
  readonly reason: string | null
}

type Cancelled = Change & {
  /** What the mail says about the refund; null: nothing was paid. */
  readonly refundNotice: RefundNotice | null
}

/** The mail to everybody who booked an event that does not take place. */
export const eventCancelledLetter = defineLetter(
  'event_cancelled',
  eventNoticeTexts,
  ({ cancelled: said, facts, seeBooking }, { event, ...change }: Cancelled, language) => {
    const refund = describeRefund(change.refundNotice, language)
    return {
      subject: said.subject({ event: event.name }),
      title: said.title({ event: event.name }),
      paragraphs: [said.text, change.reason, refund.paragraph],
      facts: [...whenAndWhere(event, facts), refund.fact, [facts.reference, change.reference]],
      action: { label: seeBooking, url: change.url },
    }
  },
)

/** The mail to a booker whose tickets were all scanned when the event was cancelled, and who is not refunded. */
export const eventCancelledAfterEntryLetter = defineLetter(
  'event_cancelled',
  eventNoticeTexts,
  ({ cancelled: said, facts, seeBooking }, { event, reason, reference, url }: Change) => ({
    subject: said.subject({ event: event.name }),
    title: said.title({ event: event.name }),
    paragraphs: [said.afterEntry, reason, said.entered],
    facts: [...whenAndWhere(event, facts), [facts.reference, reference]],
    action: { label: seeBooking, url },
  }),
)

/** The mail to everybody who booked an event that has another date; `event.when` is the new one. */
export const eventPostponedLetter = defineLetter(
  'event_postponed',
  eventNoticeTexts,
  ({ postponed: said, facts, seeBooking }, { event, reason, reference, url }: Change, language) => ({
    subject: said.subject({ event: event.name }),
    title: said.title({ event: event.name }),
    paragraphs: [said.text({ when: withinSentence(event.when, language) }), reason, said.instead],
    facts: [...whenAndWhere(event, facts), [facts.reference, reference]],
    action: { label: seeBooking, url },
  }),
)

type Message = {
  readonly subject: string
  readonly text: string
  readonly event: BookedEvent
  /** The booking; null: the mail is to somebody who was given a ticket, and has no booking to look at. */
  readonly booking: Pick<BookingWords, 'reference' | 'url'> | null
}

/** What an organisation has to say to everybody who comes to an event, in its own words. */
export const eventMessageLetter = defineLetter(
  'event_message',
  eventNoticeTexts,
  ({ facts, seeBooking, ...said }, { subject, text, event, booking }: Message) => ({
    subject: said.message({ event: event.name, subject }),
    title: subject,
    paragraphs: text.split('\n').filter((line) => line.trim() !== ''),
    facts: [[facts.event, event.name], ...whenAndWhere(event, facts), [facts.reference, booking?.reference ?? null]],
    action: booking && { label: seeBooking, url: booking.url },
  }),
)
