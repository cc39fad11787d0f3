import { withinSentence } from '../../lib/format.ts'
import { defineLetter } from '../mail/letter.ts'

export type Awaited = {
  readonly event: { readonly name: string; readonly when: string }
  readonly places: number
}

type ToConfirm = Awaited & {
  /** The page of the entry, where it is confirmed, and left later on. */
  readonly url: string
  /** "Friday 12 June, 20:30" */
  readonly until: string
}

/**
 * To an address that has to be confirmed before it is in line. It says nothing that whoever joined could have made up: it
 * may be somebody else's.
 */
export const confirmWaitingLetter = defineLetter<ToConfirm>('waiting_list_confirm', {
  en: ({ event, places, url, until }) => ({
    subject: `Confirm that you want to wait: ${event.name}`,
    title: 'Confirm that you want to wait',
    paragraphs: [
      `You are on the waiting list for ${event.name} once you have confirmed.`,
      'Nothing is booked yet, and nothing is to be paid.',
    ],
    facts: [
      { label: 'When', value: event.when },
      { label: 'Places', value: String(places) },
      { label: 'To be confirmed by', value: until },
    ],
    action: { label: 'Join the waiting list', url },
    notes: [
      'Keep this mail: the same link lets you leave the list.',
      'If you did not ask for this, ignore this mail: nothing follows.',
    ],
  }),
  fr: ({ event, places, url, until }) => ({
    subject: `Confirmez votre attente : ${event.name}`,
    title: 'Confirmez que vous voulez attendre',
    paragraphs: [
      `Vous serez sur la liste d’attente pour ${event.name} dès que vous aurez confirmé.`,
      'Rien n’est encore réservé, et rien n’est à payer.',
    ],
    facts: [
      { label: 'Date', value: event.when },
      { label: 'Places', value: String(places) },
      { label: 'À confirmer avant', value: until },
    ],
    action: { label: 'M’inscrire sur la liste d’attente', url },
    notes: [
      'Gardez ce message : le même lien vous permet de quitter la liste.',
      'Si vous n’avez rien demandé, ignorez ce message : rien ne suivra.',
    ],
  }),
})

type Joined = Awaited & {
  /** Where to leave the list. */
  readonly leaveUrl: string
}

/** To a person who has joined a waiting list and need not confirm. */
export const joinedLetter = defineLetter<Joined>('waiting_list_joined', {
  en: ({ event, places, leaveUrl }) => ({
    subject: `You are on the waiting list: ${event.name}`,
    title: 'You are on the waiting list',
    paragraphs: [
      `As soon as places for ${event.name} become free, you receive a mail with a link to take them.`,
      'Nothing is booked yet, and nothing is to be paid.',
    ],
    facts: [
      { label: 'When', value: event.when },
      { label: 'Places', value: String(places) },
    ],
    links: [{ label: 'Leave the waiting list', url: leaveUrl }],
    notes: ['If you did not ask for this, leave the list: the next in line will be glad.'],
  }),
  fr: ({ event, places, leaveUrl }) => ({
    subject: `Vous êtes sur la liste d’attente : ${event.name}`,
    title: 'Vous êtes sur la liste d’attente',
    paragraphs: [
      `Dès que des places pour ${event.name} se libèrent, vous recevez un message avec un lien pour les prendre.`,
      'Rien n’est encore réservé, et rien n’est à payer.',
    ],
    facts: [
      { label: 'Date', value: event.when },
      { label: 'Places', value: String(places) },
    ],
    links: [{ label: 'Quitter la liste d’attente', url: leaveUrl }],
    notes: ['Si vous n’avez rien demandé, quittez la liste : le suivant en sera ravi.'],
  }),
})

type Offer = Awaited & {
  /** "Friday 12 June, 20:30" */
  readonly until: string
  /** The page of the booking, where they are taken. */
  readonly url: string
}

/** To the first in line, when places are held for them. */
export const offerLetter = defineLetter<Offer>('waiting_list_offer', {
  en: ({ event, places, until, url }) => ({
    subject: `${places === 1 ? 'A place' : `${places} places`} for you: ${event.name}`,
    title: places === 1 ? 'A place has become free' : `${places} places have become free`,
    paragraphs: [
      `${places === 1 ? 'A place' : `${places} places`} for ${event.name} ${places === 1 ? 'is' : 'are'} held for you until ${until}. After that the next in line has ${places === 1 ? 'it' : 'them'}.`,
    ],
    facts: [
      { label: 'When', value: event.when },
      { label: 'Places', value: String(places) },
      { label: 'Held until', value: until },
    ],
    action: { label: places === 1 ? 'Take the place' : 'Take the places', url },
    notes: [
      `If you do not want ${places === 1 ? 'it' : 'them'}, cancel on the same page: the next in line will be glad.`,
    ],
  }),
  fr: ({ event, places, until, url }) => ({
    subject: `${places === 1 ? 'Une place' : `${places} places`} pour vous : ${event.name}`,
    title: places === 1 ? 'Une place s’est libérée' : `${places} places se sont libérées`,
    paragraphs: [
      `${places === 1 ? 'Une place' : `${places} places`} pour ${event.name} ${places === 1 ? 'vous est réservée' : 'vous sont réservées'} jusqu’au ${withinSentence(until, 'fr')}. Ensuite, c’est au suivant de la liste.`,
    ],
    facts: [
      { label: 'Date', value: event.when },
      { label: 'Places', value: String(places) },
      { label: 'À prendre avant', value: until },
    ],
    action: { label: places === 1 ? 'Prendre la place' : 'Prendre les places', url },
    notes: ['Si vous n’en voulez pas, annulez sur la même page : le suivant de la liste en sera ravi.'],
  }),
})

type Removed = {
  readonly event: Awaited['event']
  /** Places were held for them, and are not any more. */
  readonly hadOffer: boolean
}

/** To a person whom the organisation took off a waiting list. */
export const removedLetter = defineLetter<Removed>('waiting_list_ended', {
  en: ({ event, hadOffer }) => ({
    subject: `No longer on the waiting list: ${event.name}`,
    title: 'You are no longer on the waiting list',
    paragraphs: [
      `The organisation has taken you off the waiting list for ${event.name}.`,
      ...(hadOffer ? ['The places that were held for you go to the next in line.'] : []),
    ],
    facts: [{ label: 'When', value: event.when }],
    notes: ['If you did not expect this, answer this mail.'],
  }),
  fr: ({ event, hadOffer }) => ({
    subject: `Vous n’êtes plus sur la liste d’attente : ${event.name}`,
    title: 'Vous n’êtes plus sur la liste d’attente',
    paragraphs: [
      `L’organisation a retiré votre inscription sur la liste d’attente pour ${event.name}.`,
      ...(hadOffer ? ['Les places qui vous étaient réservées vont au suivant de la liste.'] : []),
    ],
    facts: [{ label: 'Date', value: event.when }],
    notes: ['Si vous ne vous y attendiez pas, répondez à ce message.'],
  }),
})

type Cancelled = Removed & {
  /** In the organisation's own words; null: none is given. */
  readonly reason: string | null
}

/** To everybody who waits for an event that does not take place. */
export const awaitedCancelledLetter = defineLetter<Cancelled>('waiting_list_ended', {
  en: ({ event, hadOffer, reason }) => ({
    subject: `Cancelled: ${event.name}`,
    title: `${event.name} is cancelled`,
    paragraphs: [
      'We are sorry: the event that you are waiting for does not take place.',
      ...(reason === null ? [] : [reason]),
      hadOffer
        ? 'The waiting list is closed, and places are no longer held for you. There is nothing to pay.'
        : 'The waiting list is closed. There is nothing to pay, and nothing to do.',
    ],
    facts: [{ label: 'When', value: event.when }],
  }),
  fr: ({ event, hadOffer, reason }) => ({
    subject: `Annulé : ${event.name}`,
    title: `${event.name} est annulé`,
    paragraphs: [
      'Nous en sommes désolés : l’évènement que vous attendez n’aura pas lieu.',
      ...(reason === null ? [] : [reason]),
      hadOffer
        ? 'La liste d’attente est close, et aucune place n’est plus retenue pour vous. Vous n’avez rien à payer.'
        : 'La liste d’attente est close. Vous n’avez rien à payer ni à faire.',
    ],
    facts: [{ label: 'Date', value: event.when }],
  }),
})

type Postponed = {
  /** `when` is the new date. */
  readonly event: Awaited['event']
  /** In the organisation's own words; null: none is given. */
  readonly reason: string | null
  /** Until when places are held for them; null: they wait. */
  readonly heldUntil: string | null
  /** Where to leave the list, or to take what is held or leave it. */
  readonly url: string
}

/** To everybody who waits for an event that has another date. */
export const awaitedPostponedLetter = defineLetter<Postponed>('waiting_list_postponed', {
  en: ({ event, reason, heldUntil, url }) => ({
    subject: `New date: ${event.name}`,
    title: `${event.name} has a new date`,
    paragraphs: [
      `The event that you are waiting for now takes place on ${event.when}.`,
      ...(reason === null ? [] : [reason]),
      heldUntil === null
        ? 'You keep your place on the waiting list: there is nothing to do.'
        : `What we offered you is held until ${heldUntil}.`,
    ],
    facts: [{ label: 'When', value: event.when }],
    action: { label: heldUntil === null ? 'Leave the waiting list' : 'See the offer', url },
    notes: [
      `If the new date does not suit you, ${heldUntil === null ? 'leave the list' : 'cancel on the same page'}.`,
    ],
  }),
  fr: ({ event, reason, heldUntil, url }) => ({
    subject: `Nouvelle date : ${event.name}`,
    title: `${event.name} a une nouvelle date`,
    paragraphs: [
      `L’évènement que vous attendez aura lieu le ${withinSentence(event.when, 'fr')}.`,
      ...(reason === null ? [] : [reason]),
      heldUntil === null
        ? 'Vous gardez votre place sur la liste d’attente : vous n’avez rien à faire.'
        : `Ce que nous vous avons proposé vous est réservé jusqu’au ${withinSentence(heldUntil, 'fr')}.`,
    ],
    facts: [{ label: 'Date', value: event.when }],
    action: { label: heldUntil === null ? 'Quitter la liste d’attente' : 'Voir la proposition', url },
    notes: [
      `Si la nouvelle date ne vous convient pas, ${heldUntil === null ? 'quittez la liste' : 'annulez sur la même page'}.`,
    ],
  }),
})
