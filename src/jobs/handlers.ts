import type { JobHelpers, Task } from 'graphile-worker'
import type { Context } from '../context.ts'
import type { Job } from '../features/deps.ts'
import { resumeTelling } from '../features/event-notice/resume-telling.ts'
import { tellOfEvent } from '../features/event-notice/tell-of-event.ts'
import { type Attach, type Attempt, sendMail } from '../features/mail/send-mail.ts'
import { sendMails } from '../features/mail/send-mails.ts'
import { deleteOldDrafts } from '../features/import/import.queries.ts'
import { draftsAtOnce, keptDraftDays } from '../features/import/import-kind.ts'
import { addressesAtOnce, emptyTestCheckouts, keptAddressDays } from '../features/payment/test-provider.queries.ts'
import { runImport } from '../features/import/run-import.ts'
import { remindMembers } from '../features/membership/remind-members.ts'
import { checkDisputes } from '../features/payment/check-disputes.ts'
import { checkRefunds } from '../features/payment/check-refunds.ts'
import { mailReceipt, mailRefund } from '../features/payment/mail-receipts.ts'
import { finishDataKey } from '../features/payment/reseal-keys.ts'
import { sendRefund } from '../features/payment/send-refund.ts'
import { checkPaymentOf, checkDuePayments, checkRenewalOf } from '../features/payment/check-due-payments.ts'
import { askForDueAgendas, readRemoteAgenda } from '../features/remote-agenda/read-remote-agenda.ts'
import { deliverTickets } from '../features/reservation/deliver-tickets.ts'
import { expireHoldsEverywhere } from '../features/reservation/expire-holds.ts'
import { forgetWithdrawn, withdrawnAtOnce } from '../features/tenant/calendar.queries.ts'
import { lookAtEverybody } from '../features/tenant/for-each-due.ts'
import { deleteExpired } from '../features/tenant/delete-expired.ts'
import { makePictureWidths } from '../features/tenant/make-picture-widths.ts'
import { proveDomains } from '../features/tenant/prove-domains.ts'
import { tellOfFederation } from '../features/tenant/tell-of-federation.ts'
import { tellOfPageReports } from '../features/tenant/tell-of-page-reports.ts'
import { tellOfRegistration } from '../features/tenant/tell-of-registration.ts'
import { sendLateWebhooks, sendWebhooks } from '../features/webhook/send-webhooks.ts'
import { deleteOldDeliveries } from '../features/webhook/sending.queries.ts'
import { deliveriesAtOnce, keptDeliveryDays } from '../features/webhook/webhook.ts'
import { lapseEntriesEverywhere } from '../features/waiting-list/lapse-entries.ts'
import { offerEverywhere, offerPlacesOf } from '../features/waiting-list/offer-places.ts'
import { attachments } from './attachments.ts'
import { tellDueFollowers, tellFollowers } from '../features/fediverse/tell-followers.ts'
import type { ClockJob } from './lanes.ts'
import { type JobLog, makeDailyBackup } from './make-daily-backup.ts'
import type { WorkerLocks } from './orphans.ts'

type JobOf<Name extends Job['name']> = { [Each in Job as Each['name']]: Each }[Name]

type Handlers = {
  readonly [Name in Job['name']]: (job: Omit<JobOf<Name>, 'name'>, attempt: Attempt) => Promise<unknown>
}

/** One handler per job: a job without one does not compile. */
function handlers(context: Context): Handlers {
  const attachIn = (tenantId: string): Attach => {
    return (mail) => attachments[mail.kind](context, tenantId, mail)
  }
  const send: Handlers['send_mail'] = ({ tenantId, mailId }, attempt) =>
    sendMail(context, tenantId, mailId, attempt, attachIn(tenantId))
  const deliver: Handlers['deliver_tickets'] = ({ tenantId, reservationId }, attempt) =>
    deliverTickets(context, tenantId, reservationId, attempt, attachIn(tenantId))
  return {
    send_sign_in: send,
    send_mail: send,
    send_mails: ({ tenantId, mailIds }) => sendMails(context, tenantId, mailIds, attachIn(tenantId)),
    send_receipt: send,
    send_bulk_mail: send,
    deliver_tickets: deliver,
    deliver_gift: deliver,
    check_payment: (job) => checkPaymentOf(context, job.tenantId, job.paymentId),
    check_renewal: (job) => checkRenewalOf(context, job.tenantId, job.renewalId),
    mail_receipt: ({ tenantId, receiptId }) => mailReceipt(context, tenantId, receiptId),
    mail_refund: ({ tenantId, refundId }) => mailRefund(context, tenantId, refundId),
    tell_of_event: ({ tenantId, noticeId }) => tellOfEvent(context, tenantId, noticeId),
    tell_of_page_reports: ({ tenantId }) => tellOfPageReports(context, tenantId),
    tell_of_federation: (job) => tellOfFederation(context, job),
    tell_of_registration: ({ tenantId }) => tellOfRegistration(context, tenantId),
    offer_places: ({ tenantId, eventId }) => offerPlacesOf(context, tenantId, eventId),
    send_webhooks: ({ tenantId }) => sendWebhooks(context, tenantId),
    tell_followers: ({ tenantId }) => tellFollowers(context, tenantId),
    check_refunds: (job) => checkRefunds(context, job.tenantId, job.providerPaymentId),
    check_disputes: (job) => checkDisputes(context, job.tenantId, job.providerPaymentId),
    make_backup_now: () => context.backups.make(context.now()),
    read_agenda: ({ tenantId, agendaId }) => readRemoteAgenda(context, tenantId, agendaId),
    run_import: ({ tenantId, importId }) => runImport(context, tenantId, importId),
    send_refund: (job) => sendRefund(context, job.tenantId, job.refundId),
  }
}

function clockHandlers(context: Context, locks: WorkerLocks, log: JobLog): Readonly<Record<ClockJob, Task>> {
  return {
    expire_holds: () => expireHoldsEverywhere(context),
    make_backup: (_, { job }) => makeDailyBackup(context, attemptOf(job), log),
    free_orphans: () => locks.freeOrphans(),
    remind_members: () => remindMembers(context),
    lapse_waiting_entries: () => lapseEntriesEverywhere(context),
    offer_freed_places: () => offerEverywhere(context),
    prove_domains: () => proveDomains(context),
    resume_telling: () => resumeTelling(context),
    look_at_everybody: () => lookAtEverybody(context),
    send_late_webhooks: () => sendLateWebhooks(context),
    tell_due_followers: () => tellDueFollowers(context),
    ask_for_agendas: () => askForDueAgendas(context),
    forget_old: () =>
      deleteExpired(context, [
        { remove: deleteOldDeliveries, days: keptDeliveryDays, most: deliveriesAtOnce },
        { remove: forgetWithdrawn, days: 0, most: withdrawnAtOnce },
        { remove: emptyTestCheckouts, days: keptAddressDays, most: addressesAtOnce },
        { remove: deleteOldDrafts, days: keptDraftDays, most: draftsAtOnce },
      ]),
    make_picture_widths: () => makePictureWidths(context),
    finish_data_key: () => finishDataKey(context),
    tend_payments: () => checkDuePayments(context),
  }
}

/** graphile-worker hands over a payload and helpers; a handler here gets the job, and whether it is its last chance. */
export function taskList(
  context: Context,
  locks: WorkerLocks,
  log: JobLog,
): Readonly<Record<Job['name'] | ClockJob, Task>> {
  const tasks = Object.entries(handlers(context)).map(([name, handle]): [string, Task] => [
    name,
    async (payload, { job }) => {
      await handle(payload as never, attemptOf(job))
    },
  ])
  return { ...(Object.fromEntries(tasks) as Record<Job['name'], Task>), ...clockHandlers(context, locks, log) }
}

function attemptOf(job: JobHelpers['job']): Attempt {
  return { isLast: job.attempts >= job.max_attempts }
}
