import { defineLetter } from '../mail/letter.ts'

type Joined = {
  readonly event: { readonly name: string; readonly when: string }
  readonly places: number
  /** Where to leave the list. */
  readonly leaveUrl: string
}

/** To a person who has joined a waiting list; the address may be somebody else's. */
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
    action: { label: 'Leave the waiting list', url: leaveUrl },
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
    action: { label: 'Quitter la liste d’attente', url: leaveUrl },
    notes: ['Si vous n’avez rien demandé, quittez la liste : le suivant en sera ravi.'],
  }),
})

type Offer = Joined & {
  /** "Friday 12 June, 20:30" */
  readonly until: string
  /** The page of the booking, where they are taken. */
  readonly url: string
}

/** To the first in line, when places are held for them. */
export const offerLetter = defineLetter<Offer>('waiting_list_offer', {
  en: ({ event, places, until, url, leaveUrl }) => ({
    subject: `${places === 1 ? 'A place' : `${places} places`} for you: ${event.name}`,
    title: places === 1 ? 'A place has become free' : `${places} places have become free`,
    paragraphs: [
      `${places === 1 ? 'It is' : 'They are'} held for you until ${until}. After that the next in line has ${places === 1 ? 'it' : 'them'}.`,
    ],
    facts: [
      { label: 'When', value: event.when },
      { label: 'Places', value: String(places) },
      { label: 'Held until', value: until },
    ],
    action: { label: places === 1 ? 'Take the place' : 'Take the places', url },
    notes: [`If you do not want ${places === 1 ? 'it' : 'them'}, leave the list: ${leaveUrl}`],
  }),
  fr: ({ event, places, until, url, leaveUrl }) => ({
    subject: `${places === 1 ? 'Une place' : `${places} places`} pour vous : ${event.name}`,
    title: places === 1 ? 'Une place s’est libérée' : `${places} places se sont libérées`,
    paragraphs: [
      `${places === 1 ? 'Elle vous est réservée' : 'Elles vous sont réservées'} jusqu’au ${until}. Ensuite, c’est au suivant de la liste.`,
    ],
    facts: [
      { label: 'Date', value: event.when },
      { label: 'Places', value: String(places) },
      { label: 'Retenues jusqu’au', value: until },
    ],
    action: { label: places === 1 ? 'Prendre la place' : 'Prendre les places', url },
    notes: [`Si vous n’en voulez pas, quittez la liste : ${leaveUrl}`],
  }),
})
