import { openLogo } from '../media/logo.ts'
import type { Picture } from './canvas.ts'

/** The most room that a logo takes, in points. */
const box = { width: 170, height: 44 }
/** 300 dots per inch. */
const dots = 300 / 72

/** A logo as documents show it: as large as its room, and never blown up. */
export async function makePaperLogo(file: Buffer): Promise<Picture> {
  const logo = await openLogo(file)
  const scale = Math.min(box.width / logo.width, box.height / logo.height, 1)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const png = await logo.inside({ width: Math.ceil(width * dots), height: Math.ceil(height * dots) })
  return { width, height, address: `data:image/png;base64,${png.toString('base64')}` }
}
