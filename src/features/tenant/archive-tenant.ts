import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import { noteFollowersDue } from './due-work.queries.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Archives an organisation: from now on nobody answers at its hosts, and no Meta lists it or its events; its rows stay. Its open
 * online payments are checked next: nobody is to pay any more, and what is paid all the same is refunded. May be repeated.
 *
 * @throws AppError category_rule for Root and the first Meta, which the server needs
 */
export async function archiveTenant(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange' | 'openPayments'>,
  tenant: Tenant,
  actor: Actor,
): Promise<void> {
  if (tenant.category === 'root' || tenant.firstMeta) throw new AppError('category_rule')
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const archived = await updateTenantRow(serverSide(tx), tenant.id)
      .set({ archivedAt: now })
      .where('archivedAt', 'is', null)
      .$call(isDone)
    if (archived) await recordChange(tx, actor, now, { action: 'organisation.archived', subjectId: null })
    await deps.openPayments.checkAll(tx, now)
    await noteFollowersDue(tx)
    await deps.notifyChange(tx, 'directory', null)
  })
}
