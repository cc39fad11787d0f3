import { serverSide } from '../../db/database.ts'
import { fieldError, orNotFound } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { lockTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { countFilters, deleteFilter, insertFilter, type Whose } from './list-filter.queries.ts'

/** How many filters somebody keeps of a list, and all together: more than a line above it holds. */
export const mostFilters = 20

type Kept = Whose & { readonly list: string; readonly name: string; readonly query: string }

/** Keeps a filter of a list; one of the same name is replaced. @throws AppError validation_failed (`name`) */
export async function keepFilter(deps: BasicDeps, tenant: Tenant, filter: Kept): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    // Of two who would keep the last one, the second waits, and counts it.
    await lockTenant(serverSide(tx), tenant.id)
    await insertFilter(tx, { ...filter, id: newId(), createdAt: deps.now() })
    if ((await countFilters(tx, filter)) > mostFilters) throw fieldError('name', 'too_many_filters')
  })
}

/** Deletes a filter. @param mine whose they may delete @returns which it was @throws AppError not_found */
export async function forgetFilter(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  mine: readonly Whose['accountId'][],
  id: string,
) {
  return deps.database.asTenant(tenant.id, async (tx) => orNotFound(await deleteFilter(tx, mine, id)))
}
