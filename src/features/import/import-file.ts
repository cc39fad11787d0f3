import { decodeText, readCsv } from '../../lib/csv.ts'
import { withoutInvisible } from '../../lib/text.ts'
import { makesTickets } from '../catalog/product.ts'
import { type ImportProblem, mostLines } from './import-kind.ts'
import { nameWithId, readKind } from './import-words.ts'

/** A line of a file; `cells` null: its quotation marks do not match. `leftOut`: why it cannot be taken, whatever its cells say. */
export type ImportLine = {
  readonly line: number
  readonly cells: readonly string[] | null
  readonly leftOut?: ImportProblem
}

export type ImportFile = {
  /** What the columns are called; in JSON the names of fields, those of what they hold after a point. */
  readonly columns: readonly string[]
  readonly lines: readonly ImportLine[]
}

/** What keeps a file from being read at all. */
export const fileProblems = [
  'no_text',
  'no_json',
  'no_lines',
  'no_objects',
  'too_many_lines',
  'too_many_files',
] as const
export type FileProblem = (typeof fileProblems)[number]

const mostColumns = 200
/** Of a file as a whole: a table is as wide as its widest line, and a value of a booking stands in each of its tickets' lines. */
const mostCells = 4_000_000
const mostCharacters = 64 * 1024 * 1024
/** Longer than any field; what is longer is refused as too long. */
const longestCell = 20_001

/**
 * Reads a file: CSV with a first line that names its columns, or JSON as lists of the interface answer it: an array of objects, or one under
 * `results`. Prices within a product and tickets within a booking become a line each; `{"reservations": […], "tickets": […]}` are two lists, of
 * which the second tells more of the tickets that the first names. What a booking holds beside tickets is a line that is left out. Lines of JSON are counted as its objects, from 1.
 */
export function readImportFile(bytes: Uint8Array): ImportFile | FileProblem {
  const text = decodeText(bytes)?.replace(/^\uFEFF/, '')
  if (text === undefined) return 'no_text'
  const isJson = /^\s*[[{]/.test(text)
  const file = isJson ? readJson(text) : readTable(text)
  if (typeof file === 'string') return file
  if (file.lines.length === 0 || file.columns.length === 0) return isJson ? 'no_objects' : 'no_lines'
  return file.lines.length > mostLines ? 'too_many_lines' : file
}

function readTable(text: string): ImportFile | FileProblem {
  // Counted before they are made.
  if ((text.match(/[;,\t\n\r]/g)?.length ?? 0) > mostCells) return 'too_many_lines'
  const [header, ...records] = readCsv(text)
  const columns = (header?.cells ?? []).slice(0, mostColumns).map(nameOf)
  const kept = (cells: readonly string[]) => cells.slice(0, mostColumns).map((cell) => cell.slice(0, longestCell))
  return { columns, lines: records.map(({ line, cells }) => ({ line, cells: cells && kept(cells) })) }
}

type Json = Readonly<Record<string, unknown>>
type Flat = ReadonlyMap<string, string>

function readJson(text: string): ImportFile | FileProblem {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return 'no_json'
  }
  const objects = objectsOf(read)
  if (objects === null) return 'no_json'
  if (objects.reduce((sum, object) => sum + (partsOf(object)?.parts.length ?? 1), 0) > mostLines)
    return 'too_many_lines'
  const rows = objects.map((object, index) => ({ line: index + 1, ...flattened(object) }))
  const columns = new Map<string, number>()
  for (const { shared, parts } of rows)
    for (const flat of [shared, ...parts.map((part) => part.flat)])
      for (const key of flat.keys()) if (columns.size < mostColumns && !columns.has(key)) columns.set(key, columns.size)
  const lines: ImportLine[] = []
  let characters = 0
  for (const { line, shared, parts } of rows) {
    for (const { flat, ...rest } of parts) {
      const cells = [...columns.keys()].map((key) => (flat.get(key) ?? shared.get(key) ?? '').slice(0, longestCell))
      characters += cells.reduce((sum, cell) => sum + cell.length, 0)
      lines.push({ line, cells, ...rest })
      if (characters > mostCharacters || lines.length * columns.size > mostCells) return 'too_many_lines'
    }
  }
  return { columns: [...columns.keys()].map(nameOf), lines }
}

function objectsOf(read: unknown): readonly Json[] | null {
  if (Array.isArray(read)) return read.every(isObject) ? read : null
  if (!isObject(read)) return null
  const { results, reservations, tickets = [] } = read
  if (reservations === undefined) return Array.isArray(results) ? objectsOf(results) : null
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

/** What an object holds that is a line each, and how its columns begin; null: it is one line. */
function partsOf(object: Json): { readonly parts: readonly Part[]; readonly before: string } | null {
  const { tickets, prices } = object
  if (Array.isArray(tickets)) return { parts: partsOfBooking(object, tickets), before: '' }
  if (!Array.isArray(prices) || prices.length === 0) return null
  return { parts: prices.map((said) => ({ said })), before: 'prices.' }
}

type Part = { readonly said: unknown; readonly leftOut?: ImportProblem }

/** The tickets of a booking, each with what it cost, and what else was sold with them; one that is of nothing else is left out as a whole. */
function partsOfBooking({ lines, amount: total }: Json, tickets: readonly unknown[]): readonly Part[] {
  const sold = objectsOf(lines) ?? []
  const ofTickets = sold.filter(isOfTickets)
  const share = Number((Number(scalar(total)) / tickets.length).toFixed(4))
  const parts = tickets.map((one): Part => {
    const ticket: Json = isObject(one) ? one : { uuid: one }
    if (sold.length === 0) return { said: { ...(scalar(total) !== '' && { amount: share }), ...ticket } }
    if (ticket['price'] === undefined && ofTickets.length > 1) return { said: ticket, leftOut: 'several_prices' }
    const { product, price, prix } = ofTickets.find((of) => (ticket['price'] ?? of['price']) === of['price']) ?? {}
    return { said: { product, price, amount: prix, ...ticket } }
  })
  const others = tickets.length === 0 ? sold : sold.filter((one) => !isOfTickets(one))
  const left = tickets.length === 0 && sold.length === 0 ? [{}] : others
  return [...parts, ...left.map((): Part => ({ said: {}, leftOut: 'no_ticket' }))]
}

function isOfTickets({ categorie_article: letter }: Json): boolean {
  const kind = readKind(scalar(letter))
  return letter === undefined || (kind !== null && makesTickets(kind))
}

type FlatPart = Omit<Part, 'said'> & { readonly flat: Flat }

/** What all lines of an object say, and each of them: its prices, or its tickets. */
function flattened(object: Json): { readonly shared: Flat; readonly parts: readonly FlatPart[] } {
  const { tickets, prices, ...own } = object
  const divided = partsOf(object)
  const shared = new Map(flat(own))
  if (divided === null) return { shared, parts: [{ flat: new Map() }] }
  if (Array.isArray(tickets)) {
    // Beside those of a ticket they have names of their own.
    for (const [name, own] of [
      ['reservation', 'uuid'],
      ['reservation_status', 'status'],
    ] as const) {
      shared.set(name, shared.get(own) ?? '')
      shared.delete(own)
    }
    // The total, and what it is of: each ticket has its own.
    shared.delete('amount')
    shared.delete('lines')
  }
  const { parts, before } = divided
  const read = (part: unknown): Flat => new Map(isObject(part) ? flat(part, before) : [[`${before}uuid`, scalar(part)]])
  return { shared, parts: parts.map(({ said, ...rest }) => ({ ...rest, flat: read(said) })) }
}

const deepest = 3

/** Everything that is said has a column, so that what is not read is named; a thing that is told of at length is its id, or its name. */
function flat(object: Json, before = '', depth = 1): readonly (readonly [string, string])[] {
  return Object.entries(object).flatMap(([key, value]): readonly (readonly [string, string])[] => {
    const column = before + key
    if (Array.isArray(value)) return [[column, value.map(ofList).filter(Boolean).join(' | ')]]
    if (!isObject(value)) return [[column, scalar(value)]]
    const { uuid, ...told } = value
    const name = nameOfThing(value)
    const further = depth < deepest ? flat(name === '' ? value : told, `${column}.`, depth + 1) : []
    return name === '' && further.length > 0 ? further : [[column, name], ...further]
  })
}

/** One of a list: what names nothing stands there as it is written, which no field takes for an id or a name. */
function ofList(value: unknown): string {
  if (value === null || value === '') return ''
  return (isObject(value) ? nameOfThing(value) : scalar(value)) || JSON.stringify(value)
}

/** An artist may be told of as the organisation that it is there, whose id need not be known here. */
function nameOfThing({ uuid, name, configuration }: Json): string {
  if (scalar(uuid) !== '' || scalar(name) !== '' || !isObject(configuration)) return scalar(uuid) || scalar(name)
  const [id, organisation] = [scalar(configuration['uuid']), scalar(configuration['organisation'])]
  return id !== '' && organisation !== '' ? nameWithId(organisation, id) : id || organisation
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const nameOf = (heading: string) => withoutInvisible(heading).slice(0, 100)
