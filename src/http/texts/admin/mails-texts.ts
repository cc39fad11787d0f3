import type { MailStatus, OfficeMailList, WithdrawalReason } from '../../../features/mail/mail.ts'
import type { Language } from '../../../lib/language.ts'
import { localized } from '../localized.ts'

type MailsTexts = {
  readonly title: string
  readonly lead: string
  readonly lists: Readonly<Record<OfficeMailList, string>>
  readonly help: Readonly<Record<OfficeMailList, string>>
  readonly nothing: Readonly<Record<OfficeMailList, string>>
  readonly columns: Readonly<Record<'when' | 'to' | 'subject' | 'state' | 'more', string>>
  readonly states: Readonly<Record<MailStatus, string>>
  /** Why it was given up, or waits, where more is known than that. */
  readonly reasons: Readonly<Record<'expired' | 'held_back' | 'held_back_message', string>>
  /** Why it was withdrawn, within a sentence. */
  readonly withdrawals: Readonly<Record<WithdrawalReason, string>>
  readonly booking: string
  readonly again: string
  /** To a screen reader, which hears one button after the other. */
  readonly againTo: (recipient: string) => string
  readonly allAgain: string
  readonly onTheirWay: (count: number) => string
  readonly notSent: string
}

/** Mails that did not get through, or not yet. */
export const mailsTexts = localized<MailsTexts>({
  en: {
    title: 'Mails',
    lead: 'What people are told by mail goes out by itself. What did not get through stands here, until it does.',
    lists: { undelivered: 'Did not get through', waiting: 'On their way', outbox: 'Without a mail server' },
    help: {
      undelivered:
        'An address that refused a mail is mistyped most of the time: put it right on the page of the booking. What was given up can be sent again once the mail server answers.',
      waiting:
        'They go by themselves: what the mail server does not take is tried again for some hours, what waits for its turn goes then.',
      outbox:
        'This server knows no mail server yet, so these were put in its outbox and reached nobody. Once whoever looks after it has given one, they can be sent.',
    },
    nothing: {
      undelivered: 'Every mail got through.',
      waiting: 'No mail is waiting.',
      outbox: 'Nothing lies in the outbox.',
    },
    columns: {
      when: 'Written',
      to: 'To',
      subject: 'Subject',
      state: 'What became of it',
      more: 'What to do',
    },
    states: {
      queued: 'On its way',
      sent: 'Sent',
      in_outbox: 'In the outbox',
      refused: 'The address refused it',
      failed: 'Given up: the mail server did not take it',
      withdrawn: 'No longer needed',
    },
    reasons: {
      expired: 'Given up: what it says had ended',
      held_back: 'Waits for its turn: this address had many mails within an hour',
      held_back_message:
        'Waits for its turn: a new organisation mails 200 people a day at first who did not ask for it, and more as it sells',
    },
    withdrawals: {
      objected: 'this person wants no more messages',
      ticket_gone: 'its ticket was cancelled or given on',
      booking_cancelled: 'the booking was cancelled or had expired',
      said_again: 'a later mail says the same',
    },
    booking: 'Booking',
    again: 'Send again',
    againTo: (recipient) => `Send again to ${recipient}`,
    allAgain: 'Send all again that were given up',
    notSent: 'The mail was not sent again',
    onTheirWay: (count) =>
      count === 1 ? '1 mail is on its way again.' : `${count} mails are on their way again.`,
  },
  fr: {
    title: 'Messages',
    lead: 'Ce que les gens apprennent par e-mail part tout seul. Ce qui n’est pas arrivé reste ici jusqu’à son arrivée.',
    lists: { undelivered: 'Pas arrivés', waiting: 'En chemin', outbox: 'Sans serveur de messagerie' },
    help: {
      undelivered:
        'Une adresse qui refuse un message est le plus souvent mal saisie : corrigez-la sur la page de la réservation. Ce qui a été abandonné peut repartir dès que le serveur de messagerie répond.',
      waiting:
        'Ils partent tout seuls : ce que le serveur de messagerie ne prend pas est réessayé pendant quelques heures, ce qui attend son tour part à ce moment-là.',
      outbox:
        'Ce serveur ne connaît pas encore de serveur de messagerie : ces messages sont dans sa boîte d’envoi et n’ont atteint personne. Ils pourront partir dès que la personne qui s’en occupe en aura indiqué un.',
    },
    nothing: {
      undelivered: 'Tous les messages sont arrivés.',
      waiting: 'Aucun message n’attend.',
      outbox: 'La boîte d’envoi est vide.',
    },
    columns: { when: 'Rédigé', to: 'À', subject: 'Objet', state: 'Ce qu’il est devenu', more: 'Que faire' },
    states: {
      queued: 'En chemin',
      sent: 'Envoyé',
      in_outbox: 'Dans la boîte d’envoi',
      refused: 'Refusé par l’adresse',
      failed: 'Abandonné : le serveur de messagerie ne l’a pas pris',
      withdrawn: 'Devenu inutile',
    },
    reasons: {
      expired: 'Abandonné : ce qu’il annonçait était passé',
      held_back: 'Attend son tour : cette adresse a reçu beaucoup d’e-mails en une heure',
      held_back_message:
        'Attend son tour : une nouvelle organisation écrit au début à 200 personnes par jour qui ne l’ont pas demandé, puis à plus à mesure qu’elle vend',
    },
    withdrawals: {
      objected: 'cette personne ne veut plus recevoir de messages',
      ticket_gone: 'son billet a été annulé ou donné à quelqu’un d’autre',
      booking_cancelled: 'la réservation a été annulée ou a expiré',
      said_again: 'un message plus récent dit la même chose',
    },
    booking: 'Réservation',
    again: 'Renvoyer',
    againTo: (recipient) => `Renvoyer à ${recipient}`,
    allAgain: 'Renvoyer tout ce qui a été abandonné',
    notSent: 'Le message n’est pas reparti',
    onTheirWay: (count) =>
      count === 1 ? '1 message est de nouveau en chemin.' : `${count} messages sont de nouveau en chemin.`,
  },
})

/** Why a mail was given up, withdrawn, or waits; null: no more is known than what became of it. */
export function mailReason(failure: string | null, language: Language): string | null {
  const { reasons, withdrawals } = mailsTexts[language]
  return Object.entries({ ...reasons, ...withdrawals }).find(([code]) => code === failure)?.[1] ?? null
}
