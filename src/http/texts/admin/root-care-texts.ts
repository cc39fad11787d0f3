import { localized } from '../localized.ts'

/** What is looked at, in this order. */
export const healthChecks = [
  'database',
  'migrations',
  'jobs',
  'workers',
  'given_up',
  'space',
  'backups',
  'mail',
  'wallets',
  'secret',
  'versions',
] as const
export type HealthCheck = (typeof healthChecks)[number]

export const healthStates = ['good', 'look', 'wrong'] as const
export type HealthState = (typeof healthStates)[number]

type Finding = {
  readonly name: string
  readonly good: (value: string) => string
  /** What to do. */
  readonly look: (value: string) => string
  readonly wrong: (value: string) => string
}

type RootCareTexts = {
  readonly backups: {
    readonly lead: (days: number) => string
    readonly none: string
    readonly noneHere: string
    readonly unreadable: string
    readonly lastIs: string
    readonly underWay: string
    readonly failing: string
    readonly where: string
    /** Whether the next one is encrypted; without keys it is not. */
    readonly encrypted: (keys: string) => string
    readonly plain: string
    readonly secret: string
    readonly columns: Readonly<
      Record<'when' | 'name' | 'organisations' | 'rows' | 'images' | 'size' | 'readBack' | 'download', string>
    >
    /** Whether all of it was read and found as it was written, before it got its name. */
    readonly readBack: Readonly<Record<'yes' | 'encrypted' | 'no', string>>
    readonly download: string
    /** For whoever has the button read out. */
    readonly downloadOf: (name: string) => string
    readonly make: string
    readonly asked: string
  }
  readonly health: {
    readonly lead: string
    readonly states: Readonly<Record<HealthState, string>>
    readonly columns: Readonly<Record<'what' | 'state' | 'found', string>>
    readonly checks: Readonly<Record<HealthCheck, Finding>>
    /** What is said of one organisation's keys, after its name. */
    readonly wallets: {
      readonly until: (when: string) => string
      readonly ended: (when: string) => string
      readonly closed: string
      readonly useless: string
    }
  }
}

const same = (text: (value: string) => string) => ({ good: text, look: text, wrong: text })

/** How the server is kept alive. */
export const rootCareTexts = localized<RootCareTexts>({
  en: {
    backups: {
      lead: (days) =>
        days === 0
          ? 'None are made by themselves: BACKUP_DAYS is 0.'
          : `One is made every night at 02:17 UTC, read back, and kept for ${days} days. The latest never goes. Super-users are told by mail of a night without one.`,
      none: 'There is no backup yet.',
      noneHere: 'There is none on this machine. Make one, and copy it to another machine.',
      unreadable:
        'The directory “backups” in DATA_DIR cannot be read, so nobody knows which backups there are. Give it to the account that runs the service.',
      lastIs: 'The last good one:',
      underWay: 'One is being made. Look again in a moment.',
      failing: 'The last try failed; the jobs say why, and it is tried again.',
      where:
        'Each is a directory on the machine that works on jobs. Copy it to another machine: a backup on the same disk is none when the disk goes. Downloaded, it is one file; “tar xf” makes the directory of it again. The log notes who takes it.',
      encrypted: (keys) =>
        `From now on they are encrypted to ${keys}. Who has one without the private key reads nothing in it, and nobody restores it without. Each is opened and read to its end while it is made; afterwards this server cannot open it either. Keep the private key elsewhere and try it there: “guichet backup verify --identity”.`,
      plain:
        'They are not encrypted: whoever has one reads names and addresses, so keep it where nobody else does. With a public key in BACKUP_KEY the next ones are encrypted to it.',
      secret:
        'The secret is not in it. Keep it apart; without it nothing can be restored. “guichet restore” puts a backup into an empty database.',
      columns: {
        ...{ when: 'When', name: 'Directory', organisations: 'Organisations', rows: 'Rows' },
        ...{ images: 'Images', size: 'Size', readBack: 'Read back', download: 'Take along' },
      },
      readBack: { yes: 'whole', encrypted: 'whole, encrypted', no: 'not read back' },
      download: 'Download',
      downloadOf: (name) => `Download ${name}`,
      make: 'Make one now',
      asked: 'A backup is on its way. Look again in a moment.',
    },
    health: {
      lead: 'What keeps the service alive, as it is at this moment. “npx guichet doctor” on the machine looks at more.',
      states: { good: 'good', look: 'look at it', wrong: 'wrong' },
      columns: { what: 'What', state: 'State', found: 'What was found' },
      checks: {
        database: {
          name: 'Database',
          ...same((version) => `PostgreSQL ${version} answers.`),
        },
        migrations: {
          name: 'Schema',
          good: (latest) => `The database is that of this version: ${latest} is its latest migration.`,
          look: (names) =>
            `Not applied yet: ${names}. A newer version was put in place: start the service again, which applies it.`,
          wrong: (names) =>
            `This version does not know ${names} as it was applied: another version has migrated the database. Start the service with that version.`,
        },
        jobs: {
          name: 'Jobs',
          good: () => 'No job waits longer than a minute.',
          look: (count) => `Jobs that wait longer than a minute: ${count}. Look again in a few minutes.`,
          wrong: (count) =>
            `Jobs that wait longer than ten minutes: ${count}. Mails are not sent. Start the service, or a process with ROLE=worker.`,
        },
        workers: {
          name: 'Workers',
          ...same((count) => `Processes that work on jobs: ${count}.`),
          wrong: () =>
            'No process works on jobs: mails are not sent and holds do not end. Start one with ROLE=all or ROLE=worker.',
        },
        given_up: {
          name: 'Given up',
          good: () => 'No job was given up.',
          look: (count) =>
            `Jobs that were given up: ${count}. The rooms for jobs and mails say which, and why.`,
          wrong: (count) => `Jobs that were given up: ${count}.`,
        },
        space: {
          name: 'Disk',
          good: (free) => `${free} are free.`,
          look: (free) => `Only ${free} are free. Free some, or move DATA_DIR to a larger disk.`,
          wrong: (free) =>
            `Only ${free} are free: the database may stop at any sale. Free some at once, older backups first, or move DATA_DIR to a larger disk.`,
        },
        backups: {
          name: 'Backups',
          good: (when) => `The last good one: ${when}.`,
          look: (when) => `The last good one: ${when}. Make one, and look at the jobs for what failed.`,
          wrong: (trouble) => trouble,
        },
        mail: {
          name: 'Mail',
          ...same((server) => `Mails go out through ${server}.`),
          look: () =>
            'There is no mail server: mails stay in the outbox, and nobody gets tickets. Set SMTP_URL.',
        },
        wallets: {
          name: 'Wallets',
          good: () => 'No certificate expires within 30 days, and all keys can be used.',
          look: (which) =>
            `A certificate expires within 30 days: ${which}. An owner makes a new one at Apple and sets it in the settings of the organisation, under “Wallets”.`,
          wrong: (which) =>
            `With these keys tickets cannot be added to wallets, or soon cannot be: ${which}. An owner sets others in the settings of the organisation, under “Wallets”.`,
        },
        secret: {
          name: 'Secret',
          ...same(() => 'The service runs with the secret of its database, and no rotation is open.'),
          look: () =>
            'A rotation of the secret is not over, and the former one still opens: run “guichet secret rotate” again.',
        },
        versions: { name: 'Versions', ...same((versions) => versions) },
      },
      wallets: {
        until: (when) => `certificate valid until ${when}`,
        ended: (when) => `certificate expired on ${when}`,
        closed: 'keys that this secret does not open',
        useless: 'keys that telephones refuse',
      },
    },
  },
  fr: {
    backups: {
      lead: (days) =>
        days === 0
          ? 'Aucune ne se fait automatiquement : BACKUP_DAYS vaut 0.'
          : `Une sauvegarde se fait chaque nuit à 02:17 UTC, est relue et se garde ${days} jours. La dernière ne part jamais. Une nuit sans sauvegarde est dite par message aux super-utilisateurs.`,
      none: 'Il n’y a pas encore de sauvegarde.',
      noneHere: 'Il n’y en a aucune sur cette machine. Faites-en une, et copiez-la sur une autre machine.',
      unreadable:
        'Le dossier « backups » de DATA_DIR ne peut pas être lu : on ne sait donc pas quelles sauvegardes existent. Donnez-le au compte qui fait tourner le service.',
      lastIs: 'La dernière bonne :',
      underWay: 'Une sauvegarde est en cours. Regardez de nouveau dans un instant.',
      failing: 'Le dernier essai a échoué ; les tâches disent pourquoi, et il est recommencé.',
      where:
        'Chacune est un dossier de la machine qui fait les tâches. Copiez-la sur une autre machine : une sauvegarde sur le même disque n’en est plus une quand le disque meurt. Téléchargée, elle est un seul fichier ; « tar xf » en refait le dossier. Le journal note qui la prend.',
      encrypted: (keys) =>
        `Elles sont désormais chiffrées pour ${keys}. Qui en a une sans la clé privée n’y lit rien, et personne ne la rétablit sans elle. Chacune est ouverte et lue jusqu’au bout pendant qu’elle se fait ; ensuite, ce serveur ne peut plus l’ouvrir non plus. Gardez la clé privée ailleurs, et essayez-la là-bas : « guichet backup verify --identity ».`,
      plain:
        'Elles ne sont pas chiffrées : qui en a une y lit des noms et des adresses ; gardez-la là où personne d’autre ne la lit. Avec une clé publique dans BACKUP_KEY, les prochaines seront chiffrées pour elle.',
      secret:
        'Le secret n’en fait pas partie. Gardez-le à part ; sans lui, rien ne peut être rétabli. « guichet restore » met une sauvegarde dans une base vide.',
      columns: {
        ...{ when: 'Quand', name: 'Dossier', organisations: 'Organisations', rows: 'Lignes' },
        ...{ images: 'Images', size: 'Taille', readBack: 'Relecture', download: 'À emporter' },
      },
      readBack: { yes: 'entière', encrypted: 'entière, chiffrée', no: 'non relue' },
      download: 'Télécharger',
      downloadOf: (name) => `Télécharger ${name}`,
      make: 'En faire une maintenant',
      asked: 'Une sauvegarde est en route. Regardez de nouveau dans un instant.',
    },
    health: {
      lead: 'Ce qui tient le service en vie, à cet instant. « npx guichet doctor » sur la machine regarde plus de choses.',
      states: { good: 'bon', look: 'à regarder', wrong: 'mauvais' },
      columns: { what: 'Quoi', state: 'État', found: 'Ce qui a été trouvé' },
      checks: {
        database: {
          name: 'Base de données',
          ...same((version) => `PostgreSQL ${version} répond.`),
        },
        migrations: {
          name: 'Schéma',
          good: (latest) => `La base est celle de cette version : ${latest} est sa dernière migration.`,
          look: (names) =>
            `Pas encore appliqué : ${names}. Une version plus récente a été installée : redémarrez le service, qui l’applique.`,
          wrong: (names) =>
            `Cette version ne connaît pas ${names} sous cette forme : une autre version a migré la base. Démarrez le service avec cette autre version.`,
        },
        jobs: {
          name: 'Tâches',
          good: () => 'Aucune tâche n’attend plus d’une minute.',
          look: (count) =>
            `Tâches qui attendent plus d’une minute : ${count}. Regardez de nouveau dans quelques minutes.`,
          wrong: (count) =>
            `Tâches qui attendent plus de dix minutes : ${count}. Les messages ne partent pas. Démarrez le service, ou un processus avec ROLE=worker.`,
        },
        workers: {
          name: 'Processus de fond',
          ...same((count) => `Processus qui font les tâches : ${count}.`),
          wrong: () =>
            'Aucun processus ne fait les tâches : les messages ne partent pas et les places retenues ne sont pas libérées. Démarrez-en un avec ROLE=all ou ROLE=worker.',
        },
        given_up: {
          name: 'Abandonné',
          good: () => 'Aucune tâche n’a été abandonnée.',
          look: (count) =>
            `Tâches abandonnées : ${count}. Les pages des tâches et des messages disent lesquelles et pourquoi.`,
          wrong: (count) => `Tâches abandonnées : ${count}.`,
        },
        space: {
          name: 'Disque',
          good: (free) => `${free} sont libres.`,
          look: (free) =>
            `Seulement ${free} sont libres. Libérez de la place, ou mettez DATA_DIR sur un disque plus grand.`,
          wrong: (free) =>
            `Seulement ${free} sont libres : la base peut s’arrêter à toute vente. Libérez de la place tout de suite, d’abord de vieilles sauvegardes, ou mettez DATA_DIR sur un disque plus grand.`,
        },
        backups: {
          name: 'Sauvegardes',
          good: (when) => `La dernière bonne : ${when}.`,
          look: (when) =>
            `La dernière bonne : ${when}. Faites-en une, et regardez dans les tâches ce qui a échoué.`,
          wrong: (trouble) => trouble,
        },
        mail: {
          name: 'Messagerie',
          ...same((server) => `Les messages partent par ${server}.`),
          look: () =>
            'Il n’y a pas de serveur de messagerie : les messages restent dans la boîte d’envoi, et personne ne reçoit de billets. Définissez SMTP_URL.',
        },
        wallets: {
          name: 'Portefeuilles',
          good: () => 'Aucun certificat n’expire dans les 30 jours, et toutes les clés sont utilisables.',
          look: (which) =>
            `Un certificat expire dans les 30 jours : ${which}. Un propriétaire en demande un nouveau à Apple et l’enregistre dans les réglages de l’organisation, sous « Téléphones ».`,
          wrong: (which) =>
            `Avec ces clés, les billets ne peuvent plus être ajoutés, ou ne le pourront bientôt plus : ${which}. Un propriétaire en enregistre d’autres dans les réglages de l’organisation, sous « Téléphones ».`,
        },
        secret: {
          name: 'Secret',
          ...same(() => 'Le service marche avec le secret de sa base, et aucun changement n’est en cours.'),
          look: () =>
            'Un changement de secret n’est pas fini, et l’ancien ouvre encore : lancez de nouveau « guichet secret rotate ».',
        },
        versions: { name: 'Versions', ...same((versions) => versions) },
      },
      wallets: {
        until: (when) => `certificat valable jusqu’au ${when}`,
        ended: (when) => `certificat expiré le ${when}`,
        closed: 'clés que ce secret n’ouvre pas',
        useless: 'clés que les téléphones refusent',
      },
    },
  },
})
