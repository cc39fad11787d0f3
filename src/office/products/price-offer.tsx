import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Context } from '../../context.ts'
import { getProduct, listProducts, type ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { Written } from '../../pages/written.tsx'
import { explainByField } from '../kit/explain.ts'

/** A product that has prices, and the memberships that a price of it may be kept for. */
export type Offer = { readonly product: ProductWithPrices; readonly memberships: readonly ProductWithPrices[] }

/** @throws AppError not_found */
export async function readOffer(
  context: Pick<Context, 'database'>,
  { tenant }: FastifyRequest,
  productId: string,
): Promise<Offer> {
  return context.database.asTenant(tenant.id, async (tx) => {
    const product = await getProduct(tx, productId)
    const required = product.prices.map(({ requiredMembershipId }) => requiredMembershipId)
    const memberships = (await listProducts(tx, { publishedOnly: false })).filter(
      ({ kind, archived, id }) => kind === 'membership' && id !== product.id && (!archived || required.includes(id)),
    )
    return { product, memberships }
  })
}

/** Names of the form's fields, by the names that use cases have for them. */
export const explainRefusal = explainByField({ sale_end: 'sale_ends', required_membership: 'membership' })

/** The link back to the product of the price. */
export function backToProduct({ id, name }: ProductWithPrices): readonly [href: string, text: ComponentChildren] {
  return [at(paths.product, { uuid: id }), <Written key={id}>{name}</Written>]
}
