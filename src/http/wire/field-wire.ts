import { type TProperties, type TSchema, Type } from 'typebox'
import { type Field, type Fields, isList, type NewValuesOf, type ValuesOf, type WireField } from '../../lib/field.ts'
import { roundedDegrees } from '../../lib/coordinates.ts'
import { safeLink } from '../../lib/safe-link.ts'
import { formatDateTime } from '../../lib/time.ts'
import { instant } from './instant.ts'
import {
  alsoNamed,
  ArrayIn,
  BooleanIn,
  BooleanOut,
  DateTimeIn,
  DateTimeOut,
  EmailIn,
  EnumIn,
  EnumOut,
  IntegerIn,
  IntegerOut,
  largestInteger,
  Maybe,
  NullableDateTimeOut,
  NullableEnumOut,
  NullableIntegerOut,
  NullableNumberOut,
  NullableTextOut,
  NullableUuidOut,
  NumberIn,
  NumberOut,
  Text,
  TextOut,
  AddressIn,
  UrlIn,
  UuidIn,
  UuidOut,
  withExample,
} from './schemas.ts'

/** The fields as a body has them, by the interface's names: what is required must be there, the rest may be missing, null or empty. */
export function fieldsIn(fields: Fields): TProperties {
  return byWire(fields, (field) => {
    const shown = shownAs(schemaIn(field), exampleIn(field))
    const schema = field.also === undefined ? shown : alsoNamed(shown, ...field.also)
    if (field.required) return schema
    const isOptional = field.kind === 'links' && field.nullIsRefused
    return isOptional ? Type.Optional(schema) : Maybe(schema)
  })
}

/** A field as an answer has it. */
export function fieldOut(field: WireField): TSchema {
  const shown = shownAs(schemaOut(field), exampleOut(field))
  return field.seenBy === 'staff' ? Type.Optional(shown) : shown
}

const shownAs = (schema: TSchema, example: unknown) => (example === undefined ? schema : withExample(schema, example))

function exampleIn(field: WireField): unknown {
  if (field.kind === 'yes_no') return field.usual
  return 'example' in field ? field.example : undefined
}

function exampleOut(field: WireField): unknown {
  return 'exampleOut' in field ? field.exampleOut : exampleIn(field)
}

/**
 * Reads what a body says, in our words; what it does not name is left out.
 *
 * @param body as `fieldsIn` let it pass
 * @param timeZone of times without an offset
 */
export function readFields<const Of extends Fields>(fields: Of, body: object, timeZone: string): Partial<ValuesOf<Of>> {
  const sent = body as Readonly<Record<string, unknown>>
  const said = Object.entries(fields).flatMap(([key, field]) => {
    const value = field.wire === null ? undefined : sent[field.wire]
    const read = readField(field, value, timeZone)
    return read === undefined ? [] : [[key, read]]
  })
  return Object.fromEntries(said) as Partial<ValuesOf<Of>>
}

/** Reads the fields of a new thing from a body, which has passed its schema and so has all that is required. */
export function readNewFields<const Of extends Fields>(fields: Of, body: object, timeZone: string): NewValuesOf<Of> {
  return readFields(fields, body, timeZone) as NewValuesOf<Of>
}

/** The interface's names, by ours (`withWireFields`). */
export function wireNames(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([key, { wire }]) => [key, wire ?? key]))
}

function byWire(fields: Fields, schemaOf: (field: WireField) => TSchema): TProperties {
  return Object.fromEntries(
    Object.values(fields).flatMap((field) => (field.wire === null ? [] : [[field.wire, schemaOf(field)]])),
  )
}

function schemaIn(field: WireField): TSchema {
  switch (field.kind) {
    case 'line':
    case 'lines':
      return Text({ max: field.most, multiline: field.kind === 'lines' })
    case 'web_address':
      return field.accounts ? AddressIn : UrlIn
    case 'email':
      return EmailIn
    case 'moment':
      return DateTimeIn
    case 'whole_number':
      return IntegerIn({ min: field.least, max: field.most ?? largestInteger })
    case 'degrees':
      return NumberIn({ min: -field.most, max: field.most })
    case 'yes_no':
      return BooleanIn
    case 'choice':
      return EnumIn(field.choices)
    case 'several':
      return ArrayIn(EnumIn(field.choices), { max: field.choices.length })
    case 'link':
      return UuidIn
    case 'links':
      return ArrayIn(UuidIn, { max: field.most })
  }
}

function schemaOut(field: WireField): TSchema {
  switch (field.kind) {
    case 'line':
    case 'lines':
    case 'web_address':
    case 'email':
      return field.required ? TextOut : NullableTextOut
    case 'moment':
      return field.required ? DateTimeOut : NullableDateTimeOut
    case 'whole_number':
      return field.required ? IntegerOut : NullableIntegerOut
    case 'degrees':
      return field.required ? NumberOut : NullableNumberOut
    case 'yes_no':
      return BooleanOut
    case 'choice':
      return field.usual === null ? NullableEnumOut(field.choices) : EnumOut(field.choices)
    case 'several':
      return Type.Array(EnumOut(field.choices))
    case 'link':
      return field.required ? UuidOut : NullableUuidOut
    case 'links':
      return Type.Array(UuidOut)
  }
}

/** Undefined: nothing is said of it. Null empties what can be empty, and says nothing of what is always one or the other. */
function readField(field: Field, value: unknown, timeZone: string): unknown {
  const { kind } = field
  if (isList(field)) return value === null ? [] : value
  if (value === null && (kind === 'yes_no' || (kind === 'choice' && field.usual !== null))) return undefined
  if (kind === 'degrees' && typeof value === 'number') return roundedDegrees(value)
  return kind === 'moment' && typeof value === 'string' ? instant(value, timeZone) : value
}

/** What an answer says of a field. */
export function presentField(kind: Field['kind'], value: unknown): unknown {
  if (kind === 'web_address') return typeof value === 'string' ? safeLink(value) : null
  if (value instanceof Date) return formatDateTime(value)
  return Array.isArray(value) ? [...value] : value
}
