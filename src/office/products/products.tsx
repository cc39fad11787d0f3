import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import {
  type ListedProduct,
  type ProductWithPrices,
  searchProducts,
} from '../../features/catalog/catalog.queries.ts'
import { productKinds, productLists, productMakings } from '../../features/catalog/product.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { pricesTexts } from '../../messages/office/prices.ts'
import { productTexts } from '../../messages/office/product.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { longestSearch } from '../kit/desk-search-field.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { DataTable } from '../kit/table.tsx'
import { MadeForEvent } from './made-for-event.tsx'
import { priceAmount } from './price-amount.ts'

const ProductsQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(EnumIn(productLists)),
  made: Type.Optional(EnumIn(productMakings)),
  kind: Type.Optional(EnumIn(['', ...productKinds])),
  q: Type.Optional(TextQuery),
})

/** Everything that is sold, by name, by kind and by whether it is on sale. */
export function registerProductsPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/admin/products/',
    access: staff('programme'),
    summary: 'The products with their prices',
    query: ProductsQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = productTexts[language]
      const text = (query.q ?? '').slice(0, longestSearch)
      const { list = 'on_sale', made = 'of_use', kind = '', page: number = 1 } = query
      const products = await context.database.asTenant(tenant.id, (tx) =>
        searchProducts(tx, {
          ...{ list, made, kind: kind === '' ? null : kind, text, now: context.now() },
          ...rowsOf(number),
        }),
      )
      const isAsked = kind !== '' || made !== 'of_use'
      const nothing = isAsked ? words.nothingOfKind : words.nothing[list]
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'products' },
        <div class="stack">
          <h1>{words.title}</h1>
          {categoryRules[tenant.category].sells ? (
            <>
              <p class="prose">{words.lead}</p>
              <div class="actions">
                <a class="button" href="/admin/products/new/">
                  {words.add}
                </a>
                <a class="button quiet" href="/admin/prices/">
                  {pricesTexts[language].title}
                </a>
              </div>
            </>
          ) : (
            <p class="notice">{words.sellsNothing}</p>
          )}
          <ListSearch action="/admin/products/" label={words.name} text={text} language={language}>
            <Choice
              id="list"
              label={words.listed}
              value={list}
              options={productLists.map((name) => [name, words.lists[name]] as const)}
            />
            <Choice
              id="made"
              label={words.making.label}
              value={made}
              options={productMakings.map((name) => [name, words.making.lists[name]] as const)}
            />
            <Choice
              id="kind"
              label={words.kind}
              value={kind}
              options={[
                ['', words.everyKind],
                ...productKinds.map((name) => [name, words.kinds[name].name] as const),
              ]}
            />
          </ListSearch>
          {products.length === 0 ? (
            <p class="empty">{text === '' ? nothing : words.nothingFound({ text })}</p>
          ) : (
            <Products products={products.slice(0, cardsPerPage)} tenant={tenant} language={language} />
          )}
          <Pager
            page={number}
            more={products.length > cardsPerPage}
            language={language}
            query={{ q: text, list, made, kind }}
          />
        </div>,
      )
    },
  })
}

type ProductsProps = {
  readonly products: readonly ListedProduct[]
  readonly tenant: Tenant
  readonly language: Language
}

function Products({ products, tenant, language }: ProductsProps) {
  const words = productTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={words.title}
      rows={products}
      keyOf={({ id }) => id}
      columns={[
        {
          name: columns.what,
          show: ({ id, name, madeFor }) => (
            <>
              <a href={`/admin/products/${id}/`}>
                <strong>
                  <Written>{name}</Written>
                </strong>
              </a>
              <MadeForEvent {...{ madeFor, language }} />
            </>
          ),
        },
        { name: columns.kind, show: ({ kind }) => words.kinds[kind].name },
        {
          name: columns.prices,
          show: ({ prices }) => <Prices {...{ prices, tenant, language }} />,
        },
      ]}
    />
  )
}

type PricesProps = Pick<ProductWithPrices, 'prices'> & Omit<ProductsProps, 'products'>

/** A line each; those that are archived are looked for on the page of the product. */
function Prices({ prices, tenant, language }: PricesProps) {
  const words = productTexts[language]
  const sold = prices.filter(({ archived }) => !archived)
  if (sold.length === 0) return <span class="muted">{words.noPrice}</span>
  return (
    <ul>
      {sold.map((price) => (
        <li key={price.id}>
          <Written>{price.name}</Written>{' '}
          <span class="numbers muted">{priceAmount(price, tenant, language)}</span>
        </li>
      ))}
    </ul>
  )
}
