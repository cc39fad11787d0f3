import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { lockEvent, markEventCancelled } from '../event/event.queries.ts'
import { lockCounters } from '../reservation/counters.queries.ts'
import { deleteCalendarEntry } from '../tenant/calendar.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { leaveEvent } from '../waiting-list/waiting-list.queries.ts'
import { type EventNotice, insertNotice, listNotices } from './event-notice.queries.ts'

/**
 * Cancels an event (ADR 0087): from this moment nothing of it is sold and nobody enters. A job cancels every booking, refunds
 * it and tells whoever made it. A second time changes nothing and says how far that has come.
 *
 * @param reason for those who booked and for the page of the event; null: none is given
 * @throws AppError not_found
 */
export async function cancelEvent(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue'>,
  tenant: Tenant,
  eventId: string,
  reason: string | null,
): Promise<EventNotice> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    // Before the event, like every booking: those under way are waited for, those that come find it cancelled.
    await lockCounters(tx, [eventId], [])
    const event = await lockEvent(tx, eventId)
    if (!event) throw new AppError('not_found')
    const before = (await listNotices(tx, eventId)).find(({ kind }) => kind === 'cancelled')
    if (before) return before
    const now = deps.now()
    await markEventCancelled(tx, eventId, { now, reason })
    await deleteCalendarEntry(tx, eventId)
    await leaveEvent(tx, eventId)
    const notice = await insertNotice(tx, { eventId, kind: 'cancelled', reason }, now)
    await deps.enqueue(tx, { name: 'tell_of_event', tenantId: tenant.id, noticeId: notice.id })
    return notice
  })
}
