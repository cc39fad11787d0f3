import { AppError } from '../../errors.ts'
import type { Deps, Job } from '../deps.ts'
import { listForgotten, type RequeuedMail, requeueMails } from './mail.queries.ts'
import { sendingJobs } from './mail.ts'

/**
 * Sends mails again that did not get through: those that were given up, refused or only laid in the outbox.
 *
 * @param ids null for all that were given up
 * @returns the ids of the mails that are on their way again
 * @throws AppError not_found when one of `ids` is no mail here that may be sent again, invalid_transition when what one of them said
 *   is deleted by now; none is sent then
 */
export async function retryMails(
  deps: Pick<Deps, 'database' | 'enqueue'>,
  tenantId: string,
  ids: readonly string[] | null,
): Promise<readonly string[]> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const mails = await requeueMails(tx, ids)
    if (ids !== null && mails.length < new Set(ids).size) {
      if ((await listForgotten(tx, ids)).length === 0) throw new AppError('not_found')
      const move = { of: 'mail', from: 'forgotten', to: 'queued' } as const
      throw new AppError('invalid_transition', { detail: 'letter_forgotten', move })
    }
    for (const mail of mails) await deps.enqueue(tx, jobOf(tenantId, mail))
    return mails.map(({ id }) => id)
  })
}

/** The job that sends a mail again. A mail of tickets changes the status of its reservation, so it takes the job of the first time. */
export function jobOf(tenantId: string, { id, kind, reservationId }: RequeuedMail): Job {
  return kind === 'tickets' && reservationId !== null
    ? { name: 'deliver_tickets', tenantId, reservationId }
    : { name: sendingJobs[kind], tenantId, mailId: id }
}
