import type { Language } from '../../lib/language.ts'
import type { MailKind } from './mail.ts'

/** After the reason, of what people may object to. */
export const objectionLabels: Readonly<Record<Language, string>> = {
  en: 'Receive no more messages from this organisation',
  fr: 'Ne plus recevoir de messages de cette organisation',
}

/** Why somebody gets such a mail, said at its end. */
export const reasons: Readonly<Record<Language, Readonly<Record<MailKind, string>>>> = {
  en: {
    sign_in: 'You receive this mail because somebody asked to sign in with this address.',
    passkey_changed: 'You receive this mail because this address has, or had, a passkey here.',
    new_browser: 'You receive this mail because this address signs in to work here.',
    welcome_administrator: 'You receive this mail because this address was given for a new organisation.',
    confirm_organisation: 'You receive this mail because this address was given for a new organisation.',
    organisation_waits: 'You receive this mail because you are a super-user of this server.',
    backup_failed: 'You receive this mail because you are a super-user of this server.',
    page_reported: 'You receive this mail because you are a super-user of this server.',
    organisation_approved: 'You receive this mail because you are an owner of this organisation.',
    organisation_refused: 'You receive this mail because you are an owner of this organisation.',
    domain_proof_missing: 'You receive this mail because you are an owner of this organisation.',
    domain_off: 'You receive this mail because you are an owner of this organisation.',
    team_invitation: 'You receive this mail because this address was invited to a team.',
    confirm_reservation: 'You receive this mail because somebody booked with this address.',
    tickets: 'You receive this mail because you booked with this address.',
    tickets_again: 'You receive this mail because you booked with this address.',
    cancellation: 'You receive this mail because you booked with this address.',
    membership: 'You receive this mail because you became a member with this address.',
    membership_renewal: 'You receive this mail because you are a member with this address.',
    ticket_given: 'You receive this mail because somebody gave you a ticket.',
    given_ticket_cancelled: 'You receive this mail because somebody gave you a ticket.',
    given_ticket_postponed: 'You receive this mail because somebody gave you a ticket.',
    event_cancelled: 'You receive this mail because you booked with this address.',
    event_postponed: 'You receive this mail because you booked with this address.',
    event_message: 'You receive this mail because this address has a ticket for the event.',
    waiting_list_confirm: 'You receive this mail because somebody joined a waiting list with this address.',
    waiting_list_joined: 'You receive this mail because you joined a waiting list with this address.',
    waiting_list_offer: 'You receive this mail because you joined a waiting list with this address.',
    waiting_list_postponed: 'You receive this mail because you joined a waiting list with this address.',
    waiting_list_ended: 'You receive this mail because you joined a waiting list with this address.',
    receipt: 'You receive this mail because you paid for a booking with this address.',
    refund: 'You receive this mail because you paid for a booking with this address.',
  },
  fr: {
    sign_in: 'Vous recevez ce message car quelqu’un a demandé à se connecter avec cette adresse.',
    passkey_changed: 'Vous recevez ce message car cette adresse a, ou avait, une clé d’accès ici.',
    new_browser: 'Vous recevez ce message car cette adresse se connecte ici pour travailler.',
    welcome_administrator:
      'Vous recevez ce message car cette adresse a été donnée pour une nouvelle organisation.',
    confirm_organisation:
      'Vous recevez ce message car cette adresse a été donnée pour une nouvelle organisation.',
    organisation_waits: 'Vous recevez ce message car vous êtes super-utilisateur de ce serveur.',
    backup_failed: 'Vous recevez ce message car vous êtes super-utilisateur de ce serveur.',
    page_reported: 'Vous recevez ce message car vous êtes super-utilisateur de ce serveur.',
    organisation_approved: 'Vous recevez ce message car vous êtes propriétaire de cette organisation.',
    organisation_refused: 'Vous recevez ce message car vous êtes propriétaire de cette organisation.',
    domain_proof_missing: 'Vous recevez ce message car vous êtes propriétaire de cette organisation.',
    domain_off: 'Vous recevez ce message car vous êtes propriétaire de cette organisation.',
    team_invitation: 'Vous recevez ce message car cette adresse a été invitée dans une équipe.',
    confirm_reservation: 'Vous recevez ce message car quelqu’un a réservé avec cette adresse.',
    tickets: 'Vous recevez ce message car vous avez réservé avec cette adresse.',
    tickets_again: 'Vous recevez ce message car vous avez réservé avec cette adresse.',
    cancellation: 'Vous recevez ce message car vous avez réservé avec cette adresse.',
    membership: 'Vous recevez ce message car vous avez adhéré avec cette adresse.',
    membership_renewal: 'Vous recevez ce message car vous êtes adhérent avec cette adresse.',
    ticket_given: 'Vous recevez ce message car quelqu’un vous a donné un billet.',
    given_ticket_cancelled: 'Vous recevez ce message car quelqu’un vous a donné un billet.',
    given_ticket_postponed: 'Vous recevez ce message car quelqu’un vous a donné un billet.',
    event_cancelled: 'Vous recevez ce message car vous avez réservé avec cette adresse.',
    event_postponed: 'Vous recevez ce message car vous avez réservé avec cette adresse.',
    event_message: 'Vous recevez ce message car cette adresse a un billet pour l’évènement.',
    waiting_list_confirm:
      'Vous recevez ce message car quelqu’un s’est inscrit sur une liste d’attente avec cette adresse.',
    waiting_list_joined: 'Vous recevez ce message car vous êtes sur une liste d’attente avec cette adresse.',
    waiting_list_offer: 'Vous recevez ce message car vous êtes sur une liste d’attente avec cette adresse.',
    waiting_list_postponed:
      'Vous recevez ce message car vous êtes sur une liste d’attente avec cette adresse.',
    waiting_list_ended: 'Vous recevez ce message car vous étiez sur une liste d’attente avec cette adresse.',
    receipt: 'Vous recevez ce message car vous avez payé une réservation avec cette adresse.',
    refund: 'Vous recevez ce message car vous avez payé une réservation avec cette adresse.',
  },
}
