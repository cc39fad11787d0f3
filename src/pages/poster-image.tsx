import { type PictureFocus, sharesOf, usualFocus } from '../features/tenant/picture-focus.ts'
import { shareCutOf, variationsOf } from '../integrations/media/image-variations.ts'

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

/** The address of the large picture. */
export function posterAddress(base: string, imageKey: string | null): string | undefined {
  return imageKey === null ? undefined : `${base}/${variationsOf(imageKey).fhd}`
}

type Shared = { readonly imageKey: string | null; readonly imageFocus: PictureFocus }

/** The address of a picture for link previews, which are wide; they cut it in its middle themselves. */
export function shareAddress(base: string, { imageKey, imageFocus }: Shared): string | undefined {
  if (imageKey === null || imageFocus === usualFocus) return posterAddress(base, imageKey)
  return `${base}/${shareCutOf(imageKey, sharesOf(imageFocus))}`
}
