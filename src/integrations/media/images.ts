import { ImageRefusedError } from './image-refused-error.ts'
import type { PictureWidth, VariationName } from './image-variations.ts'
import { loadSharp } from './sharp.ts'

export type ImageKind = 'image' | 'logo'

export const mostImageBytes = 10 * 1024 * 1024
const mostPixels = 40_000_000
/**
 * What decoding takes was measured: AVIF 20 bytes a pixel, 800 MB for 40 megapixels in a file of 1.4 kB; PNG, WebP and GIF 3, JPEG 6.
 */
const mostPixelsOf: Readonly<Record<string, number>> = { heif: 12_000_000 }
/** The longest time to decode an image, by the wall clock, at a low priority. */
const decodeSeconds = 20

/** Boxes in pixels; the ratio is kept and nothing is enlarged (ADR 0070). */
const boxes: Record<ImageKind, Record<VariationName, Box>> = {
  image: { fhd: [1920, 1920], hdr: [720, 720], med: [480, 480], thumbnail: [150, 90] },
  logo: { fhd: [1920, 1920], hdr: [720, 720], med: [480, 480], thumbnail: [300, 120] },
}

const extensions: Readonly<Record<string, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', heif: 'avif' }

export type PreparedImage = {
  /** The file extension of the original, by what it really is. */
  readonly extension: string
  readonly variations: Readonly<Record<VariationName, Buffer>>
}

/**
 * Decodes an image and encodes its four sizes again as WebP, without metadata: what is served was never a stranger's
 * bytes.
 *
 * One at a time, in a process that is bounded (`pictures.ts`).
 *
 * @throws ImageRefusedError
 */
export async function prepareImage(input: Buffer, kind: ImageKind): Promise<PreparedImage> {
  if (input.length > mostImageBytes) throw new ImageRefusedError('too_large')
  if (input.length === 0) throw new ImageRefusedError('unsupported_format')
  const extension = await checkedExtension(input)
  const largest = await decode(input, boxes[kind].fhd)
  return {
    extension,
    variations: {
      fhd: await encode(largest, boxes[kind].fhd),
      hdr: await encode(largest, boxes[kind].hdr),
      med: await encode(largest, boxes[kind].med),
      thumbnail: await encode(largest, boxes[kind].thumbnail),
    },
  }
}

/**
 * Makes a further width of one of our own sizes. Measured of a photograph of 1280 × 1920, in ms of one processor: AVIF 70 at effort 0,
 * 250 at 2, 300 at 3 and 1600 at 4 for 720 pixels; 3 is the least that is always smaller than WebP, by a fifth to a third.
 */
export async function makeWidth(file: Buffer, { width, format }: PictureWidth): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(file).resize({ width, withoutEnlargement: true })
  return (format === 'avif' ? image.avif({ quality: 50, effort: 3 }) : image.webp({ quality: 75 })).toBuffer()
}

async function open(input: Buffer) {
  const sharp = await loadSharp()
  return sharp(input, { limitInputPixels: mostPixels, failOn: 'error', animated: false }).timeout({
    seconds: decodeSeconds,
  })
}

/** Reads the header alone: nothing is unpacked before format and size are known to be acceptable. */
async function checkedExtension(input: Buffer): Promise<string> {
  const image = await open(input)
  const metadata = await image.metadata().catch((error: Error) => {
    throw new ImageRefusedError(/pixel limit/i.test(error.message) ? 'too_many_pixels' : 'unsupported_format')
  })
  const extension =
    metadata.format === 'heif' && metadata.compression !== 'av1' ? undefined : extensions[metadata.format]
  if (extension === undefined) throw new ImageRefusedError('unsupported_format')
  if (metadata.width * metadata.height > (mostPixelsOf[metadata.format] ?? mostPixels))
    throw new ImageRefusedError('too_many_pixels')
  return extension
}

type Box = readonly [width: number, height: number]
type Pixels = {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 }
}

/** Decodes once, upright and in sRGB; the smaller sizes are cut from these at most 15 MB. */
async function decode(input: Buffer, [width, height]: Box): Promise<Pixels> {
  const image = await open(input)
  return image
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new ImageRefusedError('corrupt')
    })
}

async function encode({ data, info }: Pixels, [width, height]: Box): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}
