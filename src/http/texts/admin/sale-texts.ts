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
  readonly reckon: string
  readonly code: string
  readonly codeHelp: string
  /** `#` stands for the sum. */
  readonly beforeCode: string
  /** What a code took off. */
  readonly less: (amount: string) => string
  readonly ownAmount: (least: string | null) => string
  readonly refused: string
  /** Nobody had seen what it comes to. */
  readonly totalFirst: (total: string) => string
  readonly totalChanged: (total: string, seen: string) => string
  readonly notMember: string
  /** Nobody is known to be a member without one. */
  readonly memberAddress: string
  /** In the place of the ways to pay, of what costs nothing. */
  readonly handOver: string
  readonly sold: (what: string) => string
  readonly givenAway: (what: string) => string
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
    reckon: 'Check the total',
    code: 'Promotional code',
    codeHelp: '“Check the total” shows what it takes off.',
    beforeCode: '# without the code',
    less: (amount) => `${amount} less with the code`,
    ownAmount: (least) => (least === null ? 'Amount for each' : `Amount for each, ${least} at least`),
    refused: 'Not sold',
    totalFirst: (total) => `Nothing is sold yet. It comes to ${total}: press how that is paid.`,
    totalChanged: (total, seen) =>
      `It comes to ${total} and no longer to ${seen}. Nothing is sold yet: say the new total, then press how it is paid.`,
    memberAddress:
      'This price is for members: type the e-mail address of the member, by which they are known.',
    handOver: 'Give the tickets',
    notMember: 'This price is for members, and nobody with this e-mail address is one at the moment.',
    sold: (what) => `Sold: ${what}`,
    givenAway: (what) => `Given away: ${what}`,
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
    reckon: 'Vérifier le total',
    code: 'Code promotionnel',
    codeHelp: '« Vérifier le total » montre la réduction.',
    beforeCode: '# sans le code',
    less: (amount) => `${amount} de moins avec le code`,
    ownAmount: (least) => (least === null ? 'Montant par place' : `Montant par place, ${least} au moins`),
    refused: 'Pas encore vendu',
    totalFirst: (total) => `Rien n’est encore vendu. Le total est de ${total} : choisissez le paiement.`,
    totalChanged: (total, seen) =>
      `Le total est de ${total} et non plus de ${seen}. Rien n’est encore vendu : annoncez le nouveau total, puis choisissez le paiement.`,
    memberAddress:
      'Ce tarif est réservé aux adhérents : saisissez l’adresse e-mail de l’adhérent, c’est à elle qu’on le reconnaît.',
    handOver: 'Donner les billets',
    notMember:
      'Ce tarif est réservé aux adhérents, et personne n’a d’adhésion en cours avec cette adresse e-mail.',
    sold: (what) => `Vendu : ${what}`,
    givenAway: (what) => `Offert : ${what}`,
    mailedTo: (email) => `Les billets partent à ${email}.`,
    print: 'Imprimer les billets',
    look: 'Afficher la réservation',
    doorList: 'Liste d’entrée (PDF)',
  },
})
