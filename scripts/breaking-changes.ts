/** What a client of the released interface would notice (ADR 0031: changes only add). */
type Json = { readonly [key: string]: unknown }

const methods = ['get', 'post', 'patch', 'delete']

/** One sentence per difference that breaks a client; empty when the new document only adds. */
export function breakingChanges(released: unknown, current: unknown): string[] {
  const changes: string[] = []
  for (const [path, item] of Object.entries(at(released, 'paths'))) {
    for (const method of methods) {
      const before = at(item, method)
      if (Object.keys(before).length === 0) continue
      const name = `${method.toUpperCase()} ${path}`
      const after = at(current, 'paths', path, method)
      if (Object.keys(after).length === 0) changes.push(`${name} is gone`)
      else changes.push(...operationChanges(name, before, after))
    }
  }
  return changes
}

function operationChanges(name: string, before: Json, after: Json): string[] {
  const changes = inputChanges(
    `${name}, body`,
    bodySchema(at(before, 'requestBody')),
    bodySchema(at(after, 'requestBody')),
  )
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

/** A client finds what it found before: no field is gone, none has another type. */
/** Lists of answers that grow: a server speaks another language, and an organisation chooses it (docs/interface/tenants.md). */
const growing = /\.languages?(\[\])?$/

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
