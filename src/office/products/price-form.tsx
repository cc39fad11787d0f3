import type { ComponentChildren } from 'preact'
import type { ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { longestScanNote, makesTickets } from '../../features/catalog/product.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { Choice, Field, LongField, Ticks } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { amountRule, wholeNumberRule } from '../kit/typed.ts'
import { type FilledPrice, vatRule } from './filled-price.ts'

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
  const { action, filled, product, problems, tenant, language, hidden, buttons } = props
  const { fields, problems: words } = priceTexts[language]
  const desk = deskTexts[language]
  const perEvent = makesTickets(product.kind)
  const figures = { inputMode: 'numeric', autocomplete: 'off', maxLength: 10, problems } as const
  return (
    <form method="post" action={action} class="narrow">
      {hidden}
      <Problems problems={problems} title={desk.refused} />
      <Field
        id="name"
        label={fields.name}
        help={fields.nameHelp}
        autocomplete="off"
        maxLength={200}
        problems={problems}
        value={filled.name}
        required
      />
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
      <Ticks
        id="open_amount"
        label={fields.open}
        help={fields.openHelp}
        problems={problems}
        chosen={filled.open_amount === '' ? [] : ['true']}
        options={[['true', fields.isOpen]]}
      />
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
        <Field
          id="stock"
          label={fields.stock}
          note={desk.optional}
          help={perEvent ? fields.stockAtEvent : fields.stockInAll}
          rule={wholeNumberRule(desk.problems.wholeNumber)}
          value={filled.stock}
          {...figures}
        />
        <Field
          id="max_per_user"
          label={fields.most}
          help={perEvent ? fields.mostAtEvent : fields.mostInAll}
          rule={wholeNumberRule(words.atLeastOne)}
          value={filled.max_per_user}
          required
          {...figures}
        />
      </div>
      <Sale {...props} />
      <Rules {...props} />
      <div class="actions">{buttons}</div>
    </form>
  )
}

function Sale({ filled, problems, language }: PriceFormProps) {
  const { fields } = priceTexts[language]
  const time = { type: 'datetime-local', problems } as const
  const isWrong = problems.some(({ field }) => field === 'sale_starts' || field === 'sale_ends')
  return (
    <details class="plain" open={filled.sale_starts + filled.sale_ends !== '' || isWrong}>
      <summary>{fields.sale}</summary>
      <div class="pair">
        <Field
          id="sale_starts"
          label={fields.saleStarts}
          help={fields.saleStartsHelp}
          value={filled.sale_starts}
          {...time}
        />
        <Field
          id="sale_ends"
          label={fields.saleEnds}
          help={fields.saleEndsHelp}
          value={filled.sale_ends}
          {...time}
        />
      </div>
    </details>
  )
}

function Rules(props: PriceFormProps) {
  const { filled, product, memberships, problems, language } = props
  const { fields } = priceTexts[language]
  const { optional } = deskTexts[language]
  const rare = ['membership', 'vat', 'short_description', 'long_description', 'scan_note'] as const
  const isOpen = rare.some((name) => filled[name] !== '' || problems.some(({ field }) => field === name))
  const line = { note: optional, autocomplete: 'off', problems } as const
  return (
    <details class="plain" open={isOpen}>
      <summary>{fields.rules}</summary>
      <div class="stack">
        {memberships.length === 0 ? null : (
          <Choice
            id="membership"
            label={fields.members}
            help={fields.membersHelp}
            problems={problems}
            value={filled.membership}
            options={[['', fields.everybody], ...memberships.map(({ id, name }) => [id, name] as const)]}
          />
        )}
        <Field
          id="vat"
          label={fields.vat}
          help={fields.vatHelp}
          rule={vatRule(language)}
          inputMode="decimal"
          maxLength={10}
          value={filled.vat}
          {...line}
        />
        <Field
          id="short_description"
          label={fields.shortDescription}
          help={fields.shortHelp}
          maxLength={250}
          value={filled.short_description}
          {...line}
        />
        <LongField
          id="long_description"
          label={fields.longDescription}
          note={optional}
          rows={4}
          maxLength={20_000}
          problems={problems}
          value={filled.long_description}
        />
        {makesTickets(product.kind) ? (
          <Field
            id="scan_note"
            label={fields.scanNote}
            help={[
              fields.scanNoteHelp,
              ...(product.scanNote === null ? [] : [fields.noteOfProduct({ note: product.scanNote })]),
            ].join(' ')}
            maxLength={longestScanNote}
            value={filled.scan_note}
            {...line}
          />
        ) : null}
      </div>
    </details>
  )
}
