import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { EnqueueDeps } from '../deps.ts'
import { getEventLocked } from '../event/event.queries.ts'
import { requireApproved } from '../tenant/approval.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type EventNotice, findNotice, insertNotice } from './event-notice.queries.ts'
import { askToTell } from './resume-telling.ts'

/** Characters. */
export const mostSubject = 120
export const mostMessage = 5000

export type NewMessage = {
  /** The id of the notice; the same id sent again is the same message. */
  readonly id: string
  readonly subject: string
  /** The text of the message; its lines become paragraphs. */
  readonly text: string
}

/**
 * Mails everybody who has booked an event so far, and who was given a ticket: doors open earlier, bring a blanket. A job
 * does it, each booking once. An event that is cancelled has its own mail, but may need another word.
 *
 * @throws AppError not_found; idempotency_mismatch (the id is of another notice); not_approved
 */
export async function sendMessage(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  eventId: string,
  { id, subject, text }: NewMessage,
): Promise<EventNotice> {
  requireApproved(tenant)
  return deps.database.asTenant(tenant.id, async (tx) => {
    // Two presses meet here: the second finds what the first wrote.
    await getEventLocked(tx, eventId)
    const before = await findNotice(tx, id)
    if (before && (before.eventId !== eventId || before.subject !== subject || before.reason !== text))
      throw new AppError('idempotency_mismatch')
    if (before) return before
    const now = deps.now()
    const notice = await insertNotice(tx, { id, eventId, kind: 'message', subject, reason: text }, now)
    await askToTell(deps, tx, notice.id)
    const after = { subject, bookings: notice.total }
    await recordChange(tx, actor, now, 'event.message_sent', eventId, { after })
    return notice
  })
}
