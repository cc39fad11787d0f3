import { againIfMade, type TenantTx, violates } from '../../db/database.ts'
import { updateRow } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { saidOf, type ValuesOf } from '../../lib/field.ts'
import { newId } from '../../lib/ids.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findProduct, getProduct, lockRow, type ProductWithPrices } from './catalog.queries.ts'
import { type ProductKind, settled } from './product.ts'
import { productFields } from './product-fields.ts'

export type ProductValues = ValuesOf<typeof productFields> & {
  readonly kind: ProductKind
  readonly imageKey: string | null
}

export type NewProduct = ProductValues & {
  /** The id made from the form's key (lib/ids.ts, `repeatableId`): a form that is sent twice gives the product there is. */
  readonly id?: string
  /** The event in whose form it is made, with its first price. */
  readonly madeForEventId?: string | null
}

/** What staff says of a product, in one order. */
export function productValues(product: ProductValues): ProductValues {
  const { kind, imageKey } = product
  return { kind, ...saidOf(productFields, product), imageKey }
}

type ProductDeps = BasicDeps<'notifyChange'>

/** @throws AppError category_rule, cashless_product_exists */
export async function createProduct(
  deps: ProductDeps,
  tenant: Tenant,
  actor: Actor,
  values: NewProduct,
): Promise<ProductWithPrices> {
  requireSelling(tenant)
  return againIfMade('product_pkey', () =>
    deps.database.asTenant(tenant.id, (tx) => makeProduct(deps, tx, actor, values)),
  )
}

/** Makes a product in a transaction that makes more than that. @throws AppError cashless_product_exists */
export async function makeProduct(
  deps: Pick<ProductDeps, 'now' | 'notifyChange'>,
  tx: TenantTx,
  actor: Actor,
  { id = newId(), madeForEventId = null, ...values }: NewProduct,
): Promise<ProductWithPrices> {
  const made = await findProduct(tx, id)
  if (made) return made
  const now = deps.now()
  const row = { ...values, madeForEventId, tenantId: tx.tenantId, id, createdAt: now, updatedAt: now }
  await refusingSecondCashless(() => tx.insertInto('product').values(row).execute())
  await recordChange(tx, actor, now, 'product.created', id, { after: productValues(row) })
  await deps.notifyChange(tx, 'catalogue', tx.tenantId)
  return { ...row, prices: [] }
}

/**
 * Changes what `values` names and leaves the rest, but that what is archived is on sale no more, and the other way round.
 *
 * @param seen what the person who changes it saw (`versionOf` its values); absent: they saw only what they change
 * @throws AppError not_found, changed_meanwhile, cashless_product_exists
 */
export async function updateProduct(
  deps: ProductDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  values: Partial<Omit<ProductValues, 'kind'>>,
  seen?: string,
): Promise<ProductWithPrices> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    await lockRow(tx, 'product', id)
    const former = await getProduct(tx, id)
    const before = productValues(former)
    if (seen !== undefined && seen !== versionOf(before)) throw new AppError('changed_meanwhile')
    const change = updateRow(tx, 'product', id, settled(values))
    await refusingSecondCashless(() => change.execute())
    const product = await getProduct(tx, id)
    const after = productValues(product)
    await recordChange(tx, actor, deps.now(), 'product.changed', id, { before, after })
    await deps.notifyChange(tx, 'catalogue', tenant.id)
    return product
  })
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
