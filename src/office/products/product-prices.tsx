import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { makesTickets } from '../../features/catalog/product.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { numberText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { productTexts } from '../../messages/office/product.ts'
import { Section } from '../../pages/parts.tsx'
import { DataTable } from '../kit/table.tsx'
import { priceColumns } from './price-columns.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'

type ProductPricesProps = {
  readonly product: ProductWithPrices
  readonly held: ReadonlyMap<string, number>
  readonly tenant: Tenant
  readonly now: Date
}

/** Lists the prices of a product, when each is sold, and how many are booked; archived ones come last. */
export function ProductPrices({ product, held, tenant, now }: ProductPricesProps) {
  const { language } = useReader()
  const words = useTexts(productTexts).prices
  const { columns } = words
  const { name, amount, sale } = priceColumns({ tenant, now, language })
  const withoutStock = makesTickets(product.kind) ? words.asPlaces : words.noLimit
  const prices = product.prices.toSorted((one, other) => Number(one.archived) - Number(other.archived))
  return (
    <Section id="prices" title={words.title}>
      {prices.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={prices}
          keyOf={({ id }) => id}
          columns={[
            name,
            amount,
            sale,
            { name: columns.booked, figures: true, show: ({ id }) => numberText(held.get(id) ?? 0, language) },
            {
              name: columns.stock,
              figures: true,
              show: ({ stock }) => (stock === null ? withoutStock : numberText(stock, language)),
            },
          ]}
        />
      )}
      <p>
        <a class={prices.length === 0 ? 'button' : 'button quiet'} href={at(paths.newPrice, { uuid: product.id })}>
          {words.add}
        </a>
      </p>
    </Section>
  )
}
