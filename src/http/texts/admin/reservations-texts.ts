import type { OfficeFilter } from '../../../features/reservation/office-list.queries.ts'
import type { ReservationStatus } from '../../../features/reservation/reservation.ts'
import { localized } from '../localized.ts'

type ReservationsTexts = {
  readonly title: string
  readonly search: string
  readonly searchHelp: string
  readonly tooShort: string
  readonly event: string
  readonly anyEvent: string
  readonly state: string
  readonly anyState: string
  readonly filters: Readonly<Record<OfficeFilter, string>>
  readonly button: string
  readonly nobody: string
  readonly empty: string
  readonly everything: string
  readonly unnamed: string
  readonly noAddress: string
  readonly noEvent: string
  readonly columns: {
    readonly who: string
    readonly number: string
    readonly event: string
    readonly tickets: string
    readonly amount: string
    readonly state: string
  }
  readonly states: Readonly<Record<ReservationStatus | 'expired' | 'given_away' | 'settled', string>>
  /** Of what was given away. */
  readonly worth: (amount: string) => string
}

export const reservationsTexts = localized<ReservationsTexts>({
  en: {
    title: 'Bookings',
    search: 'Name, e-mail, number or card',
    searchHelp:
      'Three letters or digits at least, or a shorter name as a whole; of a card, the number printed on it or the eight signs that a reader shows.',
    tooShort: 'Nobody is called just that. Type three letters or digits at least.',
    event: 'Event',
    anyEvent: 'All events',
    state: 'State',
    anyState: 'All states',
    filters: {
      to_pay: 'To be paid',
      to_confirm: 'E-mail to be confirmed',
      settled: 'Paid or confirmed',
      mail_refused: 'Mail refused',
      cancelled: 'Cancelled or expired',
    },
    button: 'Find',
    nobody: 'No booking is like that.',
    empty: 'Bookings appear here, the latest first. The first one can be made at the desk.',
    everything: 'Show all bookings',
    unnamed: 'No name',
    noAddress: 'no address',
    noEvent: 'No event',
    columns: {
      who: 'Who',
      number: 'Number',
      event: 'Event',
      tickets: 'Tickets',
      amount: 'Amount',
      state: 'State',
    },
    states: {
      created: 'To be paid',
      unpaid: 'To be paid',
      email_unverified: 'E-mail to be confirmed',
      email_verified: 'Confirmed',
      paid: 'Paid',
      paid_email_invalid: 'Settled, address refused the mail',
      paid_email_unsent: 'Settled, tickets not mailed',
      valid: 'Settled, tickets mailed',
      cancelled: 'Cancelled',
      expired: 'Expired',
      given_away: 'Given away',
      settled: 'Settled',
    },
    worth: (amount) => `worth ${amount}`,
  },
  fr: {
    title: 'Réservations',
    search: 'Nom, e-mail, numéro ou carte',
    searchHelp:
      'Au moins trois lettres ou chiffres, ou un nom plus court en entier ; pour une carte, le numéro imprimé ou les huit caractères qu’un lecteur affiche.',
    tooShort: 'Personne ne s’appelle exactement ainsi. Saisissez au moins trois lettres ou chiffres.',
    event: 'Évènement',
    anyEvent: 'Tous les évènements',
    state: 'État',
    anyState: 'Tous les états',
    filters: {
      to_pay: 'À payer',
      to_confirm: 'E-mail à confirmer',
      settled: 'Payées ou confirmées',
      mail_refused: 'E-mail refusé',
      cancelled: 'Annulées ou expirées',
    },
    button: 'Chercher',
    nobody: 'Aucune réservation ne correspond.',
    empty:
      'Les réservations apparaissent ici, de la plus récente à la plus ancienne. La première peut être faite au guichet.',
    everything: 'Afficher toutes les réservations',
    unnamed: 'Sans nom',
    noAddress: 'sans adresse',
    noEvent: 'Sans évènement',
    columns: {
      who: 'Qui',
      number: 'Numéro',
      event: 'Évènement',
      tickets: 'Billets',
      amount: 'Montant',
      state: 'État',
    },
    states: {
      created: 'À payer',
      unpaid: 'À payer',
      email_unverified: 'E-mail à confirmer',
      email_verified: 'Confirmée',
      paid: 'Payée',
      paid_email_invalid: 'Réglée, l’adresse a refusé l’e-mail',
      paid_email_unsent: 'Réglée, billets non envoyés',
      valid: 'Réglée, billets envoyés',
      cancelled: 'Annulée',
      expired: 'Expirée',
      given_away: 'Offerte',
      settled: 'Réglée',
    },
    worth: (amount) => `valeur ${amount}`,
  },
})
