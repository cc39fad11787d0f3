import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsqr from 'jsqr'

/** A page as people and telephones see it. */
export type SeenPage = {
  readonly text: string
  /** The data that a telephone reads in its QR code; null when it reads nothing. */
  readonly qrCodeData: string | null
}

/** A page in dots: four bytes for each, line by line. */
export type DrawnPage = {
  readonly text: string
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Draws a PDF as a screen or printer would, at 216 dots per inch. */
export async function drawPdf(pdf: Uint8Array): Promise<readonly DrawnPage[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pages: DrawnPage[] = []
    for (const page of document.pages()) {
      const text = page.getText().replace(/\s+/g, ' ')
      const { data, width, height } = await page.render({ scale: 3, render: 'bitmap' })
      pages.push({ text, data, width, height })
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

/** The colour of a dot that is so many points from the upper left corner of a page. */
export function colourAt({ data, width }: DrawnPage, [x, y]: readonly [number, number]): readonly number[] {
  const at = 4 * (Math.round(y * 3) * width + Math.round(x * 3))
  return [...data.slice(at, at + 3)]
}

/**
 * Reads the text of each page, and its QR code when a test asks for it: looking for one takes five times as long as all the rest,
 * and most where there is none.
 */
export async function lookAtPdf(pdf: Uint8Array): Promise<readonly SeenPage[]> {
  return (await drawPdf(pdf)).map(({ text, data, width, height }) => ({
    text,
    get qrCodeData() {
      return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null
    },
  }))
}
