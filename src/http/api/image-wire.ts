import { Type } from 'typebox'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { TextOut } from '../wire/schemas.ts'

/** Paths relative to the tenant's address, and to Meta's. Empty where there is no image. */
export const VariationsOut = Type.Partial(
  Type.Object({ fhd: TextOut, hdr: TextOut, med: TextOut, thumbnail: TextOut }, { title: 'Variations' }),
)

export function presentVariations(key: string | null): Type.Static<typeof VariationsOut> {
  return key === null ? {} : variationsOf(key)
}

/** The largest size as an absolute address; `base` is the tenant's. */
export function imageUrl(key: string | null, base: string): string | null {
  return key === null ? null : `${base}/${variationsOf(key).fhd}`
}
