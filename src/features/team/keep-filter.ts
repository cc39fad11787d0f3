import { fieldError, orNotFound } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { countFilters, deleteFilter, insertFilter } from './list-filter.queries.ts'

/** How many filters somebody keeps of a list: more than a line above it holds. */
export const mostFilters = 20

type Kept = { readonly accountId: string; readonly list: string; readonly name: string; readonly query: string }

/** Keeps a filter of a list for somebody; one of the same name is replaced. @throws AppError validation_failed (`name`) */
export async function keepFilter(deps: Pick<Deps, 'database' | 'now'>, tenant: Tenant, filter: Kept): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    await insertFilter(tx, { ...filter, id: newId(), createdAt: deps.now() })
    if ((await countFilters(tx, filter)) > mostFilters) throw fieldError('name', 'too_many_filters')
  })
}

/** Deletes a filter of somebody. @returns which it was @throws AppError not_found */
export async function forgetFilter(deps: Pick<Deps, 'database'>, tenant: Tenant, accountId: string, id: string) {
  return deps.database.asTenant(tenant.id, async (tx) => orNotFound(await deleteFilter(tx, accountId, id)))
}
