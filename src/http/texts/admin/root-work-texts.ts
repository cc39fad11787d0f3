import type { Job } from '../../../features/deps.ts'
import type { MailKind, MailStatus } from '../../../features/mail/mail.ts'
import type { JobState } from '../../../jobs/tend-jobs.ts'
import { localized } from '../localized.ts'

type RootWorkTexts = {
  readonly mails: {
    readonly title: string
    readonly lead: string
    readonly noServer: string
    readonly none: string
    readonly noneHere: string
    readonly columns: Readonly<
      Record<'organisation' | 'when' | 'kind' | 'to' | 'status' | 'attempts' | 'failure' | 'do', string>
    >
    readonly statuses: Readonly<Record<MailStatus, string>>
    readonly kinds: Readonly<Record<MailKind, string>>
    readonly of: (organisation: string) => string
    readonly everything: string
    readonly back: string
    readonly masked: string
    /** Of a mail that went out long ago. */
    readonly forgotten: string
    readonly read: string
    readonly readNote: string
    readonly again: string
    readonly allAgain: string
    readonly sent: string
    readonly older: string
    readonly subject: string
  }
  readonly jobs: {
    readonly title: string
    readonly lead: string
    readonly none: string
    readonly counts: string
    readonly states: Readonly<Record<JobState, string>>
    readonly names: Readonly<Record<Job['name'], string>>
    readonly clock: (name: string) => string
    readonly columns: Readonly<
      Record<'what' | 'organisation' | 'state' | 'attempts' | 'next' | 'failure' | 'do' | 'count', string>
    >
    readonly attempts: (made: number, most: number) => string
    readonly again: string
    readonly allAgain: string
    readonly drop: string
    readonly dropNote: string
    readonly done: Readonly<Record<'again' | 'dropped', string>>
  }
}

/** What the server has to do and has not done yet. */
export const rootWorkTexts = localized<RootWorkTexts>({
  en: {
    mails: {
      title: 'Mails',
      lead: 'How the mails of each organisation stand. Those that were given up are sent again here, once what kept them is put right.',
      noServer:
        'There is no mail server: mails stay in the outbox, where they can be read. Set SMTP_URL and start the service again, then send them.',
      none: 'No mail was written yet.',
      noneHere: 'There are no such mails.',
      columns: {
        ...{ organisation: 'Organisation', when: 'Written', kind: 'Kind', to: 'To', status: 'State' },
        ...{ attempts: 'Tries', failure: 'Why', do: 'What to do' },
      },
      statuses: {
        ...{ queued: 'waiting', sent: 'sent', in_outbox: 'in the outbox', refused: 'address refused' },
        ...{ failed: 'given up', withdrawn: 'withdrawn' },
      },
      kinds: {
        sign_in: 'Signing in',
        passkey_changed: 'Passkeys',
        new_browser: 'Sign-in with a new browser',
        welcome_administrator: 'Welcome of an organisation',
        confirm_organisation: 'Confirming an organisation',
        organisation_waits: 'Organisation waits for a yes',
        organisation_approved: 'Organisation opened',
        organisation_refused: 'Organisation refused',
        domain_proof_missing: 'Own domain no longer proved',
        domain_off: 'Own domain off',
        backup_failed: 'Backup failed',
        page_reported: 'Page reported',
        team_invitation: 'Invitation to a team',
        booking_code: 'Code to book',
        confirm_reservation: 'Confirming a booking',
        tickets: 'Tickets',
        tickets_again: 'Tickets, once more',
        cancellation: 'Cancellation',
        membership: 'Membership',
        membership_renewal: 'End of a membership',
        ticket_given: 'Ticket given',
        given_ticket_cancelled: 'Given ticket cancelled',
        given_ticket_postponed: 'Given ticket put off',
        event_cancelled: 'Event cancelled',
        event_postponed: 'Event put off',
        event_message: 'Message about an event',
        waiting_list_confirm: 'Confirming a place on a waiting list',
        waiting_list_joined: 'On a waiting list',
        waiting_list_offer: 'Offer of places',
        waiting_list_ended: 'Waiting list ended',
        waiting_list_postponed: 'Waiting list, event put off',
        receipt: 'Receipt',
        refund: 'Refund',
      },
      of: (organisation) => `Mails of ${organisation}`,
      everything: 'All states',
      back: 'All organisations',
      forgotten: 'Its text was kept for 90 days',
      masked: 'Addresses are shown in part: whom a mail was for is the organisation’s business.',
      read: 'Read',
      readNote: 'The audit logs of the organisation and of the server say that you read it. Its links work.',
      again: 'Send again',
      allAgain: 'Send all that were given up again',
      sent: 'On their way again.',
      older: 'Older ones',
      subject: 'Subject',
    },
    jobs: {
      title: 'Jobs',
      lead: 'What the service does after a page was answered: mails, refunds, documents. What fails is tried again by itself, with growing pauses, until it is given up.',
      none: 'Nothing waits.',
      counts: 'How many there are',
      states: {
        waiting: 'waiting',
        running: 'running',
        failing: 'failed, tried again',
        given_up: 'given up',
      },
      names: {
        send_sign_in: 'Send a mail to sign in',
        send_mail: 'Send a mail',
        send_mails: 'Send mails of bookings',
        send_receipt: 'Send a receipt',
        send_bulk_mail: 'Send a mail to many',
        deliver_tickets: 'Deliver tickets',
        deliver_gift: 'Deliver tickets to a guest',
        check_payment: 'Look at a payment',
        mail_receipt: 'Mail a receipt',
        mail_refund: 'Mail about a refund',
        send_refund: 'Send a refund',
        check_refunds: 'Look at refunds',
        check_disputes: 'Look at disputes',
        tell_of_registration: 'Tell super-users of a new organisation',
        tell_of_page_reports: 'Tell super-users of reported pages',
        tell_of_event: 'Tell everybody of an event',
        offer_places: 'Offer places',
        make_backup_now: 'Make a backup',
      },
      clock: (name) => `By the clock: ${name}`,
      columns: {
        ...{
          what: 'What',
          organisation: 'Organisation',
          state: 'State',
          attempts: 'Tries',
          next: 'Next try',
        },
        ...{ failure: 'What failed', do: 'What to do', count: 'Jobs' },
      },
      attempts: (made, most) => `${made} of ${most}`,
      again: 'Try now',
      allAgain: 'Try all that were given up again',
      drop: 'Drop',
      dropNote: 'What it was to do is never done.',
      done: { again: 'It is tried now.', dropped: 'The job is dropped.' },
    },
  },
  fr: {
    mails: {
      title: 'Messages',
      lead: 'Où en sont les messages de chaque organisation. Ceux qui ont été abandonnés se renvoient ici, une fois corrigé ce qui les retenait.',
      noServer:
        'Il n’y a pas de serveur de messagerie : les messages restent dans la boîte d’envoi, où l’on peut les lire. Définissez SMTP_URL et redémarrez le service, puis envoyez-les.',
      none: 'Aucun message n’a encore été écrit.',
      noneHere: 'Il n’y a pas de tels messages.',
      columns: {
        ...{ organisation: 'Organisation', when: 'Écrit', kind: 'Type', to: 'À', status: 'État' },
        ...{ attempts: 'Essais', failure: 'Pourquoi', do: 'Que faire' },
      },
      statuses: {
        ...{ queued: 'en attente', sent: 'envoyé', in_outbox: 'dans la boîte d’envoi' },
        ...{ refused: 'adresse refusée', failed: 'abandonné', withdrawn: 'retiré' },
      },
      kinds: {
        sign_in: 'Connexion',
        passkey_changed: 'Clés d’accès',
        new_browser: 'Connexion d’un nouveau navigateur',
        welcome_administrator: 'Accueil d’une organisation',
        confirm_organisation: 'Confirmation d’une organisation',
        organisation_waits: 'Organisation en attente d’accord',
        organisation_approved: 'Organisation ouverte',
        organisation_refused: 'Organisation refusée',
        domain_proof_missing: 'Domaine propre qui n’est plus prouvé',
        domain_off: 'Domaine propre désactivé',
        backup_failed: 'Échec de sauvegarde',
        page_reported: 'Page signalée',
        team_invitation: 'Invitation dans une équipe',
        booking_code: 'Code pour réserver',
        confirm_reservation: 'Confirmation d’une réservation',
        tickets: 'Billets',
        tickets_again: 'Billets, de nouveau',
        cancellation: 'Annulation',
        membership: 'Adhésion',
        membership_renewal: 'Fin d’une adhésion',
        ticket_given: 'Billet donné',
        given_ticket_cancelled: 'Billet donné annulé',
        given_ticket_postponed: 'Billet donné reporté',
        event_cancelled: 'Évènement annulé',
        event_postponed: 'Évènement reporté',
        event_message: 'Message sur un évènement',
        waiting_list_confirm: 'Confirmation sur une liste d’attente',
        waiting_list_joined: 'Sur une liste d’attente',
        waiting_list_offer: 'Offre de places',
        waiting_list_ended: 'Fin d’une liste d’attente',
        waiting_list_postponed: 'Liste d’attente, évènement reporté',
        receipt: 'Reçu',
        refund: 'Remboursement',
      },
      of: (organisation) => `Messages de ${organisation}`,
      everything: 'Tous les états',
      back: 'Toutes les organisations',
      forgotten: 'Son texte n’est gardé que 90 jours',
      masked:
        'Les adresses ne sont montrées qu’en partie : à qui s’adresse un message ne regarde que l’organisation.',
      read: 'Lire',
      readNote:
        'Les journaux de l’organisation et du serveur disent que vous l’avez lu. Ses liens fonctionnent.',
      again: 'Renvoyer',
      allAgain: 'Renvoyer tous ceux qui ont été abandonnés',
      sent: 'De nouveau en route.',
      older: 'Plus anciens',
      subject: 'Objet',
    },
    jobs: {
      title: 'Tâches',
      lead: 'Ce que le service fait après avoir répondu : messages, remboursements, documents. Ce qui échoue est retenté automatiquement, à intervalles croissants, puis abandonné.',
      none: 'Rien n’attend.',
      counts: 'Combien il y en a',
      states: {
        waiting: 'en attente',
        running: 'en cours',
        failing: 'échouée, retentée',
        given_up: 'abandonnée',
      },
      names: {
        send_sign_in: 'Envoyer un message de connexion',
        send_mail: 'Envoyer un message',
        send_mails: 'Envoyer les e-mails de réservations',
        send_receipt: 'Envoyer un reçu',
        send_bulk_mail: 'Envoyer un message à plusieurs',
        deliver_tickets: 'Livrer des billets',
        deliver_gift: 'Livrer des billets à un invité',
        check_payment: 'Vérifier un paiement',
        mail_receipt: 'Envoyer un reçu',
        mail_refund: 'Écrire au sujet d’un remboursement',
        send_refund: 'Transmettre un remboursement',
        check_refunds: 'Vérifier des remboursements',
        check_disputes: 'Vérifier des litiges',
        tell_of_registration: 'Prévenir d’une nouvelle organisation',
        tell_of_page_reports: 'Prévenir de pages signalées',
        tell_of_event: 'Prévenir d’un évènement',
        offer_places: 'Offrir des places',
        make_backup_now: 'Faire une sauvegarde',
      },
      clock: (name) => `Par l’horloge : ${name}`,
      columns: {
        ...{
          what: 'Quoi',
          organisation: 'Organisation',
          state: 'État',
          attempts: 'Essais',
          next: 'Prochain essai',
        },
        ...{ failure: 'Ce qui a échoué', do: 'Que faire', count: 'Tâches' },
      },
      attempts: (made, most) => `${made} sur ${most}`,
      again: 'Essayer maintenant',
      allAgain: 'Relancer toutes les tâches abandonnées',
      drop: 'Abandonner',
      dropNote: 'Ce qu’elle devait faire ne sera jamais fait.',
      done: { again: 'Elle est essayée maintenant.', dropped: 'La tâche est abandonnée.' },
    },
  },
})
