import { variationsOf } from '../integrations/media/image-variations.ts'

/**
 * Shows the large picture of a page. A phone gets the one of 720 pixels, which is two dots per pixel of its page: on a mobile network the
 * large one alone takes longer than everything else together. The browser asks for it before what is below it.
 */
export function PosterImage({ imageKey }: { imageKey: string | null }) {
  if (imageKey === null) return null
  const { hdr, fhd } = variationsOf(imageKey)
  return (
    <picture>
      <source media="(max-width: 40rem)" srcset={`/${hdr}`} />
      <img src={`/${fhd}`} alt="" fetchpriority="high" />
    </picture>
  )
}

/** The address of the large picture, for link previews. */
export function posterAddress(base: string, imageKey: string | null): string | undefined {
  return imageKey === null ? undefined : `${base}/${variationsOf(imageKey).fhd}`
}
