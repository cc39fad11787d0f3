/**
 * Reads a value that came out of JSON of our own, and throws when it is not what was written: a row changed by hand is a
 * fault that is found where it is read.
 */
export type Reader<Value> = (value: unknown) => Value

export const text: Reader<string> = (value) => {
  if (typeof value !== 'string') throw new TypeError('kept JSON: a text is missing')
  return value
}

export const integer: Reader<number> = (value) => {
  if (!Number.isSafeInteger(value)) throw new TypeError('kept JSON: a whole number is missing')
  return value as number
}

export function nullable<Value>(read: Reader<Value>): Reader<Value | null> {
  return (value) => (value === null ? null : read(value))
}

/** Makes a reader for a field that may be absent, and then is absent in the result too. */
export function optional<Value>(read: Reader<Value>): Reader<Value | undefined> {
  return (value) => (value === undefined ? undefined : read(value))
}

export function listOf<Value>(read: Reader<Value>): Reader<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError('kept JSON: a list is missing')
    return value.map(read)
  }
}

/** Fields that it does not name are left out. */
export function shapeOf<Value extends object>(
  fields: {
    readonly [Key in keyof Value]-?: Reader<Value[Key] | undefined>
  },
): Reader<Value> {
  const readers = Object.entries(fields) as [string, Reader<unknown>][]
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new TypeError('kept JSON: an object is missing')
    const kept = value as Readonly<Record<string, unknown>>
    const read = readers.map(([key, reader]) => [key, reader(kept[key])] as const)
    return Object.fromEntries(read.filter(([, field]) => field !== undefined)) as Value
  }
}
