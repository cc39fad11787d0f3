import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { priceLists } from '../../features/catalog/price.ts'
import { type ListedPrice, searchPrices } from '../../features/catalog/price-list.queries.ts'
import { listOf, productMakings } from '../../features/catalog/product.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
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
import { priceColumns } from './price-columns.tsx'

const url = '/admin/prices/'

const PricesQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(EnumIn(priceLists)),
  made: Type.Optional(EnumIn(productMakings)),
  q: Type.Optional(TextQuery),
})

/** The prices of all products, by name and by whether they are sold. */
export function registerPricesPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access: staff('programme'),
    summary: 'The prices of all products',
    query: PricesQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = pricesTexts[language]
      const { making: makings } = productTexts[language]
      const text = (query.q ?? '').slice(0, longestSearch)
      const { list = 'kept', made = 'of_use', page: number = 1 } = query
      const now = context.now()
      const prices = await context.database.asTenant(tenant.id, (tx) =>
        searchPrices(tx, { list, made, text, now, ...rowsOf(number) }),
      )
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'products' },
        <div class="stack">
          <p>
            <a href="/admin/products/">{productTexts[language].back}</a>
          </p>
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          <ListSearch action={url} label={words.search} text={text} language={language}>
            <Choice
              id="list"
              label={words.listed}
              value={list}
              options={priceLists.map((name) => [name, words.lists[name]] as const)}
            />
            <Choice
              id="made"
              label={makings.label}
              value={made}
              options={productMakings.map((name) => [name, makings.lists[name]] as const)}
            />
          </ListSearch>
          {prices.length === 0 ? (
            <p class="empty">{text === '' ? words.nothing[list] : words.nothingFound({ text })}</p>
          ) : (
            <Prices prices={prices.slice(0, cardsPerPage)} {...{ tenant, now, language }} />
          )}
          <Pager
            page={number}
            more={prices.length > cardsPerPage}
            language={language}
            query={{ q: text, list, made }}
          />
        </div>,
      )
    },
  })
}

type PricesProps = {
  readonly prices: readonly ListedPrice[]
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

function Prices({ prices, tenant, now, language }: PricesProps) {
  const words = pricesTexts[language]
  const { name, amount, sale } = priceColumns({ tenant, now, language })
  return (
    <DataTable
      label={words.title}
      rows={prices}
      keyOf={({ id }) => id}
      columns={[
        name,
        {
          name: words.of,
          show: ({ productId, of }) => (
            <>
              <a href={`/admin/products/${productId}/`}>
                <Written>{of.name}</Written>
              </a>
              <MadeForEvent madeFor={of.madeFor} language={language} />
            </>
          ),
        },
        amount,
        {
          ...sale,
          // No price is sold while what it is a price of is not.
          show: (price) => {
            const standing = listOf(price.of)
            return price.archived || standing === 'on_sale' ? (
              sale.show(price)
            ) : (
              <span class="muted">{productTexts[language].lists[standing]}</span>
            )
          },
        },
      ]}
    />
  )
}
