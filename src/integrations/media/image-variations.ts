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
