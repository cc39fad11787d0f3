import { ImageRefusedError } from './image-refused-error.ts'
import type { VariationName } from './image-variations.ts'

export type ImageKind = 'image' | 'logo'

export const mostImageBytes = 10 * 1024 * 1024
const mostPixels = 40_000_000
const decodeSeconds = 10

/** Decisions, section 6, "Images": boxes in pixels; the ratio is kept and nothing is enlarged. */
const boxes: Record<ImageKind, Record<VariationName, readonly [width: number, height: number]>> = {
  image: { fhd: [1920, 1920], hdr: [720, 720], med: [480, 480], thumbnail: [150, 90] },
  logo: { fhd: [1920, 1920], hdr: [720, 720], med: [480, 480], thumbnail: [300, 120] },
}

const extensions: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
}

export type PreparedImage = {
  /** Of the original, by what it really is. */
  readonly extension: string
  readonly variations: Readonly<Record<VariationName, Buffer>>
}

/**
 * Decodes an image and encodes its four sizes anew as WebP, without metadata: what is served was never a stranger's
 * bytes. One size after the other, so that memory stays that of one picture.
 *
 * @throws ImageRefusedError
 */
export async function prepareImage(input: Buffer, kind: ImageKind): Promise<PreparedImage> {
  if (input.length > mostImageBytes) throw new ImageRefusedError('too_large')
  if (input.length === 0) throw new ImageRefusedError('unsupported_format')
  // Loaded at the first image: it costs 30 MB that most processes never need.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  const open = () =>
    sharp(input, { limitInputPixels: mostPixels, failOn: 'error', animated: false }).timeout({
      seconds: decodeSeconds,
    })
  const metadata = await open()
    .metadata()
    .catch((error: Error) => {
      throw new ImageRefusedError(
        /pixel limit/i.test(error.message) ? 'too_many_pixels' : 'unsupported_format',
      )
    })
  const extension =
    metadata.format === 'heif' && metadata.compression !== 'av1' ? undefined : extensions[metadata.format]
  if (extension === undefined) throw new ImageRefusedError('unsupported_format')
  if (metadata.width * metadata.height > mostPixels) throw new ImageRefusedError('too_many_pixels')
  const size = async (name: VariationName) => {
    const [width, height] = boxes[kind][name]
    return open()
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw new ImageRefusedError('corrupt')
      })
  }
  const variations = {
    fhd: await size('fhd'),
    hdr: await size('hdr'),
    med: await size('med'),
    thumbnail: await size('thumbnail'),
  }
  return { extension, variations }
}
