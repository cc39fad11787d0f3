import type { ComponentChildren } from 'preact'
import { codeTexts } from '../../messages/office/code.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { formFields } from '../kit/form-fields.tsx'
import { askedFields, type FilledCode } from './filled-code.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

export type CodeProduct = { readonly id: string; readonly name: string }

type CodeFormProps = {
  readonly action: string
  readonly filled: FilledCode
  /** How many, of a form that makes many; absent: one. */
  readonly count?: { readonly typed: string; readonly most: number }
  /** Those that a code may be for. */
  readonly products: readonly CodeProduct[]
  readonly problems: readonly FormProblem[]
  readonly hidden: ComponentChildren
  readonly buttons: ComponentChildren
}

/** The code, what it takes off, and for whom, when and how often. */
export function CodeForm(props: CodeFormProps) {
  const { action, filled, count, products, problems, hidden, buttons } = props
  const { fields } = useTexts(codeTexts)
  const field = formFields(askedFields, { words: fields, filled, problems })
  return (
    <form method="post" action={action} class="narrow" noValidate>
      {hidden}
      <Problems problems={problems} title={useTexts(deskTexts).refused} />
      <Field
        id="code"
        label={count === undefined ? fields.code : fields.prefix}
        help={count === undefined ? fields.codeHelp : fields.prefixHelp}
        {...{ autocomplete: 'off', problems, value: filled.code }}
        autocapitalize="characters"
        maxLength={count === undefined ? 40 : 30}
        required
      />
      {count === undefined ? null : (
        <Field
          id="count"
          {...{ label: fields.count, help: fields.countHelp({ most: count.most }), problems, value: count.typed }}
          {...{ inputMode: 'numeric', autocomplete: 'off', maxLength: 10 }}
          required
        />
      )}
      <Off {...{ filled, problems }} />
      <p class="muted small">{fields.offHelp}</p>
      {field('mostUses', count === undefined ? {} : { label: fields.mostUsesOfEach })}
      <div class="pair">
        {field('startsAt')}
        {field('endsAt')}
      </div>
      {products.length === 0
        ? null
        : field('productIds', { options: products.map(({ id, name }) => [id, name] as const) })}
      <div class="actions">{buttons}</div>
    </form>
  )
}

/** What it takes off: a part of the price, or an amount. */
function Off({ filled, problems }: Pick<CodeFormProps, 'filled' | 'problems'>) {
  const { fields } = useTexts(codeTexts)
  const { currency } = useReader()
  return (
    <div class="pair">
      <Choice
        id="kind"
        {...{ label: fields.kind, problems, value: filled.kind }}
        options={[
          ['rate', fields.rate],
          ['amount', fields.amount({ currency })],
        ]}
      />
      <Field
        id="off"
        {...{ label: fields.off, problems, value: filled.off }}
        {...{ inputMode: 'decimal', autocomplete: 'off', maxLength: 12 }}
        required
      />
    </div>
  )
}
