import { violates } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { repeatableId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findProduct, type ProductWithPrices } from './catalog.queries.ts'
import { makePrice, priceValues } from './save-price.ts'
import { makeProduct, productValues } from './save-product.ts'

/** @param key by which a form that is sent twice is known: it makes no second copy */
export type ProductCopy = { readonly key: string; readonly name: string }

/**
 * Makes a product again under another name, with the prices that are sold of it. Not on sale yet: whoever copies one means to
 * change something first. Cards take the membership of one product only, which is never the copy.
 *
 * @throws AppError not_found
 */
export async function copyProduct(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  { key, name }: ProductCopy,
): Promise<ProductWithPrices> {
  const make = () =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const product = await findProduct(tx, id)
      if (!product) throw new AppError('not_found')
      const copy = await makeProduct(deps, tx, actor, {
        ...productValues(product),
        ...{ name, published: false, archived: false, sendToCashless: false },
        id: repeatableId(tenant.id, key),
      })
      const sold = product.prices.filter(({ archived }) => !archived)
      for (const [index, price] of sold.entries()) {
        const values = { ...priceValues(price), id: repeatableId(tenant.id, key, index + 1) }
        await makePrice(deps, tx, tenant, actor, copy.id, values)
      }
      return copy
    })
  try {
    return await make()
  } catch (error) {
    // Two presses at once, and the other was quicker.
    if (violates(error, 'product_pkey')) return make()
    throw error
  }
}
