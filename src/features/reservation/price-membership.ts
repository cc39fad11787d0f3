import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { decideMembership, type NewMembership } from './decide-membership.ts'
import { onceHoldsExpired } from './expire-holds.ts'
import type { BookingTotal } from './price-booking.ts'

/**
 * Prices a membership: decides it as takeMembership would at this moment, and writes nothing, so that the person who takes the money
 * knows the total before (ADR 0172).
 *
 * @throws AppError as takeMembership
 */
export async function priceMembership(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
): Promise<BookingTotal> {
  requireSelling(tenant)
  const decide = (tx: TenantTx) => decideMembership(deps, tx, tenant, actor, input)
  return onceHoldsExpired(deps, tenant.id, async () => {
    const { unitAmountMinor, unitDiscountMinor } = await deps.database.asTenant(tenant.id, decide)
    return { totalMinor: unitAmountMinor, discountMinor: unitDiscountMinor }
  })
}
