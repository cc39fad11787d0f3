import type { ComponentChildren } from 'preact'
import { typedDegreesPattern } from '../../lib/coordinates.ts'
import type { Field, Fields } from '../../lib/field.ts'
import { longestAmount } from '../../lib/typed-amount.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Choice, EmailField, Field as Line, LongField, Ticks } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { MarkedField } from './marked-field.tsx'
import { choicesOf, type FieldWords, type Filled, formName, missingOf, textOf } from './form-values.ts'
import { amountRule, longestAddress, vatRule, webAddressRule, wholeNumberRule } from './typed.ts'

type FormProps<Of extends Fields> = {
  readonly words: FieldWords<Of>
  readonly filled: Filled<Of>
  readonly problems: readonly FormProblem[]
}

/** What one page says about a field that differs from other pages. */
type Else = Pick<Parameters<typeof Line>[0], 'type' | 'autocomplete' | 'autocapitalize' | 'inputMode' | 'maxLength'> & {
  readonly label?: string
  readonly help?: string
  /** Set if the label does not say that the field may stay empty. */
  readonly unnoted?: true
  readonly rows?: number
  /** The choices of a `line` field, which may hold another value though. */
  readonly options?: readonly (readonly [value: string, text: string, isWritten?: boolean])[]
  /** Set if each choice of a `several` field is a language and named in that language. */
  readonly spoken?: true
}

/** Draws fields one by one, in the order in which the form asks for them: `const field = formFields(…)`, then `{field('name')}`. */
export function formFields<const Of extends Fields>(fields: Of, props: FormProps<Of>) {
  return (key: keyof Of & string, given: Else = {}): ComponentChildren => {
    const field = fields[key]
    return field === undefined ? null : <OneField key={key} of={key} {...{ field, given }} {...props} />
  }
}

type OneProps = {
  readonly of: string
  readonly field: Field
  readonly given: Else
  readonly words: Readonly<Record<string, unknown>>
  readonly filled: object
  readonly problems: readonly FormProblem[]
}

function OneField({ of, field, given, words, filled, problems }: OneProps) {
  const { currency, language } = useReader()
  const { optional, problems: usual } = deskTexts[language]
  const {
    label = textOf(words, of) ?? '',
    help = textOf(words, `${of}Help`),
    unnoted,
    rows,
    options,
    spoken,
    ...kind
  } = given
  const id = formName(field)
  const value = (filled as Readonly<Record<string, unknown>>)[id]
  const text = String(value)
  const chosen = Array.isArray(value) ? value.map(String) : []
  const said = { id, label, help, problems }
  const noted = { ...said, note: field.required || unnoted ? undefined : optional }
  const required = field.required ? { required: true } : {}
  const sentence = missingOf(words, of)
  const missing = field.required && sentence !== '' ? { ...required, missing: sentence } : required
  const typed = { ...noted, ...missing, autocomplete: 'off', value: text } as const
  const wrong = textOf(words, `${of}Wrong`)
  const names = choicesOf(words, of)
  switch (field.kind) {
    case 'line':
      if (options !== undefined) return <Choice {...said} value={text} options={options} />
      return <Line {...noted} value={text} maxLength={field.most} {...missing} autocomplete="off" {...kind} />
    case 'lines': {
      const long = { ...noted, ...required, rows: rows ?? 6, maxLength: field.most, value: text }
      return field.marked ? <MarkedField {...long} /> : <LongField {...long} />
    }
    case 'web_address':
      return (
        <Line
          {...typed}
          rule={webAddressRule(language, field.accounts)}
          autocapitalize="none"
          maxLength={longestAddress}
        />
      )
    case 'email':
      return <EmailField {...noted} required={field.required ?? false} value={text} />
    case 'moment':
      return <Line {...said} {...missing} type="datetime-local" value={text} />
    case 'whole_number':
      return <Line {...typed} inputMode="numeric" rule={wholeNumberRule(wrong ?? usual.wholeNumber)} maxLength={10} />
    case 'degrees': {
      const rule = { pattern: typedDegreesPattern, wrong: usual.degrees({ most: field.most }) }
      return <Line {...typed} rule={rule} maxLength={60} />
    }
    case 'amount':
      return <Line {...typed} inputMode="decimal" rule={amountRule(currency, language)} maxLength={longestAmount} />
    case 'vat_rate':
      return <Line {...typed} inputMode="decimal" rule={vatRule(wrong ?? '')} maxLength={10} />
    case 'yes_no':
      return <YesNo {...said} text={text} ticked={names['true']} />
    case 'choice':
      return <Choice {...said} value={text} options={options ?? field.choices.map((one) => [one, names[one] ?? one])} />
    case 'link':
      return <Choice {...said} value={text} options={options ?? []} />
    case 'several': {
      const named = (one: string) => <span lang={spoken ? one : undefined}>{names[one] ?? one}</span>
      return <Ticks {...{ ...said, chosen }} options={field.choices.map((one) => [one, named(one)])} saysNone />
    }
    case 'links': {
      const written = (options ?? []).map(([id, name]) => [id, <Written key={id}>{name}</Written>] as const)
      return <Ticks {...{ ...said, chosen }} options={written} />
    }
  }
}

type SaidProps = Pick<Parameters<typeof Ticks>[0], 'id' | 'label' | 'help' | 'problems'>

/** A tick. @param ticked the text beside the tick, where the label is above it */
function YesNo({ text, ticked, ...said }: SaidProps & { readonly text: string; readonly ticked: string | undefined }) {
  const { id, label } = said
  if (ticked !== undefined) return <Ticks {...said} chosen={[text]} options={[['true', ticked]]} />
  return (
    <label class="check">
      <input type="checkbox" id={id} name={id} value="true" checked={text === 'true'} />
      <span>{label}</span>
    </label>
  )
}
