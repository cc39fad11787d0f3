import { type PictureFocus, sharesOf } from '../lib/picture-focus.ts'
import { type VariationName, variationsOf } from '../integrations/media/image-variations.ts'
import { PictureSources } from './picture-sources.tsx'

type CutImageProps = {
  readonly imageKey: string
  /** What stays in sight of it. */
  readonly focus: PictureFocus
  readonly size: VariationName
  /** How wide it is on the page, as `sizes` of HTML says it. */
  readonly sizes: string
  readonly width: number
  readonly height: number
}

/** Shows a picture that fills the room it has; what does not fit is cut off around its focus. */
export function CutImage({ imageKey, focus, size, sizes, width, height }: CutImageProps) {
  return (
    <picture>
      <PictureSources imageKey={imageKey} sizes={sizes} />
      <img
        class={focusClasses(focus)}
        src={`/${variationsOf(imageKey)[size]}`}
        alt=""
        width={width}
        height={height}
        loading="lazy"
      />
    </picture>
  )
}

/** The classes by which the stylesheet knows a focus; none for the middle. */
export function focusClasses(focus: PictureFocus): string | undefined {
  const [x, y] = sharesOf(focus)
  return x === 50 && y === 50 ? undefined : `cut-x${x} cut-y${y}`
}
