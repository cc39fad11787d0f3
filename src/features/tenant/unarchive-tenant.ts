import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { showAnew } from './calendar.queries.ts'
import { noteDue, noteFollowersDue } from './due-work.queries.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Restores an organisation: its hosts answer again, and calendars show it. What archiving ended stays ended, such as payments that
 * were under way. What fell due meanwhile is done at the next check, such as expiring places held too long (ADR 0181).
 *
 * @returns false where it was not archived
 */
export async function unarchiveTenant(deps: BasicDeps<'notifyChange'>, tenant: Tenant, actor: Actor): Promise<boolean> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const brought = await updateTenantRow(serverSide(tx), tenant.id)
      .set({ archivedAt: null })
      .where('archivedAt', 'is not', null)
      .$call(isDone)
    if (!brought) return false
    await recordChange(tx, actor, deps.now(), 'organisation.unarchived', null)
    await noteDue(tx, 'waiting', deps.now())
    // Other servers were told that all of it was gone.
    await showAnew(tx)
    await noteFollowersDue(tx)
    await deps.notifyChange(tx, 'directory', null)
    return true
  })
}
