import type { BasicDeps } from '../deps.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { listTenantIds } from '../tenant/tenant.queries.ts'
import { deleteLapsed } from './waiting-list.queries.ts'

/**
 * Deletes entries that nobody has confirmed, every hour, for every tenant, archived ones too. They count for nothing once their time
 * is over, whether or not this runs. @throws TenantsFailedError
 */
export async function lapseEntriesEverywhere(deps: BasicDeps): Promise<void> {
  await forEachTenant(await deps.database.asServer(listTenantIds), (tenantId) =>
    deps.database.asTenant(tenantId, (tx) => deleteLapsed(tx, deps.now())),
  )
}
