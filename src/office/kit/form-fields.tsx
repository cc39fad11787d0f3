import type { ComponentChildren } from 'preact'
import { type TProperties, Type } from 'typebox'
import { type Field, type Fields, isList, type ValuesOf } from '../../lib/field.ts'
import { isEmail, isUuid } from '../../lib/text.ts'
import type { Language } from '../../lib/language.ts'
import { localMinute } from '../../lib/time.ts'
import { ArrayIn, Maybe, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { Choice, EmailField, Field as Line, LongField, Ticks } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { longestAddress, type TypedForm, webAddressRule, wholeNumberRule } from './typed.ts'

type FormName<Of extends Field> = Of extends { readonly form: infer Name extends string }
  ? Name
  : Of extends { readonly wire: infer Name extends string }
    ? Name
    : string extends Exclude<Of['wire'], null>
      ? string
      : never

/** A form as it was typed, by the names that its fields have there; what is ticked says `true`. */
export type Filled<Of extends Fields> = {
  readonly [Key in keyof Of as FormName<Of[Key]>]: Of[Key] extends { readonly kind: 'links' | 'several' }
    ? readonly string[]
    : string
}

/** Of whatever fields. */
export type FilledFields = Readonly<Record<string, string | readonly string[]>>

/**
 * What fields are called, by the same keys: `name`, and where there is more to say `nameHelp`, `nameMissing` (what is said where it is
 * empty and must not be; else `nameWrong`), `nameWrong` and `nameChoices` (of yes or no: `true`, what stands beside the tick).
 */
export type FieldWords<Of extends Fields> = Readonly<Record<keyof Of & string, unknown>> &
  Readonly<Record<string, unknown>>

export function formName(field: Field): string {
  const name = field.form ?? field.wire
  if (name === null) throw new Error('a field that the interface does not have needs a name in forms')
  return name
}

/** The names in a form, by ours (`explainFields`). */
export function formNames(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, formName(field)]))
}

/** The fields of a form as a page takes them: more than they may be, since what is wrong is said beside each. */
export function typedFields(fields: Fields): TProperties {
  return Object.fromEntries(Object.values(fields).map((field) => [formName(field), typedField(field)] as const))
}

function typedField(field: Field) {
  switch (field.kind) {
    case 'line':
      return Maybe(TypedText({ max: 4 * field.most }))
    case 'lines':
      return Maybe(TypedLongText({ max: 60_000 }))
    case 'web_address':
    case 'email':
      return Maybe(TypedText({ max: 4000 }))
    case 'links':
      return Type.Optional(ArrayIn(UuidIn, { max: field.most }))
    case 'several':
      return Maybe(ArrayIn(Maybe(TypedText({ max: 100 })), { max: 100 }))
    case 'moment':
    case 'whole_number':
    case 'yes_no':
    case 'choice':
    case 'link':
      return Maybe(TypedText({ max: 100 }))
  }
}

/** @param body as `typedFields` let it pass */
export function filledIn<const Of extends Fields>(fields: Of, body: object): Filled<Of> {
  const sent = body as Readonly<Record<string, unknown>>
  return byName(fields, (field) => {
    const value = sent[formName(field)]
    if (field.kind === 'links') return Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : []
    if (field.kind === 'several') return Array.isArray(value) ? value.filter(Boolean) : []
    if (field.kind === 'choice') return value ?? field.usual
    return value ?? ''
  })
}

/** The form of a thing as it is. @param thing what it does not say is empty */
export function filledFrom<const Of extends Fields>(
  fields: Of,
  thing: Partial<ValuesOf<Of>>,
  timeZone: string,
): Filled<Of> {
  const said: Readonly<Record<string, unknown>> = thing
  return byName(fields, (field, key) => {
    const value = said[key]
    if (isList(field)) return value ?? []
    if (value instanceof Date) return localMinute(value, timeZone)
    if (field.kind === 'yes_no') return value === true ? 'true' : ''
    return value === null || value === undefined ? '' : String(value)
  })
}

function byName<const Of extends Fields>(fields: Of, fill: (field: Field, key: string) => unknown): Filled<Of> {
  const filled = Object.entries(fields).map(([key, field]) => [formName(field), fill(field, key)])
  return Object.fromEntries(filled) as Filled<Of>
}

type Reading<Of extends Fields> = {
  readonly typed: TypedForm
  readonly words: FieldWords<Of>
  readonly language: Language
  /** As it is: the seconds of a time that was left as it was shown stay. */
  readonly former?: Partial<ValuesOf<Of>>
}

/**
 * What a form says; what is wrong is noted in `typed`, beside its field. What is missing and must be there has any value then.
 */
export function readForm<const Of extends Fields>(
  fields: Of,
  filled: Filled<Of>,
  { typed, words, language, former = {} }: Reading<Of>,
): ValuesOf<Of> {
  const said: Readonly<Record<string, unknown>> = filled
  const before: Readonly<Record<string, unknown>> = former
  const values = Object.entries(fields).map(([key, field]) => {
    const name = formName(field)
    const value = said[name]
    if (field.kind === 'links') return [key, value]
    if (field.kind === 'several') {
      const chosen = Array.isArray(value) ? value.map(String) : []
      const known = chosen.filter((one) => field.choices.includes(one))
      if (known.length < chosen.length) typed.wrong(name, textOf(words, `${key}Wrong`) ?? '')
      return [key, known]
    }
    const text = String(value)
    if (field.required && text.trim() === '') typed.wrong(name, missingOf(words, key))
    const [wrong, was] = [textOf(words, `${key}Wrong`), before[key]]
    return [key, readOne(field, { name, text, typed, wrong, was, language })]
  })
  return Object.fromEntries(values) as ValuesOf<Of>
}

type One = {
  readonly name: string
  readonly text: string
  readonly typed: TypedForm
  readonly wrong: string | undefined
  readonly was: unknown
  readonly language: Language
}

function readOne(field: Field, { name, text, typed, wrong, was, language }: One): unknown {
  const usual = deskTexts[language].problems
  switch (field.kind) {
    case 'line':
    case 'lines': {
      const read = typed.text(name, text, field.most, usual.tooLong)
      return field.required ? (read ?? '') : read
    }
    case 'web_address':
      return typed.webAddress(name, text, wrong ?? usual.address)
    case 'email':
      if (text !== '' && !isEmail(text)) typed.wrong(name, wrong ?? '')
      return text === '' && !field.required ? null : text
    case 'moment': {
      const read = typed.time(name, text, wrong ?? usual.time, was instanceof Date ? was : null)
      return field.required ? (read ?? new Date(0)) : read
    }
    case 'whole_number':
      return typed.wholeNumber(name, text, wrong ?? usual.wholeNumber, field.least, field.most)
    case 'yes_no':
      return text === 'true'
    case 'choice':
      return field.choices.includes(text) ? text : field.usual
    case 'link':
      return isUuid(text) ? text.toLowerCase() : null
    case 'links':
    case 'several':
      return []
  }
}

/** What people call the value of a field; `null`: it is called as it is. */
export function namedChoice(fields: Fields, words: FieldWords<Fields>, value: string, name: string) {
  const [key, field] = Object.entries(fields).find(([, one]) => formName(one) === name) ?? []
  if (field?.kind !== 'choice') return null
  return choicesOf(words, key ?? '')[value] ?? null
}

type FormProps<Of extends Fields> = {
  readonly words: FieldWords<Of>
  readonly filled: Filled<Of>
  readonly problems: readonly FormProblem[]
}

/** What one page says otherwise of a field than the others. */
type Else = {
  readonly label?: string
  readonly help?: string
  readonly rows?: number
  /** Of a line: it is one of these, though another may stand there. */
  readonly options?: readonly (readonly [value: string, text: string, isWritten?: boolean])[]
  /** Of several: each is a language, which is called by itself. */
  readonly spoken?: true
  readonly type?: 'tel'
  readonly autocomplete?: 'organization'
  readonly autocapitalize?: 'none'
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
  const { language } = useReader()
  const { optional, problems: usual } = deskTexts[language]
  const id = formName(field)
  const value = (filled as Readonly<Record<string, unknown>>)[id]
  const text = String(value)
  const label = given.label ?? textOf(words, of) ?? ''
  const help = given.help ?? textOf(words, `${of}Help`)
  const said = { id, label, help, problems }
  const required = field.required ? { required: true } : {}
  const sentence = missingOf(words, of)
  const missing = field.required && sentence !== '' ? { ...required, missing: sentence } : required
  const note = field.required ? undefined : optional
  switch (field.kind) {
    case 'line':
      if (given.options !== undefined) return <Choice {...said} value={text} options={given.options} />
      return <Line {...said} note={note} value={text} maxLength={field.most} {...missing} {...kindOfLine(given)} />
    case 'lines':
      return (
        <LongField {...said} {...required} note={note} rows={given.rows ?? 6} maxLength={field.most} value={text} />
      )
    case 'web_address':
      return (
        <Line
          {...{ ...said, note }}
          rule={webAddressRule(language)}
          autocomplete="off"
          autocapitalize="none"
          maxLength={longestAddress}
          value={text}
        />
      )
    case 'email':
      return <EmailField {...said} note={note} required={field.required ?? false} value={text} />
    case 'moment':
      return <Line {...said} {...missing} type="datetime-local" value={text} />
    case 'whole_number':
      return (
        <Line
          {...{ ...said, ...missing, note }}
          inputMode="numeric"
          autocomplete="off"
          rule={wholeNumberRule(textOf(words, `${of}Wrong`) ?? usual.wholeNumber)}
          maxLength={10}
          value={text}
        />
      )
    case 'yes_no':
      return <YesNo {...said} text={text} ticked={choicesOf(words, of)['true']} />
    case 'choice':
    case 'link':
      return <Choice {...said} value={text} options={given.options ?? optionsOf(field, choicesOf(words, of))} />
    case 'several':
      return <Several {...said} {...{ field, value, given }} names={choicesOf(words, of)} />
    case 'links': {
      const options = (given.options ?? []).map(([id, name]) => [id, <Written key={id}>{name}</Written>] as const)
      return <Ticks {...said} chosen={Array.isArray(value) ? value.map(String) : []} options={options} />
    }
  }
}

/** By their names. */
function optionsOf(field: Field, names: Readonly<Record<string, string>>) {
  return field.kind === 'choice' ? field.choices.map((one) => [one, names[one] ?? one] as const) : []
}

type SaidProps = Pick<Parameters<typeof Ticks>[0], 'id' | 'label' | 'help' | 'problems'>

/** @param ticked what stands beside the tick, where its label is above it */
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

type SeveralProps = SaidProps & {
  readonly field: Extract<Field, { readonly kind: 'several' }>
  readonly value: unknown
  readonly given: Else
  readonly names: Readonly<Record<string, string>>
}

function Several({ field, value, given, names, ...said }: SeveralProps) {
  const named = (one: string) => <span lang={given.spoken ? one : undefined}>{names[one] ?? one}</span>
  const options = field.choices.map((one) => [one, named(one)] as const)
  return <Ticks {...said} chosen={Array.isArray(value) ? value.map(String) : []} options={options} saysNone />
}

function kindOfLine({ type, autocomplete, autocapitalize }: Else) {
  return {
    autocomplete: autocomplete ?? 'off',
    ...(type === undefined ? {} : { type }),
    ...(autocapitalize === undefined ? {} : { autocapitalize }),
  } as const
}

function missingOf(words: Readonly<Record<string, unknown>>, key: string): string {
  return textOf(words, `${key}Missing`) ?? textOf(words, `${key}Wrong`) ?? ''
}

function textOf(words: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = words[key]
  return typeof text === 'string' ? text : undefined
}

function choicesOf(words: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, string>> {
  return (words[`${key}Choices`] ?? {}) as Readonly<Record<string, string>>
}
