import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from './tenant.ts'

/**
 * The Meta's directory and calendar show the member from now on. May be repeated.
 *
 * @throws AppError category_rule when `meta` is no Meta, or the member is Root or the Meta itself
 */
export async function addToFederation(
  deps: Pick<Deps, 'database' | 'now'>,
  meta: Tenant,
  member: Tenant,
): Promise<void> {
  if (meta.category !== 'meta' || member.category === 'root' || member.id === meta.id)
    throw new AppError('category_rule')
  await deps.database.asServer((tx) =>
    tx
      .insertInto('federationMember')
      .values({ metaTenantId: meta.id, memberTenantId: member.id, createdAt: deps.now() })
      .onConflict((conflict) => conflict.columns(['metaTenantId', 'memberTenantId']).doNothing())
      .execute(),
  )
}
