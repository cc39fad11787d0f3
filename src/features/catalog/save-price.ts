import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findPrice, findProduct, type Price } from './catalog.queries.ts'
import { endsBeforeStart, type SaleWindow } from './price.ts'
import type { MembershipPeriod } from './product.ts'

export type PriceValues = {
  readonly name: string
  readonly shortDescription: string | null
  readonly longDescription: string | null
  /** The least, when the amount is open. */
  readonly amountMinor: number
  /** Whoever pays chooses the amount. */
  readonly openAmount: boolean
  /** Hundredths of a percent; null is NA. */
  readonly vatRateHundredths: number | null
  /** Null is unlimited. */
  readonly stock: number | null
  readonly maxPerUser: number
  readonly membershipPeriod: MembershipPeriod | null
  readonly requiredMembershipId: string | null
} & SaleWindow

type PriceDeps = Pick<Deps, 'database' | 'now' | 'notifyChange'>

/**
 * @throws AppError category_rule, validation_failed (unknown product, a required membership that is none, a sale that ends
 * before it starts), unavailable
 * (the currency that the amount was read in has just changed)
 */
export async function createPrice(
  deps: PriceDeps,
  tenant: Tenant,
  productId: string,
  values: PriceValues,
): Promise<Price> {
  requireSelling(tenant)
  return deps.database.asTenant(tenant.id, async (tx) => {
    if (!(await findProduct(tx, productId))) throw fieldError('product', 'unknown_product')
    await requireMembershipProduct(tx, values.requiredMembershipId)
    requireSaleWindow(values)
    const now = deps.now()
    const row = { ...values, tenantId: tenant.id, id: newId(), productId, createdAt: now, updatedAt: now }
    await tx.insertInto('price').values(row).execute()
    await requireSameCurrency(tx, tenant)
    await deps.notifyChange(tx, 'catalogue', tenant.id)
    return row
  })
}

/** Changes what `values` names and leaves the rest. @throws AppError not_found, validation_failed */
export async function updatePrice(
  deps: PriceDeps,
  tenant: Tenant,
  id: string,
  values: Partial<PriceValues>,
): Promise<Price> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const before = await findPrice(tx, id)
    if (!before) throw new AppError('not_found')
    requireSaleWindow({ ...before, ...values })
    await requireMembershipProduct(tx, values.requiredMembershipId ?? null)
    const updatedAt = deps.now()
    await tx
      .updateTable('price')
      .set({ ...values, updatedAt })
      .where('tenantId', '=', tenant.id)
      .where('id', '=', id)
      .execute()
    const price = await findPrice(tx, id)
    if (!price) throw new Error('the price just changed is missing')
    await deps.notifyChange(tx, 'catalogue', tenant.id)
    return price
  })
}

function requireSaleWindow(window: SaleWindow): void {
  if (endsBeforeStart(window)) throw fieldError('sale_end', 'sale_ends_before_start')
}

async function requireMembershipProduct(tx: TenantTx, id: string | null): Promise<void> {
  if (id === null) return
  const product = await findProduct(tx, id)
  if (product?.kind !== 'membership') throw fieldError('required_membership', 'not_a_membership')
}

/** The first price holds the row of its tenant: the currency can change no more, but may have since it was read. */
async function requireSameCurrency(tx: TenantTx, { currency }: Tenant): Promise<void> {
  const tenant = await findTenantById(serverSide(tx), tx.tenantId)
  if (tenant?.currency !== currency) throw new AppError('unavailable')
}
