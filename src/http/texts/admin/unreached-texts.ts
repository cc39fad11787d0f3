import { localized } from '../localized.ts'

type UnreachedTexts = {
  /** Before it is sent. */
  readonly without: (bookings: number) => string
  /** Afterwards: how many were told, and how many could not be. */
  readonly told: (told: number, unreached: number) => string
  readonly these: string
  readonly more: (count: number) => string
}

/** Who of those who booked has no address to be told at. */
export const unreachedTexts = localized<UnreachedTexts>({
  en: {
    without: (bookings) =>
      bookings === 1
        ? 'One booking has no address for mails: nobody will be told there.'
        : `${bookings} bookings have no address for mails: nobody of them is told.`,
    told: (told, unreached) =>
      `${told} ${told === 1 ? 'booking' : 'bookings'} told, ${unreached} without an address for mails.`,
    these: 'To be told some other way:',
    more: (count) => `and ${count} more`,
  },
  fr: {
    without: (bookings) =>
      bookings === 1
        ? 'Une réservation n’a pas d’adresse pour les e-mails : personne ne sera prévenu.'
        : `${bookings} réservations n’ont pas d’adresse pour les e-mails : personne ne sera prévenu.`,
    told: (told, unreached) =>
      `${told} ${told < 2 ? 'réservation prévenue' : 'réservations prévenues'}, ${unreached} sans adresse pour les e-mails.`,
    these: 'À prévenir autrement :',
    more: (count) => `et ${count} de plus`,
  },
})
