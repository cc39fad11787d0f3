import { readableText } from '../../lib/color.ts'
import { type Canvas, margin, pageHeight, pageWidth, type Picture } from './canvas.ts'
import { drawBar } from './draw-bar.ts'
import { printable } from './fonts.ts'
import { ink, muted } from './inks.ts'

/** One ticket as its page shows it: everything in words, in the reader's language and time zone. */
export type TicketPage = {
  readonly organisation: string
  /** What the page says above everything; null: nothing. */
  readonly mark: string | null
  /** `#rrggbb` */
  readonly accentColor: string
  readonly eventName: string
  /** "Ticket 1 of 3" */
  readonly count: string
  readonly day: string
  /** The times of the doors and the end, beside or under the day. */
  readonly times: string
  /** Name of the place, then its address; may be empty. */
  readonly place: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** The text of the QR code. */
  readonly qrCodeData: string
  /** What to do with the ticket. */
  readonly instruction: string
  /** What else is had at the desk; null: nothing, or another page says it. */
  readonly things: { readonly label: string; readonly value: string } | null
  /** The lines at the foot: numbers and who sold it. */
  readonly mentions: readonly string[]
  /** The text that replaces one in letters that the fonts lack. */
  readonly unprintable: string
}

/** The pictures of a document of tickets, the same on each page. */
export type TicketPictures = {
  /** Null: none. */
  readonly logo: Picture | null
  /** The picture of the event; null: none. */
  readonly poster: Picture | null
}

const white = '#ffffff'
const width = pageWidth - 2 * margin
/** 88 mm: of 57 modules each has 1.5 mm, which any phone reads from paper at arm's length. */
const codeSide = 250
/** Four modules stay blank around it, and the margin of the page gives more. */
const codeGap = 26
/** Beside the code. */
const factsLeft = margin + codeSide + codeGap

/** The accent is a bar without text, and no picture is behind one, so that nothing is lost in black and white. */
export function drawTicket(canvas: Canvas, page: TicketPage, pictures: TicketPictures): void {
  const say = (text: string) => printable(text) ?? page.unprintable
  canvas.addPage()
  drawBar(canvas, page)
  const bodyTop = drawHead(canvas, page, say, pictures)
  const codeBottom = bodyTop + codeSide
  canvas.qrCode(page.qrCodeData, { x: margin, y: bodyTop, side: codeSide })
  const factsBottom = drawFacts(canvas, page, say, bodyTop)
  drawFoot(canvas, page, say, Math.max(codeBottom, factsBottom) + codeGap)
}

type Say = (text: string) => string

/** Who, what, when, where, and the picture of the event beside the last two; answers with where it ends. */
function drawHead(canvas: Canvas, page: TicketPage, say: Say, { logo, poster }: TicketPictures): number {
  const box = { x: margin, width, color: ink }
  const accent = readableText(page.accentColor, white)
  canvas.text(say(page.count), {
    ...box,
    y: 42,
    size: 13,
    smallest: 9,
    mostLines: 1,
    weight: 400,
    color: muted,
    align: 'right',
  })
  if (logo !== null) canvas.picture(logo, { x: margin, y: 40 })
  let y = canvas.text(say(page.organisation), {
    ...box,
    y: logo === null ? 40 : 40 + logo.height + 8,
    width: width - 110,
    size: 15,
    smallest: 10,
    mostLines: 2,
    weight: 700,
    color: accent,
  })
  y = canvas.text(say(page.eventName), { ...box, y: y + 12, size: 34, smallest: 18, mostLines: 3, weight: 700 })
  if (poster === null) return drawWhenAndWhere(canvas, page, say, { ...box, y: y + 10 }) + codeGap
  canvas.picture(poster, { x: factsLeft, y: y + 16 })
  const beside = { ...box, width: codeSide, y: y + 10 }
  return Math.max(drawWhenAndWhere(canvas, page, say, beside), y + 16 + poster.height) + codeGap
}

type Column = { readonly x: number; readonly y: number; readonly width: number; readonly color: string }

function drawWhenAndWhere(canvas: Canvas, page: TicketPage, say: Say, box: Column): number {
  let y = canvas.text(say(page.day), { ...box, size: 21, smallest: 13, mostLines: 1, weight: 700 })
  y = canvas.text(say(page.times), { ...box, y: y + 2, size: 17, smallest: 11, mostLines: 2, weight: 400 })
  for (const [index, line] of page.place.entries()) {
    const isName = index === 0
    const size = isName ? 17 : 14
    y = canvas.text(say(line), {
      ...box,
      y: y + (isName ? 10 : 1),
      size,
      smallest: 9,
      mostLines: 2,
      weight: isName ? 700 : 400,
    })
  }
  return y
}

/** Draws the facts beside the code: holder, price, seat and what else there is; returns where they end. */
function drawFacts(canvas: Canvas, page: TicketPage, say: Say, top: number): number {
  const box = { x: factsLeft, width: pageWidth - margin - factsLeft }
  let y = top - 4
  for (const { label, value } of page.facts) {
    y = canvas.text(say(label), { ...box, y, size: 11, smallest: 8, mostLines: 1, weight: 400, color: muted })
    y = canvas.text(say(value), { ...box, y, size: 16, smallest: 9, mostLines: 3, weight: 700, color: ink })
    y += 7
  }
  return y
}

function drawFoot(canvas: Canvas, page: TicketPage, say: Say, top: number): void {
  const box = { x: margin, width, smallest: 8, weight: 400 as const }
  let y = canvas.text(say(page.instruction), { ...box, y: top, size: 14, mostLines: 2, color: ink })
  if (page.things !== null) {
    y = canvas.text(say(page.things.label), { ...box, y: y + 10, size: 11, mostLines: 1, color: muted })
    const bold = { ...box, weight: 700 as const }
    y = canvas.text(say(page.things.value), { ...bold, y, size: 14, mostLines: 4, color: ink })
  }
  y += 14
  canvas.fold(y)
  y += 10
  for (const line of page.mentions) {
    const lineHeight = 13
    const room = Math.floor((pageHeight - margin / 2 - y) / lineHeight)
    if (room < 1) return
    y = canvas.text(say(line), { ...box, y, size: 10, mostLines: Math.min(room, 4), color: muted }) + 2
  }
}
