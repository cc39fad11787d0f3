import { withinSentence } from '../../lib/format.ts'
import { reservationTexts } from '../../messages/mail/reservation.ts'
import { defineLetter } from '../mail/letter.ts'
import { type BookedEvent, whenAndWhere } from './mail-texts.ts'

type GivenTicketCancelled = {
  readonly event: BookedEvent
  /** Set when the event itself is cancelled; null: it takes place, and the booker or the house has cancelled the ticket. */
  readonly eventCancelled: { readonly reason: string | null } | null
}

/** The mail to somebody who was given a ticket that opens nothing any more. */
export const givenTicketCancelledLetter = defineLetter(
  'given_ticket_cancelled',
  reservationTexts,
  ({ givenCancelled: said, facts }, { event, eventCancelled }: GivenTicketCancelled) => {
    const what = { event: event.name, wholeEvent: eventCancelled !== null }
    return {
      subject: said.subject(what),
      title: said.title(what),
      paragraphs: [said.text(what), eventCancelled?.reason ?? null],
      facts: whenAndWhere(event, facts),
      notes: [said.money],
    }
  },
)

type GivenTicketPostponed = {
  readonly event: BookedEvent
  /** The reason in the organisation's own words; null: none is given. */
  readonly reason: string | null
}

/** The mail to somebody who was given a ticket for an event that has another date; they have no booking to look at. */
export const givenTicketPostponedLetter = defineLetter(
  'given_ticket_postponed',
  reservationTexts,
  ({ givenPostponed: said, facts }, { event, reason }: GivenTicketPostponed, language) => ({
    subject: said.subject({ event: event.name }),
    title: said.title({ event: event.name }),
    paragraphs: [said.text({ when: withinSentence(event.when ?? '', language) }), reason, said.instead],
    facts: whenAndWhere(event, facts),
  }),
)
