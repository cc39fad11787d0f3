/** What a client of the released interface would notice (ADR 0031: changes only add). */
type Json = { readonly [key: string]: unknown }

const methods = ['get', 'post', 'patch', 'delete']

/** One sentence per difference that breaks a client; empty when the new document only adds. */
export function breakingChanges(released: unknown, current: unknown): string[] {
  const [old, now] = [spelledOut(released), spelledOut(current)]
  const schemas = at(current, 'components', 'schemas')
  const changes = Object.keys(at(released, 'components', 'schemas'))
    .filter((name) => !(name in schemas))
    .map((name) => `the schema ${name} is gone`)
  for (const [path, item] of Object.entries(at(old, 'paths'))) {
    for (const method of methods) {
      const before = at(item, method)
      if (Object.keys(before).length === 0) continue
      const name = `${method.toUpperCase()} ${path}`
      const after = at(now, 'paths', path, method)
      if (Object.keys(after).length === 0) changes.push(`${name} is gone`)
      else changes.push(...operationChanges(name, before, after))
    }
  }
  return changes
}

/** The document with the schema itself wherever it is referred to. */
function spelledOut(document: unknown): unknown {
  const schemas = at(document, 'components', 'schemas')
  function spell(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(spell)
    const { $ref } = value as { readonly $ref?: unknown }
    if (typeof $ref === 'string') return spell(schemas[$ref.replace('#/components/schemas/', '')])
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spell(inner)]))
  }
  return spell(document)
}

function operationChanges(name: string, before: Json, after: Json): string[] {
  const [called, calledNow] = [before['operationId'], after['operationId']]
  const renamed =
    called === undefined || called === calledNow ? [] : [`${name} was called ${called}, and is called ${calledNow}`]
  const changes = [
    ...renamed,
    ...inputChanges(`${name}, body`, bodySchema(at(before, 'requestBody')), bodySchema(at(after, 'requestBody'))),
  ]
  for (const [status, response] of Object.entries(at(before, 'responses'))) {
    const next = at(after, 'responses', status)
    if (Object.keys(next).length === 0) changes.push(`${name} no longer answers ${status}`)
    else changes.push(...outputChanges(`${name}, answer ${status}`, bodySchema(response), bodySchema(next)))
  }
  return changes
}

/** A client may send what it sent before: nothing new is required, no value is refused that was taken. */
function inputChanges(name: string, before: Json, after: Json): string[] {
  const changes = listOf(after, 'required')
    .filter((field) => !listOf(before, 'required').includes(field))
    .map((field) => `${name}: ${field} is now required`)
  changes.push(...typesLost(name, before, after))
  for (const [field, schema] of Object.entries(at(before, 'properties'))) {
    const next = at(after, 'properties', field)
    if (Object.keys(next).length > 0) changes.push(...inputChanges(`${name}.${field}`, schema as Json, next))
  }
  if (Object.keys(at(before, 'items')).length > 0)
    changes.push(...inputChanges(`${name}[]`, at(before, 'items'), at(after, 'items')))
  return changes
}

/**
 * Lists of answers that grow: a server speaks another language, and an organisation chooses it (docs/interface/tenants.md); it
 * refuses for another reason; an organisation sells memberships of another period; and money comes on a card another way.
 */
const growing = /\.languages?(\[\])?$|\.subscription_type$|\/api\/cards\/.*\.kind$|, answer default\.code$/

/** A client finds what it found before: no field is gone, none has another type. */
function outputChanges(name: string, before: Json, after: Json): string[] {
  const changes = typesLost(name, growing.test(name) ? { ...after, enum: undefined } : after, before)
  for (const [field, schema] of Object.entries(at(before, 'properties'))) {
    const next = at(after, 'properties', field)
    if (Object.keys(next).length === 0) changes.push(`${name}.${field} is gone`)
    else changes.push(...outputChanges(`${name}.${field}`, schema as Json, next))
  }
  if (Object.keys(at(before, 'items')).length > 0)
    changes.push(...outputChanges(`${name}[]`, at(before, 'items'), at(after, 'items')))
  return changes
}

/** Types and enum values that `wide` has and `narrow` lost. */
function typesLost(name: string, wide: Json, narrow: Json): string[] {
  const types = (schema: Json) => [schema['type'] ?? []].flat().map(String)
  const kept = types(narrow)
  const lost =
    kept.length === 0
      ? []
      : types(wide).filter((type) => !kept.includes(type) && !(type === 'integer' && kept.includes('number')))
  const values = listOf(narrow, 'enum')
  const lostValues = values.length === 0 ? [] : listOf(wide, 'enum').filter((value) => !values.includes(value))
  return [...lost, ...lostValues].map((value) => `${name}: ${value} does not fit any more`)
}

function bodySchema(part: unknown): Json {
  return at(Object.values(at(part, 'content'))[0], 'schema')
}

function listOf(schema: Json, key: string): string[] {
  const value = schema[key]
  return Array.isArray(value) ? value.map(String) : []
}

function at(value: unknown, ...keys: string[]): Json {
  let current: unknown = value
  for (const key of keys) current = typeof current === 'object' && current !== null ? (current as Json)[key] : undefined
  return typeof current === 'object' && current !== null ? (current as Json) : {}
}
