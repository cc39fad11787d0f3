import { AppError, type FieldProblem } from '../../errors.ts'
import { readCsv } from '../../lib/csv.ts'
import { isUuid } from '../../lib/text.ts'
import { normalizeNumber, normalizeTag } from './card.ts'

/** A row of a list of cards. */
export type ListedCard = {
  /** The number of the line in the file, from 1. */
  readonly line: number
  readonly tagId: string
  readonly number: string
  /** The card's id; null: the list names none. */
  readonly id: string | null
}

type LineProblems = Map<number, FieldProblem[]>

/**
 * Reads a list of cards as CSV: a first line with the columns `tag_id`, `number` and, where there is one, `uuid`, in any
 * order, parted by commas, semicolons or tabs. Other columns and empty lines are passed over.
 *
 * @throws AppError validation_failed, with every line that is wrong
 */
export function readCardFile(text: string): readonly ListedCard[] {
  const [header, ...records] = readCsv(text.replace(/^\ufeff/, ''))
  const columns = header?.cells?.map((name) => name.toLowerCase()) ?? []
  const problems: LineProblems = new Map()
  if (!columns.includes('tag_id') || !columns.includes('number')) problems.set(1, ['card_columns'])
  const cards = problems.has(1) ? [] : records.flatMap(({ line, cells }) => readCard(line, columns, cells, problems))
  findTwice(cards, problems)
  refuseLines(problems)
  return cards
}

/** @throws AppError validation_failed, naming each of the lines; nothing when there are none */
export function refuseLines(problems: ReadonlyMap<number, readonly FieldProblem[]>): void {
  if (problems.size === 0) return
  const lines = [...problems].toSorted(([left], [right]) => left - right)
  throw new AppError('validation_failed', {
    fields: Object.fromEntries(lines.map(([line, found]) => [`line ${line}`, found])),
  })
}

function readCard(
  line: number,
  columns: readonly string[],
  cells: readonly string[] | null,
  problems: LineProblems,
): readonly ListedCard[] {
  const cell = (name: string) => cells?.[columns.indexOf(name)] ?? ''
  const [tagId, number, id] = [normalizeTag(cell('tag_id')), normalizeNumber(cell('number')), cell('uuid')]
  const isIdRight = id === '' || isUuid(id)
  if (tagId !== null && number !== null && isIdRight)
    return [{ line, tagId, number, id: id === '' ? null : id.toLowerCase() }]
  problems.set(line, [
    ...(tagId === null ? ['card_tag' as const] : []),
    ...(number === null ? ['card_number' as const] : []),
    ...(isIdRight ? [] : ['card_uuid' as const]),
  ])
  return []
}

function findTwice(cards: readonly ListedCard[], problems: LineProblems): void {
  const seen = new Set<string>()
  for (const { line, tagId, number, id } of cards) {
    const names = [`tag ${tagId}`, `number ${number}`, ...(id === null ? [] : [`uuid ${id}`])]
    if (names.some((name) => seen.has(name))) problems.set(line, ['card_twice'])
    for (const name of names) seen.add(name)
  }
}
