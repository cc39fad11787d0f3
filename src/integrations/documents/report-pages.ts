import { type Canvas, margin, pageHeight, pageWidth, type Picture } from './canvas.ts'
import { drawLogo } from './draw-logo.ts'
import { printable } from './fonts.ts'
import { ink, muted, rule } from './inks.ts'
import { fitText } from './typeset.ts'

/** Figures as they are printed: everything in words, in the reader's language. */
export type ReportPage = {
  readonly title: string
  readonly subtitle: string
  /** `#rrggbb` */
  readonly accentColor: string
  /** The organisation, its name in the first line. */
  readonly mentions: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly tables: readonly ReportTable[]
  /** Notes at the end, in small letters. */
  readonly notes: readonly string[]
  /** "Page {number}" */
  readonly pageNumber: string
  /** The text that replaces one in letters that the fonts lack. */
  readonly unprintable: string
}

export type ReportTable = {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly string[])[]
  /** Below a line; null: it adds up to nothing. */
  readonly total: readonly string[] | null
}

export type ReportColumn = {
  readonly name: string
  /** Its part of the width, among those of its table. */
  readonly share: number
  /** Amounts and counts stand at the right. */
  readonly figures?: boolean
}

const width = pageWidth - 2 * margin
const gap = 8
const rowHeight = 18
/** Above the bottom, for the number of the page. */
const footRoom = 28

/** A sheet that is being filled from top to bottom. */
type Sheet = {
  readonly canvas: Canvas
  readonly page: ReportPage
  readonly say: (text: string) => string
  y: number
  number: number
}

/** Draws a report on as many pages as its tables need; each repeats the head of the table that goes on. */
export function drawReport(canvas: Canvas, page: ReportPage, logo: Picture | null): void {
  const sheet: Sheet = { canvas, page, say: (text) => printable(text) ?? page.unprintable, y: 0, number: 0 }
  turnPage(sheet)
  drawHead(sheet, logo)
  for (const table of page.tables) drawTable(sheet, table)
  for (const note of page.notes) {
    if (!hasRoom(sheet, 2 * rowHeight)) turnPage(sheet)
    sheet.y = canvas.text(sheet.say(note), { ...small, y: sheet.y + 4, width, color: muted, mostLines: 4 })
  }
}

const small = { x: margin, size: 9, smallest: 7, weight: 400 } as const

function turnPage(sheet: Sheet): void {
  const { canvas, page } = sheet
  canvas.addPage()
  sheet.number++
  sheet.y = margin
  if (sheet.number === 1) {
    canvas.rectangle({ x: 0, y: 0, width: pageWidth, height: 14, color: page.accentColor })
    return
  }
  const foot = { ...small, y: pageHeight - margin, color: muted, mostLines: 1 }
  canvas.text(`${sheet.say(page.title)} · ${sheet.say(page.subtitle)}`, { ...foot, width: width - 80 })
  canvas.text(page.pageNumber.replace('{number}', String(sheet.number)), {
    ...foot,
    x: margin + width - 80,
    width: 80,
    align: 'right',
  })
}

function hasRoom({ y }: Sheet, height: number): boolean {
  return y + height <= pageHeight - margin - footRoom
}

function drawHead(sheet: Sheet, logo: Picture | null): void {
  const { canvas, page, say } = sheet
  const box = { x: margin, width, color: ink, smallest: 8 }
  const beside = { ...box, width: drawLogo(canvas, logo) }
  let y = canvas.text(say(page.title), { ...beside, y: 44, size: 24, mostLines: 2, weight: 700 })
  y = canvas.text(say(page.subtitle), { ...beside, y: y + 4, size: 14, mostLines: 2, weight: 400 })
  y += 14
  for (const [index, line] of page.mentions.entries())
    y = canvas.text(say(line), { ...box, y: y + 1, size: 10, mostLines: 3, weight: index === 0 ? 700 : 400 })
  y += 10
  for (const { label, value } of page.facts) {
    const fact = { ...box, y: y + 2, size: 10, mostLines: 2, weight: 400 as const }
    canvas.text(label, { ...fact, width: 150, color: muted })
    y = canvas.text(say(value), { ...fact, x: margin + 160, width: width - 160 })
  }
  sheet.y = y + 8
}

function drawTable(sheet: Sheet, table: ReportTable): void {
  const { canvas } = sheet
  // The title never stands alone at the foot of a page.
  if (!hasRoom(sheet, 5 * rowHeight)) turnPage(sheet)
  const heading = { x: margin, width, size: 13, smallest: 10, mostLines: 1, weight: 700, color: ink } as const
  sheet.y = canvas.text(sheet.say(table.title), { ...heading, y: sheet.y + 14 }) + 2
  const sizes = sizesOf(sheet, table)
  drawNames(sheet, table)
  for (const [index, row] of table.rows.entries()) {
    // The total never stands alone at the head of one.
    const isLast = index === table.rows.length - 1
    if (!hasRoom(sheet, isLast && table.total !== null ? 2 * rowHeight : rowHeight)) {
      turnPage(sheet)
      drawNames(sheet, table)
    }
    drawRow(sheet, table, row, { ...ofRows, sizes })
  }
  if (table.total === null) return
  drawRule(sheet)
  drawRow(sheet, table, table.total, { ...ofTotal, sizes })
}

type Style = { readonly color: string; readonly weight: 400 | 700 }

const ofNames: Style = { color: muted, weight: 400 }
const ofRows: Style = { color: ink, weight: 400 }
const ofTotal: Style = { color: ink, weight: 700 }

function drawNames(sheet: Sheet, table: ReportTable): void {
  const names = namesOf(table)
  const smallest = Math.min(...names.map((name, index) => sizeOf(sheet, table, index, name, ofNames)))
  drawRow(sheet, table, names, { ...ofNames, sizes: names.map(() => smallest) })
  drawRule(sheet)
}

const namesOf = ({ columns }: ReportTable) => columns.map(({ name }) => name)

/** The size of each column: that of its longest cell, so that all of them are as large. */
function sizesOf(sheet: Sheet, table: ReportTable): readonly number[] {
  return table.columns.map((_, index) => {
    const size = (row: readonly string[], style: Style) => sizeOf(sheet, table, index, row[index] ?? '', style)
    return Math.min(...table.rows.map((row) => size(row, ofRows)), size(table.total ?? [], ofTotal))
  })
}

function sizeOf(sheet: Sheet, table: ReportTable, index: number, text: string, { weight }: Style): number {
  return fitText(sheet.say(text), { ...cell, width: widthAt(table, index) - gap, weight }).size
}

const cell = { size: 9, smallest: 6, mostLines: 1 } as const

function widthAt({ columns }: ReportTable, index: number): number {
  return (width * (columns[index]?.share ?? 0)) / columns.reduce((sum, { share }) => sum + share, 0)
}

function drawRow(
  sheet: Sheet,
  table: ReportTable,
  cells: readonly string[],
  { sizes, ...style }: Style & { readonly sizes: readonly number[] },
): void {
  let x = margin
  for (const [index, { figures }] of table.columns.entries()) {
    const columnWidth = widthAt(table, index)
    sheet.canvas.text(sheet.say(cells[index] ?? ''), {
      ...cell,
      ...style,
      y: sheet.y + 4,
      width: columnWidth - gap,
      size: sizes[index] ?? cell.size,
      ...(figures ? { x: x + gap, align: 'right' as const } : { x }),
    })
    x += columnWidth
  }
  sheet.y += rowHeight
}

function drawRule(sheet: Sheet): void {
  sheet.canvas.rectangle({ x: margin, y: sheet.y, width, height: 0.75, color: rule })
  sheet.y += 2
}
