import type { Language } from '../../lib/language.ts'
import type { Letter } from './letter.ts'

export const mailKinds = [
  'sign_in',
  'welcome_administrator',
  'confirm_organisation',
  'team_invitation',
  'confirm_reservation',
  'tickets',
  'tickets_again',
  'cancellation',
  'membership',
  'membership_renewal',
  'ticket_given',
  'given_ticket_cancelled',
  'given_ticket_postponed',
  'event_cancelled',
  'event_postponed',
  'event_message',
  'waiting_list_confirm',
  'waiting_list_joined',
  'waiting_list_offer',
  'waiting_list_ended',
  'waiting_list_postponed',
  'receipt',
  'refund',
] as const
/** A new one needs its reason (reasons.ts), its letter (`defineLetter`) and what is attached to it (jobs/attachments.ts). */
export type MailKind = (typeof mailKinds)[number]

export const mailStatuses = ['queued', 'sent', 'in_outbox', 'refused', 'failed', 'withdrawn'] as const
/**
 * `in_outbox`: there is no mail server. `refused`: the address was refused for good. `failed`: given up after the last
 * attempt, or when what it says had ended. `withdrawn`: what it was about was cancelled before it went out.
 */
export type MailStatus = (typeof mailStatuses)[number]

/** What may be sent again: nothing that got through, and nothing whose reason is gone. */
export const retriableStatuses = ['in_outbox', 'refused', 'failed'] as const satisfies readonly MailStatus[]

/** What an organisation sends to whoever booked, joined or waits. Of the others, the people themselves ask for another. */
export const officeMailKinds = mailKinds.filter(
  (kind) =>
    !(['sign_in', 'welcome_administrator', 'confirm_organisation', 'team_invitation'] as MailKind[]).includes(
      kind,
    ),
)

/** What staff looks after: what did not get through, what waits, and what there is no mail server for. */
export const officeMailLists = {
  undelivered: ['refused', 'failed'],
  waiting: ['queued'],
  outbox: ['in_outbox'],
} as const satisfies Record<string, readonly MailStatus[]>
export type OfficeMailList = keyof typeof officeMailLists

export function mayRetry(status: MailStatus): boolean {
  return (retriableStatuses as readonly MailStatus[]).includes(status)
}

/** A letter in one language, and what kind of mail it is. */
export type WrittenMail = {
  readonly kind: MailKind
  readonly language: Language
  readonly letter: Letter
}
