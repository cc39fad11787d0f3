import { violates } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findProduct, type ProductWithPrices } from './catalog.queries.ts'
import type { ProductKind } from './product.ts'

export type ProductValues = {
  readonly name: string
  readonly kind: ProductKind
  readonly shortDescription: string | null
  readonly longDescription: string | null
  readonly termsUrl: string | null
  readonly published: boolean
  readonly sendToCashless: boolean
  readonly imageKey: string | null
}

type ProductDeps = Pick<Deps, 'database' | 'now' | 'notifyChange'>

/** @throws AppError category_rule, cashless_product_exists */
export async function createProduct(
  deps: ProductDeps,
  tenant: Tenant,
  values: ProductValues,
): Promise<ProductWithPrices> {
  requireSelling(tenant)
  return refusingSecondCashless(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const now = deps.now()
      const row = { ...values, tenantId: tenant.id, id: newId(), createdAt: now, updatedAt: now }
      await tx.insertInto('product').values(row).execute()
      await deps.notifyChange(tx, 'catalogue', tenant.id)
      return { ...row, prices: [] }
    }),
  )
}

/** Changes what `values` names and leaves the rest. @throws AppError not_found, cashless_product_exists */
export async function updateProduct(
  deps: ProductDeps,
  tenant: Tenant,
  id: string,
  values: Partial<Omit<ProductValues, 'kind'>>,
): Promise<ProductWithPrices> {
  return refusingSecondCashless(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      await tx
        .updateTable('product')
        .set({ ...values, updatedAt: deps.now() })
        .where('tenantId', '=', tenant.id)
        .where('id', '=', id)
        .execute()
      const product = await findProduct(tx, id)
      if (!product) throw new AppError('not_found')
      await deps.notifyChange(tx, 'catalogue', tenant.id)
      return product
    }),
  )
}

/** The partial unique index decides, however many ask at once. */
async function refusingSecondCashless<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'product_one_cashless')) throw new AppError('cashless_product_exists')
    throw error
  }
}
