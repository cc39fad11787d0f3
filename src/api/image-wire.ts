import { Type } from 'typebox'
import { variationsOf } from '../integrations/media/image-variations.ts'
import { NullableTextOut, TextOut, withExample } from '../http/wire/schemas.ts'

const exampleKey = '0197a3c2-52d0-7a11-b7c4-0e6f9d3a8c55/9f2c1e7ab04d'

/** Paths relative to the tenant's address, and to Meta's. Empty where there is no image. */
export const VariationsOut = Type.Partial(
  Type.Object({ fhd: TextOut, hdr: TextOut, med: TextOut, thumbnail: TextOut }),
  { title: 'Variations', examples: [variationsOf(exampleKey)] },
)

export const ImageUrlOut = withExample(NullableTextOut, imageUrl(exampleKey, 'https://le-bikini.example.org'))

export function presentVariations(key: string | null): Type.Static<typeof VariationsOut> {
  return key === null ? {} : variationsOf(key)
}

/** The largest size as an absolute address; `base` is the tenant's. */
export function imageUrl(key: string | null, base: string): string | null {
  return key === null ? null : `${base}/${variationsOf(key).fhd}`
}
