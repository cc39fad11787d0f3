import { type Canvas, margin, pageWidth, type Picture } from './canvas.ts'

const width = pageWidth - 2 * margin
const gap = 20

/** Draws the logo of an organisation in the upper right corner; returns how wide the lines beside it may be. */
export function drawLogo(canvas: Canvas, logo: Picture | null): number {
  if (logo === null) return width
  canvas.picture(logo, { x: margin + width - logo.width, y: 40 })
  return width - logo.width - gap
}
