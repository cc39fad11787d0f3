import { type TenantTx, violates } from '../../db/database.ts'
import { AppError, type FieldProblem, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listProducts } from './catalog.queries.ts'
import { findPromotionalCode, replaceCodeProducts } from './promotional-code.queries.ts'
import type { PromotionalCode } from './promotional-code.ts'

export type PromotionalCodeValues = Pick<
  PromotionalCode,
  'code' | 'active' | 'startsAt' | 'endsAt' | 'mostUses' | 'productIds'
> & { readonly discountHundredths: number | null; readonly discountMinor: number | null }

type CodeDeps = Pick<Deps, 'database' | 'now'>

/** @throws AppError category_rule, promotional_code_exists, validation_failed (no discount or two, an end before the start, products) */
export async function createPromotionalCode(
  deps: CodeDeps,
  tenant: Tenant,
  values: PromotionalCodeValues,
): Promise<PromotionalCode> {
  requireSelling(tenant)
  return save(deps, tenant, async (tx) => {
    const id = newId()
    const now = deps.now()
    const { productIds, ...row } = await checked(tx, values)
    await tx
      .insertInto('promotionalCode')
      .values({ ...row, tenantId: tenant.id, id, createdAt: now, updatedAt: now })
      .execute()
    await replaceCodeProducts(tx, id, productIds)
    return id
  })
}

/** Changes what `values` names and leaves the rest; uses that were made stay. @throws AppError not_found, as above */
export async function updatePromotionalCode(
  deps: CodeDeps,
  tenant: Tenant,
  id: string,
  values: Partial<PromotionalCodeValues>,
): Promise<PromotionalCode> {
  return save(deps, tenant, async (tx) => {
    const before = await findPromotionalCode(tx, id)
    if (!before) throw new AppError('not_found')
    const { used: _, id: __, ...known } = before
    // Whoever names one kind of discount means it in the place of the other.
    const cleared =
      values.discountMinor != null
        ? { discountHundredths: null }
        : values.discountHundredths != null
          ? { discountMinor: null }
          : {}
    const { productIds, code, active, startsAt, endsAt, mostUses, discountHundredths, discountMinor } =
      await checked(tx, { ...known, ...cleared, ...values })
    await tx
      .updateTable('promotionalCode')
      .set({ code, active, startsAt, endsAt, mostUses, discountHundredths, discountMinor })
      .set({ updatedAt: deps.now() })
      .where('tenantId', '=', tenant.id)
      .where('id', '=', id)
      .execute()
    await replaceCodeProducts(tx, id, productIds)
    return id
  })
}

async function save(
  deps: CodeDeps,
  tenant: Tenant,
  write: (tx: TenantTx) => Promise<string>,
): Promise<PromotionalCode> {
  try {
    return await deps.database.asTenant(tenant.id, async (tx) => {
      const saved = await findPromotionalCode(tx, await write(tx))
      if (!saved) throw new Error('the promotional code just saved is missing')
      return saved
    })
  } catch (error) {
    throw violates(error, 'promotional_code_one_text') ? new AppError('promotional_code_exists') : error
  }
}

async function checked(tx: TenantTx, values: PromotionalCodeValues): Promise<PromotionalCodeValues> {
  const { discountHundredths, discountMinor, startsAt, endsAt } = values
  const isOne = (discountHundredths === null) !== (discountMinor === null)
  if (!isOne) throw fieldError('discount_rate', 'one_discount')
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw fieldError('code_end', 'sale_ends_before_start')
  const productIds = [...new Set(values.productIds)].toSorted()
  const problem = await productProblem(tx, productIds)
  if (problem) throw fieldError('products', problem)
  return { ...values, productIds }
}

async function productProblem(tx: TenantTx, productIds: readonly string[]): Promise<FieldProblem | null> {
  if (productIds.length === 0) return null
  const products = await listProducts(tx, { publishedOnly: false })
  const named = products.filter(({ id }) => productIds.includes(id))
  if (named.length < productIds.length) return 'unknown_products'
  return named.some(({ kind }) => kind === 'cashless_top_up') ? 'top_up_not_discounted' : null
}
