import type { Language } from '../../lib/language.ts'

type TicketDocumentTexts = {
  readonly ticket: string
  readonly count: (number: number, of: number) => string
  readonly doors: (time: string) => string
  readonly starts: (time: string) => string
  readonly holder: string
  readonly price: string
  readonly free: string
  readonly seat: string
  readonly freeSeating: string
  readonly options: string
  readonly number: string
  readonly instruction: string
  readonly things: string
  readonly unprintable: string
  /** Of the file, without its ending. */
  readonly fileName: string
}

/** What a ticket says besides what it is for. */
export const ticketDocumentTexts: Readonly<Record<Language, TicketDocumentTexts>> = {
  en: {
    ticket: 'Ticket',
    count: (number, of) => `Ticket ${number} of ${of}`,
    doors: (time) => `Doors ${time}`,
    starts: (time) => `Start ${time}`,
    holder: 'Name',
    price: 'Price',
    free: 'Free',
    seat: 'Seat',
    freeSeating: 'Free seating',
    options: 'Options',
    number: 'Ticket number',
    instruction: 'Show this code at the door, on paper or on a screen. It lets one person in, once.',
    things: 'To collect at the desk, once for the whole booking',
    unprintable: 'As given when booking',
    fileName: 'tickets',
  },
  fr: {
    ticket: 'Billet',
    count: (number, of) => `Billet ${number} sur ${of}`,
    doors: (time) => `Ouverture des portes ${time}`,
    starts: (time) => `Début ${time}`,
    holder: 'Nom',
    price: 'Tarif',
    free: 'Gratuit',
    seat: 'Place',
    freeSeating: 'Placement libre',
    options: 'Options',
    number: 'Numéro du billet',
    instruction:
      'Présentez ce code à l’entrée, imprimé ou à l’écran. Il fait entrer une personne, une seule fois.',
    things: 'À retirer au guichet, une fois pour toute la réservation',
    unprintable: 'Tel qu’indiqué à la réservation',
    fileName: 'billets',
  },
}
