import type { SendingJob } from '../deps.ts'

export const mailKinds = [
  'sign_in',
  'new_browser',
  'passkey_changed',
  'welcome_administrator',
  'confirm_organisation',
  'organisation_waits',
  'organisation_approved',
  'organisation_refused',
  'organisation_archived',
  'domain_proof_missing',
  'domain_off',
  'backup_failed',
  'page_reported',
  'webhook_off',
  'calendar_asked',
  'calendar_answered',
  'team_invitation',
  'booking_code',
  'confirm_reservation',
  'booking_kept',
  'tickets',
  'tickets_again',
  'cancellation',
  'membership',
  'membership_renewal',
  'membership_unpaid',
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
/** A new one needs the job that sends it, its reason (messages/mail/letter/), its letter (`defineLetter`) and what is attached to it (jobs/attachments.ts). */
export type MailKind = (typeof mailKinds)[number]

/**
 * The job that sends each kind of mail: mails somebody waits for to come in, those they go to an event with or must answer, those
 * that can wait a little, and those to many people at once.
 */
export const sendingJobs: Readonly<Record<MailKind, SendingJob>> = {
  sign_in: 'send_sign_in',
  new_browser: 'send_sign_in',
  passkey_changed: 'send_sign_in',
  welcome_administrator: 'send_sign_in',
  confirm_organisation: 'send_sign_in',
  team_invitation: 'send_sign_in',
  organisation_waits: 'send_mail',
  organisation_approved: 'send_mail',
  organisation_refused: 'send_mail',
  organisation_archived: 'send_mail',
  domain_proof_missing: 'send_mail',
  domain_off: 'send_mail',
  backup_failed: 'send_mail',
  page_reported: 'send_mail',
  webhook_off: 'send_mail',
  calendar_asked: 'send_mail',
  calendar_answered: 'send_mail',
  booking_code: 'send_sign_in',
  confirm_reservation: 'send_mail',
  booking_kept: 'send_mail',
  tickets: 'send_mail',
  tickets_again: 'send_mail',
  ticket_given: 'send_mail',
  membership: 'send_mail',
  membership_unpaid: 'send_mail',
  waiting_list_confirm: 'send_mail',
  waiting_list_joined: 'send_mail',
  waiting_list_offer: 'send_mail',
  receipt: 'send_receipt',
  refund: 'send_receipt',
  cancellation: 'send_receipt',
  given_ticket_cancelled: 'send_receipt',
  membership_renewal: 'send_bulk_mail',
  given_ticket_postponed: 'send_bulk_mail',
  event_cancelled: 'send_bulk_mail',
  event_postponed: 'send_bulk_mail',
  event_message: 'send_bulk_mail',
  waiting_list_ended: 'send_bulk_mail',
  waiting_list_postponed: 'send_bulk_mail',
}

const objectionableKinds: readonly MailKind[] = ['event_message', 'membership_renewal']

/** Whether people may object to mails of that kind (ADR 0236): what an organisation would have them know or buy, and nothing they stand at a door without. */
export function mayObjectTo(kind: MailKind): boolean {
  return objectionableKinds.includes(kind)
}

/** Mails of somebody who comes, or may. */
const illustratedKinds: readonly MailKind[] = [
  'confirm_reservation',
  'booking_kept',
  'tickets',
  'tickets_again',
  'ticket_given',
  'event_postponed',
  'given_ticket_postponed',
]

/** Whether a mail of that kind shows the picture of the event that it is about. */
export function showsPoster(kind: MailKind): boolean {
  return illustratedKinds.includes(kind)
}

const askToConfirm: readonly MailKind[] = ['confirm_reservation', 'waiting_list_confirm']
const toHolders: readonly MailKind[] = ['ticket_given', 'given_ticket_cancelled', 'given_ticket_postponed']

/**
 * Whether nobody has shown that the recipient of a mail asked the organisation for anything (ADR 0238): they neither confirmed their
 * address nor paid online. A person who is given a ticket did not, whatever the booker did. A mail that asks them to confirm does not
 * count; it is limited by who asks.
 *
 * @returns when the kind alone does not decide, what does: whether a program put them on a `waiting_list`; the `booking` that the
 *   mail is about, or without one, the mail itself
 */
export function unaskedWhere(kind: MailKind): boolean | 'waiting_list' | 'booking' {
  if (kind === 'team_invitation' || mayObjectTo(kind) || toHolders.includes(kind)) return true
  if (askToConfirm.includes(kind)) return false
  if (kind.startsWith('waiting_list_')) return 'waiting_list'
  return 'booking'
}

export const mailStatuses = ['queued', 'sent', 'in_outbox', 'kept', 'refused', 'failed', 'withdrawn'] as const
/**
 * `in_outbox`: there is no mail server. `kept`: a sandbox sends its visitors nothing. `refused`: the address was refused for good. `failed`: given up after the last
 * attempt, or when what it says had ended. `withdrawn`: what it was about was cancelled before it went out, or whom it was
 * for wants no such mails.
 */
export type MailStatus = (typeof mailStatuses)[number]

/** Why a mail was withdrawn; said by its `failure`. Of those before it was noted nothing more is known. */
export type WithdrawalReason = 'objected' | 'ticket_gone' | 'booking_cancelled' | 'said_again'

/** Statuses of mails that may be sent again: none that got through, and none whose reason is gone. */
export const retriableStatuses = ['in_outbox', 'refused', 'failed'] as const satisfies readonly MailStatus[]

const houseMailKinds: readonly MailKind[] = [
  ...(['sign_in', 'new_browser', 'passkey_changed', 'welcome_administrator'] as const),
  ...(['confirm_organisation', 'team_invitation', 'booking_code'] as const),
  ...(['organisation_waits', 'organisation_approved', 'organisation_refused', 'organisation_archived'] as const),
  ...(['domain_proof_missing', 'domain_off', 'backup_failed', 'page_reported', 'webhook_off'] as const),
  ...(['calendar_asked', 'calendar_answered'] as const),
]

/** The kinds of mail an organisation sends to people who booked, joined or wait. The others people ask for again themselves. */
export const officeMailKinds = mailKinds.filter((kind) => !houseMailKinds.includes(kind))

/** Kinds of mail whose link or code signs its recipient in. */
const signInKinds: readonly MailKind[] = ['sign_in', 'booking_code']

export function signsIn(kind: MailKind): boolean {
  return signInKinds.includes(kind)
}

/** Kinds of mail that let people in to work at an organisation, or tell them about it: a sandbox sends these as any other does. */
const workKinds: readonly MailKind[] = houseMailKinds.filter((kind) => !signsIn(kind))

/**
 * Whether a sandbox keeps a mail instead of sending it (ADR 0272): all that visitors get. A mail that signs somebody in goes out to
 * those who work there alone.
 */
export function isKeptInSandbox(kind: MailKind, worksHere: boolean): boolean {
  return !(workKinds.includes(kind) || (signsIn(kind) && worksHere))
}

/** Statuses of the mails that staff looks after: not delivered, waiting, without a mail server, or kept in a sandbox. */
export const officeMailLists = {
  undelivered: ['refused', 'failed'],
  waiting: ['queued'],
  outbox: ['in_outbox'],
  kept: ['kept'],
} as const satisfies Record<string, readonly MailStatus[]>
export type OfficeMailList = keyof typeof officeMailLists

export function mayRetry(status: MailStatus): boolean {
  return (retriableStatuses as readonly MailStatus[]).includes(status)
}
