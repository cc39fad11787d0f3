import { type TProperties, Type } from 'typebox'
import { dividePair } from '../../lib/coordinates.ts'
import { type Field, type Fields, isList, type ValuesOf } from '../../lib/field.ts'
import { plainAmount } from '../../lib/format.ts'
import { isEmail, isUuid } from '../../lib/text.ts'
import type { Language } from '../../lib/language.ts'
import { localMinute } from '../../lib/time.ts'
import { accountName } from '../../lib/web-address.ts'
import { ArrayIn, Maybe, TypedLongText, TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import type { Checked } from './edit-page.ts'
import { explainDifferences, type FieldValue } from './explain.ts'
import { type FormReader, readTyped, type TypedForm, vatText } from './typed.ts'

type FormName<Of extends Field> = Of extends { readonly form: infer Name extends string }
  ? Name
  : Of extends { readonly wire: infer Name extends string }
    ? Name
    : string extends Exclude<Of['wire'], null>
      ? string
      : never

/** A form as it was typed, by the names of its fields; a tick says `true`. */
export type Filled<Of extends Fields> = {
  readonly [Key in keyof Of as FormName<Of[Key]>]: Of[Key] extends { readonly kind: 'links' | 'several' }
    ? readonly string[]
    : string
}

/** A form as it was typed, whatever its fields. */
export type FilledFields = Readonly<Record<string, string | readonly string[]>>

/**
 * Texts of fields, by the same keys: `name`, and where there is more to say `nameHelp`, `nameMissing` (what is said where it is
 * empty and must not be; else `nameWrong`), `nameWrong` and `nameChoices` (for yes or no: `true`, the text beside the tick).
 */
export type FieldWords<Of extends Fields> = Readonly<Record<keyof Of & string, unknown>> &
  Readonly<Record<string, unknown>>

export function formName(field: Field): string {
  const name = field.form ?? field.wire
  if (name === null) throw new Error('a field that the interface does not have needs a name in forms')
  return name
}

/** Maps our names of fields to those of a form (`explainFields`). */
export function formNames(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, formName(field)]))
}

/** Makes the body of a form: it takes more than fields may hold, since the page says what is wrong beside each. */
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
    default:
      return Maybe(TypedText({ max: 100 }))
  }
}

/** Reads the form as it was typed. @param body as `typedFields` let it pass */
export function filledIn<const Of extends Fields>(fields: Of, body: object): Filled<Of> {
  const sent = body as Readonly<Record<string, unknown>>
  const filled = byName(fields, (field) => {
    const value = sent[formName(field)]
    if (field.kind === 'links') return Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : []
    if (field.kind === 'several') return Array.isArray(value) ? value.filter(Boolean) : []
    if (field.kind === 'choice') return value ?? field.usual ?? ''
    return value ?? ''
  })
  return { ...filled, ...pairsIn(fields, filled) }
}

/** Divides what was pasted from a map into the first of two fields; it is meant for both. */
function pairsIn(fields: Fields, filled: object): Readonly<Record<string, string>> {
  const said = filled as Readonly<Record<string, unknown>>
  const parts = Object.values(fields).flatMap((field) => {
    const name = formName(field)
    if (field.kind !== 'degrees' || field.next === undefined) return []
    const [first, second] = dividePair(String(said[name])) ?? []
    return first === undefined || second === undefined ? [] : [[name, first] as const, [field.next, second] as const]
  })
  return Object.fromEntries(parts)
}

/** Fills the form with a thing as it is. @param thing what it lacks is left empty */
export function filledFrom<const Of extends Fields>(
  fields: Of,
  thing: Partial<ValuesOf<Of>>,
  { tenant, language }: FormReader,
): Filled<Of> {
  const said: Readonly<Record<string, unknown>> = thing
  return byName(fields, (field, key) => {
    const value = said[key]
    if (isList(field)) return value ?? []
    if (value instanceof Date) return localMinute(value, tenant.timeZone)
    if (field.kind === 'yes_no') return value === true ? 'true' : ''
    if (value === null || value === undefined) return ''
    if (field.kind === 'amount') return plainAmount(Number(value), tenant.currency, language)
    return field.kind === 'vat_rate' ? vatText(Number(value), language) : String(value)
  })
}

function byName<const Of extends Fields>(fields: Of, fill: (field: Field, key: string) => unknown): Filled<Of> {
  const filled = Object.entries(fields).map(([key, field]) => [formName(field), fill(field, key)])
  return Object.fromEntries(filled) as Filled<Of>
}

type Reading<Of extends Fields> = {
  readonly typed: TypedForm
  readonly words: FieldWords<Of>
  /** The values before: a time that was left as shown keeps its seconds. */
  readonly former?: Partial<ValuesOf<Of>>
}

/**
 * Reads what a form says, and notes in `typed` what is wrong, beside its field. A required value that is missing becomes any value.
 */
export function readForm<const Of extends Fields>(
  fields: Of,
  filled: Filled<Of>,
  { typed, words, former = {} }: Reading<Of>,
): ValuesOf<Of> {
  const said: Readonly<Record<string, unknown>> = filled
  const before: Readonly<Record<string, unknown>> = former
  const values = Object.entries(fields).map(([key, field]) => {
    const name = formName(field)
    const value = said[name]
    const wrong = textOf(words, `${key}Wrong`)
    if (field.kind === 'links') return [key, value]
    if (field.kind === 'several') {
      const chosen = Array.isArray(value) ? value.map(String) : []
      const known = chosen.filter((one) => field.choices.includes(one))
      if (known.length < chosen.length) typed.wrong(name, wrong ?? '')
      return [key, known]
    }
    const text = String(value)
    if (field.required && text.trim() === '') typed.wrong(name, missingOf(words, key))
    return [key, readOne(field, { name, text, typed, wrong, was: before[key] })]
  })
  return Object.fromEntries(values) as ValuesOf<Of>
}

/** Reads what a form says, or what is wrong with it, beside each field. @param former as `readForm` has it */
export function checkForm<const Of extends Fields>(
  fields: Of,
  filled: Filled<Of>,
  words: FieldWords<Of>,
  reader: FormReader,
  former: Partial<ValuesOf<Of>> = {},
): Checked<ValuesOf<Of>> {
  const typed = readTyped(reader)
  return { values: readForm(fields, filled, { typed, words, former }), problems: typed.problems }
}

type One = {
  readonly name: string
  readonly text: string
  readonly typed: TypedForm
  readonly wrong: string | undefined
  readonly was: unknown
}

function readOne(field: Field, { name, text, typed, wrong, was }: One): unknown {
  switch (field.kind) {
    case 'line':
    case 'lines': {
      const read = typed.text(name, text, field.most)
      return field.required ? (read ?? '') : read
    }
    case 'web_address':
      return field.accounts && accountName(text) !== null ? text : typed.webAddress(name, text, wrong)
    case 'email':
      if (text !== '' && !isEmail(text)) typed.wrong(name, wrong ?? '')
      return text === '' && !field.required ? null : text
    case 'moment': {
      const read = typed.time(name, text, wrong, was instanceof Date ? was : null)
      return field.required ? (read ?? new Date(0)) : read
    }
    case 'whole_number':
      return typed.wholeNumber(name, text, wrong, field.least, field.most)
    case 'degrees':
      return typed.degrees(name, text, field.most)
    case 'amount': {
      const read = typed.amount(name, text, wrong)
      return field.required ? (read ?? 0) : read
    }
    case 'vat_rate':
      return typed.vatRate(name, text, wrong ?? '')
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

type Changed = {
  /** The sentence that says what happened, as a whole. */
  readonly changed: string
  readonly language: Language
  /** Names of things, by their ids. */
  readonly names?: ReadonlyMap<string, string>
}

/** Tells the person who comes second what is there now, beside each field where they typed something else (`explainDifferences`). */
export function explainForm<const Of extends Fields, Form extends { readonly [Name in keyof Form]: FieldValue }>(
  fields: Of,
  words: FieldWords<Of>,
  [now, typed]: readonly [now: Form, typed: Form],
  { changed, language, names = new Map() }: Changed,
): readonly FormProblem[] {
  const { yes } = deskTexts[language]
  return explainDifferences(now, typed, { changed, language }, (value, name) => {
    const [key, field] = Object.entries(fields).find(([, one]) => formName(one) === name) ?? []
    const chosen = choicesOf(words, key ?? '')[value]
    if (field?.kind === 'choice' || field?.kind === 'yes_no') return chosen ?? (value === 'true' ? yes : value)
    return names.get(value) ?? value
  })
}

export function missingOf(words: Readonly<Record<string, unknown>>, key: string): string {
  return textOf(words, `${key}Missing`) ?? textOf(words, `${key}Wrong`) ?? ''
}

export function textOf(words: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = words[key]
  return typeof text === 'string' ? text : undefined
}

export function choicesOf(words: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, string>> {
  return (words[`${key}Choices`] ?? {}) as Readonly<Record<string, string>>
}
