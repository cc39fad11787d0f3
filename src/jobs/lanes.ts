import type { Job } from '../features/deps.ts'

/**
 * Lanes have slots of their own, so that what is slow holds up nothing but its like: the clock and payments go on while a
 * mail server, or a backup, takes its time, and who signs in waits behind no message to a thousand.
 */
export const lanes = ['clock', 'sign_in', 'mail', 'bulk', 'webhook', 'rest'] as const
export type Lane = (typeof lanes)[number]

/** How many jobs of each run at once in a process. */
export const slots: Readonly<Record<Lane, number>> = { clock: 4, sign_in: 2, mail: 4, bulk: 2, webhook: 8, rest: 5 }

/** How many mails are on their way at once. */
export const mailSlots = slots.sign_in + slots.mail + slots.bulk

/** The jobs that the clock starts, once however many workers there are; hours are in UTC. A late job runs once only. */
export const crontab = `* * * * * expire_holds ?jobKey=expire_holds&jobKeyMode=preserve_run_at
* * * * * free_orphans ?jobKey=free_orphans&jobKeyMode=preserve_run_at
* * * * * tend_payments ?jobKey=tend_payments&jobKeyMode=preserve_run_at
* * * * * offer_freed_places ?jobKey=offer_freed_places&jobKeyMode=preserve_run_at
* * * * * send_late_webhooks ?jobKey=send_late_webhooks&jobKeyMode=preserve_run_at
* * * * * tell_due_followers ?jobKey=tell_due_followers&jobKeyMode=preserve_run_at
* * * * * ask_for_agendas ?jobKey=ask_for_agendas&jobKeyMode=preserve_run_at
* * * * * forget_old ?jobKey=forget_old&jobKeyMode=preserve_run_at
* * * * * make_picture_widths ?jobKey=make_picture_widths&jobKeyMode=preserve_run_at
41 * * * * resume_telling
37 1 * * * look_at_everybody
52 * * * * finish_data_key
23 * * * * lapse_waiting_entries
7 8 * * * remind_members
34 6 * * * prove_domains ?max=3
17 2 * * * make_backup ?max=3`

/** Which lane every job is in; also those that the clock starts. */
export const laneOf = {
  expire_holds: 'clock',
  free_orphans: 'clock',
  tend_payments: 'clock',
  offer_freed_places: 'clock',
  resume_telling: 'clock',
  look_at_everybody: 'clock',
  lapse_waiting_entries: 'clock',
  ask_for_agendas: 'clock',
  send_late_webhooks: 'clock',
  tell_due_followers: 'clock',
  send_sign_in: 'sign_in',
  deliver_tickets: 'mail',
  deliver_gift: 'mail',
  send_mail: 'mail',
  send_mails: 'mail',
  send_receipt: 'mail',
  send_bulk_mail: 'bulk',
  send_webhooks: 'webhook',
  tell_followers: 'webhook',
  check_payment: 'rest',
  check_renewal: 'rest',
  mail_receipt: 'rest',
  mail_refund: 'rest',
  tell_of_event: 'rest',
  tell_of_registration: 'rest',
  tell_of_federation: 'rest',
  tell_of_page_reports: 'rest',
  offer_places: 'rest',
  check_refunds: 'rest',
  check_disputes: 'rest',
  send_refund: 'rest',
  read_agenda: 'rest',
  run_import: 'rest',
  make_backup_now: 'rest',
  make_backup: 'rest',
  remind_members: 'rest',
  forget_old: 'rest',
  make_picture_widths: 'rest',
  prove_domains: 'rest',
  finish_data_key: 'rest',
} as const satisfies Readonly<Record<Job['name'], Lane> & Record<string, Lane>>

export type ClockJob = Exclude<keyof typeof laneOf, Job['name']>

/** The priorities within a lane of several kinds: lower ones first, 0 where none is given. */
export const priorityOf: Readonly<Partial<Record<Job['name'], number>>> = { deliver_gift: 5, send_receipt: 10 }
