import type { ServerTx } from '../../db/database.ts'
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
  await deps.database.asServer((tx) => insertMember(tx, meta.id, member.id, deps.now()))
}

export async function insertMember(
  tx: ServerTx,
  metaTenantId: string,
  memberTenantId: string,
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('federationMember')
    .values({ metaTenantId, memberTenantId, createdAt })
    .onConflict((conflict) => conflict.columns(['metaTenantId', 'memberTenantId']).doNothing())
    .execute()
}
