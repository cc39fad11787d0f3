import type { Language } from './language.ts'
import { type Cell, decimalText, type Row } from './sheet.ts'
import { formatLocal } from './time.ts'

/**
 * `semicolon`: with decimal commas, as Excel opens it in French. `comma`: with decimal points, as Excel opens it in English and
 * programs do everywhere.
 */
export const csvForms = ['semicolon', 'comma'] as const
export type CsvForm = (typeof csvForms)[number]

/** As the spreadsheet of somebody who reads that language opens it. */
export const csvFormOf = { en: 'comma', fr: 'semicolon' } as const satisfies Record<Language, CsvForm>

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
