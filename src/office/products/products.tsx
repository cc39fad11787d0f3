import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import {
  type ListedProduct,
  productKeys,
  type ProductOrder,
  type ProductWithPrices,
  searchProducts,
} from '../../features/catalog/catalog.queries.ts'
import { productKinds, productLists, productMakings } from '../../features/catalog/product.ts'
import { categoryRules, type Tenant } from '../../features/tenant/tenant.ts'
import { numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { pricesTexts } from '../../messages/office/prices.ts'
import { productTexts } from '../../messages/office/product.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { ButtonLink, QuietLink } from '../../pages/parts.tsx'
import { Written } from '../../pages/written.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { NameLink } from '../kit/parts.tsx'
import type { Column } from '../kit/table.tsx'
import { MadeForEvent } from './made-for-event.tsx'
import { priceAmount } from './price-amount.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

/** Everything that is sold, by name, by kind and by whether it is on sale. */
export function registerProductsPage(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.products,
    access: staff('programme'),
    area: 'products',
    narrow: {
      list: Type.Optional(EnumIn(productLists)),
      made: Type.Optional(EnumIn(productMakings)),
      kind: Type.Optional(EnumIn(['', ...productKinds])),
    },
    sorts: { by: productKeys, usual: 'name' },
    read: ({ request }, search, { list = 'on_sale', made = 'of_use', kind = '' }) =>
      context.database.asTenant(request.tenant.id, (tx) =>
        searchProducts(tx, { list, made, kind: kind === '' ? null : kind, now: context.now(), ...search }),
      ),
    show: ({ asked: { request }, found: { count }, narrowed, text }) => {
      const { tenant, language } = request
      const { list = 'on_sale', made = 'of_use', kind = '' } = narrowed
      const words = productTexts[language]
      const { sells } = categoryRules[tenant.category]
      const isAsked = kind !== '' || made !== 'of_use'
      const nothing = isAsked ? words.nothingOfKind : words.nothing[list]
      return {
        title: words.title,
        search: words.name,
        ...(sells ? { lead: words.lead } : {}),
        head: sells ? (
          <div class="actions">
            <ButtonLink to={paths.newProduct}>{words.add}</ButtonLink>
            <QuietLink to={paths.prices}>{pricesTexts[language].title}</QuietLink>
          </div>
        ) : (
          <p class="notice">{words.sellsNothing}</p>
        ),
        choices: [
          listChoice(['list', words.listed], list, productLists, words.lists),
          listChoice(['made', words.making.label], made, productMakings, words.making.lists),
          {
            id: 'kind',
            label: words.kind,
            value: kind,
            options: [['', words.everyKind], ...productKinds.map((name) => [name, words.kinds[name].name] as const)],
          },
        ],
        sums: [[words.title, numberText(count, language)]],
        empty: text === '' ? nothing : words.nothingFound({ text }),
        columns: columnsOf(tenant, language),
      }
    },
  })
}

function columnsOf(tenant: Tenant, language: Language): readonly Column<ListedProduct, ProductOrder>[] {
  const words = productTexts[language]
  const { columns } = words
  return [
    {
      name: columns.what,
      sort: 'name',
      show: ({ id, name, madeFor }) => (
        <>
          <NameLink href={at(paths.product, { uuid: id })}>{name}</NameLink>
          <MadeForEvent madeFor={madeFor} />
        </>
      ),
    },
    { name: columns.kind, sort: 'kind', bare: true, show: ({ kind }) => words.kinds[kind].name },
    { name: columns.prices, show: ({ prices }) => <Prices {...{ prices, tenant }} /> },
  ]
}

type PricesProps = Pick<ProductWithPrices, 'prices'> & { readonly tenant: Tenant }

/** Lists the prices, a line each; archived ones are looked up on the page of the product. */
function Prices({ prices, tenant }: PricesProps) {
  const { language } = useReader()
  const words = useTexts(productTexts)
  const sold = prices.filter(({ archived }) => !archived)
  if (sold.length === 0) return <span class="muted">{words.noPrice}</span>
  return (
    <ul>
      {sold.map((price) => (
        <li key={price.id}>
          <Written>{price.name}</Written> <span class="numbers muted">{priceAmount(price, tenant, language)}</span>
        </li>
      ))}
    </ul>
  )
}
