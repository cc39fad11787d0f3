import { type Canvas, margin, pageWidth } from './canvas.ts'

/** Amber is light enough for a printer without colours. */
const amber = '#f5b942'

/**
 * Draws the bar at the top of a page, in the colour of the organisation; a mark stands in it, and tells what the page is not, such as
 * real.
 */
export function drawBar(
  canvas: Canvas,
  { accentColor, mark }: { readonly accentColor: string; readonly mark: string | null },
) {
  if (mark === null) return canvas.rectangle({ x: 0, y: 0, width: pageWidth, height: 14, color: accentColor })
  canvas.rectangle({ x: 0, y: 0, width: pageWidth, height: 30, color: amber })
  canvas.text(mark, {
    x: margin,
    y: 7,
    width: pageWidth - 2 * margin,
    size: 13,
    smallest: 9,
    mostLines: 1,
    weight: 700,
    color: '#000000',
  })
}
