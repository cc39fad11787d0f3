import { decimalSign } from './format.ts'
import type { Language } from './language.ts'
import { type Cell, decimalText, type Row } from './sheet.ts'
import { formatLocal } from './time.ts'

/**
 * `semicolon`: with decimal commas, as Excel opens it in French. `comma`: with decimal points, as Excel opens it in English and
 * programs do everywhere.
 */
export const csvForms = ['semicolon', 'comma'] as const
export type CsvForm = (typeof csvForms)[number]

/** The form of CSV that a spreadsheet in that language opens. */
export function csvFormOf(language: Language): CsvForm {
  return decimalSign(language) === signs.semicolon.point ? 'semicolon' : 'comma'
}

type CsvStyle = { readonly form: CsvForm; readonly timeZone: string }

const signs = {
  semicolon: { separator: ';', point: ',' },
  comma: { separator: ',', point: '.' },
} as const satisfies Record<CsvForm, object>

/** Without it Excel takes UTF-8 for another encoding. */
export const byteOrderMark = '\uFEFF'

/** Rows as lines of RFC 4180. */
export function csvLines(rows: readonly Row[], style: CsvStyle): string {
  const { separator } = signs[style.form]
  return rows.map((row) => `${row.map((cell) => field(cell, style)).join(separator)}\r\n`).join('')
}

function field(cell: Cell, { form, timeZone }: CsvStyle): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(harmless(cell))
  if (typeof cell === 'number') return String(cell)
  if ('day' in cell) return cell.day
  if ('at' in cell) return formatLocal(cell.at, timeZone).slice(0, 19).replace('T', ' ')
  return decimalText(cell).replace('.', signs[form].point)
}

/** A spreadsheet runs what begins so as a formula, quoted or not; after an apostrophe it is a text. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of a CSV text; of several where a cell holds line breaks. */
export type CsvRecord = {
  /** The number of the line where it begins, from 1. */
  readonly line: number
  /** The row as it is in the text. */
  readonly text: string
  /** The cells without their quotation marks and the blanks around; null: the quotation marks do not match. */
  readonly cells: readonly string[] | null
}

/** What Excel is told by a first line of its own, `sep=;`; padded with separators where a spreadsheet wrote it again. */
const separatorSaid = /^"?sep=([;,\t])?"?[;,\t ]*(?=[\r\n]|$)/i

/** The first line where it says how cells are parted, as it is in the text; ''. */
export function separatorLine(text: string): string {
  return separatorSaid.exec(text)?.[0] ?? ''
}

/**
 * Reads cells parted by semicolons, tabs or commas: as the first line says (`sep=;`), which is no record, or whichever the first
 * line with any of them has most of. Lines without anything are left out.
 * After a quotation mark that is never closed the next line is read as if it were.
 */
export function readCsv(text: string): readonly CsvRecord[] {
  const said = separatorLine(text)
  const separator = separatorSaid.exec(text)?.[1] ?? separatorOf(text.slice(said.length))
  const records: CsvRecord[] = []
  // What is left of that line is its end, an empty record.
  let [start, line] = [said.length, 1]
  while (start < text.length) {
    const { cells, end } = readRecord(text, start, separator)
    const record = { line, text: text.slice(start, end), cells }
    if (cells === null || cells.some((cell) => cell !== '')) records.push(record)
    const next = end + (text.startsWith('\r\n', end) ? 2 : 1)
    line += text.slice(start, next).match(/\r\n|\r|\n/g)?.length ?? 0
    start = next
  }
  return records
}

/** How Windows and its spreadsheets write what is not UTF-8. Null: no text at all, such as the file of a spreadsheet itself. */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  const text = new TextDecoder(encoding).decode(bytes)
  return text.includes('\0') ? null : text
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function separatorOf(text: string): string {
  const [first = ''] = /^.*[;\t,].*$/m.exec(text.replace(/"[^"]*"/g, '')) ?? []
  const counted = [';', '\t', ','].map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}

const inQuotes = / *"([^"]*(?:""[^"]*)*)" */y

function readRecord(
  text: string,
  start: number,
  separator: string,
): { readonly cells: readonly string[] | null; readonly end: number } {
  const bare = new RegExp(`(?! *")[^${separator}\r\n]*`, 'y')
  const cells: string[] = []
  for (let at = start; ; at++) {
    inQuotes.lastIndex = bare.lastIndex = at
    const cell = inQuotes.exec(text) ?? bare.exec(text)
    if (cell) {
      cells.push((cell[1]?.replaceAll('""', '"') ?? cell[0]).trim())
      at += cell[0].length
    }
    if (!cell || !['', separator, '\r', '\n'].includes(text.charAt(at))) {
      const rest = /[\r\n]/.exec(text.slice(at))
      return { cells: null, end: rest ? at + rest.index : text.length }
    }
    if (text.charAt(at) !== separator) return { cells, end: at }
  }
}
