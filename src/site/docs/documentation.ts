import type { OpenAPIV3_1 } from 'openapi-types'
import { errorCodes } from '../../errors.ts'
import type { OpenApiDocument } from '../../http/openapi.ts'
import type { JsonSchema } from '../../http/openapi-schema.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { slugify } from '../../lib/text.ts'

/** The OpenAPI document, as the pages of the documentation show it. */
export type Documentation = {
  readonly groups: readonly OperationGroup[]
  readonly schemas: Schemas
  /** Finds the address of what is written as code in a sentence: an operation, by its path alone too, or the code of a refusal that is no field. */
  addressOf(code: string): string | undefined
}

export type Schemas = Readonly<Record<string, JsonSchema>>

/** The operations of one tag, which have a page of their own. */
export type OperationGroup = {
  readonly tag: string
  readonly slug: string
  readonly address: string
  readonly operations: readonly DocumentedOperation[]
}

export type DocumentedOperation = {
  /** Its `operationId`, which is its anchor on the page of its tag. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: OpenAPIV3_1.OperationObject & {
    readonly 'x-permission'?: string
    readonly 'x-refuses'?: readonly string[]
  }
}

/** A field of a body or an answer, by its path: `prices[].uuid`. */
export type DocumentedField = { readonly path: string; readonly isRequired: boolean; readonly schema: JsonSchema }

const methods = ['get', 'post', 'patch', 'delete'] as const

export function documentationOf(document: OpenApiDocument): Documentation {
  const all = operationsOf(document)
  const groups = [...Map.groupBy(all, ({ operation }) => operation.tags?.[0] ?? '')].map(([tag, operations]) => ({
    tag,
    slug: slugify(tag),
    address: at(visitorPaths.docsOperations, { tag: slugify(tag) }),
    operations,
  }))
  const schemas = (document.components as { readonly schemas?: Schemas } | undefined)?.schemas ?? {}
  const fields = new Set(Object.values(schemas).flatMap((schema) => fieldsOf(schema).map(({ path }) => path)))
  const codes = errorCodes.filter((code) => !fields.has(code))
  const addresses = new Map<string, string>(codes.map((code) => [code, `${visitorPaths.docsErrors}#${code}`]))
  for (const { address, operations } of groups)
    for (const { name, method, path } of operations) {
      const plain = plainPath(path)
      addresses.set(`${method} ${plain}`, `${address}#${name}`)
      if (!addresses.has(plain)) addresses.set(plain, `${address}#${name}`)
    }
  return { groups, schemas, addressOf: (code) => addresses.get(plainPath(code)) }
}

/** However its parameters are written: `/api/events/<uuid>` is `/api/events/{}`. */
function plainPath(path: string): string {
  return path
    .replace(/\?.*/s, '')
    .replaceAll(/\{\w+\}|<\w+>/g, '{}')
    .replace(/\/$/, '')
}

function operationsOf(document: OpenApiDocument): readonly DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ name: operation.operationId ?? '', method: method.toUpperCase(), path, operation }] : []
    }),
  )
}

/** The anchor that an operation had while all of them were on one page. */
export function formerAnchor({ method, path }: DocumentedOperation): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`.replace(/-$/, '')
}

/** What an operation takes beside its body. */
export function parametersOf({ operation }: DocumentedOperation): readonly DocumentedField[] {
  return ((operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]).map(
    ({ name, required = false, schema, description }) => ({
      path: name,
      isRequired: required,
      schema: { ...schemaOf(schema), description },
    }),
  )
}

/** Where the parameters of an operation begin, on the page of its tag: its body may have fields of the same names. */
export function parametersAnchor(operation: string): string {
  return `${operation}.parameters`
}

/** What an operation takes. A form with a file has every field of the other bodies. */
export function bodyOf({ operation }: DocumentedOperation): DocumentedBody | undefined {
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  if (body === undefined) return undefined
  const { 'multipart/form-data': form, 'application/json': json } = body.content
  return {
    types: Object.keys(body.content),
    schema: schemaOf((form ?? json)?.schema),
    example: json?.example,
    isRequired: body.required ?? false,
  }
}

export type DocumentedBody = {
  readonly types: readonly string[]
  readonly schema: JsonSchema
  /** As JSON. */
  readonly example: unknown
  readonly isRequired: boolean
}

export type DocumentedAnswer = {
  readonly status: string
  readonly type: string
  readonly schema: JsonSchema
  readonly example: unknown
}

/** What an operation answers where it does not refuse. */
export function answersOf({ operation }: DocumentedOperation): readonly DocumentedAnswer[] {
  return Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => {
      const [type, media] = Object.entries((response as OpenAPIV3_1.ResponseObject).content ?? {})[0] ?? []
      return { status, type: type ?? '', schema: schemaOf(media?.schema), example: media?.example }
    })
}

/** The schemas are those of openapi-schema.ts. */
function schemaOf(schema: unknown): JsonSchema {
  return (schema ?? {}) as JsonSchema
}

/** The name of the schema that a reference leads to. */
export function schemaName({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

/** The schema, of which a reference is followed. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schemas[schemaName(schema) ?? ''] ?? schema
}

/**
 * The fields of a schema, each followed by those that lie in it.
 *
 * @param schemas the ones by which references are followed; absent: what they lead to is shown elsewhere
 */
export function fieldsOf(schema: JsonSchema, schemas: Schemas = {}, before = ''): readonly DocumentedField[] {
  const { properties = {}, required } = resolved(schema, schemas)
  const needed = (required ?? []) as readonly string[]
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${before}${name}`
    const inner = partsOf(field).flatMap((part) =>
      fieldsOf(part, schemas, `${path}${part === field.items ? '[]' : ''}.`),
    )
    return [{ path, isRequired: needed.includes(name), schema: field }, ...inner]
  })
}

/** The schema itself, of a list that of its items, of a choice each of them. */
export function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  return [schema.items ?? schema, ...(schema.anyOf ?? [])]
}

/** The names of the schemas that answers consist of, and those that lie in these. */
export function objectsOf(operations: readonly DocumentedOperation[], schemas: Schemas): readonly string[] {
  const found = new Set<string>()
  const look = (schema: JsonSchema): void => {
    for (const part of partsOf(schema)) {
      const name = schemaName(part)
      if (name !== undefined && !found.has(name)) {
        found.add(name)
        look(schemas[name] ?? {})
      } else for (const field of Object.values(part.properties ?? {})) look(field)
    }
  }
  for (const operation of operations) for (const { schema } of answersOf(operation)) look(schema)
  return [...found]
}
