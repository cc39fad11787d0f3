import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FieldErrors } from '../../errors.ts'
import type { Language } from '../../lib/language.ts'
import { isEmail, isUuid } from '../../lib/text.ts'
import { parseDateTime } from '../../lib/time.ts'
import { accountName } from '../../lib/web-address.ts'
import { fieldTexts } from '../../messages/interface/field.ts'

/** Strict validation: nothing is coerced, defaulted or removed here; normalize.ts ran before. */
export function createValidator(): Ajv {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    validateFormats: true,
  })
  ajv.addFormat('uuid', isUuid)
  ajv.addFormat('email', isEmail)
  ajv.addFormat('uri', isWebAddress)
  ajv.addFormat('address', (text) => isWebAddress(text) || accountName(text) !== null)
  // The zone only matters for instants, not for whether a text is a date.
  ajv.addFormat('date-time', (text) => parseDateTime(text, 'UTC') !== null)
  ajv.addKeyword({
    keyword: 'decimals',
    type: 'number',
    validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
  })
  return ajv
}

/** What Fastify asks of a compiled schema: whether a value fits, and why the last one did not. */
type FittingSchema = { (value: unknown): boolean; errors?: ErrorObject[] | null }

/** The pattern of what isWebAddress takes, for a field, whose flags cannot be chosen. */
export const webAddressPattern = '[hH][tT][tT][pP][sS]?://\\S+'
const webAddressText = new RegExp(`^${webAddressPattern}$`)

/** Compiles a schema when the first value comes: all of them were a quarter of a start, and a process sees few of its routes. */
export function compileWhenAsked(validator: Ajv, schema: AnySchema): FittingSchema {
  let compiled: ValidateFunction | undefined
  const fits: FittingSchema = (value) => {
    compiled ??= validator.compile(lengthsFirst(schema as Schema))
    const isFitting = compiled(value)
    fits.errors = compiled.errors ?? null
    return isFitting
  }
  return fits
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly [keyword: string]: unknown
}

/**
 * The same schema, under which nothing is looked at that is too long: a list of half a million elements is one error, not half
 * a million, and a text that is too long meets no pattern. Every other error of the body is still found.
 */
function lengthsFirst(schema: Schema): Schema {
  const { properties, items, pattern, format, ...rest } = schema
  const { maxItems, maxLength } = rest
  const elements = items === undefined ? {} : { items: lengthsFirst(items) }
  const form = { ...(pattern === undefined ? {} : { pattern }), ...(format === undefined ? {} : { format }) }
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: mapValues(properties, lengthsFirst) }),
    ...within({ maxItems }, elements),
    ...within({ maxLength }, form),
  }
}

/** What is asked of a value once it is known to be short enough. */
function within(limit: Readonly<Record<string, number | undefined>>, asked: object): object {
  const isLimited = Object.values(limit).every((value) => value !== undefined)
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return isLimited && Object.keys(asked).length > 0 ? { if: limit, then: asked } : asked
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

export function isWebAddress(text: string): boolean {
  return webAddressText.test(text) && URL.canParse(text)
}

/**
 * Field names and sentences of the first hundred errors, without the conditions of lengthsFirst, in the reader's language.
 *
 * @param isQuery whether the names are those of parameters, whichever of several values was wrong
 */
export function describeErrors(errors: readonly ErrorObject[], language: Language, isQuery = false): FieldErrors {
  const fields: Record<string, { readonly said: string }[]> = {}
  for (const error of errors.filter(({ keyword }) => keyword !== 'if').slice(0, 100)) {
    const [field = ''] = isQuery ? fieldOf(error).split('.') : [fieldOf(error)]
    const said = describe(error, language)
    const messages = fields[field] ?? []
    if (!messages.some((message) => message.said === said)) fields[field] = [...messages, { said }]
  }
  return fields
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (error.keyword === 'required') path.push(String((error.params as { missingProperty: string }).missingProperty))
  return path.length > 0 ? path.join('.') : 'body'
}

function describe(error: ErrorObject, language: Language): string {
  const words = fieldTexts[language].schema
  const limit = Number((error.params as { limit?: number }).limit)
  switch (error.keyword) {
    case 'required':
      return words.required
    case 'type': {
      const names = [(error.params as { type: string | string[] }).type].flat().filter((name) => name !== 'null')
      return words.wrongType({
        expected: names.map((name) => words.types[name as keyof typeof words.types] ?? name).join(', '),
      })
    }
    case 'maxLength':
      return words.tooLong({ most: limit })
    case 'minLength':
      return words.tooShort
    case 'exclusiveMinimum':
      return words.notAbove({ limit })
    case 'minimum':
      return words.tooSmall({ least: limit })
    case 'maximum':
      return words.tooLarge({ most: limit })
    case 'maxItems':
      return words.tooMany({ most: limit })
    case 'minItems':
      return words.tooFew({ least: limit })
    case 'enum':
      return words.notOneOf({
        values: (error.params as { allowedValues: unknown[] }).allowedValues
          .filter((value) => value !== null)
          .join(', '),
      })
    case 'pattern':
      return words.characters
    case 'decimals':
      return words.wrongType({ expected: words.types.twoDecimals })
    case 'format': {
      const format = (error.params as { format: string }).format
      const names = {
        uuid: words.types.uuid,
        email: words.types.email,
        uri: words.types.url,
        address: words.types.address,
        'date-time': words.types.dateTime,
      }
      return words.wrongType({ expected: names[format as keyof typeof names] ?? format })
    }
    default:
      return words.invalid
  }
}
