import { AppError, fieldError } from '../../errors.ts'
import { type Actor, may } from '../account/permission.ts'
import { findPrice, findProduct } from '../catalog/catalog.queries.ts'
import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { grantMembership } from './grant-membership.ts'
import type { Membership } from './membership.queries.ts'

export type NewMembership = {
  /** Normalised. */
  readonly email: string
  readonly priceId: string
}

/**
 * A membership taken alone (decisions, section 4). Staff records one at any price; a person may take a free one for
 * themselves. A priced one has to wait for online payment.
 *
 * @throws AppError category_rule, validation_failed (no membership price here), not_on_sale, credentials_required,
 *   permission_denied
 */
export async function createMembership(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
): Promise<Membership> {
  requireSelling(tenant)
  const isStaff = may(actor, 'membership:write')
  return deps.database.asTenant(tenant.id, async (tx) => {
    const price = await findPrice(tx, input.priceId)
    const product = price && (await findProduct(tx, price.productId))
    if (!price || product?.kind !== 'membership' || !(isStaff || product.published))
      throw fieldError('price', 'There is no such membership price here.')
    if (!isStaff) requireOwnFreeMembership(actor, input.email, price.amountMinor)
    return grantMembership(tx, {
      email: input.email,
      productId: product.id,
      priceId: price.id,
      period: price.membershipPeriod,
      reservationId: null,
      timeZone: tenant.timeZone,
      now: deps.now(),
    })
  })
}

function requireOwnFreeMembership(actor: Actor, email: string, amountMinor: number): void {
  if (actor.kind === 'api_key') throw new AppError('permission_denied')
  if (amountMinor > 0) throw new AppError('not_on_sale')
  if (actor.kind !== 'account') throw new AppError('credentials_required')
  if (actor.email !== email) throw new AppError('permission_denied')
}
