import { isDeepStrictEqual } from 'node:util'
import { withMeanings } from './field-meanings.ts'
import type { JsonSchema } from './openapi-schema.ts'

type Named<T> = Readonly<Record<string, T>>
type Part = { readonly content?: Named<{ readonly schema?: JsonSchema }> }
type Operation = { readonly requestBody?: Part; readonly responses: Named<Part> }

/** A document as far as its schemas are concerned. */
export type Described = {
  readonly paths: Named<Named<Operation>>
  readonly components: { readonly schemas: Named<JsonSchema> }
}

/**
 * The document with every schema that has a title once, by that name, and a reference wherever it stood: clients that are generated
 * have a type for each. What each field means stands with it, and what an answer may say of the body.
 *
 * @throws Error where two schemas of one title differ
 */
export function withNamedSchemas<Document extends Described>(document: Document): Document {
  const named: Record<string, JsonSchema> = {}

  function name(schema: JsonSchema): JsonSchema {
    const { title, ...spelled } = { ...schema, ...partsOf(schema, name) }
    if (typeof title !== 'string') return spelled
    // Of a whole body or answer the tool that collects the routes keeps the example beside the schema.
    const { examples: _, ...alike } = spelled
    if (title in named && !isDeepStrictEqual(named[title], alike)) throw new Error(`two schemas are called ${title}`)
    named[title] = alike
    return { $ref: referenceTo(title) }
  }

  const nameIn = <P extends Part>(part: P): P => ({
    ...part,
    ...(part.content && {
      content: mapped(part.content, (media) => (media.schema ? { ...media, schema: name(media.schema) } : media)),
    }),
  })

  const paths = mapped(document.paths, (item) =>
    mapped(item, (operation) => ({
      ...operation,
      ...(operation.requestBody && { requestBody: nameIn(operation.requestBody) }),
      responses: mapped(operation.responses, nameIn),
    })),
  )
  const schemas = { ...named, ...withIgnored(paths, named), ...document.components.schemas }
  return { ...document, paths, components: { ...document.components, schemas: withMeanings(schemas) } }
}

/** The schemas by which a body is answered, with what the answer says of it. Devices at the door are told in a header. */
function withIgnored(paths: Described['paths'], named: Named<JsonSchema>): Named<JsonSchema> {
  const toBodies = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([, item]) => Object.values(item))
    .filter(({ requestBody }) => requestBody !== undefined)
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => status !== 'default')
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema?.['$ref']))
  return Object.fromEntries(
    Object.entries(named)
      .filter(([title]) => toBodies.includes(referenceTo(title)))
      .map(([title, schema]) => [title, { ...schema, properties: { ...schema.properties, ignored } }]),
  )
}

const ignored: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'What the body of the request said that is no field here, such as `prices.0.quantity`. Only in the answer to such a body.',
}

const referenceTo = (title: string) => `#/components/schemas/${title}`

function partsOf({ properties, items, anyOf }: JsonSchema, name: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return {
    ...(properties && { properties: mapped(properties, name) }),
    ...(items && { items: name(items) }),
    ...(anyOf && { anyOf: anyOf.map(name) }),
  }
}

function mapped<T, Result>(of: Named<T>, map: (value: T) => Result): Named<Result> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]))
}
