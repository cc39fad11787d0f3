import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { Event as EventRow } from '../../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Event } from '../event/event.queries.ts'
import { type EventLinks, type EventValues, updateEvent } from '../event/save-event.ts'
import { moveDoorHolds } from '../reservation/reservation.queries.ts'
import { endOfEvent } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'

/**
 * Changes an event with all that hangs on its times: whoever pays at the door keeps their places until its new end.
 *
 * @param within as in updateEvent
 * @throws AppError as updateEvent
 */
export async function changeEvent(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  id: string,
  changes: Partial<EventValues & EventLinks>,
  within?: (tx: TenantTx, before: Selectable<EventRow>) => Promise<void>,
): Promise<Event> {
  return updateEvent(deps, tenant, id, changes, async (tx, before) => {
    const from = endOfEvent(before, tenant.timeZone)
    const to = endOfEvent({ ...before, ...changes }, tenant.timeZone)
    if (to.getTime() !== from.getTime()) await moveDoorHolds(tx, id, { from, to, now: deps.now() })
    await within?.(tx, before)
  })
}
