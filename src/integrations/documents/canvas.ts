import PDFDocument from 'pdfkit'
import { qrModules } from '../../lib/qr-code.ts'
import type { Face } from './fonts.ts'
import { type FitOptions, fitText, type TextBlock, visualRuns, widthOf } from './typeset.ts'

/** A4, in points. */
export const pageWidth = 595.28
export const pageHeight = 841.89
export const margin = 48

export type DocumentInfo = {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly createdAt: Date
}

/** A document being drawn, page by page. Coordinates in points from the upper left corner. */
export type Canvas = {
  addPage(): void
  /** Text in a box; answers with where the next thing may begin. */
  text(text: string, box: TextBox): number
  rectangle(box: Box & { readonly color: string }): void
  /** The same picture on many pages is kept once. */
  picture(picture: Picture, corner: { readonly x: number; readonly y: number }): void
  /** A dashed line across the page, where it may be folded or torn. */
  fold(y: number): void
  /** A QR code without its quiet zone, which the caller leaves blank: four modules on each side (ISO/IEC 18004). */
  qrCode(text: string, square: { readonly x: number; readonly y: number; readonly side: number }): void
  finish(): Promise<Buffer>
}

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A picture in the size in which it is drawn, in points; `address`: a `data:` URL of PNG or JPEG. */
export type Picture = { readonly width: number; readonly height: number; readonly address: string }

export type TextBox = FitOptions & {
  readonly x: number
  readonly y: number
  readonly color: string
  readonly align?: 'right'
}

export function openCanvas(info: DocumentInfo): Canvas {
  const pdf = emptyDocument(info)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  const known = new Set<string>()

  function useFace({ name, font }: Face): void {
    // pdfkit takes a font that is open already; its types do not know.
    if (!known.has(name)) pdf.registerFont(name, font as unknown as Uint8Array<ArrayBuffer>)
    known.add(name)
    pdf.font(name)
  }

  function drawLine(line: string, block: TextBlock, x: number, baseline: number): void {
    let left = x
    for (const run of visualRuns(line, block.weight)) {
      useFace(run.face)
      pdf.fontSize(block.size).text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += widthOf(run.text, block.weight) * block.size
    }
  }

  return {
    addPage() {
      pdf.addPage()
    },
    text(text, box) {
      const block = fitText(text, box)
      pdf.fillColor(box.color)
      for (const [index, line] of block.lines.entries()) {
        const spare = box.align === 'right' ? box.width - widthOf(line, block.weight) * block.size : 0
        drawLine(line, block, box.x + spare, box.y + block.size + index * block.lineHeight)
      }
      return box.y + block.height
    },
    rectangle({ x, y, width, height, color }) {
      pdf.rect(x, y, width, height).fill(color)
    },
    picture({ width, height, address }, { x, y }) {
      pdf.image(address, x, y, { width, height })
    },
    fold(y) {
      pdf.moveTo(margin, y).lineTo(pageWidth - margin, y)
      pdf.lineWidth(0.75).dash(4, { space: 4 }).stroke('#767676').undash()
    },
    qrCode(text, { x, y, side }) {
      const { size, darkRuns } = qrModules(text)
      const step = side / size
      // A hair taller than a module: rows that only touch show a line between them on some screens.
      for (const dark of darkRuns)
        pdf.rect(x + dark.column * step, y + dark.row * step, dark.length * step, step * 1.02)
      pdf.fill('#000000')
    },
    async finish() {
      pdf.end()
      await finished
      return Buffer.concat(chunks)
    },
  }
}

function emptyDocument({ title, author, language, createdAt }: DocumentInfo) {
  return new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // No font is opened that is not drawn with; the type has no way to say so.
    font: null as unknown as string,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: 'Guichet', CreationDate: createdAt },
  })
}
