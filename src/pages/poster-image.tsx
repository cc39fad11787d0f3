import { type PictureFocus, sharesOf } from '../lib/picture-focus.ts'
import { shareCutOf, variationsOf } from '../integrations/media/image-variations.ts'
import { focusClasses } from './cut-image.tsx'
import { PictureSources } from './picture-sources.tsx'

const phone = '(max-width: 40rem)'

type PosterImageProps = {
  readonly imageKey: string | null
  /** Around what it is cut to a banner as wide as the page; null: it is shown whole. */
  readonly banner?: PictureFocus | null
}

/**
 * Shows the large picture of a page. A phone gets 720 pixels at most, which are two dots per pixel of its page: on a mobile network more
 * takes longer than everything else together. The browser asks for it before what is below it.
 */
export function PosterImage({ imageKey, banner = null }: PosterImageProps) {
  if (imageKey === null) return null
  return (
    <picture>
      <PictureSources imageKey={imageKey} sizes="100vw" media={phone} most={720} />
      <PictureSources
        imageKey={imageKey}
        sizes={banner === null ? '(max-width: 56rem) 100vw, 38rem' : '(max-width: 68rem) 100vw, 68rem'}
      />
      <img
        class={banner === null ? undefined : focusClasses(banner)}
        src={`/${variationsOf(imageKey).fhd}`}
        alt=""
        fetchpriority="high"
      />
    </picture>
  )
}

/** The address of the large picture. */
export function posterAddress(base: string, imageKey: string | null): string | undefined {
  return imageKey === null ? undefined : `${base}/${variationsOf(imageKey).fhd}`
}

type Shared = { readonly imageKey: string | null; readonly imageFocus: PictureFocus }

/** A picture for link previews, by its absolute address, in the size in which they show it (`shareSize`). */
export type ShareImage = { readonly url: string; readonly type: 'image/jpeg' | 'image/png' }

/** The picture for link previews, cut around what stays in sight of it. */
export function shareImageOf(base: string, { imageKey, imageFocus }: Shared): ShareImage | undefined {
  if (imageKey === null) return undefined
  return { url: `${base}/${shareCutOf(imageKey, sharesOf(imageFocus))}`, type: 'image/jpeg' }
}
