import { localized } from '../localized.ts'

type MemberTexts = {
  readonly all: string
  readonly granted: string
  readonly saved: string
  readonly sent: string
  readonly cancelled: string
  readonly number: string
  readonly email: string
  readonly since: string
  readonly membership: string
  readonly from: string
  readonly until: string
  readonly cost: string
  readonly code: string
  readonly bookedWith: string
  readonly grantedAlone: string
  readonly actions: string
  readonly renew: string
  readonly card: string
  readonly again: string
  readonly bookings: string
  readonly refusedTitle: string
  readonly name: {
    readonly title: string
    readonly lead: string
    readonly firstName: string
    readonly lastName: string
    readonly button: string
    readonly changedMeanwhile: (now: string) => string
    readonly none: string
  }
  readonly cancel: {
    readonly title: string
    readonly lead: string
    readonly booked: string
    readonly toBooking: string
    readonly reason: string
    readonly reasonHelp: string
    readonly reasonMissing: string
    readonly button: string
    readonly over: string
    readonly spent: string
  }
  readonly notLive: string
  readonly every: string
  readonly columns: Readonly<Record<'membership' | 'from' | 'until' | 'amount' | 'state', string>>
  readonly story: string
  readonly told: {
    readonly joined: (what: string) => string
    readonly renewed: (what: string) => string
    readonly cancelled: (what: string) => string
  }
}

/** The page of one member. */
export const memberTexts = localized<MemberTexts>({
  en: {
    all: 'All members',
    granted: 'The membership is granted. Its mail is on the way.',
    saved: 'The name is corrected.',
    sent: 'The mail is on its way.',
    cancelled: 'The membership is cancelled.',
    number: 'Member number',
    email: 'E-mail',
    since: 'Member since',
    membership: 'Membership',
    from: 'From',
    until: 'Until',
    cost: 'Cost',
    code: 'Promotional code',
    bookedWith: 'Bought with',
    grantedAlone: 'Granted without a booking',
    actions: 'What to do',
    renew: 'Renew',
    card: 'Show the card',
    again: 'Send it by mail again',
    bookings: 'Bookings of this address',
    refusedTitle: 'Nothing was changed',
    name: {
      title: 'Correct the name',
      lead: 'It stands on the card, also of the other memberships of this address that bear the same name.',
      firstName: 'First name',
      lastName: 'Last name',
      button: 'Save the name',
      changedMeanwhile: (now) => `Somebody else changed the name meanwhile; it is now: ${now}.`,
      none: 'none',
    },
    cancel: {
      title: 'Cancel this membership',
      lead: 'It ends at once: the card says so, and prices for members are closed. No money goes back by this: it was not paid here.',
      booked: 'It was bought with a booking, and ends with it: there its money goes back, too.',
      toBooking: 'Go to the booking',
      reason: 'Why',
      reasonHelp: 'It stands in the log, until the person has their data erased.',
      reasonMissing: 'Say why: it stands in the log.',
      button: 'Cancel the membership',
      over: 'This membership has ended or was cancelled meanwhile.',
      spent:
        'What this membership had put on the cashless card was spent already, so that it cannot be taken back.',
    },
    notLive: 'It has ended or was cancelled: there is nothing to send.',
    every: 'Every membership',
    columns: { membership: 'Membership', from: 'From', until: 'Until', amount: 'Cost', state: 'State' },
    story: 'What happened',
    told: {
      joined: (what) => `Became a member: ${what}`,
      renewed: (what) => `Renewed: ${what}`,
      cancelled: (what) => `Cancelled: ${what}`,
    },
  },
  fr: {
    all: 'Tous les adhérents',
    granted: 'L’adhésion est accordée. Son e-mail est en route.',
    saved: 'Le nom est corrigé.',
    sent: 'L’e-mail est en route.',
    cancelled: 'L’adhésion est annulée.',
    number: 'Numéro d’adhérent',
    email: 'E-mail',
    since: 'Membre depuis',
    membership: 'Adhésion',
    from: 'Du',
    until: 'Au',
    cost: 'Prix',
    code: 'Code promotionnel',
    bookedWith: 'Achetée avec',
    grantedAlone: 'Accordée sans réservation',
    actions: 'Que faire',
    renew: 'Renouveler',
    card: 'Voir la carte',
    again: 'Renvoyer par e-mail',
    bookings: 'Réservations de cette adresse',
    refusedTitle: 'Rien n’a été modifié',
    name: {
      title: 'Corriger le nom',
      lead: 'Il figure sur la carte, y compris celle des autres adhésions de cette adresse qui portent le même nom.',
      firstName: 'Prénom',
      lastName: 'Nom',
      button: 'Enregistrer le nom',
      changedMeanwhile: (now) =>
        `Quelqu’un d’autre a modifié le nom entre-temps ; c’est maintenant : ${now}.`,
      none: 'aucun',
    },
    cancel: {
      title: 'Annuler cette adhésion',
      lead: 'Elle se termine aussitôt : la carte l’indique, et les tarifs réservés aux membres se ferment. Aucun argent n’est rendu par là : elle n’a pas été payée ici.',
      booked:
        'Elle a été achetée avec une réservation et se termine avec elle : c’est là aussi que son prix est rendu.',
      toBooking: 'Aller à la réservation',
      reason: 'Pourquoi',
      reasonHelp: 'Le motif figure dans le journal, jusqu’à ce que la personne fasse effacer ses données.',
      reasonMissing: 'Dites pourquoi : le motif figure dans le journal.',
      button: 'Annuler l’adhésion',
      over: 'Cette adhésion est terminée ou a été annulée entre-temps.',
      spent:
        'Ce que cette adhésion avait mis sur la carte cashless a déjà été dépensé et ne peut plus être repris.',
    },
    notLive: 'Elle est terminée ou annulée : il n’y a rien à envoyer.',
    every: 'Toutes ses adhésions',
    columns: { membership: 'Adhésion', from: 'Du', until: 'Au', amount: 'Prix', state: 'État' },
    story: 'Ce qui s’est passé',
    told: {
      joined: (what) => `Adhésion prise : ${what}`,
      renewed: (what) => `Adhésion renouvelée : ${what}`,
      cancelled: (what) => `Adhésion annulée : ${what}`,
    },
  },
})
