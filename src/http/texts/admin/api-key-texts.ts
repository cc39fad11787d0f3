import type { Permission } from '../../../features/account/permission.ts'
import type { ApiKeyState } from '../../../features/account/api-key.queries.ts'
import type { overlaps } from '../../../features/team/roll-api-key.ts'
import { localized } from '../localized.ts'
import type { PagerWords } from '../pager-words.ts'

/** What the permissions are ticked in: what is sold, who buys it, and (at a Meta) the organisations. */
export type PermissionGroup = 'programme' | 'bookings' | 'members' | 'places'

/** For how many hours the secret before may stay good. */
type Overlap = `${(typeof overlaps)[number]}`

type ApiKeyTexts = {
  readonly pager: PagerWords
  readonly gonePager: PagerWords
  readonly title: string
  readonly lead: string
  readonly nothing: string
  readonly columns: Readonly<Record<'name' | 'rights' | 'made' | 'ends' | 'used' | 'state', string>>
  readonly states: Readonly<Record<ApiKeyState, string>>
  readonly never: string
  readonly untilRevoked: string
  readonly usedHelp: string
  readonly gone: string
  readonly newTitle: string
  readonly name: string
  readonly nameHelp: string
  readonly nameMissing: string
  readonly rightsHelp: string
  readonly rightsMissing: string
  readonly groups: Readonly<Record<PermissionGroup, string>>
  readonly permissions: Readonly<Record<Permission, string>>
  readonly ends: string
  readonly endsHelp: string
  readonly optional: string
  readonly noDate: string
  readonly endPassed: string
  readonly create: string
  readonly notCreated: string
  readonly alreadyMade: string
  readonly madeTitle: (name: string) => string
  readonly madeOnce: string
  readonly madeHeader: string
  readonly done: string
  readonly all: string
  readonly begins: string
  readonly user: string
  readonly revoke: (name: string) => string
  readonly revokeHelp: string
  readonly isRevoked: string
  readonly history: string
  readonly from: string
  readonly anywhere: string
  readonly addresses: string
  readonly addressesHelp: string
  readonly addressesWrong: string
  readonly refused: string
  readonly rolled: string
  readonly former: string
  readonly formerUsed: string
  readonly roll: (name: string) => string
  readonly rollHelp: string
  readonly overlap: string
  readonly overlaps: Readonly<Record<Overlap, string>>
  readonly rolledOnce: (until: string) => string
  readonly endFormer: string
  readonly endFormerHelp: string
}

export const apiKeyTexts = localized<ApiKeyTexts>({
  en: {
    pager: { label: 'Pages of keys', before: 'Previous keys', after: 'More keys' },
    gonePager: { label: 'Pages of former keys', before: 'Previous former keys', after: 'More former keys' },
    title: 'API keys',
    lead: 'A key lets a program act here: a till, your website, a spreadsheet. Give each program a key of its own, with only what it needs, so that you can revoke one without stopping the others.',
    nothing: 'There is no API key yet. Nothing but people and their scanning devices can act here.',
    columns: {
      name: 'Name',
      rights: 'What it may do',
      made: 'Created',
      ends: 'Ends',
      used: 'Last used',
      state: 'State',
    },
    states: { active: 'In use', ended: 'Over', revoked: 'Revoked' },
    never: 'Never',
    untilRevoked: 'When you revoke it',
    usedHelp: 'The last use is noted at most once an hour.',
    gone: 'Keys that open nothing any more',
    newTitle: 'A new key',
    name: 'What is it for?',
    nameHelp: 'For example “Till at the bar”. The audit log calls the program by this name.',
    nameMissing: 'Say what the key is for.',
    rightsHelp: 'To read and to change are two rights: tick both if the program needs both.',
    rightsMissing: 'Tick at least one thing the key may do.',
    groups: {
      programme: 'Programme',
      bookings: 'Bookings and tickets',
      members: 'Members and cards',
      places: 'The organisation',
    },
    permissions: {
      'product:read': 'Read promotional codes, and products that are not published',
      'product:write': 'Create and change products, prices and promotional codes',
      'event:read': 'Read events that are not published, and messages about them',
      'event:write': 'Create, change, cancel and delete events and places',
      'reservation:read': 'Read all bookings, with names and addresses, payments, takings and the books',
      'reservation:write':
        'Book for others, sell and print tickets, take payments, cancel, refund and hand out',
      'ticket:read': 'Read all tickets, with the names on them, door lists and scanning devices',
      'ticket:write': 'Change names and seats on tickets, take scans back, and set up scanning devices',
      'membership:read': 'Read all members, with names and addresses',
      'membership:write': 'Register members',
      'card:read': 'Read cashless cards and what is on them',
      'card:write': 'Import cards, debit and credit them',
      'place:read':
        'Read the settings, and the log of who did what (names and addresses in it only with the bookings)',
      'place:write': 'Change the settings, and organisations that are listed here',
    },
    ends: 'Last day',
    endsHelp: 'The key works until the end of that day. Without one it works until it is revoked.',
    optional: 'optional',
    noDate: 'Give a date.',
    endPassed: 'This day has passed.',
    create: 'Create the key',
    notCreated: 'No key was created',
    alreadyMade:
      'This form was sent twice: its key exists already, and was shown with the first answer only. If you did not copy it, open it in the list, revoke it, and create another.',
    madeTitle: (name) => `The key for ${name}`,
    madeOnce: 'Copy it into the program now. It is shown this once: nobody, not even we, can show it again.',
    madeHeader: 'The program sends it with each request, like this:',
    done: 'I have copied it',
    all: 'All API keys',
    begins: 'Begins with',
    user: 'Acts for',
    revoke: (name) => `Revoke ${name}`,
    revokeHelp:
      'The program that uses it is refused from its next request on. This cannot be undone; a new key can be created at any time.',
    isRevoked: 'This key was revoked. Whoever uses it is refused.',
    history: 'What was done to this key',
    from: 'Used from',
    anywhere: 'Anywhere',
    addresses: 'Only from these addresses',
    addressesHelp:
      'IP addresses or ranges of the machine that the program runs on, such as 192.0.2.7 or 10.0.0.0/8, with spaces between them. Without any, the key works from anywhere.',
    addressesWrong: 'Use IP addresses or ranges such as 192.0.2.7 or 10.0.0.0/8, 50 at most.',
    refused: 'Last refused from elsewhere',
    rolled: 'Present secret since',
    former: 'The secret before is good until',
    formerUsed: 'The secret before was last used',
    roll: (name) => `Give ${name} a new secret`,
    rollHelp:
      'The program gets a new key that begins like this one. The one it has now stays good for a while, so that nothing stands still; one that is older ends at once.',
    overlap: 'The present one stays good for',
    overlaps: { 1: 'an hour', 24: 'a day', 72: 'three days', 168: 'a week' },
    rolledOnce: (until) => `The key before stays good until ${until}.`,
    endFormer: 'End the secret before, now',
    endFormerHelp: 'Whatever still uses it is refused from its next request on.',
  },
  fr: {
    pager: { label: 'Pages des clés', before: 'Clés précédentes', after: 'Autres clés' },
    gonePager: {
      label: 'Pages des anciennes clés',
      before: 'Anciennes clés précédentes',
      after: 'Autres anciennes clés',
    },
    title: 'Clés d’API',
    lead: 'Une clé permet à un programme d’agir ici : une caisse, votre site, un tableur. Donnez à chaque programme sa propre clé, avec seulement ce dont il a besoin : vous pourrez en révoquer une sans arrêter les autres.',
    nothing:
      'Il n’y a pas encore de clé d’API. Seuls des personnes et leurs appareils de contrôle peuvent agir ici.',
    columns: {
      name: 'Nom',
      rights: 'Ce qu’elle permet',
      made: 'Créée',
      ends: 'Fin',
      used: 'Dernier usage',
      state: 'État',
    },
    states: { active: 'En service', ended: 'Terminée', revoked: 'Révoquée' },
    never: 'Jamais',
    untilRevoked: 'Quand vous la révoquez',
    usedHelp: 'Le dernier usage est noté au plus une fois par heure.',
    gone: 'Clés qui n’ouvrent plus rien',
    newTitle: 'Nouvelle clé',
    name: 'À quoi sert-elle ?',
    nameHelp: 'Par exemple « Caisse du bar ». Le journal désigne le programme par ce nom.',
    nameMissing: 'Indiquez à quoi sert la clé.',
    rightsHelp: 'Lire et modifier sont deux droits : cochez les deux si le programme a besoin des deux.',
    rightsMissing: 'Cochez au moins une chose que la clé permet.',
    groups: {
      programme: 'Programme',
      bookings: 'Réservations et billets',
      members: 'Adhérents et cartes',
      places: 'L’organisation',
    },
    permissions: {
      'product:read': 'Lire les codes promotionnels et les produits non publiés',
      'product:write': 'Créer et modifier les produits, les tarifs et les codes promotionnels',
      'event:read': 'Lire les évènements non publiés et les messages à leur sujet',
      'event:write': 'Créer, modifier, annuler et supprimer des évènements et des lieux',
      'reservation:read':
        'Lire toutes les réservations, avec les noms et adresses, les paiements, les recettes et la comptabilité',
      'reservation:write':
        'Réserver pour d’autres, vendre et imprimer des billets, encaisser, annuler, rembourser et remettre',
      'ticket:read':
        'Lire tous les billets, avec les noms qu’ils portent, les listes d’entrée et les appareils de contrôle',
      'ticket:write':
        'Modifier le nom et la place sur les billets, annuler des scans et configurer des appareils de contrôle',
      'membership:read': 'Lire tous les adhérents, avec leurs noms et adresses',
      'membership:write': 'Inscrire des adhérents',
      'card:read': 'Lire les cartes cashless et leur solde',
      'card:write': 'Importer des cartes, les débiter et les créditer',
      'place:read':
        'Lire les réglages et le journal de qui a fait quoi (noms et adresses seulement avec les réservations)',
      'place:write': 'Modifier les réglages, et les organisations listées ici',
    },
    ends: 'Dernier jour',
    endsHelp:
      'La clé fonctionne jusqu’à la fin de ce jour. Sans date, elle fonctionne jusqu’à sa révocation.',
    optional: 'facultatif',
    noDate: 'Indiquez une date.',
    endPassed: 'Ce jour est passé.',
    create: 'Créer la clé',
    notCreated: 'Aucune clé n’a été créée',
    alreadyMade:
      'Ce formulaire a été envoyé deux fois : sa clé existe déjà et n’a été montrée qu’avec la première réponse. Si vous ne l’avez pas copiée, ouvrez-la dans la liste, révoquez-la et créez-en une autre.',
    madeTitle: (name) => `La clé pour ${name}`,
    madeOnce:
      'Copiez-la maintenant dans le programme. Elle n’est montrée que cette fois : personne, pas même nous, ne peut la montrer à nouveau.',
    madeHeader: 'Le programme l’envoie avec chaque requête, ainsi :',
    done: 'Je l’ai copiée',
    all: 'Toutes les clés d’API',
    begins: 'Commence par',
    user: 'Agit pour',
    revoke: (name) => `Révoquer ${name}`,
    revokeHelp:
      'Le programme qui l’utilise est refusé dès sa prochaine requête. C’est définitif ; une nouvelle clé peut être créée à tout moment.',
    isRevoked: 'Cette clé a été révoquée. Qui l’utilise est refusé.',
    history: 'Ce qui a été fait sur cette clé',
    from: 'Utilisable depuis',
    anywhere: 'Partout',
    addresses: 'Seulement depuis ces adresses',
    addressesHelp:
      'Adresses IP ou plages de la machine où tourne le programme, comme 192.0.2.7 ou 10.0.0.0/8, séparées par des espaces. Sans adresse, la clé fonctionne depuis partout.',
    addressesWrong: 'Indiquez des adresses IP ou des plages comme 192.0.2.7 ou 10.0.0.0/8, 50 au plus.',
    refused: 'Dernier refus depuis ailleurs',
    rolled: 'Secret actuel depuis',
    former: 'L’ancien secret est valable jusqu’à',
    formerUsed: 'Dernier usage de l’ancien secret',
    roll: (name) => `Donner un nouveau secret à ${name}`,
    rollHelp:
      'Le programme reçoit une nouvelle clé, qui commence comme celle-ci. Celle qu’il a maintenant reste valable quelque temps, pour que rien ne s’arrête ; une plus ancienne prend fin tout de suite.',
    overlap: 'L’actuelle reste valable',
    overlaps: { 1: 'une heure', 24: 'un jour', 72: 'trois jours', 168: 'une semaine' },
    rolledOnce: (until) => `La clé précédente reste valable jusqu’au ${until}.`,
    endFormer: 'Mettre fin à l’ancien secret maintenant',
    endFormerHelp: 'Ce qui l’utilise encore est refusé dès sa prochaine requête.',
  },
})
