import { localized } from '../localized.ts'

type RootCardsTexts = {
  readonly lead: string
  readonly search: string
  readonly none: string
  readonly nothingFound: string
  readonly columns: Readonly<Record<'number' | 'tag' | 'whose' | 'state' | 'change', string>>
  readonly nobodys: string
  readonly works: string
  readonly lost: string
  readonly change: string
  readonly email: string
  readonly emailHelp: string
  readonly emailWrong: string
  readonly link: string
  readonly unlink: string
  readonly unlinkHelp: string
  readonly lose: string
  readonly loseHelp: string
  readonly unblock: string
  readonly unblockHelp: string
  readonly linkedElsewhere: string
  readonly importTitle: string
  readonly importHelp: string
  readonly file: string
  readonly importButton: string
  readonly noFile: string
  readonly line: (number: string, problem: string) => string
  readonly moreLines: (count: number) => string
  readonly imported: (imported: number, known: number) => string
  readonly done: Readonly<Record<'linked' | 'unlinked' | 'lost' | 'unblocked', string>>
}

/** The cards of the whole server, which every organisation reads. */
export const rootCardsTexts = localized<RootCardsTexts>({
  en: {
    lead: 'Cashless cards of the whole server. Whose a card is holds at every organisation; what is on it is kept by each of them apart.',
    search: 'Number, tag or whole e-mail address',
    none: 'There is no card yet. Whoever makes the cards sends a list of them: import it below.',
    nothingFound: 'No card has this number or tag, or is this person’s.',
    columns: { number: 'Number', tag: 'Tag', whose: 'Whose', state: 'State', change: 'Change' },
    nobodys: 'Nobody’s',
    works: 'Works',
    lost: 'Lost, blocked',
    change: 'Change',
    email: 'E-mail address',
    emailHelp: 'What is on the card becomes this person’s, everywhere.',
    emailWrong: 'This is not an e-mail address, such as ada@example.org.',
    link: 'Link to this person',
    unlink: 'Take it from its person',
    unlinkHelp: 'The money stays the person’s; the card is worth nothing from then on.',
    lose: 'Block it, it is lost',
    loseHelp: 'At every till, until it is unblocked here. Its person gets at the money with another card.',
    unblock: 'Unblock it',
    unblockHelp:
      'It was found, or blocked by mistake: it works again at every till, also where an organisation blocked it for itself. Be sure of whose hands it is in.',
    linkedElsewhere: 'This card is somebody else’s. Take it from them first.',
    importTitle: 'Import cards',
    importHelp:
      'A CSV file whose first line names the columns tag_id, number and, where there is one, uuid. One bad line, and nothing is imported; the same list may be imported again.',
    file: 'List of cards',
    importButton: 'Import',
    noFile: 'Choose a file with text in it.',
    line: (number, problem) => `Line ${number}: ${problem}`,
    moreLines: (count) => (count === 1 ? 'One more line is wrong.' : `${count} more lines are wrong.`),
    imported: (imported, known) => `Imported: ${imported}. There already: ${known}.`,
    done: {
      linked: 'The card is linked.',
      unlinked: 'The card is nobody’s now.',
      lost: 'The card is blocked at every till.',
      unblocked: 'The card works again at every till.',
    },
  },
  fr: {
    lead: 'Les cartes cashless de tout le serveur. Une carte appartient à la même personne dans chaque organisation ; ce qu’elle contient est tenu par chacune à part.',
    search: 'Numéro, identifiant ou adresse e-mail entière',
    none: 'Il n’y a pas encore de carte. Leur fabricant en envoie la liste : importez-la ci-dessous.',
    nothingFound: 'Aucune carte n’a ce numéro ou cet identifiant, ni n’appartient à cette personne.',
    columns: {
      ...{ number: 'Numéro', tag: 'Identifiant', whose: 'À qui' },
      ...{ state: 'État', change: 'Modifier' },
    },
    nobodys: 'À personne',
    works: 'Valable',
    lost: 'Perdue, bloquée',
    change: 'Modifier',
    email: 'Adresse e-mail',
    emailHelp: 'Ce que contient la carte devient à cette personne, partout.',
    emailWrong: 'Ce n’est pas une adresse e-mail, comme ada@example.org.',
    link: 'Associer à cette personne',
    unlink: 'La retirer à sa personne',
    unlinkHelp: 'L’argent reste à la personne ; la carte ne vaut plus rien.',
    lose: 'La bloquer, elle est perdue',
    loseHelp:
      'À chaque caisse, jusqu’à ce qu’elle soit débloquée ici. La personne retrouve son argent avec une autre carte.',
    unblock: 'La débloquer',
    unblockHelp:
      'Elle a été retrouvée, ou bloquée par erreur : elle sert de nouveau à chaque caisse, y compris là où une organisation l’a bloquée pour elle-même. Assurez-vous de savoir entre quelles mains elle est.',
    linkedElsewhere: 'Cette carte est à quelqu’un d’autre. Retirez-la-lui d’abord.',
    importTitle: 'Importer des cartes',
    importHelp:
      'Un fichier CSV dont la première ligne nomme les colonnes tag_id, number et, s’il y en a un, uuid. Une seule ligne fausse, et rien n’est importé ; la même liste peut être importée de nouveau.',
    file: 'Liste de cartes',
    importButton: 'Importer',
    noFile: 'Choisissez un fichier qui contient du texte.',
    line: (number, problem) => `Ligne ${number} : ${problem}`,
    moreLines: (count) =>
      count === 1 ? 'Une autre ligne est fausse.' : `${count} autres lignes sont fausses.`,
    imported: (imported, known) => `Importées : ${imported}. Déjà présentes : ${known}.`,
    done: {
      linked: 'La carte est associée.',
      unlinked: 'La carte n’est plus à personne.',
      lost: 'La carte est bloquée à chaque caisse.',
      unblocked: 'La carte sert de nouveau à chaque caisse.',
    },
  },
})
