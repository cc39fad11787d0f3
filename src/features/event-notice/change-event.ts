import { serverSide, type TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import type { Event } from '../event/event.queries.ts'
import type { EventSettings } from '../event/event-settings.ts'
import { type EventChanging, updateEvent } from '../event/save-event.ts'
import { moveDoorHolds, shortenHolds } from '../reservation/reservation.queries.ts'
import { endOfEvent } from '../event/event.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { getTimeZone } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listOffersAt } from '../waiting-list/waiting-list.queries.ts'

/**
 * Changes an event with all that depends on its times: people who pay at the door keep their places until its new end, and who was
 * offered places of the waiting list has them until its new start at most.
 *
 * @throws AppError as updateEvent
 */
export async function changeEvent(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  changes: Partial<EventSettings>,
  changing: EventChanging = {},
): Promise<Event> {
  return updateEvent(deps, tenant, actor, id, changes, {
    ...changing,
    async within(tx, before) {
      // Read under the lock of the counter.
      const timeZone = await getTimeZone(serverSide(tx), tenant.id)
      const zones = { from: timeZone, to: timeZone }
      await moveHolds(tx, { before, after: { ...before, ...changes }, zones, now: deps.now() })
      await changing.within?.(tx, before)
    },
  })
}

type Times = Pick<Event, 'id' | 'startsAt' | 'endsAt'>

type Move = {
  readonly before: Times
  readonly after: Times
  /** The organisation's time zone before and after: an event without an end is over by its clocks. */
  readonly zones: { readonly from: string; readonly to: string }
  readonly now: Date
}

/** What is held at an event follows its times; the caller has locked its counter. */
export async function moveHolds(tx: TenantTx, { before, after, zones, now }: Move): Promise<void> {
  const from = endOfEvent(before, zones.from)
  const to = endOfEvent(after, zones.to)
  if (to.getTime() !== from.getTime()) await moveDoorHolds(tx, before.id, { from, to })
  // Who waited until it began waits again.
  if (after.startsAt > before.startsAt) await noteDue(tx, 'waiting', now)
  if (after.startsAt < before.startsAt) await shortenHolds(tx, await listOffersAt(tx, before.id), after.startsAt)
}
