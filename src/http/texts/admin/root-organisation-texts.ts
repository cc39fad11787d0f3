import type { CategoryObstacle } from '../../../features/tenant/change-category.ts'
import type { DomainKind } from '../../../features/tenant/root.queries.ts'
import { localized } from '../localized.ts'

/** What was done, named in the address of the page that says so. */
export const organisationDeeds = [
  ...(['category', 'added', 'proved', 'removed', 'joined', 'left', 'unarchived'] as const),
  ...(['approved', 'refused', 'limited', 'free'] as const),
] as const
export type OrganisationDeed = (typeof organisationDeeds)[number]

type RootOrganisationTexts = {
  readonly done: Readonly<Record<OrganisationDeed, string>>
  readonly refused: string
  readonly settings: string
  readonly rooms: Readonly<Record<'identity' | 'rules' | 'pictures', string>>
  readonly settingsLead: (organisation: string) => string
  readonly back: (organisation: string) => string
  readonly category: {
    readonly title: string
    readonly help: string
    readonly field: string
    readonly button: string
    readonly obstacles: Readonly<Record<CategoryObstacle, string>>
  }
  readonly mails: {
    readonly title: string
    readonly limited: string
    readonly free: string
    readonly buttons: Readonly<Record<'limited' | 'free', string>>
  }
  readonly domains: {
    readonly waiting: string
    readonly proof: string
    readonly record: Readonly<Record<'name' | 'kind' | 'text', string>>
    readonly check: string
    readonly unseen: string
    readonly remove: string
    readonly removeNote: string
    readonly field: string
    readonly help: string
    readonly add: string
    /** What becomes of each kind of address while its organisation is archived. */
    readonly archived: Readonly<Record<DomainKind, string>>
    readonly taken: (organisation: string) => string
    readonly takenByArchived: (organisation: string) => string
    readonly reserved: (label: string) => string
  }
  readonly unarchive: {
    readonly title: string
    readonly text: string
    readonly button: (organisation: string) => string
  }
  readonly calendars: {
    readonly title: string
    readonly first: string
    readonly none: string
    readonly field: string
    readonly add: string
    readonly remove: string
  }
}

/** One organisation as whoever runs the server changes it. */
export const rootOrganisationTexts = localized<RootOrganisationTexts>({
  en: {
    done: {
      category: 'The organisation is of that kind now.',
      added: 'The domain is added. It answers once the record below proves it.',
      proved: 'The domain is proved: the organisation answers there.',
      removed: 'Nobody answers at that domain any more.',
      joined: 'The calendar shows the organisation from now on.',
      left: 'The calendar no longer shows the organisation.',
      approved: 'The organisation is open: its pages are public.',
      refused: 'The organisation stays closed. Its owners are told why.',
      limited: 'While it is new the organisation mails few people a day who did not ask.',
      free: 'The organisation mails as many people as it likes.',
      unarchived: 'The organisation is back: its addresses answer again.',
    },
    refused: 'This could not be done',
    settings: 'Settings',
    rooms: { identity: 'Who it is and how it reckons', rules: 'Rules for bookings', pictures: 'Pictures' },
    settingsLead: (organisation) =>
      `The settings of ${organisation}, changed from the server’s administration. Its audit log says who changed what.`,
    back: (organisation) => `Back to ${organisation}`,
    category: {
      title: 'Kind of organisation',
      help: 'A venue has one place and one stage, a festival one or more of each; a producer’s events belong to projects. What is missing is made; what is too much is put away there first.',
      field: 'Kind',
      button: 'Change the kind',
      obstacles: {
        location:
          'It has more places than that kind of organisation has. Enter the organisation, and archive those it does not use.',
        stage:
          'It has more stages than that kind of organisation has. Enter the organisation, and archive those it does not use.',
        project:
          'That kind of organisation has no projects. Enter the organisation, and archive its projects.',
        events_without_project:
          'Every event of a producer belongs to a project, and some belong to none. Enter the organisation, and give each event its project, or delete it.',
      },
    },
    mails: {
      title: 'Mails',
      limited:
        'In its first thirty days it mails 200 people a day who did not ask themselves: guests, tickets that its desk or its programs sold, messages. It is 50 more each day, and one more for each booking paid online; the rest goes the day after.',
      free: 'It mails as many people as it likes, from its first day.',
      buttons: { limited: 'Limit it while it is new', free: 'Let it mail without a limit' },
    },
    domains: {
      waiting: 'not proved yet',
      proof:
        'Whoever runs the domain sets this record at their name servers, and points the domain here. It may take an hour until it is seen.',
      record: { name: 'Name of the record', kind: 'Type', text: 'Content' },
      check: 'Look for the record now',
      unseen:
        'The record is not to be seen yet. Compare its name and its content with what is set; name servers may take an hour.',
      remove: 'Remove',
      removeNote: 'Whoever wants the domain later proves it again. The address under this server stays.',
      field: 'A domain of its own',
      help: 'Such as tickets.example.org.',
      add: 'Add the domain',
      archived: {
        label: 'kept for it: nobody answers while it is archived',
        own: 'own domain, kept for it: nobody answers while it is archived',
        retired: 'retired, kept for it: leads nowhere while it is archived',
      },
      taken: (organisation) =>
        `${organisation} has that address. Remove it there first where it is a domain of its own, or choose another one.`,
      takenByArchived: (organisation) =>
        `${organisation} has that address. It is archived, so nobody answers there, but the address is kept for it. Remove it there first where it is a domain of its own, or choose another one.`,
      reserved: (label) =>
        `${label} is kept for the server itself, so that nobody is taken for it. Choose another one.`,
    },
    unarchive: {
      title: 'Bring it back',
      text: 'Its addresses answer again, and its calendars show it: with its events, bookings, tickets, team, devices and keys as they were left. What was being paid online when it was archived stays ended, money that came later goes back, and places that were held too long are free again.',
      button: (organisation) => `Bring ${organisation} back from the archive`,
    },
    calendars: {
      title: 'Calendars that show it',
      first: 'The first calendar of the server shows every organisation.',
      none: 'No other calendar shows it.',
      field: 'Calendar',
      add: 'Put it on this calendar',
      remove: 'Take it off',
    },
  },
  fr: {
    done: {
      category: 'L’organisation est maintenant de ce type.',
      added: 'Le domaine est ajouté. Il répondra une fois prouvé par l’enregistrement ci-dessous.',
      proved: 'Le domaine est prouvé : l’organisation y répond.',
      removed: 'Plus personne ne répond à ce domaine.',
      joined: 'L’agenda montre désormais l’organisation.',
      left: 'L’agenda ne montre plus l’organisation.',
      approved: 'L’organisation est ouverte : ses pages sont publiques.',
      refused: 'L’organisation reste fermée. Ses propriétaires sont informés de la raison.',
      limited:
        'Tant qu’elle est nouvelle, l’organisation écrit à peu de personnes par jour qui n’ont rien demandé.',
      free: 'L’organisation écrit à autant de personnes qu’elle veut.',
      unarchived: 'L’organisation est de retour : ses adresses répondent à nouveau.',
    },
    refused: 'Cela n’a pas pu être fait',
    settings: 'Réglages',
    rooms: {
      identity: 'Qui elle est et comment elle compte',
      rules: 'Règles de réservation',
      pictures: 'Images',
    },
    settingsLead: (organisation) =>
      `Les réglages de ${organisation}, modifiés depuis l’administration du serveur. Son journal dit qui a modifié quoi.`,
    back: (organisation) => `Revenir à ${organisation}`,
    category: {
      title: 'Type d’organisation',
      help: 'Une salle a un seul lieu et une seule scène, un festival au moins un de chaque ; les évènements d’un producteur font partie de projets. Ce qui manque est créé ; ce qui est en trop s’archive d’abord sur place.',
      field: 'Type',
      button: 'Changer le type',
      obstacles: {
        location:
          'Elle a plus de lieux que ce type d’organisation. Entrez dans l’organisation et archivez ceux qui ne servent pas.',
        stage:
          'Elle a plus de scènes que ce type d’organisation. Entrez dans l’organisation et archivez celles qui ne servent pas.',
        project:
          'Ce type d’organisation n’a pas de projets. Entrez dans l’organisation et archivez ses projets.',
        events_without_project:
          'Chaque évènement d’un producteur fait partie d’un projet, et certains n’en ont pas. Entrez dans l’organisation et donnez un projet à chaque évènement, ou supprimez-le.',
      },
    },
    mails: {
      title: 'Courriels',
      limited:
        'Pendant ses trente premiers jours, elle écrit à 200 personnes par jour qui n’ont rien demandé elles-mêmes : invités, billets vendus par son guichet ou ses programmes, messages. C’est 50 de plus chaque jour, et une de plus par réservation payée en ligne ; le reste part le lendemain.',
      free: 'Elle écrit à autant de personnes qu’elle veut, dès son premier jour.',
      buttons: { limited: 'La limiter tant qu’elle est nouvelle', free: 'La laisser écrire sans limite' },
    },
    domains: {
      waiting: 'pas encore prouvé',
      proof:
        'La personne qui gère le domaine ajoute cet enregistrement à ses serveurs de noms et dirige le domaine ici. Il peut falloir une heure avant qu’il soit visible.',
      record: { name: 'Nom de l’enregistrement', kind: 'Type', text: 'Contenu' },
      check: 'Chercher l’enregistrement maintenant',
      unseen:
        'L’enregistrement n’est pas encore visible. Comparez son nom et son contenu avec ce qui est en place ; les serveurs de noms peuvent mettre une heure.',
      remove: 'Retirer',
      removeNote:
        'Qui voudra ce domaine plus tard devra le prouver de nouveau. L’adresse sous ce serveur reste.',
      field: 'Un domaine propre',
      help: 'Par exemple billets.example.org.',
      add: 'Ajouter le domaine',
      archived: {
        label: 'gardée pour elle : personne n’y répond tant qu’elle est archivée',
        own: 'domaine propre, gardé pour elle : personne n’y répond tant qu’elle est archivée',
        retired: 'retirée, gardée pour elle : ne mène nulle part tant qu’elle est archivée',
      },
      taken: (organisation) =>
        `${organisation} a cette adresse. Si c’est un domaine propre, retirez-le d’abord là-bas ; sinon, choisissez une autre adresse.`,
      takenByArchived: (organisation) =>
        `${organisation} a cette adresse. Cette organisation est archivée : personne n’y répond, mais l’adresse est gardée pour elle. Si c’est un domaine propre, retirez-le d’abord là-bas ; sinon, choisissez une autre adresse.`,
      reserved: (label) =>
        `${label} est réservé au serveur lui-même, pour que personne ne passe pour lui. Choisissez un autre nom.`,
    },
    unarchive: {
      title: 'La rétablir',
      text: 'Ses adresses répondent à nouveau, et ses agendas la montrent : avec ses évènements, réservations, billets, équipe, appareils et clés tels qu’ils étaient. Les paiements en ligne qui étaient en cours au moment de l’archivage restent interrompus, l’argent arrivé ensuite est rendu, et les places gardées trop longtemps sont à nouveau libres.',
      button: (organisation) => `Faire sortir ${organisation} de l’archive`,
    },
    calendars: {
      title: 'Agendas qui la montrent',
      first: 'Le premier agenda du serveur montre toutes les organisations.',
      none: 'Aucun autre agenda ne la montre.',
      field: 'Agenda',
      add: 'La mettre dans cet agenda',
      remove: 'La retirer',
    },
  },
})
