import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { saleState } from '../../features/catalog/price.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { Written } from '../../pages/written.tsx'
import { priceAmount } from '../products/price-amount.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Go } from '../../pages/parts.tsx'

type EventPricesProps = {
  /** The prices that the event sells. */
  readonly products: readonly ProductWithPrices[]
  readonly tenant: Pick<Tenant, 'currency'>
  readonly now: Date
}

/** The id of the heading. */
const pricesId = 'for-sale'

/** Lists what the event sells, each price with the link to its own page, and the link to a new one. */
export function EventPrices({ products, tenant, now }: EventPricesProps) {
  const { language } = useReader()
  const words = useTexts(eventTexts).prices
  return (
    <section class="stack" aria-labelledby={pricesId}>
      <h2 id={pricesId}>{words.title}</h2>
      {products.length === 0 ? <p class="empty">{words.none}</p> : null}
      {products.map((product) => (
        <div key={product.id} class="tight">
          <h3>
            <a href={at(paths.product, { uuid: product.id })}>
              <Written>{product.name}</Written>
            </a>
            {product.published ? null : <span class="muted"> ({words.notOnSale})</span>}
          </h3>
          <ul class="rows">
            {product.prices
              .filter(({ archived }) => !archived)
              .map((price) => (
                <li key={price.id}>
                  <span class="name">
                    <a href={at(paths.price, { uuid: price.id })}>
                      <Written>{price.name}</Written>
                    </a>
                    {saleState(price, now) === 'open' ? null : <span class="muted small"> {words.notOnSale}</span>}
                  </span>
                  <span class="figure">{priceAmount(price, tenant, language)}</span>
                </li>
              ))}
          </ul>
          <Go to={at(paths.newPrice, { uuid: product.id })}>{words.add}</Go>
        </div>
      ))}
      <Go to={paths.newProduct}>{words.addProduct}</Go>
    </section>
  )
}
