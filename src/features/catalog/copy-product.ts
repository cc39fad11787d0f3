import { againIfMade } from '../../db/database.ts'
import { repeatableId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { isAskedAgain } from '../request/asked-request.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { getProduct, type ProductWithPrices } from './catalog.queries.ts'
import { makePrice, priceValues } from './save-price.ts'
import { makeProduct, productValues } from './save-product.ts'

export type ProductCopy = {
  /** The key of the form: one that is sent twice makes no second copy. */
  readonly key: string
  readonly name: string
  /** Whether the key is of this copy alone, so that it is refused with another; a form names the copy after what it is of. */
  readonly isWhole: boolean
}

/**
 * Copies a product under another name, with the prices that are sold of it. Not on sale yet: the person who copies one means to
 * change something first. Cards take the membership of one product only, which is never the copy.
 *
 * @throws AppError not_found, idempotency_mismatch (`isWhole`, and another was asked)
 */
export async function copyProduct(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  { key, name, isWhole }: ProductCopy,
): Promise<ProductWithPrices> {
  const copyId = repeatableId(tenant.id, key)
  return againIfMade('product_pkey', () =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const product = await getProduct(tx, id)
      const asked = { key: `copy of a product ${key}`, content: { id: product.id, name } }
      if (isWhole && (await isAskedAgain(tx, asked, deps.now()))) return getProduct(tx, copyId)
      const copied = { ...productValues(product), name, published: false, archived: false, sendToCashless: false }
      await makeProduct(deps, tx, actor, { ...copied, id: copyId })
      const sold = product.prices.filter(({ archived }) => !archived)
      for (const [index, price] of sold.entries()) {
        const values = { ...priceValues(price), id: repeatableId(tenant.id, key, index + 1) }
        await makePrice(deps, tx, tenant, actor, copyId, values)
      }
      return getProduct(tx, copyId)
    }),
  )
}
