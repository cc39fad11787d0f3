import type { AuditAction } from '../../../features/audit/action.ts'
import { localized } from '../localized.ts'

type AuditTexts = {
  readonly title: string
  readonly lead: string
  readonly nothing: string
  readonly of: string
  readonly everything: string
  readonly columns: {
    readonly when: string
    readonly who: string
    readonly what: string
    readonly before: string
    readonly after: string
  }
  readonly by: Readonly<Record<'server' | 'anonymous' | 'unknown', string>>
  readonly fromRoot: string
  readonly empty: string
  readonly actions: Readonly<Record<AuditAction, string>>
}

/** What was done, as a sentence without its subject: who did it stands beside it. */
export const auditTexts = localized<AuditTexts>({
  en: {
    title: 'Audit log',
    lead: 'Who did what, the latest first. Nothing can be changed here. Names and addresses of people who have their data erased go.',
    nothing: 'Nothing has been noted so far. Changes of devices, people and settings appear here.',
    of: 'What was done to one thing',
    everything: 'Show everything',
    columns: { when: 'When', who: 'Who', what: 'What', before: 'Before', after: 'After' },
    by: {
      server: 'Command line',
      anonymous: 'Somebody not signed in',
      unknown: 'Somebody who is no longer known',
    },
    fromRoot: 'from the server’s administration',
    empty: 'none',
    actions: {
      'device.created': 'Created a scanning device',
      'device.changed': 'Changed a scanning device',
      'device.archived': 'Archived a scanning device',
      'device.pairing_code_issued': 'Issued a pairing code',
      'reservation.sold': 'Sold at the desk',
      'reservation.paid': 'Took a payment at the desk',
      'reservation.cancelled': 'Cancelled a booking',
      'reservation.tickets_cancelled': 'Cancelled tickets of a booking',
      'reservation.tickets_sent_again': 'Sent tickets again',
      'ticket.changed': 'Changed the name or the seat of a ticket',
      'ticket.scan_taken_back': 'Took a scan back',
      'team.joined': 'Took somebody into the team',
      'team.role_changed': 'Changed somebody’s role',
      'team.left': 'Took somebody out of the team',
      'team.invited': 'Invited somebody to the team',
      'team.invited_again': 'Sent an invitation to the team again',
      'team.invitation_withdrawn': 'Withdrew an invitation to the team',
      'team.invitation_accepted': 'Accepted an invitation to the team',
      'api_key.created': 'Created an API key',
      'api_key.revoked': 'Revoked an API key',
      'organisation.created': 'Created the organisation',
      'event.created': 'Created an event',
      'event.changed': 'Changed an event',
      'event.deleted': 'Deleted an event',
      'event.cancelled': 'Cancelled an event',
      'event.door_list_printed': 'Made the door list of an event',
      'event.postponed': 'Put an event off',
      'product.created': 'Created a product',
      'product.changed': 'Changed a product',
      'price.created': 'Created a price',
      'price.changed': 'Changed a price',
      'location.created': 'Created a place',
      'location.changed': 'Changed a place',
      'location.deleted': 'Deleted a place',
      'stage.created': 'Created a stage',
      'stage.changed': 'Changed a stage',
      'stage.deleted': 'Deleted a stage',
      'project.created': 'Created a project',
      'project.changed': 'Changed a project',
      'project.deleted': 'Deleted a project',
      'artist.created': 'Created an artist',
      'artist.changed': 'Changed an artist',
      'artist.deleted': 'Deleted an artist',
      'option.created': 'Created an option',
      'option.changed': 'Changed an option',
      'option.deleted': 'Deleted an option',
      'organisation.archived': 'Archived the organisation',
      'organisation.label_changed': 'Moved the organisation to another address',
      'organisation.entered': 'Entered as an owner',
      'list.taken': 'Took a list along',
      'rights.given': 'Gave somebody rights on the server',
      'rights.taken': 'Took rights on the server from somebody',
    },
  },
  fr: {
    title: 'Journal',
    lead: 'Qui a fait quoi, du plus récent au plus ancien. Rien ne peut y être modifié. Les noms et adresses des personnes qui font effacer leurs données disparaissent.',
    nothing:
      'Rien n’a encore été noté. Les changements d’appareils, de personnes et de réglages apparaissent ici.',
    of: 'Ce qui a été fait sur un seul élément',
    everything: 'Tout afficher',
    columns: { when: 'Quand', who: 'Qui', what: 'Quoi', before: 'Avant', after: 'Après' },
    by: {
      server: 'Ligne de commande',
      anonymous: 'Une personne non connectée',
      unknown: 'Une personne qui n’est plus connue',
    },
    fromRoot: 'depuis l’administration du serveur',
    empty: 'rien',
    actions: {
      'device.created': 'A créé un appareil de contrôle',
      'device.changed': 'A modifié un appareil de contrôle',
      'device.archived': 'A archivé un appareil de contrôle',
      'device.pairing_code_issued': 'A émis un code d’appairage',
      'reservation.sold': 'A vendu au guichet',
      'reservation.paid': 'A encaissé un paiement au guichet',
      'reservation.cancelled': 'A annulé une réservation',
      'reservation.tickets_cancelled': 'A annulé des billets d’une réservation',
      'reservation.tickets_sent_again': 'A renvoyé des billets',
      'ticket.changed': 'A modifié le nom ou la place d’un billet',
      'ticket.scan_taken_back': 'A annulé un passage',
      'team.joined': 'A ajouté quelqu’un à l’équipe',
      'team.role_changed': 'A changé le rôle de quelqu’un',
      'team.left': 'A retiré quelqu’un de l’équipe',
      'team.invited': 'A invité quelqu’un dans l’équipe',
      'team.invited_again': 'A renvoyé une invitation dans l’équipe',
      'team.invitation_withdrawn': 'A retiré une invitation dans l’équipe',
      'team.invitation_accepted': 'A accepté une invitation dans l’équipe',
      'api_key.created': 'A créé une clé d’API',
      'api_key.revoked': 'A révoqué une clé d’API',
      'organisation.created': 'A créé l’organisation',
      'event.created': 'A créé un évènement',
      'event.changed': 'A modifié un évènement',
      'event.deleted': 'A supprimé un évènement',
      'event.cancelled': 'A annulé un évènement',
      'event.door_list_printed': 'A fait la liste d’entrée d’un évènement',
      'event.postponed': 'A reporté un évènement',
      'product.created': 'A créé un produit',
      'product.changed': 'A modifié un produit',
      'price.created': 'A créé un tarif',
      'price.changed': 'A modifié un tarif',
      'location.created': 'A créé un lieu',
      'location.changed': 'A modifié un lieu',
      'location.deleted': 'A supprimé un lieu',
      'stage.created': 'A créé une scène',
      'stage.changed': 'A modifié une scène',
      'stage.deleted': 'A supprimé une scène',
      'project.created': 'A créé un projet',
      'project.changed': 'A modifié un projet',
      'project.deleted': 'A supprimé un projet',
      'artist.created': 'A créé un artiste',
      'artist.changed': 'A modifié un artiste',
      'artist.deleted': 'A supprimé un artiste',
      'option.created': 'A créé une option',
      'option.changed': 'A modifié une option',
      'option.deleted': 'A supprimé une option',
      'organisation.archived': 'A archivé l’organisation',
      'organisation.label_changed': 'A déplacé l’organisation à une autre adresse',
      'organisation.entered': 'Est entré en tant que propriétaire',
      'list.taken': 'A emporté une liste',
      'rights.given': 'A donné à quelqu’un des droits sur le serveur',
      'rights.taken': 'A retiré à quelqu’un des droits sur le serveur',
    },
  },
})
