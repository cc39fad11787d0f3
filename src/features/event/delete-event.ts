import { referringTable } from '../../db/database.ts'
import { deleteRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { forgetMadeFor } from '../catalog/catalog.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { deleteAppearances } from '../tenant/appearance.queries.ts'
import { deleteCalendarEntry } from '../tenant/calendar.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { hasQueue } from './awaited.queries.ts'
import { getEventLocked } from './event.queries.ts'

/** @throws AppError not_found, in_use (it has reservations, in any state: they are the accounts; or people wait for it) */
export async function deleteEvent(deps: BasicDeps, tenant: Tenant, actor: Actor, id: string): Promise<void> {
  try {
    await deps.database.asTenant(tenant.id, async (tx) => {
      // The counter first, like every booking: those under way are waited for, those that come find no event.
      await deleteRows(tx, 'eventCounter').where('eventId', '=', id).execute()
      // Then the event: somebody who joins its list holds that, and not the counter.
      const event = await getEventLocked(tx, id)
      if (await hasQueue(tx, id)) throw new AppError('in_use', { usedBy: 'waiting_entry' })
      await forgetMadeFor(tx, id)
      await deleteRows(tx, 'event').where('id', '=', id).execute()
      await deleteCalendarEntry(tx, id)
      await deleteAppearances(tx, id)
      const { name, startsAt } = event
      await recordChange(tx, actor, deps.now(), 'event.deleted', id, { before: { name, startsAt } })
    })
  } catch (error) {
    const usedBy = referringTable(error)
    throw usedBy === null ? error : new AppError('in_use', { usedBy })
  }
}
