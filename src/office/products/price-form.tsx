import type { ComponentChildren } from 'preact'
import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { makesTickets } from '../../features/catalog/product.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { formFields } from '../kit/form-fields.tsx'
import { amountRule } from '../kit/typed.ts'
import { askedFields, type FilledPrice, vatRule } from './filled-price.ts'

export type PriceFormProps = {
  readonly action: string
  readonly filled: FilledPrice
  readonly product: Pick<ProductWithPrices, 'kind' | 'scanNote'>
  /** Those that a price may be kept for. */
  readonly memberships: readonly { readonly id: string; readonly name: string }[]
  readonly problems: readonly FormProblem[]
  readonly tenant: Tenant
  readonly language: Language
  readonly hidden: ComponentChildren
  readonly buttons: ComponentChildren
}

/** What it costs and how many there are; when it is sold, for whom, and what is rarely said are folded up. */
export function PriceForm(props: PriceFormProps) {
  const { action, filled, product, memberships, problems, tenant, language, hidden, buttons } = props
  const { fields } = priceTexts[language]
  const { refused, optional } = deskTexts[language]
  const field = formFields(askedFields, { words: fields, filled, problems, language })
  const perEvent = makesTickets(product.kind)
  const isWrong = (...names: readonly string[]) => problems.some((problem) => names.includes(problem.field ?? ''))
  const rare = ['membership', 'vat', 'short_description', 'long_description', 'scan_note'] as const
  const notes = product.scanNote === null ? [] : [fields.noteOfProduct({ note: product.scanNote })]
  return (
    <form method="post" action={action} class="narrow">
      {hidden}
      <Problems problems={problems} title={refused} />
      {field('name')}
      <Field
        id="amount"
        label={fields.amount({ currency: tenant.currency })}
        help={fields.amountHelp}
        inputMode="decimal"
        rule={amountRule(tenant.currency, language)}
        autocomplete="off"
        maxLength={12}
        problems={problems}
        value={filled.amount}
        required
      />
      {field('openAmount')}
      {product.kind === 'membership' ? (
        <Choice
          id="period"
          label={fields.period}
          problems={problems}
          value={filled.period}
          options={(['year', 'month', 'endless'] as const).map((one) => [one, fields.periods[one]] as const)}
        />
      ) : null}
      <div class="pair">
        {field('stock', { help: perEvent ? fields.stockAtEvent : fields.stockInAll })}
        {field('maxPerUser', { help: perEvent ? fields.maxPerUserAtEvent : fields.maxPerUserInAll })}
      </div>
      <details class="plain" open={filled.sale_starts + filled.sale_ends !== '' || isWrong('sale_starts', 'sale_ends')}>
        <summary>{fields.sale}</summary>
        <div class="pair">
          {field('saleStartsAt')}
          {field('saleEndsAt')}
        </div>
      </details>
      <details class="plain" open={rare.some((name) => filled[name] !== '') || isWrong(...rare)}>
        <summary>{fields.rules}</summary>
        <div class="stack">
          {memberships.length === 0
            ? null
            : field('requiredMembershipId', {
                options: [['', fields.everybody], ...memberships.map(({ id, name }) => [id, name] as const)],
              })}
          <Field
            id="vat"
            label={fields.vat}
            note={optional}
            help={fields.vatHelp}
            rule={vatRule(language)}
            inputMode="decimal"
            autocomplete="off"
            maxLength={10}
            problems={problems}
            value={filled.vat}
          />
          {field('shortDescription')}
          {field('longDescription', { rows: 4 })}
          {perEvent ? field('scanNote', { help: [fields.scanNoteHelp, ...notes].join(' ') }) : null}
        </div>
      </details>
      <div class="actions">{buttons}</div>
    </form>
  )
}
