import { localized } from '../localized.ts'

type UnreachedTexts = {
  /** Before it is sent, where not everybody gets it. */
  readonly reached: (bookings: number) => string
  readonly without: (bookings: number) => string
  readonly erased: (bookings: number) => string
  /** Afterwards: how many were told, and how many could not be. */
  readonly told: (told: number, unreached: number) => string
  /** Who wants no more messages of the organisation. */
  readonly leftOut: (people: number) => string
  readonly these: string
  readonly more: (count: number) => string
}

/** Who of those who booked has no address to be told at. */
export const unreachedTexts = localized<UnreachedTexts>({
  en: {
    reached: (bookings) =>
      bookings < 2
        ? `${bookings === 0 ? 'No' : 'One'} booking gets a mail.`
        : `${bookings} bookings get a mail.`,
    without: (bookings) =>
      bookings === 1
        ? 'One booking has no address for mails: nobody will be told there.'
        : `${bookings} bookings have no address for mails: nobody of them is told.`,
    erased: (bookings) =>
      bookings === 1
        ? 'One booking is of somebody whose data was erased: nobody is there to be told.'
        : `${bookings} bookings are of people whose data was erased: nobody is there to be told.`,
    told: (told, unreached) =>
      `${told} ${told === 1 ? 'booking' : 'bookings'} told${unreached === 0 ? '' : `, ${unreached} without an address for mails`}.`,
    leftOut: (people) =>
      people === 1
        ? 'One person wants no more messages and is left out.'
        : `${people} people want no more messages and are left out.`,
    these: 'To be told some other way:',
    more: (count) => `and ${count} more`,
  },
  fr: {
    reached: (bookings) =>
      bookings < 2
        ? bookings === 0
          ? 'Aucune réservation ne reçoit de message.'
          : 'Une réservation reçoit un message.'
        : `${bookings} réservations reçoivent un message.`,
    without: (bookings) =>
      bookings === 1
        ? 'Une réservation n’a pas d’adresse pour les e-mails : personne ne sera prévenu.'
        : `${bookings} réservations n’ont pas d’adresse pour les e-mails : personne ne sera prévenu.`,
    erased: (bookings) =>
      bookings === 1
        ? 'Une réservation est celle d’une personne dont les données ont été effacées : il n’y a personne à prévenir.'
        : `${bookings} réservations sont celles de personnes dont les données ont été effacées : il n’y a personne à prévenir.`,
    told: (told, unreached) =>
      `${told} ${told < 2 ? 'réservation prévenue' : 'réservations prévenues'}${unreached === 0 ? '' : `, ${unreached} sans adresse pour les e-mails`}.`,
    leftOut: (people) =>
      people === 1
        ? 'Une personne ne veut plus recevoir de messages : elle n’est pas prévenue.'
        : `${people} personnes ne veulent plus recevoir de messages : elles ne sont pas prévenues.`,
    these: 'À prévenir autrement :',
    more: (count) => `et ${count} de plus`,
  },
})
