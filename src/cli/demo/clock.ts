import type { Context } from '../../context.ts'
import type { Job } from '../../features/deps.ts'
import type { MailStatus } from '../../features/mail/mail.ts'
import { createBookings } from '../../features/reservation/book-in-batches.ts'

/** The parts that the demonstration gives its use cases: the service's own, on a clock that can be set. */
export type DemoDeps = Context & {
  /** Sets the clock to a time. */
  setClock(at: Date): void
  /** Returns the same parts with a mail server that gives that answer; nothing leaves the house. */
  answeringMail(outcome: Extract<MailStatus, 'sent' | 'refused' | 'in_outbox'>): DemoDeps
}

/**
 * Tickets are delivered by the demonstration itself, which decides what becomes of each, and nobody wants its receipts;
 * other jobs run as always.
 */
const isLeftToJobs = ({ name }: Job) => !['deliver_tickets', 'mail_receipt', 'mail_refund'].includes(name)

export function createDemoDeps(context: Context): DemoDeps {
  let at = context.now()
  const own = {
    ...context,
    now: () => at,
    setClock: (next: Date) => {
      at = next
    },
    enqueue: async (...[tx, job]: Parameters<Context['enqueue']>) => {
      if (isLeftToJobs(job)) await context.enqueue(tx, job)
    },
    jobStatement: (jobs: readonly Job[]) => context.jobStatement(jobs.filter(isLeftToJobs)),
  }
  const deps: DemoDeps = {
    ...own,
    bookings: createBookings(own),
    answeringMail: (outcome) => ({ ...deps, mailer: { ...context.mailer, send: async () => outcome } }),
  }
  return deps
}
