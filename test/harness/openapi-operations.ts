import type { TestServer } from './server.ts'

/** A schema of the OpenAPI document, as far as the tests read it. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

export type Parameter = {
  readonly in: string
  readonly name: string
  readonly schema: Schema
  readonly example?: unknown
}

export type Operation = {
  /** `POST /api/events/`, as the document writes it. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** The schema of the body, by content type. */
  readonly bodies: Readonly<Record<string, Schema>>
  /** The example of the body, by content type. */
  readonly examples: Readonly<Record<string, unknown>>
  /** The statuses of its answers: `201`, `default`. */
  readonly statuses: readonly string[]
}

type Documented = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example: unknown }>>
  }
  readonly responses: Readonly<Record<string, unknown>>
}

/** A schema, or a part of one, with the schema itself wherever it is referred to by name. */
function spelledOut(part: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => spelledOut(one, named))
  const { $ref } = part as { readonly $ref?: unknown }
  if (typeof $ref === 'string') return spelledOut(named[$ref.replace('#/components/schemas/', '')], named)
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, spelledOut(value, named)]))
}

/** Reads every operation of the document that the server publishes. */
export async function readOperations(server: TestServer): Promise<readonly Operation[]> {
  const { json } = await server.send('meta', 'GET', '/api/openapi.json')
  return Object.entries(json.paths as Record<string, Record<string, Documented>>).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, { parameters = [], requestBody, responses }]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path,
      parameters,
      bodies: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
          type,
          spelledOut(schema, json.components.schemas) as Schema,
        ]),
      ),
      examples: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { example }]) => [type, example]),
      ),
      statuses: Object.keys(responses),
    })),
  )
}

/** Makes a body with that value at that place and nothing else; `0` is the first element of a list. */
export function placedIn(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value)
}
