import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsqr from 'jsqr'

/** A page as people and telephones see it. */
export type SeenPage = {
  readonly text: string
  /** What a telephone reads in it; null when it reads nothing. */
  readonly qrCodeData: string | null
}

/** Draws a PDF as a screen or printer would, at 216 dots per inch, and looks for the QR code of each page. */
export async function lookAtPdf(pdf: Uint8Array): Promise<readonly SeenPage[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const pages: SeenPage[] = []
    for (const page of document.pages()) {
      const text = page.getText().replace(/\s+/g, ' ')
      const { data, width, height } = await page.render({ scale: 3, render: 'bitmap' })
      const code = jsqr.default(new Uint8ClampedArray(data), width, height)
      pages.push({ text, qrCodeData: code?.data ?? null })
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}
