import { type PictureFocus, sharesOf } from '../features/tenant/picture-focus.ts'
import { type VariationName, variationsOf } from '../integrations/media/image-variations.ts'

type CutImageProps = {
  readonly imageKey: string
  /** What stays in sight of it. */
  readonly focus: PictureFocus
  readonly size: VariationName
  readonly width: number
  readonly height: number
}

/** Shows a picture that fills the room it has; what does not fit is cut off around its focus. */
export function CutImage({ imageKey, focus, size, width, height }: CutImageProps) {
  return (
    <img
      class={focusClasses(focus)}
      src={`/${variationsOf(imageKey)[size]}`}
      alt=""
      width={width}
      height={height}
      loading="lazy"
    />
  )
}

/** The classes by which the stylesheet knows a focus; none for the middle. */
function focusClasses(focus: PictureFocus): string | undefined {
  const [x, y] = sharesOf(focus)
  return x === 50 && y === 50 ? undefined : `cut-x${x} cut-y${y}`
}
