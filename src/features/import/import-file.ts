import { decodeText, readCsv } from '../../lib/csv.ts'
import { withoutInvisible } from '../../lib/text.ts'
import { mostLines } from './import-kind.ts'

/** A line of a file; `cells` null: its quotation marks do not match. */
export type ImportLine = { readonly line: number; readonly cells: readonly string[] | null }

export type ImportFile = {
  /** What the columns are called; in JSON the names of fields, those of what they hold after a point. */
  readonly columns: readonly string[]
  readonly lines: readonly ImportLine[]
}

/** What keeps a file from being read at all. */
export const fileProblems = ['no_text', 'no_json', 'no_lines', 'too_many_lines'] as const
export type FileProblem = (typeof fileProblems)[number]

const mostColumns = 200

/**
 * Reads a file: CSV with a first line that names its columns, or JSON as lists of the interface answer it: an array of objects, or one under
 * `results`. Prices within a product and tickets within a booking become a line each; `{"reservations": […], "tickets": […]}` are two lists, of
 * which the second tells more of the tickets that the first names. Lines of JSON are counted as its objects, from 1.
 */
export function readImportFile(bytes: Uint8Array): ImportFile | FileProblem {
  const text = decodeText(bytes)?.replace(/^\uFEFF/, '')
  if (text === undefined) return 'no_text'
  const file = /^\s*[[{]/.test(text) ? readJson(text) : readTable(text)
  if (typeof file === 'string') return file
  if (file.lines.length === 0 || file.columns.length === 0) return 'no_lines'
  return file.lines.length > mostLines ? 'too_many_lines' : file
}

function readTable(text: string): ImportFile {
  const [header, ...records] = readCsv(text)
  const columns = (header?.cells ?? []).slice(0, mostColumns).map(nameOf)
  return { columns, lines: records.map(({ line, cells }) => ({ line, cells: cells?.slice(0, mostColumns) ?? null })) }
}

type Json = Readonly<Record<string, unknown>>
type Flat = Readonly<Record<string, string>>

function readJson(text: string): ImportFile | FileProblem {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'no_json'
  }
  const objects = objectsOf(read)
  if (objects === null) return 'no_json'
  const rows = objects.flatMap((object, index) => flattened(object).map((row) => ({ line: index + 1, row })))
  const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))].slice(0, mostColumns)
  return {
    columns: columns.map(nameOf),
    lines: rows.map(({ line, row }) => ({ line, cells: columns.map((column) => row[column] ?? '') })),
  }
}

function objectsOf(read: unknown): readonly Json[] | null {
  if (Array.isArray(read)) return read.every(isObject) ? read : null
  if (!isObject(read)) return null
  const { results, reservations, tickets = [] } = read
  if (reservations === undefined) return objectsOf(results ?? null)
  const [bookings, details] = [objectsOf(reservations), objectsOf(tickets)]
  if (bookings === null || details === null) return null
  const known = new Map(details.map((ticket) => [String(ticket['uuid']).toLowerCase(), ticket]))
  return bookings.map((booking) => {
    const named = Array.isArray(booking['tickets']) ? booking['tickets'] : []
    return { ...booking, tickets: named.map((one) => known.get(String(one).toLowerCase()) ?? one) }
  })
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One line for each price of a product and each ticket of a booking; else one. */
function flattened(object: Json): readonly Flat[] {
  const { tickets, prices, ...own } = object
  if (Array.isArray(tickets)) {
    const { uuid = '', status = '', ...booking } = flat(own)
    const shared = { ...booking, reservation: uuid, reservation_status: status }
    return tickets.map((ticket) => ({ ...shared, ...(isObject(ticket) ? flat(ticket) : { uuid: scalar(ticket) }) }))
  }
  const shared = flat(own)
  if (!Array.isArray(prices) || prices.length === 0) return [shared]
  return prices.map((price) => ({ ...shared, ...(isObject(price) ? flat(price, 'prices.') : {}) }))
}

function flat(object: Json, before = ''): Flat {
  const parts = Object.entries(object).flatMap(([key, value]): readonly (readonly [string, string])[] => {
    if (isObject(value)) return Object.entries(flat(value, `${before}${key}.`))
    return [[before + key, Array.isArray(value) ? value.map(idOrScalar).join(' ') : scalar(value)]]
  })
  return Object.fromEntries(parts)
}

const idOrScalar = (value: unknown) => scalar(isObject(value) ? value['uuid'] : value)

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const nameOf = (heading: string) => withoutInvisible(heading).slice(0, 100)
