import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { priceLists } from '../../features/catalog/price.ts'
import {
  type ListedPrice,
  priceKeys,
  type PriceOrder,
  searchPrices,
} from '../../features/catalog/price-list.queries.ts'
import { listOf, productMakings } from '../../features/catalog/product.ts'
import { numberText } from '../../lib/format.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { pricesTexts } from '../../messages/office/prices.ts'
import { productTexts } from '../../messages/office/product.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { Written } from '../../pages/written.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import type { Column } from '../kit/table.tsx'
import { MadeForEvent } from './made-for-event.tsx'
import { priceColumns } from './price-columns.tsx'

/** The prices of all products, by name and by whether they are sold. */
export function registerPricesPage(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.prices,
    access: staff('programme'),
    area: 'products',
    narrow: { list: Type.Optional(EnumIn(priceLists)), made: Type.Optional(EnumIn(productMakings)) },
    sorts: { by: priceKeys, usual: 'of' },
    read: async ({ request }, search, { list = 'kept', made = 'of_use' }) => {
      const now = context.now()
      const found = await context.database.asTenant(request.tenant.id, (tx) =>
        searchPrices(tx, { list, made, now, ...search }),
      )
      return { ...found, now }
    },
    show: ({ asked: { request }, found: { count, now }, narrowed: { list = 'kept', made = 'of_use' }, text }) => {
      const { tenant, language } = request
      const words = pricesTexts[language]
      const { making: makings, back } = productTexts[language]
      return {
        title: words.title,
        lead: words.lead,
        search: words.search,
        back: [paths.products, back],
        choices: [
          listChoice(['list', words.listed], list, priceLists, words.lists),
          listChoice(['made', makings.label], made, productMakings, makings.lists),
        ],
        sums: [[words.title, numberText(count, language)]],
        empty: text === '' ? words.nothing[list] : words.nothingFound({ text }),
        columns: columnsOf({ tenant, now, language }),
      }
    },
  })
}

function columnsOf(given: Parameters<typeof priceColumns>[0]): readonly Column<ListedPrice, PriceOrder>[] {
  const { language } = given
  const { name, amount, sale } = priceColumns(given)
  return [
    { ...name, sort: 'name' },
    {
      name: pricesTexts[language].of,
      sort: 'of',
      show: ({ productId, of }) => (
        <>
          <a href={at(paths.product, { uuid: productId })}>
            <Written>{of.name}</Written>
          </a>
          <MadeForEvent madeFor={of.madeFor} />
        </>
      ),
    },
    { ...amount, sort: 'amount' },
    {
      ...sale,
      // No price is sold while its product is not.
      show: (price) => {
        const standing = listOf(price.of)
        return price.archived || standing === 'on_sale' ? (
          sale.show(price)
        ) : (
          <span class="muted">{productTexts[language].lists[standing]}</span>
        )
      },
    },
  ]
}
