import { againIfMade, serverSide, type TenantTx } from '../../db/database.ts'
import { updateRow } from '../../db/rows.ts'
import { AppError, fieldError } from '../../errors.ts'
import { saidOf, type ValuesOf } from '../../lib/field.ts'
import { newId } from '../../lib/ids.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findPrice, findProduct, getPrice, lockRow, type Price, type Product } from './catalog.queries.ts'
import { endsBeforeStart, type SaleWindow } from './price.ts'
import { priceFields } from './price-fields.ts'
import { isRenewalPeriod, type MembershipPeriod } from './product.ts'

export type PriceValues = ValuesOf<typeof priceFields> & { readonly membershipPeriod: MembershipPeriod | null }

export type NewPrice = PriceValues & {
  /** The id made from the form's key (lib/ids.ts, `repeatableId`): a form that is sent twice gives the price there is. */
  readonly id?: string
}

/** What staff says of a price, in one order. */
export function priceValues(price: PriceValues): PriceValues {
  return { ...saidOf(priceFields, price), membershipPeriod: price.membershipPeriod }
}

type PriceDeps = BasicDeps<'notifyChange'>

/**
 * @throws AppError category_rule, validation_failed (unknown product, a required membership that is none, a sale that ends
 * before it starts), unavailable
 * (the currency that the amount was read in has just changed)
 */
export async function createPrice(
  deps: PriceDeps,
  tenant: Tenant,
  actor: Actor,
  productId: string,
  values: NewPrice,
): Promise<Price> {
  requireSelling(tenant)
  return againIfMade('price_pkey', () =>
    deps.database.asTenant(tenant.id, (tx) => makePrice(deps, tx, tenant, actor, productId, values)),
  )
}

/** Makes a price in a transaction that makes more than that. */
export async function makePrice(
  deps: Pick<PriceDeps, 'now' | 'notifyChange'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  productId: string,
  { id = newId(), ...values }: NewPrice,
): Promise<Price> {
  const made = await findPrice(tx, id)
  if (made) return made
  const product = await findProduct(tx, productId)
  if (!product) throw fieldError('product', 'unknown_product')
  requireRenewable(product, values)
  await requireMembershipProduct(tx, values.requiredMembershipId)
  requireSaleWindow(values)
  const now = deps.now()
  const row = { ...values, tenantId: tenant.id, id, productId, createdAt: now, updatedAt: now }
  await tx.insertInto('price').values(row).execute()
  await requireSameCurrency(tx, tenant)
  const after = { productId, ...priceValues(row) }
  await recordChange(tx, actor, now, 'price.created', id, { after })
  await deps.notifyChange(tx, 'catalogue', tenant.id)
  return row
}

/**
 * Changes what `values` names and leaves the rest.
 *
 * @param seen what the person who changes it saw (`versionOf` its values); absent: they saw only what they change
 * @throws AppError not_found, changed_meanwhile, validation_failed
 */
export async function updatePrice(
  deps: PriceDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  values: Partial<PriceValues>,
  seen?: string,
): Promise<Price> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    await lockRow(tx, 'price', id)
    const before = await getPrice(tx, id)
    const former = priceValues(before)
    if (seen !== undefined && seen !== versionOf(former)) throw new AppError('changed_meanwhile')
    requireSaleWindow({ ...before, ...values })
    requireRenewable(await findProduct(tx, before.productId), { ...before, ...values })
    await requireMembershipProduct(tx, values.requiredMembershipId ?? null)
    await updateRow(tx, 'price', id, values).execute()
    const price = await getPrice(tx, id)
    await recordChange(tx, actor, deps.now(), 'price.changed', id, { before: former, after: priceValues(price) })
    await deps.notifyChange(tx, 'catalogue', tenant.id)
    return price
  })
}

/** What is paid again by itself is a membership for a period by which money is taken. @throws AppError validation_failed */
function requireRenewable(
  product: Pick<Product, 'kind'> | null,
  { recurringPayment, membershipPeriod }: Pick<PriceValues, 'recurringPayment' | 'membershipPeriod'>,
): void {
  if (!recurringPayment) return
  if (product?.kind !== 'membership' || !isRenewalPeriod(membershipPeriod))
    throw fieldError('recurring_payment', 'not_renewable')
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
