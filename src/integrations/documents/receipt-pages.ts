import { type Canvas, margin, pageHeight, pageWidth, type Picture } from './canvas.ts'
import { drawBar } from './draw-bar.ts'
import { drawLogo } from './draw-logo.ts'
import { printable } from './fonts.ts'
import { ink, muted, rule } from './inks.ts'

/** A receipt or credit note as it is printed: everything in words, in the reader's language. */
export type ReceiptPage = {
  /** "Receipt no. 41" */
  readonly title: string
  readonly date: string
  /** What the page says above everything; null: nothing. */
  readonly mark: string | null
  /** `#rrggbb` */
  readonly accentColor: string
  /** Its first line is its name. */
  readonly seller: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly columns: { readonly what: string; readonly quantity: string; readonly each: string; readonly sum: string }
  readonly rows: readonly {
    readonly what: string
    readonly quantity: string
    readonly each: string
    readonly sum: string
    /** Below it, in small letters. */
    readonly note: string | null
  }[]
  readonly total: { readonly label: string; readonly sum: string }
  /** A line for each rate. */
  readonly vat: readonly { readonly label: string; readonly sum: string }[]
  /** The text that replaces one in letters that the fonts lack. */
  readonly unprintable: string
}

const width = pageWidth - 2 * margin
const labelWidth = 90
const sumWidth = 90
const countWidth = 50
const whatWidth = width - 2 * sumWidth - countWidth
/** The most room a row needs: two lines of text, a note and the gaps after them. */
const rowRoom = 62

/** Draws a receipt on as many pages as its lines need. */
export function drawReceipt(canvas: Canvas, page: ReceiptPage, logo: Picture | null): void {
  const say = (text: string) => printable(text) ?? page.unprintable
  canvas.addPage()
  drawBar(canvas, page)
  let y = drawHead(canvas, page, say, logo)
  y = drawRule(canvas, drawRow(canvas, say, page.columns, { y, color: muted, weight: 400 }) - 4)
  for (const row of page.rows) {
    y = drawRow(canvas, say, row, { y: withRoom(canvas, y), color: ink, weight: 400 })
    if (row.note !== null) y = drawNote(canvas, say(row.note), y)
  }
  y = drawRule(canvas, withRoom(canvas, y))
  y = drawSum(canvas, say, page.total, { y, color: ink, weight: 700, size: 16 }) + 4
  for (const share of page.vat)
    y = drawSum(canvas, say, share, { y: withRoom(canvas, y), color: muted, weight: 400, size: 12 })
}

type Say = (text: string) => string
type Style = { readonly y: number; readonly color: string; readonly weight: 400 | 700 }

function withRoom(canvas: Canvas, y: number): number {
  if (y + rowRoom <= pageHeight - margin) return y
  canvas.addPage()
  return margin
}

function drawHead(canvas: Canvas, page: ReceiptPage, say: Say, logo: Picture | null): number {
  const box = { x: margin, width, color: ink, smallest: 8 }
  const beside = { ...box, width: drawLogo(canvas, logo) }
  let y = canvas.text(say(page.title), { ...beside, y: 44, size: 24, mostLines: 2, weight: 700 })
  y = canvas.text(say(page.date), { ...beside, y: y + 4, size: 12, mostLines: 1, weight: 400, color: muted })
  y += 18
  for (const [index, line] of page.seller.entries())
    y = canvas.text(say(line), { ...box, y: y + 1, size: 11, mostLines: 3, weight: index === 0 ? 700 : 400 })
  y += 18
  for (const { label, value } of page.facts) {
    const fact = { ...box, y: y + 3, size: 11, mostLines: 2, weight: 400 as const }
    canvas.text(label, { ...fact, width: labelWidth - 10, color: muted })
    y = canvas.text(say(value), { ...fact, x: margin + labelWidth, width: width - labelWidth })
  }
  return y + 28
}

function drawRow(canvas: Canvas, say: Say, row: ReceiptPage['columns'], { y, color, weight }: Style): number {
  const style = { y, color, weight, size: 11, smallest: 8, mostLines: 1 }
  const figure = { ...style, align: 'right' as const }
  const end = canvas.text(say(row.what), { ...style, x: margin, width: whatWidth - 10, mostLines: 2 })
  canvas.text(say(row.quantity), { ...figure, x: margin + whatWidth, width: countWidth })
  canvas.text(say(row.each), { ...figure, x: margin + whatWidth + countWidth, width: sumWidth })
  canvas.text(say(row.sum), { ...figure, x: margin + whatWidth + countWidth + sumWidth, width: sumWidth })
  return end + 9
}

/** Draws the rule between the lines and their total; returns where the next thing may begin. */
function drawRule(canvas: Canvas, y: number): number {
  canvas.rectangle({ x: margin, y, width, height: 0.75, color: rule })
  return y + 8
}

function drawNote(canvas: Canvas, note: string, y: number): number {
  const style = { size: 9, smallest: 8, mostLines: 1, color: muted, weight: 400 } as const
  return canvas.text(note, { ...style, x: margin, y: y - 7, width }) + 9
}

function drawSum(
  canvas: Canvas,
  say: Say,
  { label, sum }: ReceiptPage['total'],
  { size, ...given }: Style & { readonly size: number },
): number {
  const style = { ...given, size, smallest: 8, mostLines: 1 }
  canvas.text(say(sum), { ...style, x: margin + width - sumWidth, width: sumWidth, align: 'right' })
  return canvas.text(say(label), { ...style, x: margin, width: width - sumWidth }) + 4
}
