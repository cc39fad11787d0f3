export const variationNames = ['fhd', 'hdr', 'med', 'thumbnail'] as const
export type VariationName = (typeof variationNames)[number]

/** The four sizes of the interface; each value is a path relative to the tenant's address. */
export type ImageVariations = Readonly<Record<VariationName, string>>

/** The name of a stored image in a form, from its key: the organisation is the sender's. */
export function nameOfPicture(key: string): string {
  return key.slice(key.indexOf('/') + 1)
}

/** Paths of a stored image, from its key `<tenant>/<hash>`. */
export function variationsOf(key: string): ImageVariations {
  const path = (name: VariationName) => `media/${key}/${name}.webp`
  return { fhd: path('fhd'), hdr: path('hdr'), med: path('med'), thumbnail: path('thumbnail') }
}

/** The size in which messengers show a picture large, in pixels. */
export const shareSize = { width: 1200, height: 630 } as const

type Point = readonly [x: number, y: number]

/** The path of a stored image as networks show it where it is shared, cut around a point of it; in percent. */
export function shareCutOf(key: string, [x, y]: Point): string {
  return `media/${key}/share-${x}-${y}.jpg`
}

/** Reads the point in the name of such a file; null: it is none. */
export function pointOfShareCut(file: string): Point | null {
  const [, x, y] = /^share-(\d{1,3})-(\d{1,3})\.jpg$/.exec(file) ?? []
  return x === undefined || y === undefined ? null : [Number(x), Number(y)]
}

/** The widths in which pages offer a picture besides, in pixels, and the formats of each, the smaller first. */
export const widths = [320, 480, 720, 1280] as const
export const widthFormats = ['avif', 'webp'] as const
export type WidthFormat = (typeof widthFormats)[number]
export type PictureWidth = { readonly width: (typeof widths)[number]; readonly format: WidthFormat }

export const pictureWidths: readonly PictureWidth[] = widths.flatMap((width) =>
  widthFormats.map((format) => ({ width, format })),
)
export const widthFile = ({ width, format }: PictureWidth) => `w${width}.${format}`

/** The widths of a stored image that a browser chooses from, up to `most`. */
export function srcsetOf(key: string, format: WidthFormat, most: number): string {
  return widths
    .filter((width) => width <= most)
    .map((width) => `/media/${key}/${widthFile({ width, format })} ${width}w`)
    .join(', ')
}

/** Which size takes the place of a file of a width that is not made yet. Null: it is no such file. */
export function insteadOf(file: string): VariationName | null {
  const found = pictureWidths.find((one) => widthFile(one) === file)
  if (found === undefined) return null
  return found.width <= 480 ? 'med' : found.width <= 720 ? 'hdr' : 'fhd'
}
