import { EventEmitter, once } from 'node:events'
import { Logger, run, type Task, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger as Log } from 'pino'
import type { Context } from '../context.ts'
import { openPool } from '../db/pool.ts'
import type { Job } from '../features/deps.ts'
import { resumeTelling } from '../features/event-notice/resume-telling.ts'
import { tellOfEvent } from '../features/event-notice/tell-of-event.ts'
import { type Attach, type Attempt, sendMail } from '../features/mail/send-mail.ts'
import { remindMembers } from '../features/membership/remind-members.ts'
import { checkDisputes } from '../features/payment/check-disputes.ts'
import { checkRefunds } from '../features/payment/check-refunds.ts'
import { mailReceipt, mailRefund } from '../features/payment/mail-receipts.ts'
import { sendRefund } from '../features/payment/send-refund.ts'
import { checkPaymentOf, tendPayments } from '../features/payment/tend-payments.ts'
import { deliverTickets } from '../features/reservation/deliver-tickets.ts'
import { expireHoldsEverywhere } from '../features/reservation/expire-holds.ts'
import { TenantsFailedError } from '../features/tenant/for-each-tenant.ts'
import { lapseEntriesEverywhere } from '../features/waiting-list/lapse-entries.ts'
import { offerEverywhere, offerPlacesOf } from '../features/waiting-list/offer-places.ts'
import { attachments } from './attachments.ts'
import { makeDailyBackup } from './make-daily-backup.ts'
import { freeOrphans, holdWorkerLock } from './orphans.ts'

export type JobRunner = { stop(): Promise<void> }

type Handlers = {
  readonly [Name in Job['name']]: (
    job: Omit<Extract<Job, { name: Name }>, 'name'>,
    attempt: Attempt,
  ) => Promise<unknown>
}

/** One handler per job: a job without one does not compile. */
function handlers(context: Context): Handlers {
  const attachIn = (tenantId: string): Attach => {
    return (mail) => attachments[mail.kind](context, tenantId, mail)
  }
  return {
    send_mail: ({ tenantId, mailId }, attempt) =>
      sendMail(context, tenantId, mailId, attempt, attachIn(tenantId)),
    deliver_tickets: ({ tenantId, reservationId }, attempt) =>
      deliverTickets(context, tenantId, reservationId, attempt, attachIn(tenantId)),
    check_payment: (job) => checkPaymentOf(context, job.tenantId, job.paymentId),
    mail_receipt: ({ tenantId, receiptId }) => mailReceipt(context, tenantId, receiptId),
    mail_refund: ({ tenantId, refundId }) => mailRefund(context, tenantId, refundId),
    tell_of_event: ({ tenantId, noticeId }) => tellOfEvent(context, tenantId, noticeId),
    offer_places: ({ tenantId, eventId }) => offerPlacesOf(context, tenantId, eventId),
    check_refunds: (job) => checkRefunds(context, job.tenantId, job.providerPaymentId),
    check_disputes: (job) => checkDisputes(context, job.tenantId, job.providerPaymentId),
    make_backup_now: () => context.backups.make(context.now()),
    send_refund: (job) => sendRefund(context, job.tenantId, job.refundId),
  }
}

/** What the clock starts, once however many workers there are; hours are of UTC. */
const crontab = `* * * * * expire_holds
* * * * * free_orphans
* * * * * tend_payments
* * * * * offer_freed_places
41 * * * * resume_telling
23 * * * * lapse_waiting_entries
7 8 * * * remind_members
17 2 * * * make_backup ?max=3`

function clockHandlers(context: Context, pgPool: Pool): TaskList {
  return {
    expire_holds: () => expireHoldsEverywhere(context),
    make_backup: () => makeDailyBackup(context),
    free_orphans: () => freeOrphans(pgPool),
    remind_members: () => remindMembers(context),
    lapse_waiting_entries: () => lapseEntriesEverywhere(context),
    offer_freed_places: () => offerEverywhere(context),
    resume_telling: () => resumeTelling(context),
    tend_payments: () => tendPayments(context),
  }
}

/** graphile-worker hands over a payload and helpers; a handler here gets the job, and whether it is its last chance. */
function taskList(context: Context, pgPool: Pool): TaskList {
  const tasks = Object.entries(handlers(context)).map(([name, handle]): [string, Task] => [
    name,
    async (payload, { job }) => {
      await handle(payload as never, { isLast: job.attempts >= job.max_attempts })
    },
  ])
  return { ...Object.fromEntries(tasks), ...clockHandlers(context, pgPool) }
}

/** Runs jobs until stopped; what is running then is finished. Failed jobs are tried again with growing pauses. */
export async function startJobRunner(context: Context, log: Pick<Log, 'error'>): Promise<JobRunner> {
  const pgPool = openPool(context.databaseAddress, { connections: 6, name: 'guichet jobs' })
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => {
    if (error instanceof TenantsFailedError) log.error({ job: job.task_identifier }, error.message)
  })
  const created = once(events, 'pool:create')
  const runner = await run({
    pgPool,
    events,
    // Most of them wait for a mail server; one that is slow must not hold up the clock.
    concurrency: 5,
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: taskList(context, pgPool),
    crontab,
    logger: new Logger(() => () => undefined),
  })
  const [{ workerPool }] = (await created) as [{ workerPool: WorkerPool }]
  const lock = await holdWorkerLock(context.databaseAddress, workerPool.id)
  await freeOrphans(pgPool)
  return {
    async stop() {
      await runner.stop()
      await lock.release()
      await pgPool.end()
    },
  }
}
