import type { Kept } from '../../../features/person/kept.queries.ts'
import { localized } from '../localized.ts'

type ErasureTexts = {
  /** The room for it on the page of a booking or a member. */
  readonly section: string
  /** The way there, the title of the page, and what is pressed. */
  readonly title: string
  readonly back: Readonly<Record<'reservation' | 'membership', string>>
  readonly lead: (email: string, organisation: string) => string
  readonly leadUnaddressed: string
  readonly goesTitle: string
  /** '' where there is nothing of it. */
  readonly goes: {
    readonly bookings: (kept: Kept) => string
    readonly unaddressed: (kept: Kept) => string
    readonly memberships: (kept: Kept) => string
    readonly waiting: (kept: Kept) => string
    readonly guests: (kept: Kept) => string
    readonly byAddress: string
    readonly log: string
    readonly devices: string
  }
  readonly staysTitle: string
  readonly stays: {
    readonly openTickets: (count: number) => string
    readonly books: string
    readonly refunds: string
    readonly membership: string
    readonly balance: (amount: string) => string
    readonly noted: string
    readonly elsewhere: string
    readonly others: string
    readonly outside: string
  }
  /** Found by the address that the person gave. */
  readonly atAddress: {
    readonly title: string
    readonly lead: string
    readonly email: string
    readonly help: string
    readonly look: string
    readonly wrongTitle: string
    readonly wrong: string
    readonly unknown: (email: string) => string
    /** Once it was pressed. */
    readonly nothing: string
  }
  readonly forGood: string
  readonly buttonUnaddressed: string
  readonly keep: string
  readonly erased: string
  readonly nothing: string
  readonly changedTitle: string
  readonly changed: string
}

/** Erasing a person who wrote or rang: what goes, what stays and why. */
export const erasureTexts = localized<ErasureTexts>({
  en: {
    section: 'Personal data',
    title: 'Erase this person’s data',
    back: { reservation: 'Back to the booking', membership: 'Back to the member' },
    lead: (email, organisation) =>
      `Everything that ${organisation} keeps about ${email} is erased, for good.`,
    leadUnaddressed:
      'Nobody gave an address with this booking. The names that belong to it are erased, for good.',
    goesTitle: 'What is erased',
    goes: {
      bookings: ({ bookings, namedTickets }) =>
        bookings === 0
          ? namedTickets === 0
            ? ''
            : `Address and name on ${countOf(namedTickets, 'one ticket', 'tickets')} that they were given.`
          : `Address and names on ${countOf(bookings, 'one booking', 'bookings')}; ${
              namedTickets === 0
                ? 'no ticket bears a name'
                : `${countOf(namedTickets, 'one ticket bears', 'tickets bear')} a name`
            }.`,
      unaddressed: ({ namedTickets }) =>
        namedTickets === 0
          ? ''
          : `The names on ${countOf(namedTickets, 'one ticket', 'tickets')} of this booking.`,
      memberships: ({ memberships }) =>
        memberships === 0
          ? ''
          : `Address, name and number on ${countOf(memberships, 'one membership', 'memberships')}, with the member card.`,
      waiting: ({ waiting }) =>
        waiting === 0
          ? ''
          : `${countOf(waiting, 'One place', 'places')} on waiting lists. What was offered goes to the next in line.`,
      guests: ({ guests }) =>
        guests === 0 ? '' : 'That they were on a guest list, and what is noted there for the door.',
      byAddress:
        'The mails that were sent to them or wait, invitations, links to sign in; they are signed out here.',
      log: 'Names, addresses and reasons about them in the audit log.',
      devices:
        'The names on scanning devices: they forget them when they next reach the service. Door lists that were printed do not.',
    },
    staysTitle: 'What stays, and why',
    stays: {
      openTickets: (count) =>
        count === 1
          ? 'One ticket still opens the door, without a name. Afterwards nobody can send it again: if the person comes, they need its code.'
          : `${count} tickets still open the door, without a name. Afterwards nobody can send them again: if the person comes, they need their codes.`,
      books:
        'Amounts, payments, receipts and numbers of tickets, without name or address: the accounts must add up, and the law asks for them.',
      refunds: 'Money that is to be given back stays owed, and goes back as it was to.',
      membership:
        'A membership that is valid still counts and is nobody’s: it cannot be shown or renewed any more.',
      balance: (amount) =>
        `${amount} on their card stays in the accounts, and can no longer be claimed. Pay it back before, if they want it.`,
      noted: 'That you erased it, and when, is noted in the audit log, without name or address.',
      elsewhere:
        'Their account, linked cards, rights in the team, and whatever other organisations keep: only the person can have those erased, on the page of their account.',
      others:
        'Other bookings of the same person: without an address they are not found from here. Look for the name, and erase each.',
      outside: 'What the person, their mail service, the bank or the payment provider has is out of reach.',
    },
    atAddress: {
      title: 'Personal data',
      lead: 'Somebody wrote, and asks that their data be erased? Look up what stands under their address. Nothing is erased before you have read it.',
      email: 'E-mail address',
      help: 'The one they booked with, were given a ticket at, or wait with. Who gave no address is found by the booking.',
      look: 'See what is kept',
      wrongTitle: 'Nothing was looked up',
      wrong: 'Give an e-mail address, like ada@example.org.',
      unknown: (email) =>
        `No booking, ticket, membership or place on a waiting list bears ${email}. Check how it is spelled; what else may bear it can be erased all the same.`,
      nothing: 'Nothing is kept under this address: there was nothing left to erase.',
    },
    forGood: 'This cannot be undone.',
    buttonUnaddressed: 'Erase the names of this booking',
    keep: 'Keep the data',
    erased: 'The data is erased. The audit log says who did it, and not about whom.',
    nothing: 'Nothing here tells who the person is: there is nothing left to erase.',
    changedTitle: 'Nothing was erased',
    changed: 'Somebody else changed the address meanwhile. Look at whose data it is now, and press again.',
  },
  fr: {
    section: 'Données personnelles',
    title: 'Effacer les données de cette personne',
    back: { reservation: 'Retour à la réservation', membership: 'Retour à l’adhérent' },
    lead: (email, organisation) =>
      `Tout ce que ${organisation} conserve à propos de ${email} est effacé, définitivement.`,
    leadUnaddressed:
      'Aucune adresse n’a été donnée pour cette réservation. Les noms qui s’y rapportent sont effacés, définitivement.',
    goesTitle: 'Ce qui est effacé',
    goes: {
      bookings: ({ bookings, namedTickets }) =>
        bookings === 0
          ? namedTickets === 0
            ? ''
            : `L’adresse et le nom sur ${countOf(namedTickets, 'un billet reçu', 'billets reçus')} d’une autre personne.`
          : `L’adresse et les noms sur ${countOf(bookings, 'une réservation', 'réservations')} ; ${
              namedTickets === 0
                ? 'aucun billet ne porte de nom'
                : `${countOf(namedTickets, 'un billet porte', 'billets portent')} un nom`
            }.`,
      unaddressed: ({ namedTickets }) =>
        namedTickets === 0
          ? ''
          : `Les noms sur ${countOf(namedTickets, 'un billet', 'billets')} de cette réservation.`,
      memberships: ({ memberships }) =>
        memberships === 0
          ? ''
          : `L’adresse, le nom et le numéro sur ${countOf(memberships, 'une adhésion', 'adhésions')}, avec la carte d’adhérent.`,
      waiting: ({ waiting }) =>
        waiting === 0
          ? ''
          : `${countOf(waiting, 'Une place', 'places')} en liste d’attente. Ce qui était proposé revient à la personne suivante.`,
      guests: ({ guests }) =>
        guests === 0 ? '' : 'La présence sur une liste d’invités, et ce qui y est noté pour l’entrée.',
      byAddress:
        'Les e-mails envoyés ou en attente, les invitations, les liens de connexion ; la personne est déconnectée d’ici.',
      log: 'Les noms, adresses et motifs qui la concernent dans le journal.',
      devices:
        'Les noms sur les appareils de contrôle : ils les oublient dès qu’ils joignent de nouveau le service. Les listes déjà imprimées, non.',
    },
    staysTitle: 'Ce qui reste, et pourquoi',
    stays: {
      openTickets: (count) =>
        count === 1
          ? 'Un billet ouvre encore la porte, sans nom. Ensuite, personne ne pourra le renvoyer : si la personne vient, il lui faut son code.'
          : `${count} billets ouvrent encore la porte, sans nom. Ensuite, personne ne pourra les renvoyer : si la personne vient, il lui faut leurs codes.`,
      books:
        'Les montants, paiements, reçus et nombres de billets, sans nom ni adresse : les comptes doivent être justes, et la loi les exige.',
      refunds: 'L’argent à rendre reste dû, et sera rendu comme prévu.',
      membership:
        'Une adhésion encore valable compte toujours mais n’est plus à personne : elle ne peut plus être présentée ni renouvelée.',
      balance: (amount) =>
        `${amount} sur sa carte restent dans les comptes et ne peuvent plus être réclamés. Rendez-les avant, si la personne le souhaite.`,
      noted: 'Que vous avez effacé ces données, et quand, figure dans le journal, sans nom ni adresse.',
      elsewhere:
        'Son compte, ses cartes, ses droits dans l’équipe et ce que conservent d’autres organisations : seule la personne peut les faire effacer, sur la page de son compte.',
      others:
        'Les autres réservations de la même personne : sans adresse, elles ne se retrouvent pas d’ici. Cherchez le nom et effacez chacune.',
      outside:
        'Ce que détiennent la personne, sa messagerie, la banque ou le prestataire de paiement est hors de portée.',
    },
    atAddress: {
      title: 'Données personnelles',
      lead: 'Une personne écrit et demande l’effacement de ses données ? Cherchez ce qui porte son adresse. Rien n’est effacé avant que vous ne l’ayez lu.',
      email: 'Adresse e-mail',
      help: 'Celle de sa réservation, d’un billet reçu ou d’une liste d’attente. Qui n’a pas donné d’adresse se retrouve par la réservation.',
      look: 'Voir ce qui est conservé',
      wrongTitle: 'Rien n’a été cherché',
      wrong: 'Indiquez une adresse e-mail, comme ada@example.org.',
      unknown: (email) =>
        `Aucune réservation, aucun billet, aucune adhésion ni place en liste d’attente ne porte ${email}. Vérifiez l’orthographe ; le reste peut être effacé malgré tout.`,
      nothing: 'Rien n’est conservé sous cette adresse : il n’y avait plus rien à effacer.',
    },
    forGood: 'Cette action est définitive.',
    buttonUnaddressed: 'Effacer les noms de cette réservation',
    keep: 'Garder les données',
    erased: 'Les données sont effacées. Le journal dit qui l’a fait, sans dire de qui il s’agissait.',
    nothing: 'Plus rien ici ne dit qui est cette personne : il n’y a plus rien à effacer.',
    changedTitle: 'Rien n’a été effacé',
    changed:
      'Quelqu’un d’autre a changé l’adresse entre-temps. Regardez de qui il s’agit maintenant, puis appuyez de nouveau.',
  },
})

function countOf(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`
}
