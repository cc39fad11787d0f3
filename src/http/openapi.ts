import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type ErrorCode, errorCodes, errorStatus } from '../errors.ts'
import type { ProblemDocument } from './error-handler.ts'
import { parameterMeanings } from './field-meanings.ts'
import type { Forms } from './route.ts'
import { type Described, withNamedSchemas } from './openapi-names.ts'
import { type DescribedOperation, refusalAnswers, refusalsOf, refusedAnyway } from './openapi-refusals.ts'
import { eachMeans, exampleOf, type JsonSchema, plainSchema } from './openapi-schema.ts'
import { packageVersion } from '../lib/package-version.ts'
import { visitorPaths } from '../lib/paths.ts'
import { fieldTexts } from '../messages/interface/field.ts'
import { refusalTexts } from '../messages/interface/refusal.ts'

export type OpenApiDocument = OpenAPIV3_1.Document

const description = `Guichet sells and checks tickets for many organisations on one server.
The organisation ("tenant") of a request is its host: \`<label>.<DOMAIN>\`, or an own domain. Nothing in a path or body changes it.
Every path answers with and without the trailing slash. Unknown keys of a body are passed over, and named in \`ignored\` of the answer; in its header \`Ignored-Fields\` where it is a list or empty, and under \`/scan/\`.`

/** Must be registered before any route: it listens to their registration. */
export async function collectOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Guichet', version: packageVersion, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/', description: 'The host of the organisation' }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Api-Key <key>`: a key of a person of this organisation, with permissions.',
          },
          deviceKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Api-Key <key>`: the key a scanning device received by pairing.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'guichet',
            description:
              'A signed-in person, where a right is needed an administrator; unsafe methods need the `Origin` of this host.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const hidden = !route.config?.access || !/^\/(api\/(?!docs\/|$)|scan\/|\.well-known\/jwks)/.test(url)
      return {
        schema: {
          ...schema,
          ...plainParts((schema ?? {}) as Record<string, unknown>),
          ...(route.config?.madeAt === undefined ? {} : { response: withLocation(schema?.response) }),
          ...(route.config?.headers === undefined ? {} : { headers: route.config.headers }),
          consumes: bodyTypes(route.config?.forms ?? false),
          hide: hidden,
        } as never,
        url,
      }
    },
  })
}

function withLocation(responses: unknown): object {
  const { 201: made, ...others } = responses as Readonly<Record<number, object>>
  const location = { type: 'string', description: 'Where it is read.' }
  return { ...others, 201: { ...made, headers: { Location: location } } }
}

function bodyTypes(forms: Forms): readonly string[] {
  return [
    'application/json',
    ...(forms ? ['application/x-www-form-urlencoded'] : []),
    ...(forms === 'with_files' ? [formWithFiles] : []),
  ]
}

const formWithFiles = 'multipart/form-data'

function plainParts(schema: Record<string, unknown>): Record<string, unknown> {
  const parts = ['body', 'querystring', 'params'].filter((name) => schema[name] !== undefined)
  return Object.fromEntries(parts.map((name) => [name, plainSchema(schema[name] as JsonSchema)]))
}

/** The document of this build, as clients are generated of it: its schemas have names. */
export function openApiDocument(app: FastifyInstance): OpenApiDocument {
  return withNamedSchemas(describeOperations(app) as OpenApiDocument & Described)
}

/** The document with every schema where it belongs, an example for every body and the errors each operation can give. */
export function describeOperations(app: FastifyInstance): OpenApiDocument {
  const document = app.swagger() as unknown as OpenApiDocument
  for (const [path, operations = {}] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = operations[method]
      if (operation) completeOperation(method, path, operation)
    }
  const components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: problemSchema, ScanRefusal: scanRefusalSchema },
  }
  return { ...document, components } as OpenApiDocument
}

const methods = ['get', 'post', 'patch', 'delete', 'head'] as const

function completeOperation(method: string, path: string, operation: DescribedOperation): void {
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  if (body) completeBody(body)
  for (const parameter of (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]) {
    const meaning = parameterMeanings[parameter.name]
    if (meaning !== undefined) parameter.description ??= meaning
  }
  addListHeaders(operation)
  for (const response of Object.values(operation.responses ?? {}) as OpenAPIV3_1.ResponseObject[]) {
    for (const content of Object.values(response.content ?? {})) {
      const schema = content.schema as JsonSchema
      if (schema.format !== 'binary') content.example ??= exampleOf(schema)
    }
  }
  const refusals = refusalsOf(method, path, operation)
  operation['x-refuses'] = refusals
  operation.responses = {
    ...operation.responses,
    ...(path.startsWith('/scan/')
      ? refused(refusals, 'ScanRefusal', 'application/json', scanRefusalOf(path, operation))
      : refused(refusals, 'Problem', 'application/problem+json', problemOf(path, operation))),
  }
}

/** The tool that collects the routes says of every body that it is required, and knows of no files. */
function completeBody(body: OpenAPIV3_1.RequestBodyObject): void {
  const schema = body.content['application/json']?.schema as OpenAPIV3_1.SchemaObject | undefined
  if (!schema) return
  body.required = isRequired(schema)
  for (const content of Object.values(body.content)) content.example ??= exampleOf(content.schema as JsonSchema)
  if (formWithFiles in body.content) body.content[formWithFiles] = { schema: withImage(schema) }
}

/** A body of which nothing is required may be left out. */
function isRequired({ required = [], type }: OpenAPIV3_1.SchemaObject): boolean {
  return required.length > 0 && ![type].flat().includes('null')
}

function withImage(schema: OpenAPIV3_1.SchemaObject): OpenAPIV3_1.SchemaObject {
  const properties = { ...schema.properties, img: { type: 'string' as const, format: 'binary' } }
  return { ...schema, title: `${schema.title}WithFile`, properties }
}

/** What a list says beside its items, by the parameter that asks for it. */
const listHeaders: Readonly<Record<string, Readonly<Record<string, OpenAPIV3_1.HeaderObject>>>> = {
  cursor: {
    Link: {
      description: 'With `limit`, while there are more: the address of the next page.',
      schema: { type: 'string' },
      example: '</api/…/?limit=100&cursor=…>; rel="next"',
    },
  },
  count: {
    'Total-Count': {
      description: 'With `count=true`: how many there are in all, on whatever page; 1,000,000 at most.',
      schema: { type: 'integer' },
      example: 1240,
    },
  },
}

function addListHeaders({ parameters = [], responses }: OpenAPIV3_1.OperationObject): void {
  const list = responses?.['200'] as OpenAPIV3_1.ResponseObject | undefined
  const headers = parameters.flatMap((parameter) => ('name' in parameter ? (listHeaders[parameter.name] ?? []) : []))
  if (list && headers.length > 0) list.headers = Object.assign({}, ...headers)
}

function refused(
  codes: readonly ErrorCode[],
  schema: string,
  contentType: string,
  example: object,
): OpenAPIV3_1.ResponsesObject {
  const media = { schema: { $ref: `#/components/schemas/${schema}` } }
  return {
    ...refusalAnswers(codes, { [contentType]: media }),
    default: {
      description: `Refused: the code says why. See ${visitorPaths.docsErrors}. ${refusedAnyway}`,
      content: { [contentType]: { ...media, example } },
    },
  }
}

/** An example of a problem the operation can answer: a field left out, something not found, no credentials, or none of these. */
function problemOf(path: string, operation: OpenAPIV3_1.OperationObject): ProblemDocument {
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  const schema = body?.content['application/json']?.schema as OpenAPIV3_1.SchemaObject | undefined
  const [field] = schema?.required ?? []
  const code =
    field !== undefined
      ? 'validation_failed'
      : path.includes('{')
        ? 'not_found'
        : isForAnybody(operation)
          ? 'unavailable'
          : 'credentials_required'
  return {
    type: `${visitorPaths.docsErrors}#${code}`,
    ...refusalTexts.en.errors[code],
    status: errorStatus[code],
    code,
    request_id: '5c1f0a52-1f5e-4a86-9a6f-7e1d2b3c4d5e',
    ...(field === undefined ? {} : { errors: { [field]: [fieldTexts.en.schema.required] } }),
  }
}

function scanRefusalOf(path: string, { requestBody }: OpenAPIV3_1.OperationObject) {
  const asksForCode = JSON.stringify(requestBody ?? {}).includes('"qrcode_data"')
  const code = asksForCode ? 'invalid_qrcode' : path.includes('{') ? 'invalid_token' : 'key_invalid'
  const { detail } = refusalTexts.en.errors[code]
  return { success: false, message: detail, code, error: detail, detail }
}

function isForAnybody({ security = [] }: OpenAPIV3_1.OperationObject): boolean {
  return security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)
}

const codeSchema: OpenAPIV3_1.SchemaObject = {
  type: 'string',
  enum: [...errorCodes],
  description: eachMeans(errorCodes, (code) => refusalTexts.en.errors[code].title),
}

const problemSchema: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: codeSchema,
    request_id: { type: 'string' },
    line: {
      type: 'object',
      description: 'Which of the prices that were asked for was refused; `index` counts those of the body from 0.',
      required: ['price'],
      properties: { price: { type: 'string', format: 'uuid' }, index: { type: 'integer' } },
    },
    permission: { type: 'string', description: 'With `permission_denied`: the one that is missing.' },
    rule: {
      type: 'string',
      description:
        'With `category_rule`: `sells_nothing`, `address_of_place`, or how many there may be of what, such as `location_exactly_one`.',
    },
    used_by: {
      type: 'string',
      description: 'With `in_use`: what still refers to it, such as `event` or `reservation`.',
    },
    from: { type: 'string' },
    to: { type: 'string' },
    amount: { type: 'number', description: 'With `amount_mismatch`: what it comes to.' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    challenge: {
      type: 'object',
      description: 'With `proof_of_work_needed`: a challenge of ALTCHA, whose solution lets one booking through.',
      required: ['parameters', 'signature'],
      properties: { parameters: { type: 'object' }, signature: { type: 'string' } },
    },
  },
}

const scanRefusalSchema: OpenAPIV3_1.SchemaObject = {
  type: 'object',
  required: ['success', 'message', 'code', 'error'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    code: codeSchema,
    error: { type: 'string' },
    detail: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
}

/** Each code with its status, in the order of the list, for the page of errors. */
export const documentedErrors: readonly { readonly code: ErrorCode; readonly status: number }[] = errorCodes.map(
  (code) => ({ code, status: errorStatus[code] }),
)
