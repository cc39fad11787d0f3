import { readDegrees } from '../../lib/coordinates.ts'
import type { Field, ValuesOf } from '../../lib/field.ts'
import { nilUuid } from '../../lib/ids.ts'
import { parseAmountMinor, parseVat } from '../../lib/money.ts'
import { isEmail, linesWithoutInvisible, normalizeEmail, readUuid, withoutInvisible } from '../../lib/text.ts'
import { endOfDay, parseDateTime } from '../../lib/time.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { fieldName } from './import-columns.ts'
import type { ImportLine } from './import-file.ts'
import {
  type ImportFields,
  type ImportKind,
  type ImportProblem,
  importFields,
  type LineProblem,
  type Mapping,
} from './import-kind.ts'

/** The clock and the money by which a file is read: those of the organisation. */
export type ImportReader = { readonly timeZone: string; readonly currency: string }

export type LineValues<Kind extends ImportKind> = ValuesOf<ImportFields<Kind>>

/** A line with what it says. */
export type ReadLine<Kind extends ImportKind> = { readonly line: number; readonly values: LineValues<Kind> }

class LineError extends Error {
  readonly problem: ImportProblem

  constructor(problem: ImportProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Reads what a line says, by the columns that the mapping names; what none is named for is empty. The first thing that is wrong with it. */
export function readImportLine<Kind extends ImportKind>(
  kind: Kind,
  { line, cells, leftOut }: ImportLine,
  mapping: Mapping,
  reader: ImportReader,
): ReadLine<Kind> | LineProblem {
  if (leftOut) return { field: null, problem: leftOut }
  if (cells === null) return { field: null, problem: 'quotes' }
  const values: Record<string, unknown> = {}
  for (const [key, field] of Object.entries<Field>(importFields[kind])) {
    const name = fieldName(field)
    const text = cells[mapping[name] ?? -1]?.trim() ?? ''
    try {
      values[key] = readCell(field, text, reader)
    } catch (error) {
      if (error instanceof LineError) return { field: name, problem: error.problem }
      throw error
    }
  }
  return { line, values: values as LineValues<Kind> }
}

function readCell(field: Field, text: string, reader: ImportReader): unknown {
  if (text === '') {
    if (field.required) throw new LineError('required')
    return field.kind === 'yes_no' || field.kind === 'choice' ? field.usual : field.kind === 'links' ? [] : null
  }
  switch (field.kind) {
    case 'line':
      return ofLength(withoutInvisible(text), field.most, field.required)
    case 'lines':
      return ofLength(linesWithoutInvisible(text), field.most, field.required)
    case 'email':
      return isEmail(text) ? normalizeEmail(text) : wrong('email')
    case 'moment':
      return afterTheEpoch(readMoment(text, fieldName(field), reader)) ?? wrong('moment')
    case 'whole_number':
      return readNumber(text, field.least, field.most ?? mostInteger)
    case 'amount':
      return parseAmountMinor(plain(text), reader.currency) ?? wrong('amount')
    case 'vat_rate': {
      const rate = parseVat(plain(text).replace('%', ''))
      return rate === undefined ? wrong('vat_rate') : rate
    }
    case 'yes_no':
      return readYesNo(text)
    case 'choice':
      return field.choices.includes(text.toLowerCase()) ? text.toLowerCase() : wrong('choice')
    case 'degrees': {
      const angle = readDegrees(text)
      return angle === null || Math.abs(angle) > field.most ? wrong('degrees') : angle
    }
    case 'web_address':
      return isWebAddress(text) ? ofLength(text, mostAddress, field.required) : wrong('web_address')
    case 'link':
      return readId(text)
    case 'links':
      return text.split(/[\s,;|]+/).map(readId)
    default:
      throw new Error(`nothing is imported into a field of the kind ${field.kind}`)
  }
}

/** Some write the nil uuid where there is none; here it stands for all events. */
function readId(text: string): string {
  const id = readUuid(text)
  return id === null || id === nilUuid ? wrong('id') : id
}

const mostInteger = 2_147_483_647
const mostAddress = 2000

function wrong(problem: ImportProblem): never {
  throw new LineError(problem)
}

function ofLength(text: string, most: number, isRequired: boolean | undefined): string | null {
  if (text.length > most) throw new LineError('too_long')
  if (text === '' && isRequired) throw new LineError('required')
  return text === '' ? null : text
}

/** An amount as spreadsheets write it: with its sign, with blanks between the thousands, with a comma. */
const plain = (text: string) => text.replace(/[\s€$£¥]|[A-Z]{3}/g, '').replace(',', '.')

function readNumber(text: string, least: number, most: number): number {
  const number = /^\d{1,10}(?:[.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : -1
  return number >= least && number <= most ? number : wrong('number')
}

/** ISO 8601, or with the day first as most of the world writes it; a day alone is its beginning, and its end for what lasts until then. */
function readMoment(text: string, name: string, { timeZone }: ImportReader): Date | null {
  const iso = text.replace(
    /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(:\d{2})?)?$/,
    (_, day: string, month: string, year: string, hour?: string, minute?: string, second = '') => {
      const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      return hour === undefined ? date : `${date}T${hour.padStart(2, '0')}:${minute}${second}`
    },
  )
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return parseDateTime(iso, timeZone)
  return name === 'valid_until' ? endOfDay(iso, timeZone) : parseDateTime(`${iso}T00:00`, timeZone)
}

/** What is made orders by its moment, which has no sign. */
const afterTheEpoch = (moment: Date | null) => (moment !== null && moment.getTime() >= 0 ? moment : null)

const words = {
  yes: ['1', 'true', 'yes', 'y', 'x', 'oui', 'vrai', 'ja', 'wahr', 'si', 'sí', 'verdadero'],
  no: ['0', 'false', 'no', 'n', 'non', 'faux', 'nein', 'falsch', 'falso'],
}

function readYesNo(text: string): boolean {
  const said = text.toLowerCase()
  if (words.yes.includes(said)) return true
  return words.no.includes(said) ? false : wrong('yes_no')
}
