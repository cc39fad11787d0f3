import type { DeskMethod } from '../../../features/payment/payment.ts'
import { localized } from '../localized.ts'

type SaleTexts = {
  readonly title: string
  readonly event: string
  readonly show: string
  readonly noEvents: string
  readonly nothingOnSale: string
  readonly email: string
  readonly emailHelp: string
  readonly name: string
  readonly methods: Readonly<Record<DeskMethod, string>>
  readonly refused: string
  readonly notMember: string
  readonly sold: (what: string) => string
  readonly mailedTo: (email: string) => string
  readonly print: string
  readonly look: string
  readonly doorList: string
}

/** Selling at the desk. */
export const saleTexts = localized<SaleTexts>({
  en: {
    title: 'Sell',
    event: 'Event',
    show: 'Show',
    noEvents: 'Nothing can be sold now. Events on sale appear here, tonight’s first.',
    nothingOnSale: 'No price of this event is on sale at the moment.',
    email: 'E-mail, if the tickets are to be mailed',
    emailHelp: 'Empty: print them.',
    name: 'Name on the tickets',
    methods: { cash: 'Cash', card: 'Card', transfer: 'Transfer', free: 'Give away' },
    refused: 'Not sold',
    notMember: 'This price is for members, and nobody with this e-mail address is one at the moment.',
    sold: (what) => `Sold: ${what}`,
    mailedTo: (email) => `The tickets are on their way to ${email}.`,
    print: 'Print the tickets',
    look: 'Show the booking',
    doorList: 'Door list (PDF)',
  },
  fr: {
    title: 'Vendre',
    event: 'Évènement',
    show: 'Afficher',
    noEvents:
      'Rien n’est à vendre pour le moment. Les évènements en vente apparaissent ici, celui de ce soir en premier.',
    nothingOnSale: 'Aucun tarif de cet évènement n’est en vente pour le moment.',
    email: 'E-mail, pour envoyer les billets',
    emailHelp: 'Vide : à imprimer.',
    name: 'Nom sur les billets',
    methods: { cash: 'Espèces', card: 'Carte', transfer: 'Virement', free: 'Offrir' },
    refused: 'Vente refusée',
    notMember:
      'Ce tarif est réservé aux adhérents, et personne n’a d’adhésion en cours avec cette adresse e-mail.',
    sold: (what) => `Vendu : ${what}`,
    mailedTo: (email) => `Les billets partent à ${email}.`,
    print: 'Imprimer les billets',
    look: 'Afficher la réservation',
    doorList: 'Liste d’entrée (PDF)',
  },
})
