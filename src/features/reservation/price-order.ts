import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { decideOrder, type NewOrder } from './decide-order.ts'
import { onceHoldsExpired } from './expire-holds.ts'
import type { BookingTotal } from './price-booking.ts'

/**
 * Prices an order: decides it as takeOrder would at this moment, and writes nothing, so that the person who takes the money
 * knows the total before (ADR 0172).
 *
 * @throws AppError as takeOrder
 */
export async function priceOrder(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
): Promise<BookingTotal> {
  requireSelling(tenant)
  const decide = (tx: TenantTx) => decideOrder(deps, tx, tenant, actor, input)
  return onceHoldsExpired(deps, tenant.id, async () => {
    const { unitAmountMinor, unitDiscountMinor } = await deps.database.asTenant(tenant.id, decide)
    return { totalMinor: unitAmountMinor, discountMinor: unitDiscountMinor }
  })
}
