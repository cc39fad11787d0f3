import type { Actor } from '../account/actor.ts'
import { notedMoney } from '../audit/noted-money.ts'
import { recordChange } from '../audit/record-change.ts'
import type { EnqueueDeps } from '../deps.ts'
import { getEventLocked, lockEventCounter, markEventCancelled } from '../event/event.queries.ts'
import { cancelCalendarEntry } from '../tenant/calendar.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { deleteUnconfirmed } from '../waiting-list/waiting-list.queries.ts'
import { announce } from '../webhook/announce.ts'
import { countConcerned } from './concerned.queries.ts'
import { type ScheduleChange, insertNotice, isScheduleChange, listNotices } from './event-notice.queries.ts'
import { askToTell } from './resume-telling.ts'

export type CancelledEvent = {
  /** The reason given to bookers and on the event's page; null: none is given. */
  readonly reason: string | null
  /** Whether tickets that were scanned are cancelled and refunded, too; otherwise they stay as they are. */
  readonly includesLetIn?: boolean
}

/**
 * Cancels an event (ADR 0089): from this moment nothing of it is sold and nobody enters. A job cancels every booking, refunds
 * it and tells its booker, and everybody who waits for places. A second call says how far that has come, and makes it go on.
 *
 * What becomes of tickets that were scanned by then, the organisation decides (ADR 0089).
 *
 * @throws AppError not_found
 */
export async function cancelEvent(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  eventId: string,
  { reason, includesLetIn = false }: CancelledEvent,
): Promise<ScheduleChange> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    // Before the event, like every booking: those under way are waited for, those that come find it cancelled.
    await lockEventCounter(tx, eventId)
    const event = await getEventLocked(tx, eventId)
    const before = (await listNotices(tx, eventId)).filter(isScheduleChange).find(({ kind }) => kind === 'cancelled')
    if (before) {
      if (before.endedAt === null) await askToTell(deps, tx, before.id)
      return before
    }
    const now = deps.now()
    await markEventCancelled(tx, eventId, { now, reason })
    await cancelCalendarEntry(tx, eventId, now)
    await deleteUnconfirmed(tx, eventId)
    const notice = await insertNotice(tx, { eventId, kind: 'cancelled', reason, includesLetIn }, now)
    await askToTell(deps, tx, notice.id)
    const { paid } = await countConcerned(tx, eventId)
    const { name, startsAt } = event
    const after = { name, startsAt, reason, includesLetIn, paid: paid.map(notedMoney) }
    await announce(tx, now, [{ kind: 'event.cancelled', data: { event: eventId } }])
    await recordChange(tx, actor, now, 'event.cancelled', eventId, { after })
    return notice
  })
}
