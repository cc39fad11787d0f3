import type { Language } from '../../lib/language.ts'

type DoorListTexts = {
  readonly title: string
  readonly asOf: (moment: string) => string
  readonly count: (tickets: number, inside: number, toPay: number) => string
  readonly page: string
  readonly columns: {
    readonly name: string
    readonly price: string
    readonly seat: string
    readonly number: string
  }
  readonly unnamed: string
  readonly inSince: (time: string) => string
  readonly toPay: (amount: string) => string
  readonly nobody: string
  readonly keep: string
  readonly unprintable: string
  /** Of the file, without its ending. */
  readonly fileName: string
}

/** What the printed list for the door says. */
export const doorListTexts: Readonly<Record<Language, DoorListTexts>> = {
  en: {
    title: 'Door list',
    asOf: (moment) => `As of ${moment}`,
    count: (tickets, inside, toPay) =>
      [
        `${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}`,
        ...(inside === 0 ? [] : [`${inside} in already`]),
        ...(toPay === 0 ? [] : [`${toPay} to be paid`]),
      ].join(' · '),
    page: 'Page {number} of {of}',
    columns: { name: 'Name', price: 'Ticket', seat: 'Seat', number: 'Number' },
    unnamed: 'No name',
    inSince: (time) => `In since ${time}`,
    toPay: (amount) => `To pay: ${amount}`,
    nobody: 'Nobody has a ticket yet.',
    keep: 'Names of people: keep it at the door, and destroy it after the night.',
    unprintable: 'As given when booking',
    fileName: 'door-list',
  },
  fr: {
    title: 'Liste d’entrée',
    asOf: (moment) => `État au ${moment}`,
    count: (tickets, inside, toPay) =>
      [
        `${tickets} ${tickets < 2 ? 'billet' : 'billets'}`,
        ...(inside === 0 ? [] : [`${inside} déjà ${inside < 2 ? 'entré' : 'entrés'}`]),
        ...(toPay === 0 ? [] : [`${toPay} à payer`]),
      ].join(' · '),
    page: 'Page {number} sur {of}',
    columns: { name: 'Nom', price: 'Billet', seat: 'Place', number: 'Numéro' },
    unnamed: 'Sans nom',
    inSince: (time) => `Entré à ${time}`,
    toPay: (amount) => `À payer : ${amount}`,
    nobody: 'Personne n’a encore de billet.',
    keep: 'Noms de personnes : à garder à l’entrée, et à détruire après la soirée.',
    unprintable: 'Tel qu’indiqué à la réservation',
    fileName: 'liste-entree',
  },
}
