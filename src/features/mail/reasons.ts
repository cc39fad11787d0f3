import type { Language } from '../../lib/language.ts'
import type { MailKind } from './mail.ts'

/** Why somebody gets such a mail, said at its end. */
export const reasons: Readonly<Record<Language, Readonly<Record<MailKind, string>>>> = {
  en: {
    sign_in: 'You receive this mail because somebody asked to sign in with this address.',
    welcome_administrator: 'You receive this mail because this address was given for a new organisation.',
    confirm_organisation: 'You receive this mail because this address was given for a new organisation.',
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
    welcome_administrator:
      'Vous recevez ce message car cette adresse a été donnée pour une nouvelle organisation.',
    confirm_organisation:
      'Vous recevez ce message car cette adresse a été donnée pour une nouvelle organisation.',
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
