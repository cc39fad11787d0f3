import type { NotOffered } from '../../../features/waiting-list/offer-by-hand.ts'
import { localized } from '../localized.ts'

type WaitingTexts = {
  readonly title: string
  /** Of the list of one event. */
  readonly link: string
  readonly lead: string
  readonly none: string
  readonly nobody: string
  readonly back: string
  readonly count: (people: number, places: number) => string
  readonly offers: (count: number) => string
  readonly columns: Readonly<Record<'email' | 'price' | 'places' | 'since' | 'standing' | 'actions', string>>
  readonly waits: string
  readonly unconfirmed: string
  readonly offeredUntil: (moment: string) => string
  readonly remove: string
  readonly removeHelp: string
  readonly removeOffer: string
  readonly removeUnconfirmed: string
  readonly removeNow: (email: string) => string
  readonly done: Readonly<Record<'removed' | 'offered' | 'closed' | 'opened', string>>
  readonly offer: {
    readonly now: string
    readonly nowHelp: string
    readonly toOne: string
    readonly toOneHelp: string
    readonly toOneNow: (email: string) => string
    readonly refused: string
    readonly why: Readonly<Record<NotOffered, string>>
  }
  readonly joining: {
    readonly title: string
    readonly lead: string
    readonly whole: string
    readonly open: string
    readonly closed: string
    readonly close: string
    readonly closeHelp: string
    /** Null: of the whole list. */
    readonly closeNow: (price: string | null) => string
    readonly openNow: (price: string | null) => string
  }
}

/** Who waits for places, as staff sees it. */
export const waitingTexts = localized<WaitingTexts>({
  en: {
    title: 'Waiting lists',
    link: 'Waiting list',
    lead: 'Who waits for events that are sold out. What becomes free is offered by itself, to the first in line first, and held for them for a while.',
    none: 'No event is sold out. Once one is, its page offers a waiting list, and the list appears here.',
    nobody: 'Nobody waits for this event, and no offer is open.',
    back: 'Waiting lists',
    count: (people, places) =>
      people === 0
        ? 'Nobody waits yet'
        : `${people} ${people === 1 ? 'person waits' : 'people wait'} for ${places} ${places === 1 ? 'place' : 'places'}`,
    offers: (count) => `${count} ${count === 1 ? 'offer' : 'offers'} open`,
    columns: {
      email: 'E-mail',
      price: 'Price',
      places: 'Places',
      since: 'Since',
      standing: 'Standing',
      actions: 'What can be done',
    },
    waits: 'Waits',
    unconfirmed: 'Address not confirmed yet',
    offeredUntil: (moment) => `Offered until ${moment}`,
    remove: 'Take off the list',
    removeHelp: 'They are told by mail.',
    removeOffer: 'They are told by mail, and the places that are held for them go to the next in line.',
    removeUnconfirmed: 'Nothing is mailed to an address that nobody confirmed.',
    removeNow: (email) => `Take ${email} off`,
    done: {
      removed: 'Taken off the list.',
      offered: 'Offered: the places are held, and a mail says so.',
      closed: 'Closed. Nobody can join any more, and the page of the event says so.',
      opened: 'Open again.',
    },
    offer: {
      now: 'Offer what is free now',
      nowHelp: 'To the first in line first. It happens by itself within a minute; this does not wait for it.',
      toOne: 'Offer now',
      toOneHelp:
        'Before those who stand before them: what they wait for, or as much of it as is free, is held for them, and a mail says so.',
      toOneNow: (email) => `Offer to ${email}`,
      refused: 'Nothing was offered',
      why: {
        nothing_free:
          'Nothing is free of what they wait for. Once a booking is cancelled, or there is more room, it is offered by itself.',
        nobody: 'Nobody waits for this event any more: everybody has been offered something, or has left.',
        begun: 'The event has begun: what is free is for whoever stands at the door.',
        cancelled: 'The event is cancelled.',
        unpublished: 'The event is not published. Publish it first: those who wait have kept their place.',
        off_sale: 'What they wait for is not on sale at the moment. Put it on sale first.',
        unconfirmed:
          'They have not confirmed their address yet. They can be offered something once they have.',
        moved: 'They do not wait any more: they have an offer already, or have left the list.',
        has_most: 'They have as many places as one person may have, so they have left the list.',
        no_member:
          'It is for members, and they have no valid membership any more, so they have left the list. A mail tells them.',
      },
    },
    joining: {
      title: 'Who may join',
      lead: 'A list that is closed takes nobody new. Whoever waits keeps their place and is still offered what becomes free; the page that their mails lead to says so.',
      whole: 'The whole event',
      open: 'Open',
      closed: 'Closed',
      close: 'Close',
      closeHelp:
        'Nobody can join from now on, and the page of the event says so. Whoever waits keeps their place. You can open it again.',
      closeNow: (price) => (price === null ? 'Close the whole list' : `Close the list for ${price}`),
      openNow: (price) => (price === null ? 'Open the list again' : `Open the list for ${price} again`),
    },
  },
  fr: {
    title: 'Listes d’attente',
    link: 'Liste d’attente',
    lead: 'Qui attend des places pour les évènements complets. Ce qui se libère est proposé automatiquement, au premier de la liste d’abord, et lui est gardé un moment.',
    none: 'Aucun évènement n’est complet. Dès que l’un d’eux l’est, sa page propose une liste d’attente, et la liste apparaît ici.',
    nobody: 'Personne n’attend pour cet évènement, et aucune proposition n’est en cours.',
    back: 'Listes d’attente',
    count: (people, places) =>
      people === 0
        ? 'Personne n’attend pour l’instant'
        : `${people} ${people < 2 ? 'personne attend' : 'personnes attendent'} ${places} ${places < 2 ? 'place' : 'places'}`,
    offers: (count) => `${count} ${count < 2 ? 'proposition' : 'propositions'} en cours`,
    columns: {
      email: 'E-mail',
      price: 'Tarif',
      places: 'Places',
      since: 'Depuis',
      standing: 'État',
      actions: 'Actions',
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
    done: {
      removed: 'La personne est retirée de la liste.',
      offered: 'Proposé : les places sont gardées, et un message est parti.',
      closed: 'La liste est fermée. Personne ne peut plus s’y inscrire, et la page de l’évènement le dit.',
      opened: 'La liste est rouverte.',
    },
    offer: {
      now: 'Proposer ce qui est libre',
      nowHelp:
        'Au premier de la liste d’abord. Cela se fait automatiquement dans la minute ; ce bouton n’attend pas.',
      toOne: 'Proposer maintenant',
      toOneHelp:
        'Avant les personnes qui précèdent : ce que cette personne attend, ou ce qui en est libre, lui est gardé, et un message l’en avertit.',
      toOneNow: (email) => `Proposer à ${email}`,
      refused: 'Rien n’a été proposé',
      why: {
        nothing_free:
          'Rien n’est libre de ce qui est attendu. Dès qu’une réservation est annulée, ou qu’il y a plus de places, cela est proposé automatiquement.',
        nobody:
          'Personne n’attend plus pour cet évènement : chacun a reçu une proposition, ou a quitté la liste.',
        begun: 'L’évènement a commencé : ce qui est libre est pour les personnes présentes à l’entrée.',
        cancelled: 'L’évènement est annulé.',
        unpublished:
          'L’évènement n’est pas publié. Publiez-le d’abord : les personnes qui attendent ont gardé leur rang.',
        off_sale:
          'Ce que cette personne attend n’est pas en vente pour le moment. Remettez-le d’abord en vente.',
        unconfirmed:
          'Cette personne n’a pas encore confirmé son adresse. Vous pourrez lui proposer des places une fois que ce sera fait.',
        moved: 'Cette personne n’attend plus : elle a déjà une proposition, ou a quitté la liste.',
        has_most:
          'Cette personne a déjà le nombre maximal de places par personne : elle a donc quitté la liste.',
        no_member:
          'Ce tarif est réservé aux adhérents, et cette personne n’a plus d’adhésion valable : elle a donc quitté la liste. Un message l’en avertit.',
      },
    },
    joining: {
      title: 'Qui peut s’inscrire',
      lead: 'Une liste fermée n’accepte plus de nouvelles inscriptions. Les personnes qui attendent gardent leur rang, et ce qui se libère leur est toujours proposé ; la page vers laquelle mènent leurs messages le dit.',
      whole: 'Tout l’évènement',
      open: 'Ouverte',
      closed: 'Fermée',
      close: 'Fermer',
      closeHelp:
        'Plus personne ne peut s’inscrire, et la page de l’évènement le dit. Les personnes qui attendent gardent leur rang. Vous pourrez rouvrir la liste.',
      closeNow: (price) => (price === null ? 'Fermer toute la liste' : `Fermer la liste du tarif ${price}`),
      openNow: (price) => (price === null ? 'Rouvrir la liste' : `Rouvrir la liste du tarif ${price}`),
    },
  },
})
