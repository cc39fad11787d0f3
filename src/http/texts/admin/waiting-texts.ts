import { localized } from '../localized.ts'

type WaitingTexts = {
  readonly title: string
  readonly lead: string
  readonly none: string
  readonly nobody: string
  readonly back: string
  readonly count: (people: number, places: number) => string
  readonly offers: (count: number) => string
  readonly columns: Readonly<Record<'email' | 'price' | 'places' | 'since' | 'standing' | 'removal', string>>
  readonly waits: string
  readonly unconfirmed: string
  readonly offeredUntil: (moment: string) => string
  readonly remove: string
  readonly removeHelp: string
  readonly removeOffer: string
  readonly removeUnconfirmed: string
  readonly removeNow: (email: string) => string
  readonly removed: string
}

/** Who waits for places, as staff sees it. */
export const waitingTexts = localized<WaitingTexts>({
  en: {
    title: 'Waiting lists',
    lead: 'Who waits for events that are sold out. What becomes free is offered by itself, to the first in line first, and held for them for a while.',
    none: 'Nobody waits. Once an event is sold out its page offers a waiting list, and whoever joins it appears here.',
    nobody: 'Nobody waits for this event, and no offer is open.',
    back: 'Waiting lists',
    count: (people, places) =>
      `${people} ${people === 1 ? 'person waits' : 'people wait'} for ${places} ${places === 1 ? 'place' : 'places'}`,
    offers: (count) => `${count} ${count === 1 ? 'offer' : 'offers'} open`,
    columns: {
      email: 'E-mail',
      price: 'Price',
      places: 'Places',
      since: 'Since',
      standing: 'Standing',
      removal: 'Removal',
    },
    waits: 'Waits',
    unconfirmed: 'Address not confirmed yet',
    offeredUntil: (moment) => `Offered until ${moment}`,
    remove: 'Take off the list',
    removeHelp: 'They are told by mail.',
    removeOffer: 'They are told by mail, and the places that are held for them go to the next in line.',
    removeUnconfirmed: 'Nothing is mailed to an address that nobody confirmed.',
    removeNow: (email) => `Take ${email} off`,
    removed: 'Taken off the list.',
  },
  fr: {
    title: 'Listes d’attente',
    lead: 'Qui attend des places pour les évènements complets. Ce qui se libère est proposé automatiquement, au premier de la liste d’abord, et lui est gardé un moment.',
    none: 'Personne n’attend. Dès qu’un évènement est complet, sa page propose une liste d’attente, et les personnes qui s’y inscrivent apparaissent ici.',
    nobody: 'Personne n’attend pour cet évènement, et aucune proposition n’est en cours.',
    back: 'Listes d’attente',
    count: (people, places) =>
      `${people} ${people < 2 ? 'personne attend' : 'personnes attendent'} ${places} ${places < 2 ? 'place' : 'places'}`,
    offers: (count) => `${count} ${count < 2 ? 'proposition' : 'propositions'} en cours`,
    columns: {
      email: 'E-mail',
      price: 'Tarif',
      places: 'Places',
      since: 'Depuis',
      standing: 'État',
      removal: 'Retrait',
    },
    waits: 'Attend',
    unconfirmed: 'Adresse pas encore confirmée',
    offeredUntil: (moment) => `Proposé jusqu’au ${moment}`,
    remove: 'Retirer de la liste',
    removeHelp: 'La personne en est avertie par e-mail.',
    removeOffer:
      'La personne en est avertie par e-mail, et les places qui lui sont gardées vont au suivant de la liste.',
    removeUnconfirmed: 'Rien n’est envoyé à une adresse que personne n’a confirmée.',
    removeNow: (email) => `Retirer ${email}`,
    removed: 'La personne est retirée de la liste.',
  },
})
