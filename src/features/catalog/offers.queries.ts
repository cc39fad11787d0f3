import type { TenantTx } from '../../db/database.ts'
import { isThere, sameTenant, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { listProducts, type ProductWithPrices } from './catalog.queries.ts'
import { saleState } from './price.ts'
import type { MembershipPeriod, OrderKind } from './product.ts'

export type PriceOnOffer = {
  readonly id: string
  readonly name: string
  readonly shortDescription: string | null
  readonly longDescription: string | null
  readonly amountMinor: number
  /** Whether whoever pays chooses the amount; amountMinor is then the least. */
  readonly openAmount: boolean
  /** The end of the sale; null when there is none. */
  readonly saleEndsAt: Date | null
  /** The period; null for a membership without end, and for a top-up. */
  readonly period: MembershipPeriod | null
  /** Whether it is paid again by itself each period, where it is paid online. */
  readonly recurringPayment: boolean
  /** Null is unlimited. */
  readonly left: number | null
}

export type Offer = Pick<
  ProductWithPrices,
  'id' | 'name' | 'shortDescription' | 'longDescription' | 'termsUrl' | 'imageKey'
> & { readonly prices: readonly PriceOnOffer[] }

/**
 * What anybody may order here at no event now, and what is left of it; products without a price on sale are left out, and top-ups of
 * nothing.
 *
 * @param publishedOnly false: also what staff alone may sell
 */
export async function listOffers(
  tx: TenantTx,
  kind: OrderKind,
  now: Date,
  { publishedOnly = true } = {},
): Promise<readonly Offer[]> {
  const all = await listProducts(tx, { publishedOnly })
  const products = all
    .filter((product) => product.kind === kind && !product.archived)
    .map((product) => ({
      ...product,
      prices: product.prices.filter(
        (price) =>
          !price.archived &&
          saleState(price, now) === 'open' &&
          (kind === 'membership' || price.openAmount || price.amountMinor > 0),
      ),
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

/** Whether anybody may top up a card here now. */
export async function areTopUpsOnOffer(tx: TenantTx, now: Date): Promise<boolean> {
  return isThere(
    selectRows(tx, 'price')
      .innerJoin('product', sameTenant('product.id', 'price.productId'))
      .where('product.kind', '=', 'cashless_top_up')
      .where('product.published', '=', true)
      .where('product.archived', '=', false)
      .where('price.archived', '=', false)
      .where((is) => is.or([is('price.openAmount', '=', true), is('price.amountMinor', '>', 0)]))
      .where((is) => is.or([is('price.saleStartsAt', 'is', null), is('price.saleStartsAt', '<=', now)]))
      .where((is) => is.or([is('price.saleEndsAt', 'is', null), is('price.saleEndsAt', '>', now)])),
  )
}
