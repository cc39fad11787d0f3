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
