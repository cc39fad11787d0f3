import { listOf } from '../../features/catalog/product.ts'
import type { ProgrammeChoices } from '../../features/event/programme-choices.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { productTexts } from '../../messages/office/product.ts'
import { Ticks } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Written } from '../../pages/written.tsx'
import { priceAmount } from '../products/price-amount.ts'
import type { FilledEvent } from './filled-event.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

type EventSaleProps = {
  readonly filled: FilledEvent
  readonly choices: ProgrammeChoices
  readonly problems: readonly FormProblem[]
  readonly tenant: Tenant
}

/** The most products that are looked through at a glance; more are folded up. */
const mostOpen = 8

/** Asks what is sold for an event: what is on sale, and what it sells already. */
export function EventSale(props: EventSaleProps) {
  const { filled, choices, problems } = props
  const { fields } = useTexts(eventTexts)
  const offered = choices.products.filter(({ id, published }) => published || filled.products.includes(id))
  // A person who is asked for prices need not know of products.
  if (offered.length === 0) return null
  const isWrong = problems.some(({ field }) => field === 'products')
  return (
    <details open={offered.length <= mostOpen || filled.products.length > 0 || isWrong}>
      <summary>{fields.sale}</summary>
      <Ticks
        id="products"
        name="product"
        label={fields.saleHelp}
        problems={problems}
        chosen={filled.products}
        options={offered.map((product) => [product.id, <Product key={product.id} {...props} product={product} />])}
      />
    </details>
  )
}

type ProductProps = Pick<EventSaleProps, 'tenant'> & { readonly product: ProgrammeChoices['products'][number] }

function Product({ product, tenant }: ProductProps) {
  const { language } = useReader()
  const { lists } = useTexts(productTexts)
  const standing = listOf(product)
  const priced = product.prices
    .filter(({ archived }) => !archived)
    .map((price) => `${price.name} ${priceAmount(price, tenant, language)}`)
  return (
    <>
      <Written>{product.name}</Written>
      {standing === 'on_sale' ? null : ` (${lists[standing]})`}
      <br />
      <span class="muted small">
        <Written>{priced.join(' · ')}</Written>
      </span>
    </>
  )
}
