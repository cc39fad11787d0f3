import type { Deps } from '../deps.ts'
import { listTenantsOf } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'

/**
 * Where a person who is signed in at `tenant` finds what is theirs: there; at a Meta at every organisation of its calendar
 * as well, one by one, since a session shows an address to be the person's and tenants share no table.
 */
export async function tenantsOfPerson(deps: Pick<Deps, 'database'>, tenant: Tenant): Promise<readonly Tenant[]> {
  if (tenant.category !== 'meta') return [tenant]
  return [tenant, ...(await deps.database.asServer((tx) => listTenantsOf(tx, tenant)))]
}
