import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'

/** Compiles what writes a body by its schema when the first one is written: all of them were a fifth of a start, and a process answers few of its routes. */
export function serializeWhenAsked(schema: AnySchema): (body: unknown) => string {
  let compiled: ((body: unknown) => string) | undefined
  return (body) => {
    compiled ??= fastJsonStringify(schema)
    return compiled(body)
  }
}
