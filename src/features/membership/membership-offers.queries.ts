import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { listProducts, type ProductWithPrices } from '../catalog/catalog.queries.ts'
import { saleState } from '../catalog/price.ts'
import type { MembershipPeriod } from '../catalog/product.ts'

export type OfferedMembershipPrice = {
  readonly id: string
  readonly name: string
  readonly shortDescription: string | null
  readonly longDescription: string | null
  readonly amountMinor: number
  /** Whether the person who joins chooses the amount; amountMinor is then the least. */
  readonly openAmount: boolean
  /** The end of the sale; null when there is none. */
  readonly saleEndsAt: Date | null
  /** The period; null for a membership without end. */
  readonly period: MembershipPeriod | null
  /** Null is unlimited. */
  readonly left: number | null
}

export type MembershipOffer = Pick<
  ProductWithPrices,
  'id' | 'name' | 'shortDescription' | 'longDescription' | 'termsUrl' | 'imageKey'
> & { readonly prices: readonly OfferedMembershipPrice[] }

/**
 * What anybody may become a member of here now, and what is left of it; products without a price on sale are left out.
 *
 * @param publishedOnly false: also what staff alone may sell
 */
export async function listMembershipOffers(
  tx: TenantTx,
  now: Date,
  { publishedOnly = true } = {},
): Promise<readonly MembershipOffer[]> {
  const all = await listProducts(tx, { publishedOnly })
  const products = all
    .filter(({ kind, archived }) => kind === 'membership' && !archived)
    .map((product) => ({
      ...product,
      prices: product.prices.filter((price) => !price.archived && saleState(price, now) === 'open'),
    }))
    .filter(({ prices }) => prices.length > 0)
  const priceIds = products.flatMap(({ prices }) => prices.map(({ id }) => id))
  const held = await heldOf(tx, priceIds)
  return products.map((product) => ({
    ...product,
    prices: product.prices.map(({ stock, membershipPeriod, ...price }) => ({
      ...price,
      period: membershipPeriod,
      left: stock === null ? null : Math.max(0, stock - (held.get(price.id) ?? 0)),
    })),
  }))
}

async function heldOf(tx: TenantTx, priceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (priceIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'priceCounter')
    .select(['priceId', 'held'])
    .where('eventId', '=', nilUuid)
    .where('priceId', 'in', priceIds)
    .execute()
  return new Map(rows.map((row) => [row.priceId, row.held]))
}

/** Everything that anybody can be, or was, a member of here, by its name; what is archived too. */
export async function listMembershipProducts(tx: TenantTx) {
  return selectRows(tx, 'product')
    .select(['id', 'name'])
    .where('kind', '=', 'membership')
    .orderBy('name')
    .orderBy('id')
    .execute()
}
