import type { MemberFilter } from '../../../features/membership/member-list.queries.ts'
import type { MembershipState } from '../../../features/membership/membership.ts'
import type { DeskMethod } from '../../../features/payment/payment.ts'
import { localized } from '../localized.ts'

type MembersTexts = {
  readonly title: string
  readonly search: string
  readonly searchHelp: string
  readonly tooShort: string
  readonly product: string
  readonly anyProduct: string
  readonly state: string
  readonly anyState: string
  readonly filters: Readonly<Record<MemberFilter, string>>
  readonly button: string
  readonly nobody: string
  readonly empty: string
  readonly everybody: string
  readonly grant: string
  readonly columns: Readonly<Record<'who' | 'number' | 'membership' | 'since' | 'until' | 'state', string>>
  readonly withoutEnd: string
  readonly states: Readonly<Record<MembershipState, string>>
  readonly desk: {
    readonly title: string
    readonly renewTitle: (who: string) => string
    readonly lead: string
    readonly renewal: string
    readonly nothing: string
    readonly toProducts: string
    readonly price: string
    readonly choose: string
    readonly amount: string
    readonly amountHelp: string
    readonly amountFixed: string
    readonly belowLeast: (least: string) => string
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly emailHelp: string
    readonly emailWrong: string
    readonly nothingChosen: string
    readonly one: string
    /** Nobody had seen what it comes to. */
    readonly totalFirst: (total: string) => string
    readonly totalChanged: (total: string, seen: string) => string
    /** In the place of the ways to pay, of what costs nothing. */
    readonly grant: string
    readonly methods: Readonly<Record<DeskMethod, string>>
    readonly refused: string
    readonly choosePrice: string
    readonly soldOut: string
    readonly gone: string
    readonly overMaximum: string
    readonly notMember: string
    readonly sentBefore: string
    readonly orderGone: string
  }
}

/** The list of members, and the desk that makes them. */
export const membersTexts = localized<MembersTexts>({
  en: {
    title: 'Members',
    search: 'Name, e-mail or member number',
    searchHelp: 'Three letters at least, a shorter name as a whole, or the whole number.',
    tooShort: 'Nobody is called just that. Type three letters at least, or the number of a member.',
    product: 'Membership',
    anyProduct: 'All memberships',
    state: 'State',
    anyState: 'All states',
    filters: {
      valid: 'Valid',
      ending: 'Ending within 30 days',
      ended: 'Ended, not renewed',
      cancelled: 'Cancelled',
    },
    button: 'Find',
    nobody: 'No member is like that.',
    empty: 'Members appear here, the latest first. The first one can be made at the desk.',
    everybody: 'Show all members',
    grant: 'New member',
    columns: {
      who: 'Who',
      number: 'Number',
      membership: 'Membership',
      since: 'Member since',
      until: 'Until',
      state: 'State',
    },
    withoutEnd: 'Without end',
    states: {
      valid: 'Valid',
      ending: 'Ending soon',
      to_come: 'Not yet',
      ended: 'Ended',
      cancelled: 'Cancelled',
    },
    desk: {
      title: 'New member',
      renewTitle: (who) => `Renew: ${who}`,
      lead: 'For somebody who stands at the desk or has paid by transfer. They get a mail with their membership.',
      renewal: 'What they have is prolonged from its end: no day is lost.',
      nothing:
        'No membership is on sale at the moment. A product of the kind “Membership” with a price makes one.',
      toProducts: 'Products and prices',
      price: 'Membership',
      choose: 'Choose…',
      amount: 'Amount',
      amountHelp: 'Only where the price leaves it open. Empty: the least.',
      amountFixed: 'The amount of this membership is fixed: leave this empty.',
      belowLeast: (least) => `This membership costs ${least} at least.`,
      firstName: 'First name',
      lastName: 'Last name',
      email: 'E-mail address',
      emailHelp: 'A member is known by it: prices for members are theirs when they sign in with it.',
      emailWrong: 'Give an e-mail address such as ada@example.org.',
      nothingChosen: 'No membership chosen yet',
      one: '1 membership',
      totalFirst: (total) => `Nobody has become a member yet. It comes to ${total}: press how that was paid.`,
      totalChanged: (total, seen) =>
        `It comes to ${total} and no longer to ${seen}. Nobody has become a member yet: say the new total, then press how it was paid.`,
      grant: 'Grant the membership',
      methods: { cash: 'Cash', card: 'Card', transfer: 'Transfer', free: 'Give away' },
      refused: 'Not granted',
      choosePrice: 'Choose a membership.',
      soldOut: 'This membership is sold out.',
      gone: 'This membership is no longer on sale. Choose another one.',
      overMaximum:
        'This address has this membership already, as often as one person may have it. It can be renewed from its first reminder on.',
      notMember: 'This membership is for members of another one, and nobody with this address is.',
      sentBefore:
        'This form was sent before with other words, and what it said then is noted. For another membership, press once more.',
      orderGone:
        'The order that this form made was cancelled meanwhile. Press once more to make another one.',
    },
  },
  fr: {
    title: 'Adhérents',
    search: 'Nom, e-mail ou numéro d’adhérent',
    searchHelp: 'Au moins trois lettres, un nom plus court en entier, ou le numéro entier.',
    tooShort:
      'Personne ne s’appelle exactement ainsi. Saisissez au moins trois lettres, ou le numéro d’un adhérent.',
    product: 'Adhésion',
    anyProduct: 'Toutes les adhésions',
    state: 'État',
    anyState: 'Tous les états',
    filters: {
      valid: 'En cours',
      ending: 'Se terminent sous 30 jours',
      ended: 'Terminées, non renouvelées',
      cancelled: 'Annulées',
    },
    button: 'Chercher',
    nobody: 'Aucun adhérent ne correspond.',
    empty:
      'Les adhérents apparaissent ici, du plus récent au plus ancien. Le premier peut être inscrit au guichet.',
    everybody: 'Afficher tous les adhérents',
    grant: 'Nouvel adhérent',
    columns: {
      who: 'Qui',
      number: 'Numéro',
      membership: 'Adhésion',
      since: 'Membre depuis',
      until: 'Jusqu’au',
      state: 'État',
    },
    withoutEnd: 'Sans limite',
    states: {
      valid: 'En cours',
      ending: 'Se termine bientôt',
      to_come: 'À venir',
      ended: 'Terminée',
      cancelled: 'Annulée',
    },
    desk: {
      title: 'Nouvel adhérent',
      renewTitle: (who) => `Renouveler : ${who}`,
      lead: 'Pour une personne présente au guichet ou qui a payé par virement. Elle reçoit son adhésion par e-mail.',
      renewal: 'L’adhésion en cours se prolonge à partir de sa fin : aucun jour n’est perdu.',
      nothing:
        'Aucune adhésion n’est en vente pour le moment. Un produit de type « Adhésion » avec un tarif en crée une.',
      toProducts: 'Produits et tarifs',
      price: 'Adhésion',
      choose: 'Choisir…',
      amount: 'Montant',
      amountHelp: 'Seulement si le tarif le laisse libre. Vide : le minimum.',
      amountFixed: 'Le montant de cette adhésion est fixe : laissez ce champ vide.',
      belowLeast: (least) => `Cette adhésion coûte au moins ${least}.`,
      firstName: 'Prénom',
      lastName: 'Nom',
      email: 'Adresse e-mail',
      emailHelp:
        'C’est à elle que l’adhérent est reconnu : les tarifs réservés aux membres sont les siens une fois connecté.',
      emailWrong: 'Donnez une adresse e-mail telle que ada@example.org.',
      nothingChosen: 'Aucune adhésion choisie',
      one: '1 adhésion',
      totalFirst: (total) =>
        `Personne n’est encore devenu membre. Le total est de ${total} : choisissez le paiement.`,
      totalChanged: (total, seen) =>
        `Le total est de ${total} et non plus de ${seen}. Personne n’est encore devenu membre : annoncez le nouveau total, puis choisissez le paiement.`,
      grant: 'Accorder l’adhésion',
      methods: { cash: 'Espèces', card: 'Carte', transfer: 'Virement', free: 'Offrir' },
      refused: 'Adhésion non accordée',
      choosePrice: 'Choisissez une adhésion.',
      soldOut: 'Cette adhésion est épuisée.',
      gone: 'Cette adhésion n’est plus en vente. Choisissez-en une autre.',
      overMaximum:
        'Cette adresse a déjà cette adhésion, autant de fois qu’une personne peut l’avoir. Elle peut être renouvelée dès le premier rappel.',
      notMember:
        'Cette adhésion est réservée aux membres d’une autre, et cette adresse n’en fait pas partie.',
      sentBefore:
        'Ce formulaire a déjà été envoyé avec d’autres indications, qui sont notées. Pour une autre adhésion, appuyez encore une fois.',
      orderGone:
        'La commande faite avec ce formulaire a été annulée entre-temps. Appuyez encore une fois pour en faire une autre.',
    },
  },
})
