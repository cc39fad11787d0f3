import { defineLetter } from '../mail/letter.ts'
import { type BookedEvent, whenAndWhere } from './mail-texts.ts'

const en = { when: 'When', where: 'Where' }
const fr = { when: 'Date', where: 'Lieu' }

const given = (reason: string | null) => (reason === null ? [] : [reason])

type GivenTicketCancelled = {
  readonly event: BookedEvent
  /** The event itself is; null: it takes place, and whoever booked, or the house, has cancelled the ticket. */
  readonly eventCancelled: { readonly reason: string | null } | null
}

/** To somebody who was given a ticket that opens nothing any more. */
export const givenTicketCancelledLetter = defineLetter<GivenTicketCancelled>('given_ticket_cancelled', {
  en: ({ event, eventCancelled }) => ({
    subject: eventCancelled ? `Cancelled: ${event.name}` : `Cancelled: your ticket for ${event.name}`,
    title: eventCancelled ? `${event.name} is cancelled` : 'Your ticket is cancelled',
    paragraphs: [
      eventCancelled
        ? 'We are sorry: this event does not take place. The ticket that you were given no longer opens the door.'
        : `The ticket for ${event.name} that you were given is cancelled. It no longer opens the door.`,
      ...given(eventCancelled?.reason ?? null),
    ],
    facts: whenAndWhere(event, en),
    notes: ['What was paid for it concerns whoever gave it to you.'],
  }),
  fr: ({ event, eventCancelled }) => ({
    subject: eventCancelled ? `Annulé : ${event.name}` : `Annulé : votre billet pour ${event.name}`,
    title: eventCancelled ? `${event.name} est annulé` : 'Votre billet est annulé',
    paragraphs: [
      eventCancelled
        ? 'Nous en sommes désolés : cet évènement n’aura pas lieu. Le billet que l’on vous a donné n’ouvre plus la porte.'
        : `Le billet pour ${event.name} que l’on vous a donné est annulé. Il n’ouvre plus la porte.`,
      ...given(eventCancelled?.reason ?? null),
    ],
    facts: whenAndWhere(event, fr),
    notes: ['Ce qui a été payé concerne la personne qui vous l’a donné.'],
  }),
})

type GivenTicketPostponed = {
  readonly event: BookedEvent
  /** In the organisation's own words; null: none is given. */
  readonly reason: string | null
}

/** Of an event that has another date, to somebody who was given a ticket for it, and has no booking to look at. */
export const givenTicketPostponedLetter = defineLetter<GivenTicketPostponed>('given_ticket_postponed', {
  en: ({ event, reason }) => ({
    subject: `New date: ${event.name}`,
    title: `${event.name} has a new date`,
    paragraphs: [
      `It now takes place on ${event.when}. The ticket that you were given stays good: there is nothing to do.`,
      ...given(reason),
      'If the new date does not suit you, tell whoever gave it to you: they can cancel it.',
    ],
    facts: whenAndWhere(event, en),
  }),
  fr: ({ event, reason }) => ({
    subject: `Nouvelle date : ${event.name}`,
    title: `${event.name} a une nouvelle date`,
    paragraphs: [
      `Il aura lieu : ${event.when}. Le billet que l’on vous a donné reste valable : vous n’avez rien à faire.`,
      ...given(reason),
      'Si la nouvelle date ne vous convient pas, dites-le à la personne qui vous l’a donné : elle peut l’annuler.',
    ],
    facts: whenAndWhere(event, fr),
  }),
})
