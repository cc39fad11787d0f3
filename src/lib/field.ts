/**
 * What is said of a thing, field by field, each declared once (ADR 0261). From the declaration follow the interface (src/http/wire/field-wire.ts),
 * the form (src/office/kit/form-values.ts, form-fields.tsx), what somebody else changed meanwhile, what the log keeps and what a new thing begins with.
 */

type Outside = {
  /** The interface's name; null: the interface does not have it. */
  readonly wire: string | null
  /** Other names by which clients of the interface send it. */
  readonly also?: readonly string[]
  /** The name in a form, where that is another one. */
  readonly form?: string
  /** It may not be empty. */
  readonly required?: true
  /** Who sees it; absent: everybody. */
  readonly seenBy?: 'staff'
}
/** `example`: for the documentation of the interface. */
type Exampled = Outside & { readonly example?: string | null }
/** `accounts`: it may be the name of an account of another server as well (`name@host`). */
type Address = Exampled & { readonly accounts?: true }
/** `exampleOut`: of an answer, where that is another. */
/** `marked`: a text of several lines that is Markdown (lib/markdown.ts). */
type Line = Outside & {
  readonly most: number
  readonly example?: string
  readonly exampleOut?: string | null
  readonly marked?: true
}
type WholeNumber = Outside & { readonly least: number; readonly most?: number; readonly example?: number }
/** `next`: the field of the form after it, which takes the second of two that were pasted as one. */
type Degrees = Outside & { readonly most: number; readonly example?: number; readonly next?: string }
type Several = Outside & { readonly choices: readonly string[] }
type YesNo = Outside & { readonly usual: boolean }
/** `usual` null: it may be none of them. */
type Choice = Outside & {
  readonly choices: readonly string[]
  readonly usual: string | null
  readonly example?: string
}
type Links = Outside & {
  readonly most: number
  /** For the documentation of the interface. */
  readonly example?: readonly string[]
  /** The interface does not take null for none. */
  readonly nullIsRefused?: true
}
/** What forms alone have: the interface says it in its own way. */
type InForms = Outside & { readonly wire: null; readonly form: string }

export type Field =
  | (Line & { readonly kind: 'line' | 'lines' })
  | (Address & { readonly kind: 'web_address' })
  | (Exampled & { readonly kind: 'email' | 'moment' | 'link' })
  | (WholeNumber & { readonly kind: 'whole_number' })
  | (Degrees & { readonly kind: 'degrees' })
  | (YesNo & { readonly kind: 'yes_no' })
  | (Choice & { readonly kind: 'choice' })
  | (Several & { readonly kind: 'several' })
  | (Links & { readonly kind: 'links' })
  | (InForms & { readonly kind: 'amount' | 'vat_rate' })

/** What the interface may have. */
export type WireField = Exclude<Field, { readonly kind: 'amount' | 'vat_rate' }>

/** Fields by their name in the code: the column, where there is one. */
export type Fields = Readonly<Record<string, Field>>

/** One line of text of at most `most` characters. */
export const line = <const Given extends Line>(given: Given) => ({ kind: 'line' as const, ...given })
/** A text that may break its lines. */
export const lines = <const Given extends Line>(given: Given) => ({ kind: 'lines' as const, ...given })
export const webAddress = <const Given extends Address>(given: Given) => ({ kind: 'web_address' as const, ...given })
export const email = <const Given extends Exampled>(given: Given) => ({ kind: 'email' as const, ...given })
/** A day and a time, typed by the clocks of the organisation. */
export const moment = <const Given extends Exampled>(given: Given) => ({ kind: 'moment' as const, ...given })
/** From `least` to `most`, or to what the database holds. */
export const wholeNumber = <const Given extends WholeNumber>(given: Given) => ({
  kind: 'whole_number' as const,
  ...given,
})
/** An angle on a map, at most `most` to either side; a form takes both angles where the first is asked (lib/coordinates.ts). */
export const degrees = <const Given extends Degrees>(given: Given) => ({ kind: 'degrees' as const, ...given })
export const yesNo = <const Given extends YesNo>(given: Given) => ({ kind: 'yes_no' as const, ...given })
/** One of `choices`. */
export const choice = <const Given extends Choice>(given: Given) => ({ kind: 'choice' as const, ...given })
/** Any of `choices`, in no order. */
export const several = <const Given extends Several>(given: Given) => ({ kind: 'several' as const, ...given })
/** Another thing, by its id. */
export const link = <const Given extends Exampled>(given: Given) => ({ kind: 'link' as const, ...given })
/** Other things, by their ids, in no order. */
export const links = <const Given extends Links>(given: Given) => ({ kind: 'links' as const, ...given })
/** Money, in the smallest unit of the organisation's currency. */
export const amount = <const Given extends InForms>(given: Given) => ({ kind: 'amount' as const, ...given })
/** A rate of VAT, in hundredths of a percent. */
export const vatRate = <const Given extends InForms>(given: Given) => ({ kind: 'vat_rate' as const, ...given })

type Raw = {
  readonly line: string
  readonly lines: string
  readonly web_address: string
  readonly email: string
  readonly moment: Date
  readonly whole_number: number
  readonly degrees: number
  readonly link: string
  readonly amount: number
  readonly vat_rate: number
}

export type ValueOf<Of extends Field> = Of extends { readonly kind: 'yes_no' }
  ? boolean
  : Of extends { readonly kind: 'links' }
    ? readonly string[]
    : Of extends { readonly kind: 'several'; readonly choices: readonly (infer One)[] }
      ? readonly One[]
      : Of extends { readonly kind: 'choice'; readonly choices: readonly (infer One)[]; readonly usual: infer Usual }
        ? One | (Usual extends null ? null : never)
        : Of extends { readonly kind: infer Kind extends keyof Raw }
          ? Of extends { readonly required: true }
            ? Raw[Kind]
            : Raw[Kind] | null
          : never

/** Null: empty. */
export type ValuesOf<Of extends Fields> = { readonly [Key in keyof Of]: ValueOf<Of[Key]> }

/** The values of a new thing; those that are required must be given. */
export type NewValuesOf<Of extends Fields> = Partial<ValuesOf<Of>> & Omit<ValuesOf<Of>, Unasked<Of>>

type Unasked<Of extends Fields> = {
  [Key in keyof Of]: Of[Key] extends { readonly required: true } ? never : Key
}[keyof Of]

/** The values of a new thing where nobody gave any: empty, or the usual one. A required field has no such value. */
export function unsaid<const Of extends Fields>(fields: Of): Pick<ValuesOf<Of>, Unasked<Of>> {
  const entries = Object.entries(fields).filter(([, field]) => !field.required)
  return Object.fromEntries(
    entries.map(([key, field]) => [key, 'usual' in field ? field.usual : isList(field) ? [] : null]),
  ) as Pick<ValuesOf<Of>, Unasked<Of>>
}

/** Tells whether a field holds a list, which may be empty. */
export const isList = ({ kind }: Field) => kind === 'links' || kind === 'several'

/** Reads what the fields of a thing say, in their order: what the log keeps, and by which a change is noticed (`versionOf`). */
export function saidOf<const Of extends Fields>(fields: Of, thing: ValuesOf<Of>): ValuesOf<Of> {
  return Object.fromEntries(Object.keys(fields).map((key) => [key, thing[key]])) as ValuesOf<Of>
}

/** Picks some of the fields. */
export function only<const Of extends Fields, Key extends keyof Of>(
  fields: Of,
  ...keys: readonly Key[]
): Pick<Of, Key> {
  return Object.fromEntries(keys.map((key) => [key, fields[key]])) as Pick<Of, Key>
}
