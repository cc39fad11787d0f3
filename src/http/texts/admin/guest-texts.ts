import type { LineProblem } from '../../../features/guest-list/guest-file.ts'
import { localized } from '../localized.ts'

type GuestTexts = {
  readonly link: string
  readonly title: string
  readonly back: string
  readonly backToDesk: string
  readonly lead: string
  readonly doorList: string
  readonly notPublished: string
  readonly nothingOnSale: string
  readonly form: {
    readonly title: string
    readonly more: string
    readonly change: string
    readonly name: string
    readonly nameHelp: string
    readonly price: string
    readonly priceHelp: string
    readonly left: (places: number) => string
    readonly text: string
    readonly textHelp: string
    readonly file: string
    readonly fileHelp: string
    readonly mail: string
    readonly look: string
  }
  readonly problems: {
    readonly title: string
    readonly none: string
    readonly tooMany: (most: number) => string
    readonly tooLong: string
    readonly noText: string
    readonly price: string
    readonly line: (line: number, reason: string) => string
    readonly nobodyIsIn: string
  }
  readonly reasons: Readonly<Record<Exclude<LineProblem['kind'], 'twice' | 'places_wrong'>, string>>
  readonly placesWrong: (most: number) => string
  readonly twice: (earlier: number) => string
  readonly looked: {
    readonly title: string
    readonly sum: (guests: number, places: number) => string
    readonly known: (guests: number) => string
    readonly allKnown: string
    readonly fewLeft: (left: number, places: number) => string
    readonly passedOver: (columns: string) => string
    readonly mailed: (guests: number) => string
    /** `left` of those `guests` go at once. */
    readonly mailedLater: (left: number) => string
    readonly book: (guests: number) => string
    readonly isKnown: (places: number) => string
    readonly isNew: string
  }
  readonly columns: Readonly<
    Record<'line' | 'firstName' | 'lastName' | 'name' | 'email' | 'places' | 'note' | 'standing', string>
  >
  readonly invited: (guests: number, places: number) => string
  readonly alreadyIn: string
  readonly refused: {
    readonly title: (guests: number) => string
    readonly help: string
    readonly of: (line: number, name: string, reason: string) => string
    readonly soldOut: string
    readonly overMaximum: (most: number) => string
    readonly membersOnly: string
    readonly notOnSale: string
    readonly other: string
  }
  readonly lists: {
    readonly title: string
    readonly none: string
    readonly unnamed: string
    readonly count: (guests: number, places: number) => string
    readonly show: (name: string) => string
    readonly inside: (count: number) => string
    readonly cancelled: string
    readonly isIn: string
    readonly nobody: string
    readonly all: string
    readonly mailed: (mailed: number, of: number) => string
    readonly onTheirWay: (guests: number) => string
    readonly lookAgain: string
    readonly notMailed: (guests: number) => string
    readonly standing: Readonly<Record<'onTheirWay' | 'notMailed' | 'refused', string>>
  }
}

const places = (count: number) => `${count} ${count === 1 ? 'place' : 'places'}`
const guests = (count: number) => `${count} ${count === 1 ? 'guest' : 'guests'}`
const placesFr = (count: number) => `${count} ${count < 2 ? 'place' : 'places'}`
const guestsFr = (count: number) => `${count} ${count < 2 ? 'invité' : 'invités'}`

/** Who is invited to an event, by lists that are sent as CSV. */
export const guestTexts = localized<GuestTexts>({
  en: {
    link: 'Guest list',
    title: 'Guests',
    back: 'The event',
    backToDesk: 'The desk',
    lead: 'Guests come in free of charge. Each has a booking of their own: they stand on the door list by name, count among the places, and their tickets are scanned like any other.',
    doorList: 'Door list (PDF)',
    notPublished: 'Only a published event takes guests. Publish it first.',
    nothingOnSale:
      'No price of this event that everybody may have is on sale at the moment, and guests take their places from one. Put a price on sale first.',
    form: {
      title: 'Invite guests',
      more: 'Invite more guests',
      change: 'Change the list',
      name: 'Name of the list',
      nameHelp: 'Such as “Press” or “Guests of the band”.',
      price: 'Price that they count in',
      priceHelp: 'They pay nothing, whatever it costs.',
      left: (count) => (count === 0 ? 'sold out' : `${places(count)} left`),
      text: 'Paste the list',
      textHelp:
        'One guest a line: name, e-mail, number of places, note. Or with a first line that names the columns: first name, last name, e-mail, places, note. Only the name is needed.',
      file: 'Or choose a file',
      fileHelp: 'CSV, as Excel and other spreadsheets save it. At most 500 guests.',
      mail: 'Mail their tickets to guests who have an address',
      look: 'Look at the list',
    },
    problems: {
      title: 'Nobody has been invited yet',
      none: 'There is nobody on the list. Paste it, or choose a file.',
      tooMany: (most) => `A list has at most ${most} guests. Split it into several.`,
      tooLong:
        'The list is too long to be read. Split it into several, and leave out columns that are not needed.',
      noText:
        'This file is not CSV. In a spreadsheet choose “Save as” and there CSV, or copy the rows and paste them.',
      price: 'This price is not on sale any more. Choose another one.',
      line: (line, reason) => `Line ${line}: ${reason}`,
      nobodyIsIn:
        'Nobody is invited as long as a line cannot be read. Correct it below and look at the list again.',
    },
    reasons: {
      quotes: 'its quotation marks do not match.',
      name_missing: 'the name is missing.',
      name_long: 'the name is longer than 200 characters.',
      email_wrong: 'the e-mail address is not one, such as ada@example.org.',
      note_long: 'the note is longer than 200 characters.',
    },
    placesWrong: (most) => `the number of places is not a whole number from 1 to ${most}.`,
    twice: (earlier) => `the same guest stands on line ${earlier}. Put all their places on one line.`,
    looked: {
      title: 'What was understood',
      sum: (count, all) => `${guests(count)}, ${places(all)}`,
      known: (count) =>
        count === 1
          ? 'One of them was invited before and stays as they are.'
          : `${count} of them were invited before and stay as they are.`,
      allKnown: 'All of them were invited before. Nothing is left to do.',
      fewLeft: (left, all) =>
        `Only ${places(left)} ${left === 1 ? 'is' : 'are'} left, and the list takes ${all}. They are given in the order of the list; you are told who gets none.`,
      passedOver: (columns) => `Not read: ${columns}`,
      mailed: (count) => (count === 0 ? 'No tickets are mailed.' : `Tickets are mailed to ${guests(count)}.`),
      mailedLater: (left) =>
        `${left === 0 ? 'None of these mails goes' : left === 1 ? 'Only one of these mails goes' : `Only ${left} of these mails go`} within the next 24 hours, the others by themselves on the days after: a new organisation mails 200 people a day at first who did not ask for it, and more as it sells and grows old. All of them are invited at once and stand on the door list; they can be invited without mail, too.`,
      book: (count) => `Invite ${guests(count)}`,
      isKnown: (all) => `Invited before, ${places(all)}`,
      isNew: 'New',
    },
    columns: {
      line: 'Line',
      firstName: 'First name',
      lastName: 'Last name',
      name: 'Name',
      email: 'E-mail',
      places: 'Places',
      note: 'Note',
      standing: 'Standing',
    },
    invited: (count, all) => `${guests(count)} invited, ${places(all)}.`,
    alreadyIn: 'Everybody on the list was invited before. Nothing has changed.',
    refused: {
      title: (count) => `${guests(count)} could not be invited`,
      help: 'Below the list holds these lines alone. Correct them, or leave them: everybody else is in.',
      of: (line, name, reason) => `Line ${line}, ${name}: ${reason}`,
      soldOut: 'there are not enough places left.',
      overMaximum: (most) => `one person has at most ${most} places at this price.`,
      membersOnly: 'nobody with this e-mail address is a member, which booking here takes.',
      notOnSale: 'the event or the price is not on sale any more.',
      other: 'this could not be booked.',
    },
    lists: {
      title: 'Who has been invited',
      none: 'Nobody has been invited yet. Lists that were sent appear here.',
      unnamed: 'Without a name',
      count: (count, all) => `${guests(count)}, ${places(all)}`,
      show: (name) => `Show the list: ${name}`,
      inside: (count) => `${count} in`,
      cancelled: 'Cancelled',
      isIn: 'Invited',
      nobody: 'Nobody is on this list any more.',
      all: 'All lists',
      mailed: (mailed, of) => `Tickets mailed to ${mailed} of ${guests(of)}`,
      onTheirWay: (count) =>
        `${count === 1 ? 'The tickets of one guest are' : `The tickets of ${guests(count)} are`} on their way. They go on when you leave this page.`,
      lookAgain: 'Look again',
      notMailed: (count) =>
        `The tickets of ${guests(count)} could not be mailed, or not yet. The booking of each says why.`,
      standing: {
        onTheirWay: 'Invited, tickets on their way',
        notMailed: 'Invited, tickets not mailed',
        refused: 'Invited, address refused',
      },
    },
  },
  fr: {
    link: 'Liste d’invités',
    title: 'Invités',
    back: 'L’évènement',
    backToDesk: 'Le guichet',
    lead: 'Les invités entrent gratuitement. Chacun a sa propre réservation : il figure par son nom sur la liste d’entrée, compte parmi les places, et ses billets se contrôlent comme les autres.',
    doorList: 'Liste d’entrée (PDF)',
    notPublished: 'Seul un évènement publié peut recevoir des invités. Publiez-le d’abord.',
    nothingOnSale:
      'Aucun tarif de cet évènement ouvert à tout le monde n’est en vente pour le moment, et les invités prennent leurs places sur un tarif. Mettez d’abord un tarif en vente.',
    form: {
      title: 'Inviter',
      more: 'Inviter d’autres personnes',
      change: 'Modifier la liste',
      name: 'Nom de la liste',
      nameHelp: 'Par exemple « Presse » ou « Invités du groupe ».',
      price: 'Tarif dans lequel ils comptent',
      priceHelp: 'Ils ne paient rien, quel que soit son montant.',
      left: (count) =>
        count === 0 ? 'complet' : `${placesFr(count)} ${count < 2 ? 'restante' : 'restantes'}`,
      text: 'Collez la liste',
      textHelp:
        'Un invité par ligne : nom, e-mail, nombre de places, remarque. Ou avec une première ligne qui nomme les colonnes : prénom, nom, e-mail, places, remarque. Seul le nom est nécessaire.',
      file: 'Ou choisissez un fichier',
      fileHelp: 'Au format CSV, tel qu’Excel et les autres tableurs l’enregistrent. 500 invités au plus.',
      mail: 'Envoyer leurs billets aux invités qui ont une adresse',
      look: 'Vérifier la liste',
    },
    problems: {
      title: 'Personne n’a encore été invité',
      none: 'Il n’y a personne sur la liste. Collez-la, ou choisissez un fichier.',
      tooMany: (most) => `Une liste compte ${most} invités au plus. Partagez-la en plusieurs.`,
      tooLong:
        'La liste est trop longue pour être lue. Partagez-la en plusieurs, et laissez de côté les colonnes inutiles.',
      noText:
        'Ce fichier n’est pas au format CSV. Dans un tableur, choisissez « Enregistrer sous », puis CSV, ou copiez les lignes et collez-les.',
      price: 'Ce tarif n’est plus en vente. Choisissez-en un autre.',
      line: (line, reason) => `Ligne ${line} : ${reason}`,
      nobodyIsIn:
        'Personne n’est invité tant qu’une ligne est illisible. Corrigez-la ci-dessous et vérifiez à nouveau la liste.',
    },
    reasons: {
      quotes: 'ses guillemets ne se correspondent pas.',
      name_missing: 'le nom manque.',
      name_long: 'le nom dépasse 200 caractères.',
      email_wrong: 'l’adresse e-mail n’en est pas une, comme ada@example.org.',
      note_long: 'la remarque dépasse 200 caractères.',
    },
    placesWrong: (most) => `le nombre de places n’est pas un nombre entier de 1 à ${most}.`,
    twice: (earlier) =>
      `le même invité figure à la ligne ${earlier}. Indiquez toutes ses places sur une seule ligne.`,
    looked: {
      title: 'Ce qui a été compris',
      sum: (count, all) => `${guestsFr(count)}, ${placesFr(all)}`,
      known: (count) =>
        count === 1
          ? 'L’un d’eux a déjà été invité : rien ne change pour lui.'
          : `${count} d’entre eux ont déjà été invités : rien ne change pour eux.`,
      allKnown: 'Tous ont déjà été invités. Il n’y a plus rien à faire.',
      fewLeft: (left, all) =>
        `Il ne reste que ${placesFr(left)}, et la liste en prend ${all}. Elles sont données dans l’ordre de la liste ; vous verrez qui n’en a pas eu.`,
      passedOver: (columns) => `Non lu : ${columns}`,
      mailed: (count) =>
        count === 0 ? 'Aucun billet n’est envoyé.' : `Les billets sont envoyés à ${guestsFr(count)}.`,
      mailedLater: (left) =>
        `${left === 0 ? 'Aucun de ces messages ne part' : left === 1 ? 'Un seul de ces messages part' : `Seuls ${left} de ces messages partent`} dans les prochaines 24 heures, les autres tout seuls les jours suivants : une nouvelle organisation écrit au début à 200 personnes par jour qui ne l’ont pas demandé, puis à plus à mesure qu’elle vend et qu’elle existe. Tous sont invités tout de suite et figurent sur la liste d’entrée ; ils peuvent aussi être invités sans message.`,
      book: (count) => `Inviter ${count} ${count < 2 ? 'personne' : 'personnes'}`,
      isKnown: (all) => `Déjà invité, ${placesFr(all)}`,
      isNew: 'Nouveau',
    },
    columns: {
      line: 'Ligne',
      firstName: 'Prénom',
      lastName: 'Nom',
      name: 'Nom',
      email: 'E-mail',
      places: 'Places',
      note: 'Remarque',
      standing: 'État',
    },
    invited: (count, all) =>
      `${count} ${count < 2 ? 'personne invitée' : 'personnes invitées'}, ${placesFr(all)}.`,
    alreadyIn: 'Toutes les personnes de la liste avaient déjà été invitées. Rien n’a changé.',
    refused: {
      title: (count) =>
        count === 1
          ? 'Une personne n’a pas pu être invitée'
          : `${count} personnes n’ont pas pu être invitées`,
      help: 'Ci-dessous, la liste ne contient plus que ces lignes. Corrigez-les, ou laissez-les : tous les autres sont invités.',
      of: (line, name, reason) => `Ligne ${line}, ${name} : ${reason}`,
      soldOut: 'il ne reste pas assez de places.',
      overMaximum: (most) => `une personne a droit à ${placesFr(most)} au plus à ce tarif.`,
      membersOnly:
        'personne n’a d’adhésion en cours avec cette adresse e-mail, ce qu’exige toute réservation ici.',
      notOnSale: 'l’évènement ou le tarif n’est plus en vente.',
      other: 'la réservation n’a pas pu être faite.',
    },
    lists: {
      title: 'Qui a été invité',
      none: 'Personne n’a encore été invité. Les listes envoyées apparaissent ici.',
      unnamed: 'Sans nom',
      count: (count, all) => `${guestsFr(count)}, ${placesFr(all)}`,
      show: (name) => `Afficher la liste : ${name}`,
      inside: (count) => `${count} ${count < 2 ? 'entré' : 'entrés'}`,
      cancelled: 'Annulé',
      isIn: 'Invité',
      nobody: 'Il n’y a plus personne sur cette liste.',
      all: 'Toutes les listes',
      mailed: (mailed, of) => `Billets envoyés à ${mailed} ${mailed < 2 ? 'invité' : 'invités'} sur ${of}`,
      onTheirWay: (count) =>
        `Les billets de ${guestsFr(count)} sont en cours d’envoi. L’envoi continue si vous quittez cette page.`,
      lookAgain: 'Actualiser',
      notMailed: (count) =>
        `Les billets de ${guestsFr(count)} n’ont pas pu être envoyés, ou pas encore. La réservation de chacun dit pourquoi.`,
      standing: {
        onTheirWay: 'Invité, billets en cours d’envoi',
        notMailed: 'Invité, billets non envoyés',
        refused: 'Invité, adresse refusée',
      },
    },
  },
})
