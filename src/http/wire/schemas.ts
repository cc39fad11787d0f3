import { type TObject, type TSchema, Type } from 'typebox'

/**
 * The building blocks of every body and answer. Input schemas carry `x-wire`, which tells normalize.ts how lenient the
 * interface is with a value (ADR 0022); validation after it is strict.
 */
export type WireKind =
  | 'text'
  | 'long_text'
  | 'machine_text'
  | 'uuid'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'query_time'
  | 'query_end'
  | 'query_choices'
  | 'query_list'
  | 'query_text'
  | 'typed'
  | 'long_typed'

/** One line: trimmed, no control characters, no lone surrogates. */
const singleLine = '^[^\\p{Cc}\\p{Cs}]*$'
/** Long texts may break lines and hold tabs. */
const multiLine = '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$'

type TextLimits = {
  readonly max: number
  readonly min?: number
  readonly multiline?: boolean
  readonly example?: string
}

function textSchema({ max, min = 1, multiline = false, example }: TextLimits) {
  return {
    type: 'string',
    'x-wire': multiline ? 'long_text' : 'text',
    minLength: min,
    maxLength: max,
    pattern: multiline ? multiLine : singleLine,
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

/**
 * A text for people that must be there: what would turn it around is left out, and one of which nobody sees anything is
 * empty (ADR 0155). A number is taken as its digits (clients in the field send `phone` so).
 */
export const Text = (limits: TextLimits) => Type.Unsafe<string>(textSchema(limits))

/** A text that programs compare, such as a code or a rate: nothing of it is left out but the blanks around it. */
export const MachineText = (limits: Omit<TextLimits, 'multiline'>) =>
  Type.Unsafe<string>({ ...textSchema(limits), 'x-wire': 'machine_text' })

/** One line that a person types or pastes into a page: a control character is a space, such as the tab between two cells. */
export const TypedText = (limits: Pick<TextLimits, 'max'>) =>
  Type.Unsafe<string>({ ...textSchema(limits), 'x-wire': 'typed' })

/** As `TypedText`, for what nobody is shown again, such as a key of somebody else's service. */
export const SecretText = (limits: Pick<TextLimits, 'max'>) =>
  Type.Unsafe<string>({ ...TypedText(limits), writeOnly: true })

/** As `TypedText`, for several lines, such as what was pasted from a word processor. */
export const TypedLongText = (limits: Pick<TextLimits, 'max'>) =>
  Type.Unsafe<string>({ ...textSchema({ ...limits, multiline: true }), 'x-wire': 'long_typed' })

/** An input field that may be missing, null or empty, all three meaning null; one that may be so already stays as it is. */
export function Maybe<T extends TSchema>(schema: T) {
  const {
    type,
    enum: values,
    examples,
    ...rest
  } = schema as unknown as { type?: string | string[]; enum?: unknown[]; examples?: unknown[] }
  return Type.Optional(
    Type.Unsafe<Type.Static<T> | null>({
      ...rest,
      ...(type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] }),
      ...(values === undefined ? {} : { enum: [...new Set([...values, null])] }),
      ...(examples === undefined ? {} : { examples }),
    }),
  )
}

/** As `Maybe`, of a field that few send: the example of the body leaves it empty. */
export const Seldom = <T extends TSchema>(schema: T) => Maybe({ ...schema, examples: [null] })

/** A field that clients of this interface send by other names, too. Its own name counts where both are sent. */
export function alsoNamed<T extends TSchema>(schema: T, ...names: readonly string[]) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, 'x-also': names })
}

/** An id, in lower case when it is read, as ids are everywhere inside. */
export const UuidIn = Type.Unsafe<string>({ type: 'string', 'x-wire': 'uuid', format: 'uuid' })
export const EmailIn = Type.Unsafe<string>({
  type: 'string',
  'x-wire': 'machine_text',
  format: 'email',
  maxLength: 254,
  pattern: singleLine,
  examples: ['ada@example.org'],
})
export const UrlIn = Type.Unsafe<string>({
  type: 'string',
  'x-wire': 'machine_text',
  format: 'uri',
  maxLength: 2000,
  pattern: singleLine,
  examples: ['https://example.org/image.jpg'],
})
/** A web address, or the name of an account of another server. */
export const AddressIn = Type.Unsafe<string>({ ...UrlIn, format: 'address' })
export const DateTimeIn = Type.Unsafe<string>({
  type: 'string',
  'x-wire': 'machine_text',
  format: 'date-time',
  maxLength: 40,
  examples: ['2026-05-01T20:30:00+02:00'],
})
const dateAlone = 'A date alone is its midnight in the time zone of the organisation.'
/** A time in a query, where an unescaped `+` of an offset arrives as a space, and a date alone is its midnight. */
export const DateTimeQuery = Type.Unsafe<string>({ ...DateTimeIn, 'x-wire': 'query_time', description: dateAlone })
/** The moment before which something is, as it was first offered. */
export const BeforeQuery = Type.Unsafe<string>({
  ...DateTimeQuery,
  description: `Only what is before that moment. ${dateAlone} \`until\` takes the whole day.`,
})
/** A text in the query of a page, where nothing is refused: the beginning of the first of several, without control characters. */
export const TextQuery = Type.Unsafe<string>({ type: 'string', 'x-wire': 'query_text', maxLength: 2000 })
export const BooleanIn = Type.Unsafe<boolean>({ type: 'boolean', 'x-wire': 'boolean' })
const amountSchema = {
  type: 'number',
  'x-wire': 'number',
  maximum: 999_999_999.99,
  description: 'With as many decimals as the currency of the organisation has: two of the euro.',
  examples: [12.5],
}
/** An amount of money in whole units; a number, or its digits. Its decimals are judged when its currency is known (ADR 0057). */
export const AmountIn = Type.Unsafe<number>({ ...amountSchema, minimum: 0 })
/** As `AmountIn`, above 0. */
export const PositiveAmountIn = Type.Unsafe<number>({ ...amountSchema, exclusiveMinimum: 0 })

/** The largest quantity: the largest integer of the database. */
export const largestInteger = 2_147_483_647

export const IntegerIn = (limits: { readonly min: number; readonly max: number; readonly example?: number }) =>
  Type.Unsafe<number>({
    type: 'integer',
    'x-wire': 'integer',
    minimum: limits.min,
    maximum: limits.max,
    ...(limits.example === undefined ? {} : { examples: [limits.example] }),
  })

/** Any number between two others, both included. */
export const NumberIn = (limits: { readonly min: number; readonly max: number; readonly example?: number }) =>
  Type.Unsafe<number>({ ...IntegerIn(limits), type: 'number', 'x-wire': 'number' })

export function EnumIn<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', 'x-wire': 'machine_text', enum: [...values] })
}

export function ArrayIn<T extends TSchema>(items: T, limits: { readonly max: number; readonly min?: number }) {
  return Type.Unsafe<Type.Static<T>[]>({ type: 'array', items, minItems: limits.min ?? 0, maxItems: limits.max })
}

/** A body that may be left out: none and `{}` arrive as null, anything else must be right. */
export function OrNothing<T extends TObject>(schema: T) {
  return Type.Unsafe<Type.Static<T> | null>({ ...schema, type: ['object', 'null'] })
}

/** Answers. */
export const UuidOut = Type.Unsafe<string>({
  type: 'string',
  format: 'uuid',
  examples: ['0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'],
})
export const NullableUuidOut = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
export const TextOut = Type.Unsafe<string>({ type: 'string' })
export const NullableTextOut = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const DateTimeOut = Type.Unsafe<string>({ type: 'string', examples: ['2026-05-01T20:30:00.000000+00:00'] })
export const NullableDateTimeOut = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  examples: ['2026-05-01T20:30:00.000000+00:00'],
})
export const NumberOut = Type.Unsafe<number>({ type: 'number' })
export const NullableNumberOut = Type.Unsafe<number | null>({ type: ['number', 'null'] })
export const IntegerOut = Type.Unsafe<number>({ type: 'integer' })
export const NullableIntegerOut = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const BooleanOut = Type.Unsafe<boolean>({ type: 'boolean' })

export function EnumOut<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
}

export function NullableEnumOut<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null] })
}

/** Adds to a schema a likely value of its field, for the OpenAPI document. */
export function withExample<T extends TSchema>(schema: T, example: Type.Static<T>) {
  return Type.Unsafe<Type.Static<T>>({ ...schema, examples: [example] })
}

/** Request headers, for the OpenAPI document only. */
export const AcceptLanguage = Type.Optional(
  Type.Unsafe<string>({
    type: 'string',
    description: 'The language of texts for people, of those that the organisation has. Otherwise its own.',
    examples: ['fr'],
  }),
)

/** Parameters of every list (docs/interface/requests.md, "Lists"). */
export const PageQuery = {
  updated_since: Type.Optional(
    Type.Unsafe<string>({ ...DateTimeQuery, description: `Only what changed then or later. ${dateAlone}` }),
  ),
  limit: Type.Optional(IntegerIn({ min: 1, max: 1000, example: 100 })),
  // The longest name that a list is ordered by, and an id.
  cursor: Type.Optional(Type.Unsafe<string>({ type: 'string', maxLength: 1200, pattern: '^[A-Za-z0-9_-]+$' })),
}

/** Parameters that a list has where it offers them (ADR 0267). @param dates what it is the time of: `was made` */
export const FromQuery = (dates: string) =>
  Type.Unsafe<string>({
    ...DateTimeQuery,
    description: `Only what ${dates} at that moment or later. ${dateAlone}`,
    examples: ['2026-05-01'],
  })
/** As `FromQuery`; a date alone ends with its day. */
export const UntilQuery = (dates: string) =>
  Type.Unsafe<string>({
    ...DateTimeIn,
    'x-wire': 'query_end',
    description: `Only what ${dates} before that moment. A date alone takes the whole day, in the time zone of the organisation.`,
    examples: ['2026-05-31'],
  })

/** Several of a closed list: separated by commas, by coming several times, or both. */
export const StatusQuery = (statuses: readonly string[]) =>
  Type.Unsafe<string[]>({
    type: 'array',
    'x-wire': 'query_choices',
    maxItems: 50,
    items: { type: 'string', enum: [...statuses] },
    examples: [statuses.slice(0, 2)],
    description: 'Only what has this status, or one of several: with commas between them, or sent several times.',
  })

/** What may come several times in a query, in its order. */
export function ListQuery<T extends TSchema>(items: T, { max }: { readonly max: number }) {
  return Type.Unsafe<Type.Static<T>[]>({ type: 'array', 'x-wire': 'query_list', items, maxItems: max })
}

/** @param usual null: an order that has no name */
export function SortQuery(names: readonly string[], usual: string | null) {
  return Type.Unsafe<string>({
    type: 'string',
    'x-wire': 'machine_text',
    enum: names.flatMap((name) => [name, `-${name}`]),
    examples: [`-${names[0]}`],
    description: `The order, with \`-\` the other way round. ${usual === null ? 'Without it as the list says.' : `Without it \`${usual}\`.`}`,
  })
}

/** The parameter that has the answer say how many there are. */
export const CountQuery = {
  count: Type.Optional(
    Type.Unsafe<boolean>({
      ...BooleanIn,
      examples: [true],
      description: 'With `true`, `Total-Count` of the answer says how many there are in all, 1,000,000 at most.',
    }),
  ),
}
