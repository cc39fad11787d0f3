import { Logger, run, type TaskList } from 'graphile-worker'
import type { Context } from '../context.ts'
import { openPool } from '../db/pool.ts'
import type { Job } from '../features/deps.ts'
import { sendMail } from '../features/mail/send-mail.ts'
import { deliverTickets } from '../features/reservation/deliver-tickets.ts'
import { expireHoldsEverywhere } from '../features/reservation/expire-holds.ts'

export type JobRunner = { stop(): Promise<void> }

type Handlers = {
  readonly [Name in Job['name']]: (job: Omit<Extract<Job, { name: Name }>, 'name'>) => Promise<unknown>
}

/** One handler per job: a job without one does not compile. */
function handlers(context: Context): Handlers {
  return {
    send_mail: (job) => sendMail(context, job.tenantId, job.mailId),
    deliver_tickets: (job) => deliverTickets(context, job.tenantId, job.reservationId),
  }
}

/** What the clock starts, once per minute however many workers there are. */
const crontab = '* * * * * expire_holds'

function clockHandlers(context: Context): TaskList {
  return {
    expire_holds: () => expireHoldsEverywhere(context),
  }
}

/** Runs jobs until stopped; what is running then is finished. Failed jobs are tried again with growing pauses. */
export async function startJobRunner(context: Context): Promise<JobRunner> {
  const pgPool = openPool(context.databaseAddress, { connections: 4, name: 'guichet jobs' })
  const runner = await run({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: { ...(handlers(context) as unknown as TaskList), ...clockHandlers(context) },
    crontab,
    logger: new Logger(() => () => undefined),
  })
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}
