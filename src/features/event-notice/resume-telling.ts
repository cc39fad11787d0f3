import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { listActiveTenants } from '../tenant/tenant.queries.ts'
import { listUnended } from './event-notice.queries.ts'

/** Lets a job tell everybody of a notice; a job of it that waits, or gave up, begins anew instead of a second one. */
export async function askToTell(deps: Pick<Deps, 'enqueue'>, tx: TenantTx, noticeId: string): Promise<void> {
  await deps.enqueue(tx, { name: 'tell_of_event', tenantId: tx.tenantId, noticeId })
}

/** Every hour: notices whose job gave up, because something was out of order for longer than it tries, are gone on with. */
export async function resumeTelling(deps: Pick<Deps, 'database' | 'enqueue'>): Promise<void> {
  await forEachTenant(await deps.database.asServer(listActiveTenants), ({ id }) =>
    deps.database.asTenant(id, async (tx) => {
      for (const notice of await listUnended(tx)) await askToTell(deps, tx, notice.id)
    }),
  )
}
