import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Field, Fields } from '../../lib/field.ts'
import { amountFromMinor } from '../../lib/money.ts'
import { formatDateTime } from '../../lib/time.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  NullableDateTimeOut,
  NullableIntegerOut,
  NullableNumberOut,
  NullableTextOut,
  NullableUuidOut,
  NumberOut,
  TextOut,
  UuidOut,
  withExample,
} from './schemas.ts'
import { fieldOut, presentField } from './field-wire.ts'

/** One field of an answer: its schema, and what it says of a row. */
export type AnswerField<Row, Given, Schema extends TSchema = TSchema> = {
  readonly schema: Schema
  readonly of: (row: Row, given: Given) => Static<Schema>
}

/** How an answer tells one thing. */
type Answer<Row, Given, Out extends TSchema> = {
  readonly out: Out
  readonly present: (row: Row, given: Given) => Static<Out>
}

/** Only where it matters to an answer who asks for it, they are named. */
type Present<Row, Given, Out> = unknown extends Given ? (row: Row) => Out : (row: Row, given: Given) => Out

/** A column of the row, or what is made of it. */
type From<Row, Given, Value> = ColumnOf<Row, Value> | ((row: Row, given: Given) => Value)
type ColumnOf<Row, Value> = { [Name in keyof Row]: Row[Name] extends Value ? Name : never }[keyof Row]

/** Refuses fields that the row has not; of which they are is not known of all. */
type Known<Of, Row> = string extends keyof Of ? unknown : Exclude<keyof Of, keyof Row> extends never ? unknown : never

type FieldsOf<Row, Given> = Readonly<Record<string, AnswerField<Row, Given>>>
type SchemasOf<Fields extends FieldsOf<never, never>> = { [Name in keyof Fields]: Fields[Name]['schema'] }

/** The organisation that answers, where amounts are in its currency. */
export type AtTenant = { readonly tenant: { readonly currency: string } }
export const tenantCurrency = (_row: unknown, { tenant }: AtTenant) => tenant.currency
/** Reads the currency from the row, where each has its own. */
export const ownCurrency = ({ currency }: { readonly currency: string }) => currency

const noCurrency = (): string => {
  throw new Error('an answer with amounts has to say in which currency')
}

/**
 * The parts of an answer's fields, each declared once: kind, where its value comes from, and an example for the
 * documentation. The schema and what is answered follow from it.
 *
 * @param currencyOf of amounts
 */
export function fieldsOf<Row, Given = unknown>(currencyOf: (row: Row, given: Given) => string = noCurrency) {
  type Read<Value> = (row: Row, given: Given) => Value
  const reader = <Value>(from: From<Row, Given, Value>): Read<Value> =>
    typeof from === 'function' ? (from as Read<Value>) : (row) => row[from as keyof Row] as Value

  function field<Schema extends TSchema>(schema: Schema, of: Read<Static<Schema>>, example?: Static<Schema>) {
    const shown = example === undefined ? schema : withExample(schema, example)
    return { schema: shown as Schema, of }
  }

  const plain =
    <Schema extends TSchema>(schema: Schema) =>
    (from: From<Row, Given, Static<Schema>>, example?: Static<Schema>) =>
      field(schema, reader<Static<Schema>>(from), example)

  return {
    uuid: plain(UuidOut),
    uuidOrNull: plain(NullableUuidOut),
    text: plain(TextOut),
    textOrNull: plain(NullableTextOut),
    integer: plain(IntegerOut),
    integerOrNull: plain(NullableIntegerOut),
    numberOrNull: plain(NullableNumberOut),
    yesNo: plain(BooleanOut),
    moment(from: From<Row, Given, Date>, example?: string) {
      const read = reader(from)
      return field(DateTimeOut, (row, given) => formatDateTime(read(row, given)), example)
    },
    momentOrNull(from: From<Row, Given, Date | null>, example?: string | null) {
      const read = reader(from)
      const text = (date: Date | null) => date && formatDateTime(date)
      return field(NullableDateTimeOut, (row, given) => text(read(row, given)), example)
    },
    /** An amount of money that is kept in the smallest unit. */
    amount(from: From<Row, Given, number>, example: number) {
      const read = reader(from)
      return field(NumberOut, (row, given) => amountFromMinor(read(row, given), currencyOf(row, given)), example)
    },
    choice<const Values extends readonly string[]>(
      values: Values,
      from: From<Row, Given, Values[number]>,
      example?: Values[number],
    ) {
      return field(EnumOut(values), reader<Values[number]>(from), example)
    },
    /**
     * The fields that its forms have as well.
     *
     * @param isStaff whether the caller keeps such things; others are not told what staff alone sees
     */
    said<const Of extends Fields>(
      fields: Of & Known<Of, Row>,
      isStaff: (given: Given) => boolean = () => true,
    ): object {
      return Object.fromEntries(
        Object.entries<Field>(fields).flatMap(([key, field]) => {
          const { kind, wire, seenBy } = field
          if (wire === null) return []
          const of = (row: Row, given: Given) =>
            seenBy === 'staff' && !isStaff(given) ? undefined : presentField(kind, row[key as keyof Row])
          return [[wire, { schema: fieldOut(field), of }]]
        }),
      )
    },
    /** A value of any other schema. */
    value: <Schema extends TSchema>(schema: Schema, from: From<Row, Given, Static<Schema>>) =>
      field(schema, reader<Static<Schema>>(from)),
    /** A list of other things, as their answer tells each. */
    each<Item, Out extends TSchema>(
      { out, present }: Answer<Item, Given, Out>,
      from: From<Row, Given, readonly Item[]>,
    ) {
      const read = reader<readonly Item[]>(from)
      return field(Type.Unsafe<Static<Out>[]>(Type.Array(out)), (row, given) =>
        read(row, given).map((item) => present(item, given)),
      )
    },
    /** Another thing, told as its own answer. */
    one<Item, Out extends TSchema>({ out, present }: Answer<Item, Given, Out>, from: From<Row, Given, Item>) {
      const read = reader<Item>(from)
      return field(out, (row, given) => present(read(row, given), given))
    },
    /** Another thing, or null where there is none. */
    oneOrNull<Item, Out extends TSchema>(
      { out, present }: Answer<Item, Given, Out>,
      from: From<Row, Given, Item | null>,
    ) {
      const read = reader<Item | null>(from)
      return field(Type.Unsafe<Static<Out> | null>(Type.Union([out, Type.Null()])), (row, given) => {
        const item = read(row, given)
        return item === null ? null : present(item, given)
      })
    },
    /** All fields of an answer, in the order of the documentation, which lists it by its title. */
    object: <const Fields extends FieldsOf<Row, Given>>(title: string, fields: Fields) =>
      answer<Row, Given, Fields>(fields, { title }),
    /** An answer that occurs only within another one. */
    part: <const Fields extends FieldsOf<Row, Given>>(fields: Fields) => answer<Row, Given, Fields>(fields, {}),
  }
}

function answer<Row, Given, Fields extends FieldsOf<Row, Given>>(fields: Fields, options: { readonly title?: string }) {
  const entries = Object.entries(fields)
  const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))
  const out = Type.Object(schemas, options) as TObject<SchemasOf<Fields>>
  const present = (row: Row, given: Given) =>
    Object.fromEntries(entries.map(([name, { of }]) => [name, of(row, given)]))
  return { out, present: present as Present<Row, Given, Static<typeof out>> }
}
