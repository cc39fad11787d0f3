import type { ComponentChildren } from 'preact'
import type { Price, ProductWithPrices } from '../../../../features/catalog/catalog.queries.ts'
import { saleState } from '../../../../features/catalog/price.ts'
import type { Tenant } from '../../../../features/tenant/tenant.ts'
import { amountText } from '../../../../lib/format.ts'
import type { Language } from '../../../../lib/language.ts'
import { productTexts } from '../../../texts/admin/product-texts.ts'
import { When } from '../../format.tsx'
import { Written } from '../../written.tsx'
import { DataTable } from '../table.tsx'

type ProductPricesProps = {
  readonly product: ProductWithPrices
  readonly held: ReadonlyMap<string, number>
  readonly tenant: Tenant
  readonly now: Date
  readonly language: Language
}

/** What it costs, when it is sold, and how much of it is booked; those that are put away at the end. */
export function ProductPrices({ product, held, tenant, now, language }: ProductPricesProps) {
  const words = productTexts[language].prices
  const { columns } = words
  const number = new Intl.NumberFormat(language)
  const prices = product.prices.toSorted((one, other) => Number(one.archived) - Number(other.archived))
  return (
    <section class="stack" aria-labelledby="prices">
      <h2 id="prices">{words.title}</h2>
      {prices.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={prices}
          keyOf={({ id }) => id}
          columns={[
            {
              name: columns.name,
              show: ({ id, name }) => (
                <a href={`/admin/prices/${id}/`}>
                  <strong>
                    <Written>{name}</Written>
                  </strong>
                </a>
              ),
            },
            {
              name: columns.amount,
              figures: true,
              show: ({ amountMinor, openAmount }) => {
                const amount = amountText(amountMinor, tenant.currency, language)
                return openAmount ? productTexts[language].from(amount) : amount
              },
            },
            { name: columns.sale, show: (price) => <Sale {...{ price, tenant, now, language }} /> },
            { name: columns.booked, figures: true, show: ({ id }) => number.format(held.get(id) ?? 0) },
            {
              name: columns.stock,
              figures: true,
              show: ({ stock }) => (stock === null ? words.noLimit : number.format(stock)),
            },
          ]}
        />
      )}
      <p>
        <a
          class={prices.length === 0 ? 'button' : 'button quiet'}
          href={`/admin/products/${product.id}/prices/new/`}
        >
          {words.add}
        </a>
      </p>
    </section>
  )
}

type SaleProps = Omit<ProductPricesProps, 'product' | 'held'> & { readonly price: Price }

function Sale({ price, tenant, now, language }: SaleProps): ComponentChildren {
  const words = productTexts[language].prices.sale
  const when = { timeZone: tenant.timeZone, now, language, withinSentence: true }
  if (price.archived) return <span class="muted">{words.archived}</span>
  switch (saleState(price, now)) {
    case 'over':
      return <span class="muted">{words.over}</span>
    case 'to_come':
      return (
        <>
          {words.from} {price.saleStartsAt === null ? null : <When at={price.saleStartsAt} {...when} />}
        </>
      )
    case 'open':
      return price.saleEndsAt === null ? (
        words.open
      ) : (
        <>
          {words.until} <When at={price.saleEndsAt} {...when} />
        </>
      )
  }
}
