import { AppError, fieldError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import type { Deps, EnqueueDeps } from '../deps.ts'
import { type Event, getEvent, markEventPostponed } from '../event/event.queries.ts'
import type { EventValues } from '../event/event-settings.ts'
import { endOfEvent } from '../event/event.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { allBefore, undoScans } from '../ticket/scan-span.queries.ts'
import { changeEvent } from './change-event.ts'
import { type ScheduleChange, insertNotice, isScheduleChange, listNotices } from './event-notice.queries.ts'
import { askToTell } from './resume-telling.ts'

export type NewDate = Pick<EventValues, 'startsAt'> &
  Partial<Pick<EventValues, 'endsAt' | 'doorsOpenAt' | 'doorsCloseAt' | 'locationId' | 'stageId'>> & {
    readonly reason: string | null
    /** The start that the person who postpones it saw; absent: they looked at nothing. */
    readonly from?: Date
    /** What they saw of all that changes, as `updateEvent` takes it. */
    readonly seen?: string
  }

/** Refuses to postpone what is cancelled. */
export const refusedPostponement = () =>
  new AppError('invalid_transition', { move: { of: 'event', from: 'cancelled', to: 'postponed' } })

/**
 * Postpones an event to another date (ADR 0089): tickets stay good for it, a job tells everybody, and people who booked before
 * may cancel until it begins. End and doors that are not named move along with the start. When it begins after the end it had,
 * the people who had been let in have gone home: their scans are undone (ADR 0089). The same asked twice is one notice.
 *
 * @throws AppError not_found, changed_meanwhile, invalid_transition (it is cancelled), validation_failed (times)
 */
export async function postponeEvent(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  eventId: string,
  { reason, from, seen, ...changed }: NewDate,
): Promise<ScheduleChange> {
  const present = await deps.database.asTenant(tenant.id, (tx) => getEvent(tx, eventId))
  if (present.cancelledAt !== null) throw refusedPostponement()
  if (changed.startsAt <= deps.now()) throw fieldError('datetime', 'in_the_past')
  const laterMs = changed.startsAt.getTime() - present.startsAt.getTime()
  const moved = (at: Date | null) => at && new Date(at.getTime() + laterMs)
  const { endsAt, doorsOpenAt, doorsCloseAt } = present
  const along = { endsAt: moved(endsAt), doorsOpenAt: moved(doorsOpenAt), doorsCloseAt: moved(doorsCloseAt) }
  let notice: ScheduleChange | null = null
  try {
    const changes = { ...along, ...changed }
    await changeEvent(deps, tenant, actor, eventId, changes, {
      seen,
      action: 'event.postponed',
      async within(tx, before) {
        if (before.cancelledAt !== null) throw refusedPostponement()
        if (from && from.getTime() !== before.startsAt.getTime()) throw new AppError('changed_meanwhile')
        if (isPostponedTo(before, changed.startsAt)) throw new AlreadyPostponed()
        const now = deps.now()
        const startsOver = changed.startsAt >= endOfEvent(before, tenant.timeZone)
        await markEventPostponed(tx, eventId, { from: before.startsAt, now, reason, startsOver })
        if (startsOver) await undoScans(tx, now, allBefore(now, eventId))
        notice = await insertNotice(tx, { eventId, kind: 'postponed', reason }, now)
        await askToTell(deps, tx, notice.id)
      },
    })
  } catch (error) {
    if (!(error instanceof AlreadyPostponed)) throw error
    notice = await tellAgain(deps, tenant, eventId)
  }
  if (!notice) throw new Error('the notice just written is missing')
  return notice
}

/** Thrown so that what is asked a second time writes nothing: everybody has their mail of it. */
class AlreadyPostponed extends Error {}

/** Whether the last change postponed the event to that date, by a notice: a change made since told nobody. */
function isPostponedTo(
  { startsAt, postponedAt, updatedAt }: Pick<Event, 'startsAt' | 'postponedAt' | 'updatedAt'>,
  to: Date,
): boolean {
  return startsAt.getTime() === to.getTime() && postponedAt?.getTime() === updatedAt.getTime()
}

/** The last notice; told on where its job gave up. */
async function tellAgain(
  deps: Pick<Deps, 'database' | 'enqueue'>,
  tenant: Tenant,
  eventId: string,
): Promise<ScheduleChange | null> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const last =
      (await listNotices(tx, eventId)).filter(isScheduleChange).findLast(({ kind }) => kind === 'postponed') ?? null
    if (last?.endedAt === null) await askToTell(deps, tx, last.id)
    return last
  })
}
