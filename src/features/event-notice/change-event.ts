import type { Actor } from '../account/actor.ts'
import type { Deps } from '../deps.ts'
import type { Event } from '../event/event.queries.ts'
import type { EventSettings } from '../event/event-settings.ts'
import { type EventChanging, updateEvent } from '../event/save-event.ts'
import { moveDoorHolds, shortenHolds } from '../reservation/reservation.queries.ts'
import { endOfEvent } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listOffersAt } from '../waiting-list/waiting-list.queries.ts'

/**
 * Changes an event with all that hangs on its times: whoever pays at the door keeps their places until its new end, and who was
 * offered places of the waiting list has them until its new start at most.
 *
 * @throws AppError as updateEvent
 */
export async function changeEvent(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  changes: Partial<EventSettings>,
  changing: EventChanging = {},
): Promise<Event> {
  return updateEvent(deps, tenant, actor, id, changes, {
    ...changing,
    async within(tx, before) {
      const from = endOfEvent(before, tenant.timeZone)
      const to = endOfEvent({ ...before, ...changes }, tenant.timeZone)
      const now = deps.now()
      if (to.getTime() !== from.getTime()) await moveDoorHolds(tx, id, { from, to, now })
      const { startsAt } = { ...before, ...changes }
      if (startsAt < before.startsAt)
        await shortenHolds(tx, await listOffersAt(tx, id), { by: startsAt, now })
      await changing.within?.(tx, before)
    },
  })
}
