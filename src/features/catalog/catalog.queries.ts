import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page, type Sorted } from '../../db/in-order.ts'
import { changedSince, sameTenant, selectRows, updateQuietly } from '../../db/rows.ts'
import type { DB, Price as PriceRow, Product as ProductRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { inKeyOrder, type KeyOf } from '../../lib/in-key-order.ts'
import { foldText } from '../../lib/text.ts'
import {
  isInMaking,
  type MadeFor,
  type ProductKind,
  productKinds,
  type ProductList,
  type ProductMaking,
} from './product.ts'

export type Product = Selectable<ProductRow>
export type Price = Selectable<PriceRow>
export type ProductWithPrices = Product & { readonly prices: readonly Price[] }

export type ProductFilter = {
  /** Whether only published ones are listed, with those of their prices that are sold. */
  readonly publishedOnly: boolean
  readonly updatedSince?: Date
}

export type CatalogSort = 'created' | 'name'

const ordersOf = (table: 'product' | 'price'): Readonly<Record<CatalogSort, Order>> => ({
  created: inOrderOfMaking(`${table}.id`),
  name: [{ column: `${table}.name`, type: 'text' }, ...inOrderOfMaking(`${table}.id`)],
})
const productOrders = ordersOf('product')
const priceOrders = ordersOf('price')

/** Products, without `sort` in the order they were made, each with its prices in the order they were made. */
export async function listProducts(
  tx: TenantTx,
  filter: ProductFilter & Page<CatalogSort>,
): Promise<readonly ProductWithPrices[]> {
  const { sort = 'created' } = filter
  const rows = await inOrder(chooseProducts(tx, filter), productOrders[sort], filter).execute()
  return withPrices(tx, rows, filter)
}

export function countProducts(tx: TenantTx, filter: ProductFilter): Promise<number> {
  return countFound(tx, chooseProducts(tx, filter))
}

function chooseProducts(tx: TenantTx, { publishedOnly, updatedSince }: ProductFilter) {
  let query = selectRows(tx, 'product').selectAll()
  if (updatedSince !== undefined) query = query.where(isChangedProduct(tx, updatedSince))
  if (publishedOnly) query = query.where('published', '=', true)
  return query
}

/** Since `since`, or one of its prices. */
function isChangedProduct(tx: TenantTx, since: Date) {
  return ({ eb, or, selectFrom }: ExpressionBuilder<DB, 'product'>) => {
    const changedPrices = selectFrom('price')
      .select('price.productId')
      .where('price.tenantId', '=', tx.tenantId)
      .where(changedSince(since, 'price.updatedAt'))
    return or([eb('product.updatedAt', '>=', since), eb('product.id', 'in', changedPrices)])
  }
}

export async function findProduct(tx: TenantTx, id: string): Promise<ProductWithPrices | null> {
  const all = selectRows(tx, 'product').selectAll()
  const rows = await all.where('id', '=', id).execute()
  return (await withPrices(tx, rows))[0] ?? null
}

/** @throws AppError not_found */
export async function getProduct(tx: TenantTx, id: string): Promise<ProductWithPrices> {
  return orNotFound(await findProduct(tx, id))
}

export type ListedProduct = ProductWithPrices & { readonly madeFor: MadeFor | null }

/** The page of a list, and the text that is searched for. */
export type Search = { readonly text: string; readonly now: Date; readonly limit: number; readonly offset: number }

const byName: KeyOf<Product> = ({ name }) => foldText(name)

/** What products are listed by; those of a kind by name. */
export const productKeys = { name: byName, kind: ({ kind }) => productKinds.indexOf(kind) } as const satisfies Readonly<
  Record<string, KeyOf<Product>>
>
export type ProductOrder = keyof typeof productKeys

/** A search for products; a `kind` of null is every kind. */
type ProductSearch = Search &
  Sorted<ProductOrder> & { readonly list: ProductList; readonly made: ProductMaking; readonly kind: ProductKind | null }

/** Finds products of one list by name, or by a price's name: all of `text`, in any accents and case. `count`: all pages together. */
export async function searchProducts(
  tx: TenantTx,
  { list, made, kind, text, now, sort, isDescending, limit, offset }: ProductSearch,
): Promise<{ readonly rows: readonly ListedProduct[]; readonly count: number }> {
  const rows = await selectRows(tx, 'product')
    .selectAll()
    .where('archived', '=', list === 'archived')
    .$if(list !== 'archived', (query) => query.where('published', '=', list === 'on_sale'))
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .orderBy('id')
    .execute()
  const events = await eventsMadeFor(tx)
  const madeFor = ({ id }: Product) => events.get(id) ?? null
  // Looked through here: no index of the database knows that an É is an E.
  const folded = foldText(text)
  const listed = rows.filter((product) => isInMaking(made, madeFor(product), now))
  const found = (await withPrices(tx, listed)).filter((product) =>
    [product, ...product.prices].some(({ name }) => foldText(name).includes(folded)),
  )
  const page = inKeyOrder(inKeyOrder(found, byName), productKeys[sort], isDescending).slice(offset, offset + limit)
  return { rows: page.map((product) => ({ ...product, madeFor: madeFor(product) })), count: found.length }
}

/** For a query that selects from `product`: whether no event sells it but the one that it was made for. */
export const isSoldByNoOther = sql<boolean>`not exists (select from event_product as sold where sold.tenant_id = product.tenant_id
  and sold.product_id = product.id and sold.event_id <> product.made_for_event_id)`

/** The events that products were made for, by the ids of the products; without those that another event sells too. */
export async function eventsMadeFor(tx: TenantTx): Promise<ReadonlyMap<string, MadeFor>> {
  const rows = await selectRows(tx, 'event')
    .innerJoin('product', sameTenant('product.madeForEventId', 'event.id'))
    .select(['product.id as productId', 'event.id', 'event.name', 'event.startsAt', 'event.endsAt'])
    .where(isSoldByNoOther)
    .execute()
  return new Map(rows.map(({ productId, ...event }) => [productId, event]))
}

/** Keeps the products that were made for an event which is deleted, as made for none. */
export async function forgetMadeFor(tx: TenantTx, eventId: string): Promise<void> {
  await updateQuietly(tx, 'product').set({ madeForEventId: null }).where('madeForEventId', '=', eventId).execute()
}

/** The VAT of the last price made of such a product, which most are like; null: of none, or there is no such price. */
export async function findUsualVat(tx: TenantTx, kind: ProductKind): Promise<number | null> {
  const last = await selectRows(tx, 'price')
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select('price.vatRateHundredths')
    .where('product.kind', '=', kind)
    .where('price.archived', '=', false)
    .orderBy('price.createdAt', 'desc')
    .orderBy('price.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.vatRateHundredths ?? null
}

/** How many of each price are held, at all events and as a whole: booked and not cancelled. */
export async function countHeld(tx: TenantTx, priceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (priceIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'priceCounter')
    .select(({ fn }) => ['priceId', fn.sum<string>('held').as('held')])
    .where('priceId', 'in', priceIds)
    .groupBy('priceId')
    .execute()
  return new Map(rows.map(({ priceId, held }) => [priceId, Number(held)]))
}

/** Holds a row against changes, a code also against bookings, until the transaction ends. */
export async function lockRow(tx: TenantTx, table: 'product' | 'price' | 'promotionalCode', id: string): Promise<void> {
  await selectRows(tx, table).select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

async function withPrices(
  tx: TenantTx,
  products: readonly Product[],
  { publishedOnly }: Pick<ProductFilter, 'publishedOnly'> = { publishedOnly: false },
): Promise<readonly ProductWithPrices[]> {
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const rows = await selectRows(tx, 'price')
    .selectAll()
    .where('productId', 'in', ids)
    .$if(publishedOnly, (query) => query.where('archived', '=', false))
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(rows, (price) => price.productId)
  return products.map((product) => ({ ...product, prices: byProduct.get(product.id) ?? [] }))
}

export async function listPricesByIds(tx: TenantTx, ids: readonly string[]): Promise<readonly Price[]> {
  if (ids.length === 0) return []
  const all = selectRows(tx, 'price').selectAll()
  return all.where('id', 'in', ids).execute()
}

export type PriceFilter = {
  /** Whether only prices that are not archived, of published products, are listed. */
  readonly publishedOnly: boolean
  readonly productId?: string | undefined
  readonly updatedSince?: Date
}

export async function findPrice(
  tx: TenantTx,
  id: string,
  filter: Pick<PriceFilter, 'publishedOnly'> = { publishedOnly: false },
): Promise<Price | null> {
  return (await selectPrices(tx, filter).where('price.id', '=', id).executeTakeFirst()) ?? null
}

/** @throws AppError not_found */
export async function getPrice(tx: TenantTx, id: string, filter?: Pick<PriceFilter, 'publishedOnly'>): Promise<Price> {
  return orNotFound(await findPrice(tx, id, filter))
}

/** Lists prices, without `sort` in the order they were made. */
export async function listPrices(tx: TenantTx, filter: PriceFilter & Page<CatalogSort>): Promise<readonly Price[]> {
  const { sort = 'created' } = filter
  return inOrder(choosePrices(tx, filter), priceOrders[sort], filter).execute()
}

export function countPrices(tx: TenantTx, filter: PriceFilter): Promise<number> {
  return countFound(tx, choosePrices(tx, filter))
}

function choosePrices(tx: TenantTx, filter: PriceFilter) {
  // A product that is published shows its prices to everybody.
  const query = selectPrices(tx, filter).where(
    changedSince(filter.updatedSince, 'price.updatedAt', 'product.updatedAt'),
  )
  return filter.productId === undefined ? query : query.where('price.productId', '=', filter.productId)
}

function selectPrices(tx: TenantTx, { publishedOnly }: Pick<PriceFilter, 'publishedOnly'>) {
  const query = selectRows(tx, 'price')
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .selectAll('price')
  return publishedOnly ? query.where('product.published', '=', true).where('price.archived', '=', false) : query
}
