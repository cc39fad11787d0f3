import { withinSentence } from '../../lib/format.ts'
import { defineLetter, type Fact } from '../mail/letter.ts'
import type { BookingWords } from '../reservation/booking-words.ts'
import { type BookedEvent, whenAndWhere } from '../reservation/mail-texts.ts'
import { type RefundNotice, describeRefund } from '../reservation/refund-notice.ts'

type Change = Omit<BookingWords, 'event'> & {
  readonly event: BookingWords['event'] & { readonly when: string }
  /** In the organisation's own words; null: none is given. */
  readonly reason: string | null
}

const words = {
  en: { event: 'Event', when: 'When', where: 'Where', reference: 'Reference' },
  fr: { event: 'Évènement', when: 'Date', where: 'Lieu', reference: 'Référence' },
} as const

type Cancelled = Change & {
  /** Null: nothing was paid for it. */
  readonly refundNotice: RefundNotice | null
}

function factsOf(
  { event, reference }: Change,
  said: (typeof words)['en' | 'fr'],
  money: readonly Fact[] = [],
): Fact[] {
  return [
    { label: said.when, value: event.when },
    ...(event.place === null ? [] : [{ label: said.where, value: event.place }]),
    ...money,
    { label: said.reference, value: reference },
  ]
}

const given = (reason: string | null) => (reason === null ? [] : [reason])

/** To everybody who booked an event that does not take place. */
export const eventCancelledLetter = defineLetter<Cancelled>('event_cancelled', {
  en: (change) => ({
    subject: `Cancelled: ${change.event.name}`,
    title: `${change.event.name} is cancelled`,
    paragraphs: [
      'We are sorry: this event does not take place. Your tickets are cancelled and no longer open the door.',
      ...given(change.reason),
      ...describeRefund(change.refundNotice, 'en').paragraphs,
    ],
    facts: factsOf(change, words.en, describeRefund(change.refundNotice, 'en').facts),
    action: { label: 'See the booking', url: change.url },
  }),
  fr: (change) => ({
    subject: `Annulé : ${change.event.name}`,
    title: `${change.event.name} est annulé`,
    paragraphs: [
      'Nous en sommes désolés : cet évènement n’aura pas lieu. Vos billets sont annulés et n’ouvrent plus la porte.',
      ...given(change.reason),
      ...describeRefund(change.refundNotice, 'fr').paragraphs,
    ],
    facts: factsOf(change, words.fr, describeRefund(change.refundNotice, 'fr').facts),
    action: { label: 'Voir la réservation', url: change.url },
  }),
})

/** To whoever had entered with every ticket when it was cancelled, and is not paid back. */
export const eventCancelledAfterEntryLetter = defineLetter<Change>('event_cancelled', {
  en: (change) => ({
    subject: `Cancelled: ${change.event.name}`,
    title: `${change.event.name} is cancelled`,
    paragraphs: [
      'We are sorry: this event was called off after the doors had opened.',
      ...given(change.reason),
      'You had entered with your tickets. They stay as they are, and nothing is paid back for them.',
    ],
    facts: factsOf(change, words.en),
    action: { label: 'See the booking', url: change.url },
  }),
  fr: (change) => ({
    subject: `Annulé : ${change.event.name}`,
    title: `${change.event.name} est annulé`,
    paragraphs: [
      'Nous en sommes désolés : cet évènement a été annulé après l’ouverture des portes.',
      ...given(change.reason),
      'Vos billets avaient servi à entrer. Ils restent tels quels, et ne sont pas remboursés.',
    ],
    facts: factsOf(change, words.fr),
    action: { label: 'Voir la réservation', url: change.url },
  }),
})

/** To everybody who booked an event that has another date; `event.when` is the new one. */
export const eventPostponedLetter = defineLetter<Change>('event_postponed', {
  en: (change) => ({
    subject: `New date: ${change.event.name}`,
    title: `${change.event.name} has a new date`,
    paragraphs: [
      `It now takes place on ${change.event.when}. Your booking and your tickets stay good: there is nothing to do.`,
      ...given(change.reason),
      'If the new date does not suit you, you can cancel on the page of your booking until the event begins.',
    ],
    facts: factsOf(change, words.en),
    action: { label: 'See the booking', url: change.url },
  }),
  fr: (change) => ({
    subject: `Nouvelle date : ${change.event.name}`,
    title: `${change.event.name} a une nouvelle date`,
    paragraphs: [
      `Il aura lieu le ${withinSentence(change.event.when, 'fr')}. Votre réservation et vos billets restent valables : vous n’avez rien à faire.`,
      ...given(change.reason),
      'Si la nouvelle date ne vous convient pas, vous pouvez annuler sur la page de votre réservation jusqu’au début de l’évènement.',
    ],
    facts: factsOf(change, words.fr),
    action: { label: 'Voir la réservation', url: change.url },
  }),
})

type Message = {
  readonly subject: string
  readonly text: string
  readonly event: BookedEvent
  /** Null: to somebody who was given a ticket, and has no booking to look at. */
  readonly booking: Pick<BookingWords, 'reference' | 'url'> | null
}

/** What an organisation has to say to everybody who comes to an event, in its own words. */
export const eventMessageLetter = defineLetter<Message>('event_message', {
  en: ({ booking, ...message }) => ({
    ...inTheirWords(message),
    facts: factsOfMessage(message, booking, words.en),
    ...(booking === null ? {} : { action: { label: 'See the booking', url: booking.url } }),
  }),
  fr: ({ booking, ...message }) => ({
    ...inTheirWords(message),
    facts: factsOfMessage(message, booking, words.fr),
    ...(booking === null ? {} : { action: { label: 'Voir la réservation', url: booking.url } }),
  }),
})

function inTheirWords({ subject, text, event }: Omit<Message, 'booking'>) {
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  return { subject: `${event.name}: ${subject}`, title: subject, paragraphs }
}

function factsOfMessage(
  { event }: Omit<Message, 'booking'>,
  booking: Message['booking'],
  said: (typeof words)['en' | 'fr'],
): Fact[] {
  const facts = [{ label: said.event, value: event.name }, ...whenAndWhere(event, said)]
  return booking === null ? facts : [...facts, { label: said.reference, value: booking.reference }]
}
