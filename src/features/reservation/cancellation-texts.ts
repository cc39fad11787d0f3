import { defineLetter } from '../mail/letter.ts'
import type { BookingWords } from './booking-words.ts'
import type { GoesAlong } from './goes-along.queries.ts'
import { type RefundNotice, describeRefund } from './refund-notice.ts'
import { whenAndWhere } from './mail-texts.ts'

const en = { when: 'When', where: 'Where' }
const fr = { when: 'Date', where: 'Lieu' }

type SomeTickets = Pick<BookingWords, 'event' | 'ticketCount' | 'reference' | 'url'> & {
  /** Null: nothing was paid for it. */
  readonly refundNotice: RefundNotice | null
}

type Cancellation = SomeTickets & GoesAlong

/** A membership taken alone is at no event; what is bought at one without a ticket is no booking to anybody. */
function whatWas({ event, ticketCount }: Cancellation): 'booking' | 'order' | 'membership' {
  if (event.when === null) return 'membership'
  return ticketCount === 0 ? 'order' : 'booking'
}

/** To a person whose booking was cancelled, or their order, or their membership, by themselves or by the house. */
export const cancellationLetter = defineLetter<Cancellation>('cancellation', {
  en: (cancelled) => {
    const { event, memberships, onCard, refundNotice, reference, url } = cancelled
    const what = whatWas(cancelled)
    return {
      subject: `Cancelled: your ${what}${what === 'membership' ? '' : ' for'} ${event.name}`,
      title: `Your ${what} is cancelled`,
      paragraphs: [
        what === 'booking'
          ? `Your booking for ${event.name} is cancelled. Its tickets no longer open the door.`
          : `Your ${what} is cancelled: ${event.name}.`,
        ...(what === 'membership'
          ? []
          : memberships.map((name) => `The membership in it is cancelled, too: ${name}.`)),
        ...(memberships.length === 0 ? [] : ['A membership that you took before stays as it is.']),
        ...(onCard ? ['What it put on your cashless card is taken off again, unless it was spent.'] : []),
        ...describeRefund(refundNotice, 'en').paragraphs,
      ],
      facts: [
        ...whenAndWhere(event, en),
        ...describeRefund(refundNotice, 'en').facts,
        { label: 'Reference', value: reference },
      ],
      action: { label: what === 'booking' ? 'See the booking' : 'See the order', url },
      notes: ['If you did not expect this, answer this mail.'],
    }
  },
  fr: (cancelled) => {
    const { event, memberships, onCard, refundNotice, reference, url } = cancelled
    const what = whatWas(cancelled)
    const said = { booking: 'réservation', order: 'commande', membership: 'adhésion' }[what]
    return {
      subject: `Annulée : votre ${said}${what === 'membership' ? '' : ' pour'} ${event.name}`,
      title: `Votre ${said} est annulée`,
      paragraphs: [
        what === 'booking'
          ? `Votre réservation pour ${event.name} est annulée. Ses billets n’ouvrent plus la porte.`
          : `Votre ${said} est annulée : ${event.name}.`,
        ...(what === 'membership'
          ? []
          : memberships.map((name) => `L’adhésion qu’elle comprenait est annulée aussi : ${name}.`)),
        ...(memberships.length === 0 ? [] : ['Une adhésion prise auparavant reste telle quelle.']),
        ...(onCard
          ? ['Ce qu’elle a mis sur votre carte cashless en est retiré, sauf ce qui est déjà dépensé.']
          : []),
        ...describeRefund(refundNotice, 'fr').paragraphs,
      ],
      facts: [
        ...whenAndWhere(event, fr),
        ...describeRefund(refundNotice, 'fr').facts,
        { label: 'Référence', value: reference },
      ],
      action: { label: what === 'booking' ? 'Voir la réservation' : 'Voir la commande', url },
      notes: ['Si vous ne vous y attendiez pas, répondez à ce message.'],
    }
  },
})

/** To a person some of whose tickets were cancelled; `ticketCount` of them. */
export const ticketsCancelledLetter = defineLetter<SomeTickets>('cancellation', {
  en: ({ event, ticketCount, refundNotice, reference, url }) => ({
    subject: `Cancelled: ${ticketCount === 1 ? 'a ticket' : `${ticketCount} tickets`} for ${event.name}`,
    title: ticketCount === 1 ? 'A ticket is cancelled' : `${ticketCount} tickets are cancelled`,
    paragraphs: [
      `${ticketCount === 1 ? 'It no longer opens' : 'They no longer open'} the door. The rest of your booking for ${event.name} stays as it is.`,
      ...describeRefund(refundNotice, 'en').paragraphs,
    ],
    facts: [
      ...whenAndWhere(event, en),
      ...describeRefund(refundNotice, 'en').facts,
      { label: 'Reference', value: reference },
    ],
    action: { label: 'See the booking', url },
    notes: ['If you did not expect this, answer this mail.'],
  }),
  fr: ({ event, ticketCount, refundNotice, reference, url }) => ({
    subject: `${ticketCount === 1 ? 'Un billet annulé' : `${ticketCount} billets annulés`} : ${event.name}`,
    title: ticketCount === 1 ? 'Un billet est annulé' : `${ticketCount} billets sont annulés`,
    paragraphs: [
      `${ticketCount === 1 ? 'Il n’ouvre' : 'Ils n’ouvrent'} plus la porte. Le reste de votre réservation pour ${event.name} est inchangé.`,
      ...describeRefund(refundNotice, 'fr').paragraphs,
    ],
    facts: [
      ...whenAndWhere(event, fr),
      ...describeRefund(refundNotice, 'fr').facts,
      { label: 'Référence', value: reference },
    ],
    action: { label: 'Voir la réservation', url },
    notes: ['Si vous ne vous y attendiez pas, répondez à ce message.'],
  }),
})
