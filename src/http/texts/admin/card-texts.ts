import type { MovementKind } from '../../../features/card/card.ts'
import { localized } from '../localized.ts'

type CardTexts = {
  readonly title: string
  readonly search: string
  readonly nobody: string
  readonly empty: string
  readonly everything: string
  readonly columns: Readonly<Record<'card' | 'whose' | 'balance' | 'state', string>>
  readonly noCard: string
  readonly nobodys: string
  readonly states: Readonly<Record<'usable' | 'lost', string>>
  readonly tag: string
  readonly whose: string
  readonly bookings: string
  readonly member: Readonly<Record<'yes' | 'no', string>>
  readonly isMember: string
  readonly balance: string
  readonly lead: string
  readonly lostSince: (day: string) => string
  readonly movements: string
  readonly movementsLead: string
  readonly noMovements: string
  readonly movementColumns: Readonly<Record<'when' | 'what' | 'change' | 'balance' | 'act', string>>
  readonly kinds: Readonly<Record<MovementKind, string>>
  readonly takeBack: string
  readonly takeBackOf: (what: string) => string
  readonly tookBack: string
  readonly lose: {
    readonly title: string
    readonly lead: string
    readonly button: (number: string) => string
    readonly done: string
  }
  readonly refusedTitle: string
  readonly refused: Readonly<Record<'spent' | 'reversed' | 'lost', string>>
}

/** Cards and what is on them here. */
export const cardTexts = localized<CardTexts>({
  en: {
    title: 'Cards',
    search: 'Number or tag of a card, or a whole e-mail address',
    nobody: 'No card like that was used here.',
    empty:
      'Cards that were used here appear here, with what is on them. A till opens them. A top-up that somebody bought comes here by itself, and a card beside it once it is used.',
    everything: 'Show all cards',
    columns: { card: 'Card', whose: 'Whose', balance: 'Balance', state: 'State' },
    noCard: 'No card used here',
    nobodys: 'Nobody’s',
    states: { usable: 'Usable', lost: 'Lost' },
    tag: 'Tag',
    whose: 'Whose',
    bookings: 'Bookings of this address',
    member: { yes: 'Yes', no: 'No' },
    isMember: 'Member',
    balance: 'Balance here',
    lead: 'What is on it at this organisation. The money is the person’s: all cards of one person show the same.',
    lostSince: (day) => `Reported lost: ${day}`,
    movements: 'Movements',
    movementsLead: 'The last 20, the latest first. What a till put on or took off can be taken back once.',
    noMovements: 'Nothing was ever on it here.',
    movementColumns: { when: 'When', what: 'What', change: 'Change', balance: 'Balance', act: 'Correct' },
    kinds: {
      credit: 'Put on',
      debit: 'Taken off',
      reversal: 'Taken back',
      top_up: 'Top-up bought',
      membership: 'Membership',
      cancellation: 'Cancelled',
      card_replaced: 'From a card to its person',
    },
    takeBack: 'Take it back',
    takeBackOf: (what) => `Take it back: ${what}`,
    tookBack: 'It is taken back.',
    lose: {
      title: 'Report it lost',
      lead: 'It is blocked at your tills, and works on elsewhere: its person can block it everywhere, on the page of their account. Only whoever runs the server can unblock it. The money stays: its person gets at it with another card.',
      button: (number) => `Block the card ${number}`,
      done: 'The card is blocked.',
    },
    refusedTitle: 'Nothing was changed',
    refused: {
      spent: 'What was put on is spent already: there is not enough left to take it back.',
      reversed: 'It was taken back before.',
      lost: 'The card is lost: nothing moves on it any more.',
    },
  },
  fr: {
    title: 'Cartes',
    search: 'Numéro ou puce d’une carte, ou adresse e-mail entière',
    nobody: 'Aucune carte utilisée ici ne correspond.',
    empty:
      'Les cartes utilisées ici apparaissent ici, avec leur solde. Une caisse les ouvre. Une recharge achetée y vient d’elle-même, et une carte à côté dès qu’elle sert.',
    everything: 'Afficher toutes les cartes',
    columns: { card: 'Carte', whose: 'À qui', balance: 'Solde', state: 'État' },
    noCard: 'Aucune carte utilisée ici',
    nobodys: 'À personne',
    states: { usable: 'Utilisable', lost: 'Perdue' },
    tag: 'Puce',
    whose: 'À qui',
    bookings: 'Réservations de cette adresse',
    member: { yes: 'Oui', no: 'Non' },
    isMember: 'Adhérent',
    balance: 'Solde ici',
    lead: 'Ce qu’elle porte dans cette organisation. L’argent est à la personne : toutes ses cartes montrent le même solde.',
    lostSince: (day) => `Déclarée perdue : ${day}`,
    movements: 'Mouvements',
    movementsLead:
      'Les 20 derniers, du plus récent au plus ancien. Ce qu’une caisse a mis ou pris peut être repris une fois.',
    noMovements: 'Rien n’y a jamais été mis ici.',
    movementColumns: { when: 'Quand', what: 'Quoi', change: 'Montant', balance: 'Solde', act: 'Corriger' },
    kinds: {
      credit: 'Mis',
      debit: 'Pris',
      reversal: 'Repris',
      top_up: 'Recharge achetée',
      membership: 'Adhésion',
      cancellation: 'Annulé',
      card_replaced: 'De la carte à sa personne',
    },
    takeBack: 'Reprendre',
    takeBackOf: (what) => `Reprendre : ${what}`,
    tookBack: 'C’est repris.',
    lose: {
      title: 'La déclarer perdue',
      lead: 'Elle est bloquée à vos caisses et sert encore ailleurs : son titulaire peut la bloquer partout, sur la page de son compte. Seul le gestionnaire du serveur peut la débloquer. L’argent reste : son titulaire y accède avec une autre carte.',
      button: (number) => `Bloquer la carte ${number}`,
      done: 'La carte est bloquée.',
    },
    refusedTitle: 'Rien n’a été modifié',
    refused: {
      spent: 'Ce qui avait été mis est déjà dépensé : il ne reste pas assez pour le reprendre.',
      reversed: 'Cela a déjà été repris.',
      lost: 'La carte est perdue : plus rien n’y bouge.',
    },
  },
})
