/** A JSON schema as the routes write it, with the service's own keywords. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly decimals?: number
  readonly minimum?: number
  readonly [keyword: string]: unknown
}

/** The schema without the service's own keywords: what a tool that reads OpenAPI understands. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  if (schema['x-wire'] === 'query_choices') return plainChoices(schema)
  const { 'x-wire': _leniency, 'x-also': also, decimals, properties, items, ...rest } = schema
  return {
    ...rest,
    ...(Array.isArray(also) ? { description: sentences(rest['description'], alsoTaken(also)) } : {}),
    ...(decimals === undefined ? {} : { multipleOf: 10 ** -decimals }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, plainSchema(value)])),
        }),
    ...(items === undefined ? {} : { items: plainSchema(items) }),
  }
}

/** One of a closed list, which clients that know no other send as a text, or several. */
function plainChoices({ 'x-wire': _leniency, type, items, maxItems, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, anyOf: [{ ...items }, { type: 'array', items: { ...items }, maxItems }] }
}

/** What is said of a field, one sentence after the other. */
export const sentences = (...said: readonly unknown[]) => said.filter(Boolean).join(' ')

/** Says what each value of a closed list means, without the joiners that pages break lines by. */
export const eachMeans = <Value extends string>(values: readonly Value[], meaningOf: (value: Value) => string) =>
  values.map((value) => `\`${value}\`: ${meaningOf(value).replace(/\u2060|\.$/g, '')}.`).join(' ')

const alsoTaken = (names: readonly string[]) =>
  `Also taken by the name ${names.map((name) => `\`${name}\``).join(' or ')}.`

const byFormat: Readonly<Record<string, unknown>> = {
  uuid: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10',
  email: 'ada@example.org',
  uri: 'https://example.org/',
  'date-time': '2026-05-01T20:30:00+02:00',
}

const byType: Readonly<Record<string, unknown>> = { string: 'text', boolean: true, null: null }

/** A value the schema accepts: its own examples first, else made from its types. */
export function exampleOf(schema: JsonSchema | undefined): unknown {
  if (!schema) return undefined
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum && schema.enum.length > 0) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, exampleOf(value)]))
  if (schema.items) return [exampleOf(schema.items)]
  if (schema.format !== undefined && schema.format in byFormat) return byFormat[schema.format]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  return byType[String(type)]
}
