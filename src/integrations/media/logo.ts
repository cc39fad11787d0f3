import { readableOn } from '../../lib/color.ts'
import { loadSharp } from './sharp.ts'

type Box = { readonly width: number; readonly height: number }

/** An organisation's own image as PNG in any size; its ground is white, or black where it is itself too light for that. */
export async function openLogo(file: Buffer) {
  const sharp = await loadSharp()
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const image = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
  const [red = 0, green = 0, blue = 0] = await image().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  const mean = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  const background = readableOn(mean)
  return {
    width: info.width,
    height: info.height,
    /** As large as the box has room for. */
    inside: (box: Box) =>
      image()
        .resize({ ...box, fit: 'inside' })
        .flatten({ background })
        .png()
        .toBuffer(),
    /** Exactly as large as the box, on its ground. */
    filling: (box: Box) =>
      image()
        .resize({ ...box, fit: 'contain', background })
        .flatten({ background })
        .png()
        .toBuffer(),
  }
}
