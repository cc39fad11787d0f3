import type { Role } from '../../../features/account/role.ts'
import { roleWords } from '../../../features/account/role-words.ts'
import type { AdminArea, AdminGroup } from '../../pages/admin/areas.ts'
import { localized } from '../localized.ts'

type FrameTexts = {
  readonly navigation: string
  readonly menu: string
  /** To a super-user who entered from Root. */
  readonly fromRoot: string
  readonly leave: string
  readonly areas: Readonly<Record<AdminArea, string>>
  readonly groups: Readonly<Record<AdminGroup, string>>
  readonly roles: Readonly<Record<Role, string>>
}

/** What surrounds every page of the administration, and what people are called there. */
export const frameTexts = localized<FrameTexts>({
  en: {
    navigation: 'Administration',
    menu: 'Menu',
    fromRoot: 'You entered from the server’s administration, for an hour. What you do here is noted.',
    leave: 'Leave',
    areas: {
      overview: 'Today',
      sale: 'Sell',
      reservations: 'Bookings',
      waiting_lists: 'Waiting lists',
      hand_outs: 'Hand out',
      mails: 'Mails',
      events: 'Events',
      products: 'Products and prices',
      promotional_codes: 'Promotional codes',
      options: 'Options',
      locations: 'Places',
      stages: 'Stages',
      artists: 'Artists',
      projects: 'Projects',
      members: 'Members',
      cards: 'Cards',
      door_lists: 'Door lists',
      devices: 'Scanning devices',
      accounting: 'Accounting',
      refunds: 'Money to give back',
      exports: 'Exports',
      start: 'First steps',
      settings: 'Settings',
      team: 'Team',
      api_keys: 'API keys',
      personal_data: 'Personal data',
      audit: 'Audit log',
    },
    groups: {
      tonight: 'Tonight',
      programme: 'Programme',
      people: 'People',
      door: 'Door',
      money: 'Money',
      house: 'House',
    },
    roles: roleWords.en,
  },
  fr: {
    navigation: 'Administration',
    menu: 'Menu',
    fromRoot:
      'Vous êtes entré depuis l’administration du serveur, pour une heure. Ce que vous faites ici est noté.',
    leave: 'Quitter',
    areas: {
      overview: 'Aujourd’hui',
      sale: 'Vendre',
      reservations: 'Réservations',
      waiting_lists: 'Listes d’attente',
      hand_outs: 'Remettre',
      mails: 'Messages',
      events: 'Évènements',
      products: 'Produits et tarifs',
      promotional_codes: 'Codes promotionnels',
      options: 'Options',
      locations: 'Lieux',
      stages: 'Scènes',
      artists: 'Artistes',
      projects: 'Projets',
      members: 'Adhérents',
      cards: 'Cartes',
      door_lists: 'Listes d’entrée',
      devices: 'Appareils de contrôle',
      accounting: 'Comptabilité',
      refunds: 'Argent à rendre',
      exports: 'Exports',
      start: 'Premiers pas',
      settings: 'Réglages',
      team: 'Équipe',
      api_keys: 'Clés d’API',
      personal_data: 'Données personnelles',
      audit: 'Journal',
    },
    groups: {
      tonight: 'Ce soir',
      programme: 'Programme',
      people: 'Public',
      door: 'Entrée',
      money: 'Argent',
      house: 'Maison',
    },
    roles: roleWords.fr,
  },
})
