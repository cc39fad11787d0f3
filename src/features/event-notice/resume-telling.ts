import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { listActiveTenants } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type EventNotice, findNotice, listUnended } from './event-notice.queries.ts'

/** Lets a job tell everybody of a notice; a job of it that waits, or gave up, begins again instead of a second one. */
export async function askToTell(deps: Pick<Deps, 'enqueue'>, tx: TenantTx, noticeId: string): Promise<void> {
  await deps.enqueue(tx, { name: 'tell_of_event', tenantId: tx.tenantId, noticeId })
}

/** Resumes a notice at once, for staff that would not wait for the clock. One that has ended stays so. @throws AppError not_found */
export async function resumeNotice(
  deps: Pick<Deps, 'database' | 'enqueue'>,
  tenant: Pick<Tenant, 'id'>,
  noticeId: string,
): Promise<EventNotice> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const notice = orNotFound(await findNotice(tx, noticeId))
    if (notice.endedAt === null) await askToTell(deps, tx, noticeId)
    return notice
  })
}

/** Resumes, every hour, the notices whose job gave up because something was out of order for longer than it tries. */
export async function resumeTelling(deps: Pick<Deps, 'database' | 'enqueue'>): Promise<void> {
  await forEachTenant(await deps.database.asServer(listActiveTenants), ({ id }) =>
    deps.database.asTenant(id, async (tx) => {
      for (const notice of await listUnended(tx)) await askToTell(deps, tx, notice.id)
    }),
  )
}
