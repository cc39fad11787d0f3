import { againIfMade, type TenantTx, violates } from '../../db/database.ts'
import { updateRow } from '../../db/rows.ts'
import { AppError, type FieldProblem, fieldError } from '../../errors.ts'
import { randomCharacters } from '../../lib/hash.ts'
import { saidOf, type ValuesOf } from '../../lib/field.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { isAskedAgain } from '../request/asked-request.queries.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listProducts, lockRow } from './catalog.queries.ts'
import { codeFields } from './code-fields.ts'
import { findPromotionalCode, getPromotionalCode, replaceCodeProducts } from './promotional-code.queries.ts'
import type { PromotionalCode } from './promotional-code.ts'

export type PromotionalCodeValues = ValuesOf<typeof codeFields> & {
  readonly code: string
  readonly discountHundredths: number | null
  readonly discountMinor: number | null
}

export type NewPromotionalCode = PromotionalCodeValues & {
  /** The id made from the form's key (lib/ids.ts, `repeatableId`): a form that is sent twice gives the code there is. */
  readonly id?: string
}

/** What staff says of a code, in one order. */
export function codeValues(values: PromotionalCodeValues): PromotionalCodeValues {
  const { code, discountHundredths, discountMinor } = values
  return { code, discountHundredths, discountMinor, ...saidOf(codeFields, values) }
}

/** @throws AppError category_rule, promotional_code_exists, validation_failed (no discount or two, an end before the start, products) */
export async function createPromotionalCode(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { id = newId(), ...values }: NewPromotionalCode,
): Promise<PromotionalCode> {
  requireSelling(tenant)
  return againIfMade('promotional_code_pkey', () =>
    save(deps, tenant, async (tx) => {
      if (await findPromotionalCode(tx, id)) return id
      const row = await checked(tx, values)
      await insertCodes(tx, [{ ...row, id }], deps.now())
      const after = codeValues(row)
      await recordChange(tx, actor, deps.now(), 'promotional_code.created', id, { after })
      return id
    }),
  )
}

/** What a number of codes that are alike have in common. */
export type ManyCodes = Omit<PromotionalCodeValues, 'code' | 'active'> & {
  /** What they begin with, as normalizeCode gives it. */
  readonly prefix: string
  readonly count: number
  /** The key for `repeatableId`: asked twice with it, no other codes are made. */
  readonly key: string
}

export const mostCodes = 500
/** Most characters of the prefix that codes made together share. */
export const longestPrefix = 30
/** Characters of the random part: each code is one of 2^40. */
const randomPart = 8
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Makes codes that nobody guesses, `PREFIX-8RT2KX4M`.
 *
 * @returns their ids, in their order
 * @throws AppError category_rule, promotional_code_exists (by a chance in billions), validation_failed (as above),
 *   idempotency_mismatch (others were asked with this key)
 */
export async function createManyCodes(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { prefix, count, key, ...shared }: ManyCodes,
): Promise<readonly string[]> {
  requireSelling(tenant)
  const ids = Array.from({ length: count }, (_, index) => repeatableId(tenant.id, key, index))
  try {
    await refusingSecondText(() =>
      deps.database.asTenant(tenant.id, async (tx) => {
        const alike = codeValues({ ...shared, code: prefix, active: true })
        const asked = { key: `codes ${key}`, content: { count, ...alike } }
        if (await isAskedAgain(tx, asked, deps.now())) return
        const values = await checked(tx, alike)
        const newCode = () => `${prefix}-${randomCharacters(randomPart, codeAlphabet)}`
        await insertCodes(
          tx,
          ids.map((id) => ({ ...values, id, code: newCode() })),
          deps.now(),
        )
        const { code: _, active: __, ...said } = codeValues(values)
        const after = { prefix, codes: count, ...said }
        await recordChange(tx, actor, deps.now(), 'promotional_code.many_created', null, { after })
      }),
    )
  } catch (error) {
    // They were made before it was noted what is asked (ADR 0193).
    if (!violates(error, 'promotional_code_pkey')) throw error
  }
  return ids
}

/**
 * Changes what `values` names and leaves the rest; uses that were made stay.
 *
 * @param seen what the person who changes it saw (`versionOf` its values); absent: they saw only what they change
 * @throws AppError not_found, changed_meanwhile, as above
 */
export async function updatePromotionalCode(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  values: Partial<PromotionalCodeValues>,
  seen?: string,
): Promise<PromotionalCode> {
  return save(deps, tenant, async (tx) => {
    await lockRow(tx, 'promotionalCode', id)
    const former = await getPromotionalCode(tx, id)
    const before = codeValues(former)
    if (seen !== undefined && seen !== versionOf(before)) throw new AppError('changed_meanwhile')
    // Somebody who names one kind of discount means it in the place of the other.
    const cleared =
      values.discountMinor != null
        ? { discountHundredths: null }
        : values.discountHundredths != null
          ? { discountMinor: null }
          : {}
    const after = codeValues(await checked(tx, { ...before, ...cleared, ...values }))
    const { productIds, ...row } = after
    await updateRow(tx, 'promotionalCode', id, row).execute()
    await replaceCodeProducts(tx, id, productIds)
    await recordChange(tx, actor, deps.now(), 'promotional_code.changed', id, { before, after })
    return id
  })
}

async function insertCodes(
  tx: TenantTx,
  codes: readonly (PromotionalCodeValues & { readonly id: string })[],
  now: Date,
): Promise<void> {
  const { tenantId } = tx
  const rows = codes.map(({ productIds: _, ...row }) => ({ ...row, tenantId, createdAt: now, updatedAt: now }))
  await tx.insertInto('promotionalCode').values(rows).execute()
  const named = codes.flatMap(({ id, productIds }) =>
    productIds.map((productId) => ({ tenantId, codeId: id, productId })),
  )
  if (named.length > 0) await tx.insertInto('promotionalCodeProduct').values(named).execute()
}

async function save(
  deps: BasicDeps,
  tenant: Tenant,
  write: (tx: TenantTx) => Promise<string>,
): Promise<PromotionalCode> {
  return refusingSecondText(() =>
    deps.database.asTenant(tenant.id, async (tx) => getPromotionalCode(tx, await write(tx))),
  )
}

async function refusingSecondText<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw violates(error, 'promotional_code_one_text') ? new AppError('promotional_code_exists') : error
  }
}

async function checked(tx: TenantTx, values: PromotionalCodeValues): Promise<PromotionalCodeValues> {
  const { discountHundredths, discountMinor, startsAt, endsAt } = values
  const isOne = (discountHundredths === null) !== (discountMinor === null)
  if (!isOne) throw fieldError('discount_rate', 'one_discount')
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) throw fieldError('code_end', 'sale_ends_before_start')
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
