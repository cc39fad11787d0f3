import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { makesTickets } from '../../features/catalog/product.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { priceTexts } from '../../messages/office/price.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { formFields } from '../kit/form-fields.tsx'
import { askedFields, type FilledPrice } from './filled-price.ts'
import { useTexts } from '../../pages/reader.ts'
import { ThingForm, type ThingFormProps } from '../kit/thing-form.tsx'

export type PriceFormProps = ThingFormProps & {
  readonly filled: FilledPrice
  readonly product: Pick<ProductWithPrices, 'kind' | 'scanNote'>
  /** Memberships that a price may be kept for. */
  readonly memberships: readonly { readonly id: string; readonly name: string }[]
  readonly tenant: Tenant
}

/** Asks for the amount and the stock; the sale window, who may buy, and rare settings are folded up. */
export function PriceForm(props: PriceFormProps) {
  const { action, filled, product, memberships, problems, tenant, hidden, buttons } = props
  const { fields } = useTexts(priceTexts)
  const field = formFields(askedFields, { words: fields, filled, problems })
  const perEvent = makesTickets(product.kind)
  return (
    <ThingForm {...{ action, problems, hidden, buttons }}>
      {field('name')}
      {field('amountMinor', { label: fields.amountMinor({ currency: tenant.currency }) })}
      {field('openAmount')}
      {product.kind === 'membership' ? field('membershipPeriod') : null}
      {product.kind === 'membership' ? field('recurringPayment') : null}
      <div class="pair">
        {field('stock', { help: perEvent ? fields.stockAtEvent : fields.stockInAll })}
        {field('maxPerUser', { help: perEvent ? fields.maxPerUserAtEvent : fields.maxPerUserInAll })}
      </div>
      <details class="plain" open={filled.sale_starts + filled.sale_ends !== '' || isWrong(problems, saleTimes)}>
        <summary>{fields.sale}</summary>
        <div class="pair">
          {field('saleStartsAt')}
          {field('saleEndsAt')}
        </div>
      </details>
      <Rules {...{ filled, problems, field, product, memberships }} />
    </ThingForm>
  )
}

type RulesProps = Pick<PriceFormProps, 'filled' | 'problems' | 'product' | 'memberships'> & {
  readonly field: ReturnType<typeof formFields<typeof askedFields>>
}

/** Whether something is wrong in one of these fields. */
const isWrong = (problems: readonly FormProblem[], names: readonly string[]) =>
  problems.some(({ field }) => names.includes(field ?? ''))

const saleTimes = ['sale_starts', 'sale_ends']
const rare = ['membership', 'vat', 'short_description', 'long_description', 'scan_note'] as const

/** Fields that are rarely needed. */
function Rules({ filled, problems, field, product, memberships }: RulesProps) {
  const { fields } = useTexts(priceTexts)
  const notes = product.scanNote === null ? [] : [fields.noteOfProduct({ note: product.scanNote })]
  const offered = memberships.map(({ id, name }) => [id, name] as const)
  return (
    <details class="plain" open={rare.some((name) => filled[name] !== '') || isWrong(problems, rare)}>
      <summary>{fields.rules}</summary>
      <div class="stack">
        {offered.length === 0 ? null : field('requiredMembershipId', { options: [['', fields.everybody], ...offered] })}
        {field('vatRateHundredths')}
        {field('shortDescription')}
        {field('longDescription', { rows: 4 })}
        {makesTickets(product.kind) ? field('scanNote', { help: [fields.scanNoteHelp, ...notes].join(' ') }) : null}
      </div>
    </details>
  )
}
