import { cleanLine, cleanLines, linesWithoutInvisible, withoutInvisible } from '../../lib/text.ts'
import { parseDateTime } from '../../lib/time.ts'
import { roomOf } from './body-room.ts'
import { hasMoreMembers, leastMembers } from './json-members.ts'
import type { WireKind } from './schemas.ts'

/**
 * The leniency of the interface, in one place (ADR 0022): digit strings are numbers, "true" and "false" are
 * booleans, numbers may stand where digits are wanted, texts are trimmed, those for people lose what nobody sees (ADR 0155),
 * ids are in lower case, and an empty text in an optional field is null.
 * What comes out is then validated strictly; what cannot be read is left as it is, for validation to refuse.
 */
type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly 'x-wire'?: WireKind
  /** Other names by which clients of this interface send the field. */
  readonly 'x-also'?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly maxLength?: number
}

/** What a body says that the schema has no place for, by paths such as `prices.0.quantity`, in the order it came, a few dozen at most. */
export type Ignored = { readonly path: string; readonly value: unknown }[]
/** The names by which fields were sent that the schema calls otherwise, both as paths. */
export type SentAs = Map<string, string>
const mostIgnored = 50
const longestIgnored = 100

/** A name as far as it is said, without half a character at its end. */
const beginningOf = (name: string) => name.slice(0, longestIgnored).toWellFormed()

/** What is learnt of a body while it is read. */
type Noted = { readonly ignored: Ignored; readonly sentAs: SentAs }

/** @param noted gets what is passed over, and what was called otherwise */
export function normalizeBody(schema: unknown, value: unknown, noted: Noted): unknown {
  const known = schema as JsonSchema
  if (isNothing(value)) return allowsNull(known) ? null : {}
  return normalize(known, value, { path: '', ...noted })
}

/** A form of filters sends every field of it: an empty one is one left out, as in a body. */
export function normalizeQuery(schema: unknown, query: unknown): unknown {
  const given = Object.entries(isRecord(query) ? query : {}).filter(
    ([, value]) => typeof value !== 'string' || value.trim() !== '',
  )
  return normalizeBody(schema, Object.fromEntries(given), { ignored: [], sentAs: new Map() })
}

/** Names in a query that the schema does not know, a few dozen at most: filters that would be passed over, and everything answered. */
export function unknownNames(schema: unknown, query: unknown): readonly string[] {
  const { properties = {} } = schema as JsonSchema
  const unknown = Object.keys(query as object).filter((name) => name !== '' && !Object.hasOwn(properties, name))
  return unknown.slice(0, mostIgnored).map(beginningOf)
}

/** Reads the ids of a path leniently, and nothing else: blanks would make another address of it. */
export function normalizeParams(schema: unknown, params: unknown): unknown {
  const { properties = {} } = schema as JsonSchema
  const read = Object.entries(params as Record<string, string>).map(([name, text]) => [
    name,
    properties[name]?.['x-wire'] === 'uuid' ? text.toLowerCase() : text,
  ])
  return Object.fromEntries(read)
}

/**
 * Fields of a query or a form that came more than once and are no list.
 *
 * @param others fields that the schema does not know
 */
export function namesGivenTwice(schema: unknown, values: unknown, others: readonly string[] = []): readonly string[] {
  const { properties = {} } = (schema ?? {}) as JsonSchema
  if (!isRecord(values)) return []
  return Object.keys(values).filter((name) => {
    if (!Array.isArray(values[name])) return false
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    return known ? !known.items && known['x-wire'] !== 'query_text' : others.includes(name)
  })
}

/** A form has no lists: several fields of one name come as one, a single field is a list of one, and JSON is read. */
export function normalizeForm(schema: unknown, value: unknown, noted: Noted): unknown {
  const { properties = {} } = schema as JsonSchema
  if (!isRecord(value)) return normalizeBody(schema, value, noted)
  const known = byEveryName(properties)
  const lists = Object.entries(value).filter(([key, text]) => known.get(key)?.items && typeof text === 'string')
  const read = lists.map(([key, text]) => [key, listOf(known.get(key), String(text).trim())])
  return normalizeBody(schema, { ...value, ...Object.fromEntries(read) }, noted)
}

function byEveryName(properties: Readonly<Record<string, JsonSchema>>): ReadonlyMap<string, JsonSchema> {
  return new Map(
    Object.entries(properties).flatMap(([key, schema]) =>
      [key, ...(schema['x-also'] ?? [])].map((name) => [name, schema] as const),
    ),
  )
}

/** Reads a list; text that is no JSON of it, or of far more than its elements, is left for validation to refuse. */
function listOf(schema: JsonSchema | undefined, text: string): unknown {
  if (text === '') return []
  if (!text.startsWith('[')) return [text]
  if (hasMoreMembers(Buffer.from(text), Math.max(leastMembers, 2 * roomOf(schema).members))) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** No body, or an empty one. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0)
}

/** Where in the body a value stands: `` for all of it, `prices.0.` within. */
type Place = Noted & { readonly path: string }

function normalize(schema: JsonSchema, value: unknown, place: Place): unknown {
  if (schema.properties && isRecord(value)) return normalizeObject(schema.properties, value, place)
  if (schema['x-wire'] === 'query_choices') return queryChoices(value)
  if (schema['x-wire'] === 'query_list' && !Array.isArray(value)) return normalize(schema, [value], place)
  if (schema.items && Array.isArray(value)) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema
    if (value.length > maxItems) return value
    return value.map((item, index) => normalize(items, item, within(place, index)))
  }
  return normalizeScalar(schema, value)
}

function within(place: Place, part: string | number): Place {
  return { ...place, path: `${place.path}${part}.` }
}

/** Only known keys are copied: whatever others hold is passed over, and they are named. */
function normalizeObject(
  properties: Readonly<Record<string, JsonSchema>>,
  value: Record<string, unknown>,
  place: Place,
): Record<string, unknown> {
  const isSent = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined
  const result: Record<string, unknown> = {}
  const read = new Set<string>()
  for (const [key, schema] of Object.entries(properties)) {
    const name = [key, ...(schema['x-also'] ?? [])].find(isSent)
    if (name === undefined) continue
    read.add(name)
    if (name !== key) place.sentAs.set(`${place.path}${key}`, `${place.path}${name}`)
    result[key] = normalize(schema, value[name], within(place, key))
  }
  for (const name of Object.keys(value)) {
    if (!read.has(name) && place.ignored.length < mostIgnored)
      place.ignored.push({ path: beginningOf(`${place.path}${name}`), value: value[name] })
  }
  return result
}

function normalizeScalar(schema: JsonSchema, value: unknown): unknown {
  const kind = schema['x-wire']
  if (typeof value === 'string' && isFarTooLong(schema, value)) return value
  const read = typeof value === 'string' ? readText(kind, value) : value
  if (read === '' && allowsNull(schema)) return null
  switch (kind) {
    case 'text':
    case 'long_text':
    case 'machine_text':
    case 'uuid':
      return typeof value === 'number' ? digitsOf(value) : read
    case 'integer':
      return typeof read === 'string' && /^-?\d{1,15}$/.test(read) ? Number(read) : value
    case 'number':
      return typeof read === 'string' && /^-?\d{1,12}(\.\d{1,6})?$/.test(read) ? Number(read) : value
    case 'query_time':
      return typeof read === 'string' ? queryTime(read) : value
    case 'query_end':
      return typeof read === 'string' ? queryEnd(read) : value
    case 'query_text':
      return queryText(value, schema.maxLength)
    case 'typed':
    case 'long_typed':
      return read
    case 'boolean':
      return read === 'true' ? true : read === 'false' ? false : value
    default:
      return value
  }
}

/** Longer than what could become short enough by losing what nobody sees. What a page is asked for is cut instead. */
function isFarTooLong({ maxLength = Number.POSITIVE_INFINITY, 'x-wire': kind }: JsonSchema, text: string): boolean {
  return kind !== 'query_text' && text.length > 4 * maxLength + 1000
}

/** A text for people loses what nobody sees; any other the blanks around it. */
function readText(kind: WireKind | undefined, text: string): string {
  switch (kind) {
    case 'text':
      return cleanLine(text)
    case 'long_text':
      return cleanLines(text)
    case 'typed':
      return withoutInvisible(text)
    case 'long_typed':
      return linesWithoutInvisible(text)
    case 'uuid':
      return text.trim().toLowerCase()
    default:
      return text.trim()
  }
}

/** The text of a number, unless reading the JSON made another number of it, or it has no plain digits. */
function digitsOf(value: number): string | number {
  const digits = String(value)
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !digits.includes('e') ? digits : value
}

/** The first of several, as far as it may go. */
function queryText(value: unknown, maxLength: number | undefined): string {
  const [first] = Array.isArray(value) ? value : [value]
  return withoutInvisible(
    String(first)
      .slice(0, maxLength)
      .replace(/\p{Cs}+/gu, ' '),
  )
}

/** Reads a time of a query: an unescaped `+` of an offset after it arrived as a space; a date alone is its midnight. */
function queryTime(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00`
  return text.replace(/(?<=(?::\d{2}|T\d{4,6})(?:[.,]\d+)?) (?=\d{2}:?\d{2}$)/i, '+')
}

/** As `queryTime`, of an end: a date alone ends with its day, when the next one begins. */
function queryEnd(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return queryTime(text)
  const day = parseDateTime(`${text}T00:00`, 'UTC')
  const next = day && `${new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10)}T00:00`
  // A day that is none is left for validation to refuse; and none follows the last one that is known.
  return next !== null && parseDateTime(next, 'UTC') ? next : `${text}T23:59:59.999`
}

/** Each once, in the order they came; undefined: none came. */
function queryChoices(value: unknown): readonly string[] | undefined {
  const texts = [value].flat().flatMap((text) => String(text).split(','))
  const chosen = new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))
  return chosen.size === 0 ? undefined : [...chosen]
}

function allowsNull(schema: JsonSchema): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
