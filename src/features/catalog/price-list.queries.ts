import type { TenantTx } from '../../db/database.ts'
import type { Sorted } from '../../db/in-order.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { inKeyOrder, type KeyOf } from '../../lib/in-key-order.ts'
import { foldText } from '../../lib/text.ts'
import { eventsMadeFor, listPricesByIds, type Price, type Product, type Search } from './catalog.queries.ts'
import { isInList, type PriceList } from './price.ts'
import { isInMaking, type MadeFor, type ProductMaking } from './product.ts'

/** A price with what it is a price of. */
export type ListedPrice = Price & { readonly of: ListedWith }
type ListedWith = Pick<Product, 'name' | 'published' | 'archived'> & { readonly madeFor: MadeFor | null }

type Sought = Pick<ListedPrice, 'name' | 'amountMinor' | 'of'>
const byProduct: KeyOf<Sought> = ({ of }) => foldText(of.name)

/** What prices are listed by; equal ones by what they are a price of. */
export const priceKeys = {
  of: byProduct,
  name: ({ name }) => foldText(name),
  amount: ({ amountMinor }) => Number(amountMinor),
} as const satisfies Readonly<Record<string, KeyOf<Sought>>>
export type PriceOrder = keyof typeof priceKeys

type PriceSearch = Search & Sorted<PriceOrder> & { readonly list: PriceList; readonly made: ProductMaking }

/**
 * Finds prices of one list whose name, or that of what they are a price of, has all of `text`, in any accents and case; equal
 * ones by what they are a price of, and within it in the order they were made. `count`: all pages together.
 */
export async function searchPrices(
  tx: TenantTx,
  { list, made, text, now, sort, isDescending, limit, offset }: PriceSearch,
): Promise<{ readonly rows: readonly ListedPrice[]; readonly count: number }> {
  const rows = await selectRows(tx, 'price')
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['price.id', 'price.name', 'price.archived', 'price.saleStartsAt', 'price.saleEndsAt'])
    .select('price.amountMinor')
    .select(['product.name as productName', 'product.published', 'product.archived as productArchived'])
    .select('price.productId')
    .orderBy('price.id')
    .execute()
  const events = await eventsMadeFor(tx)
  // Looked through here: no index of the database knows that an É is an E.
  const folded = foldText(text)
  const found = rows
    .map(({ productName: name, published, productArchived: archived, productId, ...price }) => ({
      ...price,
      of: { name, published, archived, madeFor: events.get(productId) ?? null },
    }))
    .filter((price) => isInList(list, price, now) && isInMaking(made, price.of.madeFor, now))
    .filter(({ name, of }) => [name, of.name].some((one) => foldText(one).includes(folded)))
  const page = inKeyOrder(inKeyOrder(found, byProduct), priceKeys[sort], isDescending).slice(offset, offset + limit)
  const ids = page.map(({ id }) => id)
  const prices = new Map((await listPricesByIds(tx, ids)).map((price) => [price.id, price]))
  const listed = page.flatMap(({ id, of }) => {
    const price = prices.get(id)
    return price === undefined ? [] : [{ ...price, of }]
  })
  return { rows: listed, count: found.length }
}
