import { openLogo } from './logo.ts'

/** A picture as a mail shows it, in pixels of the page; it holds up to two dots for each. */
export type MailPicture = { readonly width: number; readonly height: number; readonly content: Buffer }

/** The most room that a logo takes. */
const box = { width: 200, height: 56 }

/** A logo as PNG, which every mail program shows: as large as its room, and never blown up. */
export async function makeMailLogo(file: Buffer): Promise<MailPicture> {
  const logo = await openLogo(file)
  const scale = Math.min(box.width / logo.width, box.height / logo.height, 1)
  const [width, height] = [Math.ceil(logo.width * scale), Math.ceil(logo.height * scale)]
  const dots = Math.min(2, 1 / scale)
  const content = await logo.inside({ width: Math.ceil(width * dots), height: Math.ceil(height * dots) })
  return { width, height, content }
}
