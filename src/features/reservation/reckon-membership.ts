import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../account/actor.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { decideMembership, type NewMembership } from './decide-membership.ts'
import { onceHoldsExpired } from './expire-holds.ts'
import type { Reckoned } from './reckon-booking.ts'

/**
 * Decides a membership as takeMembership would at this moment, and writes nothing: whoever takes the money knows what it
 * comes to before, and whether it is to be had (ADR 0172).
 *
 * @throws AppError as takeMembership
 */
export async function reckonMembership(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
): Promise<Reckoned> {
  requireSelling(tenant)
  const decide = (tx: TenantTx) => decideMembership(deps, tx, tenant, actor, input)
  return onceHoldsExpired(deps, tenant.id, async () => {
    const { unitAmountMinor, unitDiscountMinor } = await deps.database.asTenant(tenant.id, decide)
    return { totalMinor: unitAmountMinor, discountMinor: unitDiscountMinor }
  })
}
