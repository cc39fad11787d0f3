import { type Canvas, margin, pageHeight, pageWidth } from './canvas.ts'
import { printable } from './fonts.ts'
import { ink, muted, rule } from './inks.ts'

export type DoorListRow = {
  /** The rows are listed by it. */
  readonly order: string
  /** Whether the person is in already. */
  readonly isTicked: boolean
  readonly name: string
  readonly price: string
  readonly seat: string
  readonly number: string
  /** Below it, in small letters. */
  readonly note: string | null
}

/** A list to tick people off by, as it is printed: everything in words, in the reader's language. */
export type DoorListDocument = {
  /** `#rrggbb` */
  readonly accentColor: string
  readonly title: string
  /** A line each. */
  readonly facts: readonly string[]
  readonly columns: Readonly<Record<'name' | 'price' | 'seat' | 'number', string>>
  readonly nobody: string
  /** "Page {number} of {of}" */
  readonly page: string
  /** The text that replaces one in letters that the fonts lack. */
  readonly unprintable: string
}

const width = pageWidth - 2 * margin
const box = 11
const rowHeight = 24
const noteHeight = 13
const firstTop = 170
const nextTop = 64
const bottom = pageHeight - margin - 16

/** The left edge and the width of each column. */
const columns = {
  name: { x: margin + 24, width: 180 },
  price: { x: margin + 212, width: 140 },
  seat: { x: margin + 360, width: 52 },
  number: { x: margin + 420, width: width - 420 },
} as const
type Column = keyof typeof columns
const columnNames = Object.keys(columns) as Column[]

/** Draws the list on as many pages as it takes. */
export function drawDoorList(canvas: Canvas, list: DoorListDocument, all: readonly DoorListRow[]): void {
  const say = (text: string) => printable(text) ?? list.unprintable
  const pages = paginate(all.toSorted((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0)))
  for (const [index, rows] of pages.entries()) {
    canvas.addPage()
    canvas.rectangle({ x: 0, y: 0, width: pageWidth, height: 14, color: list.accentColor })
    let y = index === 0 ? drawHead(canvas, list, say) : drawShortHead(canvas, say(list.title))
    drawColumns(canvas, list.columns, y - 22, { color: muted, weight: 400 })
    canvas.rectangle({ x: margin, y: y - 4, width, height: 0.75, color: rule })
    if (all.length === 0) canvas.text(list.nobody, { ...style, x: margin, y: y + 8, width, color: muted, weight: 400 })
    for (const row of rows) y = drawRow(canvas, row, y, say)
    const number = list.page.replace('{number}', String(index + 1)).replace('{of}', String(pages.length))
    const foot = { ...style, size: 9, x: margin, y: bottom + 6, width, align: 'right' } as const
    canvas.text(number, { ...foot, color: muted, weight: 400 })
  }
}

const style = { size: 11, smallest: 7, mostLines: 1 } as const

function heightOf({ note }: DoorListRow): number {
  return rowHeight + (note === null ? 0 : noteHeight)
}

/** Divides the rows into pages, at least one even when there are none. */
function paginate(rows: readonly DoorListRow[]): readonly (readonly DoorListRow[])[] {
  const pages: DoorListRow[][] = [[]]
  let y = firstTop
  for (const row of rows) {
    if (y + heightOf(row) > bottom) {
      pages.push([])
      y = nextTop
    }
    pages.at(-1)?.push(row)
    y += heightOf(row)
  }
  return pages
}

type Say = (text: string) => string

function drawHead(canvas: Canvas, list: DoorListDocument, say: Say): number {
  const line = { x: margin, width, smallest: 8, mostLines: 1 } as const
  let y = canvas.text(say(list.title), { ...line, y: 34, size: 24, smallest: 12, weight: 700, color: ink })
  y += 4
  for (const fact of list.facts) y = canvas.text(say(fact), { ...line, y, size: 11, weight: 400, color: muted }) + 2
  return firstTop
}

function drawShortHead(canvas: Canvas, title: string): number {
  canvas.text(title, { ...style, x: margin, y: 22, width, weight: 700, color: ink })
  return nextTop
}

function drawColumns(
  canvas: Canvas,
  texts: Readonly<Record<Column, string>>,
  y: number,
  look: { readonly color: string; readonly weight: 400 | 700 },
): void {
  for (const name of columnNames) {
    const weight = name === 'name' ? look.weight : 400
    canvas.text(texts[name], { ...style, ...look, ...columns[name], y, weight })
  }
}

/** Answers with where the next one begins. */
function drawRow(canvas: Canvas, row: DoorListRow, y: number, say: Say): number {
  drawTick(canvas, y + 4, row.isTicked)
  const texts = { name: say(row.name), price: say(row.price), seat: say(row.seat), number: row.number }
  drawColumns(canvas, texts, y + 2, { color: ink, weight: 700 })
  if (row.note !== null) {
    const note = { x: columns.name.x, width: width - 24, size: 9, smallest: 7, mostLines: 1 } as const
    canvas.text(say(row.note), { ...note, y: y + 17, weight: 400, color: muted })
  }
  const end = y + heightOf(row)
  canvas.rectangle({ x: margin, y: end - 2, width, height: 0.4, color: rule })
  return end
}

/** Draws a box, empty or, for somebody who is in, full. */
function drawTick(canvas: Canvas, y: number, isTicked: boolean): void {
  canvas.rectangle({ x: margin, y, width: box, height: box, color: ink })
  if (!isTicked) canvas.rectangle({ x: margin + 1, y: y + 1, width: box - 2, height: box - 2, color: '#ffffff' })
}
