import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { archiveTenant } from '../tenant/archive-tenant.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { countEnding } from './ending.queries.ts'

/**
 * Archives an organisation, and tells its owners why and what was left.
 *
 * @returns false where it was archived already
 * @throws AppError as archiveTenant
 */
export async function archiveOrganisation(
  deps: BasicDeps<'notifyChange' | 'openPayments' | 'enqueue'>,
  tenant: Tenant,
  actor: Actor,
  reason: string,
): Promise<boolean> {
  const ending = await deps.database.asTenant(tenant.id, (tx) =>
    countEnding(tx, { now: deps.now(), timeZone: tenant.timeZone }),
  )
  return archiveTenant(deps, tenant, actor, { reason, ending })
}
