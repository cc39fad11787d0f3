import { loadSharp } from './sharp.ts'

/** A shape in pixels, and the point of a picture that stays in sight in it: how far from its left and from its top, in percent. */
export type Cut = {
  readonly width: number
  readonly height: number
  readonly at: readonly [x: number, y: number]
  /** Whether a smaller picture is enlarged to the shape: its size is told beforehand. Absent: it stays as small. */
  readonly isExact?: boolean
}

/** Cuts a picture as CSS does by `object-fit: cover` and `object-position`: a JPEG, which everything shows. */
export async function cutPicture(file: Buffer, { width, height, at: [x, y], isExact = false }: Cut): Promise<Buffer> {
  const sharp = await loadSharp()
  const whole = await sharp(file).metadata()
  const scale = Math.min(whole.width / width, whole.height / height)
  const part = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const place = {
    left: Math.round(((whole.width - part.width) * x) / 100),
    top: Math.round(((whole.height - part.height) * y) / 100),
  }
  return sharp(file)
    .extract({ ...place, ...part })
    .resize({ width, height, withoutEnlargement: !isExact })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}
