import { readableOn } from '../../lib/color.ts'
import { openLogo } from '../media/logo.ts'
import { loadSharp } from '../media/sharp.ts'

/** Sizes that the format asks for, in points; each is made once, twice and three times as large. */
const iconSide = 29
const logoBox = { width: 160, height: 50 }
const scales = [
  [1, ''],
  [2, '@2x'],
  [3, '@3x'],
] as const

/** PNG by the names of the format. */
export type PassImages = ReadonlyMap<string, Buffer>

type Draw = (width: number, height: number) => Promise<Buffer>

/**
 * Icon and logo of an organisation's own image, as PNG by the names of the format. Each lies on white, or on black where
 * it is itself too light for that.
 */
export async function imagesFrom(file: Buffer): Promise<PassImages> {
  const { filling, inside } = await openLogo(file)
  return inAllSizes({
    icon: (width, height) => filling({ width, height }),
    logo: (width, height) => inside({ width, height }),
  })
}

/** Makes the images of an organisation without one: a ticket, drawn by us. */
export async function drawnImages(accentColor: string): Promise<PassImages> {
  const sharp = await loadSharp()
  const [ground, ink] = [accentColor, readableOn(accentColor)].map(channelsOf)
  // Twice the largest: smooth at its edges, and drawn in some milliseconds.
  const side = 6 * iconSide
  const pixels = Buffer.alloc(side * side * 3)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) pixels.set((isTicket(x / side, y / side) ? ink : ground) ?? [], 3 * (y * side + x))
  const draw = (drawnSide: number) =>
    sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .resize(drawnSide, drawnSide)
      .png()
      .toBuffer()
  return inAllSizes({ icon: draw, logo: (_, height) => draw(height) })
}

async function inAllSizes({ icon, logo }: { readonly icon: Draw; readonly logo: Draw }) {
  const images = new Map<string, Buffer>()
  for (const [scale, suffix] of scales) {
    images.set(`icon${suffix}.png`, await icon(iconSide * scale, iconSide * scale))
    images.set(`logo${suffix}.png`, await logo(logoBox.width * scale, logoBox.height * scale))
  }
  return images
}

/** Tells whether a point in a square of side 1 is on the ticket: a stub with a bite out of either side, torn along a dotted line. */
function isTicket(x: number, y: number): boolean {
  const [left, right, top, bottom, middle] = [0.12, 0.88, 0.28, 0.72, 0.5]
  if (x < left || x > right || y < top || y > bottom) return false
  const bite = 0.08
  if (Math.hypot(x - left, y - middle) < bite || Math.hypot(x - right, y - middle) < bite) return false
  const onLine = Math.abs(x - 0.64) < 0.015
  return !(onLine && Math.floor((y - top) / 0.055) % 2 === 0)
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
