import type { Cut } from '../media/cut.ts'
import type { Picture } from './canvas.ts'

/** The room of an event's picture on a ticket, in points: as wide as the facts beside the code, and no higher than what stands left of it. */
export const posterBox = { width: 223, height: 126 } as const
/** 180 dots per inch: 20 to 40 kB of a photograph, and sharp at arm's length. */
const dots = 2.5

/** What is cut of a picture for a ticket; `at`: the point that stays in sight, in percent. */
export function posterCut(at: Cut['at']): Cut {
  return { width: Math.round(posterBox.width * dots), height: Math.round(posterBox.height * dots), at }
}

/** @param jpeg cut by `posterCut` */
export function paperPoster(jpeg: Buffer): Picture {
  return { ...posterBox, address: `data:image/jpeg;base64,${jpeg.toString('base64')}` }
}
