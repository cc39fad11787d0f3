import type { ServerRight } from '../../../features/tenant/change-rights.ts'
import type { RootRoom } from '../../pages/root/rooms.ts'
import { localized } from '../localized.ts'

type RootTexts = {
  readonly group: string
  readonly rooms: Readonly<Record<RootRoom, string>>
  readonly organisations: {
    readonly search: string
    readonly searchButton: string
    readonly none: string
    readonly create: string
    readonly columns: Readonly<Record<'name' | 'kind' | 'town' | 'address' | 'since', string>>
    readonly archived: string
  }
  readonly organisation: {
    readonly facts: Readonly<
      Record<'kind' | 'address' | 'email' | 'phone' | 'website' | 'where' | 'since' | 'language', string>
    >
    readonly domains: string
    readonly domainKinds: Readonly<Record<'label' | 'own' | 'retired', string>>
    readonly members: string
    readonly enter: string
    readonly enterText: string
    readonly enterButton: string
    readonly enteredTitle: (organisation: string) => string
    readonly entered: string
    readonly enteredLink: string
    readonly archive: string
    readonly archiveText: string
    readonly archiveButton: (organisation: string) => string
    readonly archivedNote: string
  }
  readonly people: {
    readonly title: string
    readonly lead: string
    readonly columns: Readonly<Record<'email' | 'rights' | 'take', string>>
    readonly rights: Readonly<Record<ServerRight, string>>
    readonly take: Readonly<Record<ServerRight, string>>
    readonly give: string
    readonly email: string
    readonly giveButton: string
  }
  readonly calendar: {
    readonly title: string
    readonly labelField: (domain: string) => string
    readonly labelNote: string
    readonly labelButton: string
    readonly others: string
    readonly noOthers: string
    readonly members: (count: number) => string
  }
}

/** The administration of the whole server. */
export const rootTexts = localized<RootTexts>({
  en: {
    group: 'Server',
    rooms: {
      organisations: 'Organisations',
      reports: 'Reported pages',
      people: 'Rights',
      calendar: 'Calendars',
      cards: 'Cards',
      mails: 'Mails',
      jobs: 'Jobs',
      backups: 'Backups',
      health: 'Health',
      limits: 'Limits',
      audit: 'Audit log',
    },
    organisations: {
      search: 'Name, address, town or domain',
      searchButton: 'Find',
      none: 'No organisation has that in its name, its town or its addresses.',
      create: 'New organisation',
      columns: { name: 'Organisation', kind: 'Kind', town: 'Town', address: 'Address', since: 'Since' },
      archived: 'archived',
    },
    organisation: {
      facts: {
        ...{ kind: 'Kind', address: 'Address', email: 'E-mail', phone: 'Telephone', website: 'Website' },
        ...{ where: 'Where', since: 'Since', language: 'Language' },
      },
      domains: 'Addresses',
      domainKinds: { label: 'in use', own: 'own domain', retired: 'retired: leads on' },
      members: 'Organisations that it shows',
      enter: 'Enter',
      enterText:
        'You are an owner there for an hour. The organisation’s audit log says that you entered, and marks what you do.',
      enterButton: 'Enter as an owner',
      enteredTitle: (organisation) => `The door of ${organisation} is open`,
      entered: 'The link works once, within five minutes.',
      enteredLink: 'Go in',
      archive: 'Archive',
      archiveText:
        'Nobody answers at its addresses any more, and no calendar shows it. What it kept stays, and it can be brought back; what is being paid online ends for good.',
      archiveButton: (organisation) => `Archive ${organisation}`,
      archivedNote: 'This organisation is archived: nobody answers at its addresses.',
    },
    people: {
      title: 'People with rights on the server',
      lead: 'Super-users administer the whole server. Who may create organisations does so through the API.',
      columns: { email: 'E-mail address', rights: 'Rights', take: 'Take away' },
      rights: { super_user: 'Super-user', create_tenants: 'May create organisations' },
      take: { super_user: 'No longer a super-user', create_tenants: 'May no longer create organisations' },
      give: 'Give rights to a person',
      email: 'E-mail address',
      giveButton: 'Give these rights',
    },
    calendar: {
      title: 'Address of the calendar',
      labelField: (domain) => `Label under ${domain}`,
      labelNote: 'The former address keeps sending readers on, and nobody else can take it.',
      labelButton: 'Move the calendar',
      others: 'Other calendars',
      noOthers: 'There is the one calendar. A super-user can create others with the creation form.',
      members: (count) => (count === 1 ? 'shows 1 organisation' : `shows ${count} organisations`),
    },
  },
  fr: {
    group: 'Serveur',
    rooms: {
      organisations: 'Organisations',
      reports: 'Pages signalées',
      people: 'Droits',
      calendar: 'Agendas',
      cards: 'Cartes',
      mails: 'Messages',
      jobs: 'Tâches',
      backups: 'Sauvegardes',
      health: 'Santé',
      limits: 'Limites',
      audit: 'Journal',
    },
    organisations: {
      search: 'Nom, adresse, ville ou domaine',
      searchButton: 'Chercher',
      none: 'Aucune organisation n’a cela dans son nom, sa ville ou ses adresses.',
      create: 'Nouvelle organisation',
      columns: { name: 'Organisation', kind: 'Type', town: 'Ville', address: 'Adresse', since: 'Depuis' },
      archived: 'archivée',
    },
    organisation: {
      facts: {
        ...{ kind: 'Type', address: 'Adresse', email: 'E-mail', phone: 'Téléphone', website: 'Site' },
        ...{ where: 'Où', since: 'Depuis', language: 'Langue' },
      },
      domains: 'Adresses',
      domainKinds: { label: 'en service', own: 'domaine propre', retired: 'retirée : redirige' },
      members: 'Organisations qu’il montre',
      enter: 'Entrer',
      enterText:
        'Vous y êtes propriétaire pendant une heure. Le journal de l’organisation dit que vous êtes entré, et marque ce que vous faites.',
      enterButton: 'Entrer en tant que propriétaire',
      enteredTitle: (organisation) => `La porte de ${organisation} est ouverte`,
      entered: 'Le lien fonctionne une fois, dans les cinq minutes.',
      enteredLink: 'Entrer',
      archive: 'Archiver',
      archiveText:
        'Plus personne ne répond à ses adresses, et aucun agenda ne la montre. Ce qu’elle a gardé reste, et elle peut être rétablie ; les paiements en ligne en cours s’arrêtent pour de bon.',
      archiveButton: (organisation) => `Archiver ${organisation}`,
      archivedNote: 'Cette organisation est archivée : personne ne répond à ses adresses.',
    },
    people: {
      title: 'Personnes avec des droits sur le serveur',
      lead: 'Les super-utilisateurs administrent tout le serveur. Qui peut créer des organisations le fait par l’API.',
      columns: { email: 'Adresse e-mail', rights: 'Droits', take: 'Retirer' },
      rights: { super_user: 'Super-utilisateur', create_tenants: 'Peut créer des organisations' },
      take: {
        super_user: 'Plus super-utilisateur',
        create_tenants: 'Ne peut plus créer d’organisations',
      },
      give: 'Donner des droits à une personne',
      email: 'Adresse e-mail',
      giveButton: 'Donner ces droits',
    },
    calendar: {
      title: 'Adresse de l’agenda',
      labelField: (domain) => `Nom sous ${domain}`,
      labelNote: 'L’ancienne adresse continue de rediriger, et personne d’autre ne peut la prendre.',
      labelButton: 'Déplacer l’agenda',
      others: 'Autres agendas',
      noOthers:
        'Il y a un seul agenda. Un super-utilisateur peut en créer d’autres avec le formulaire de création.',
      members: (count) => (count === 1 ? 'montre 1 organisation' : `montre ${count} organisations`),
    },
  },
})
