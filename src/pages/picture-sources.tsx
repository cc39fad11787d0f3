import { type PictureWidth, srcsetOf, widthFormats } from '../integrations/media/image-variations.ts'

type PictureSourcesProps = {
  readonly imageKey: string
  /** How wide the picture is on the page, as `sizes` of HTML says it. */
  readonly sizes: string
  /** On which pages; absent: on all. */
  readonly media?: string
  /** The largest width that is offered, in pixels. */
  readonly most?: PictureWidth['width']
}

/** The widths and formats of a picture that a browser chooses from; what knows none of them shows the `img` beside them. */
export function PictureSources({ imageKey, sizes, media, most = 1280 }: PictureSourcesProps) {
  return widthFormats.map((format) => (
    <source
      key={format}
      type={`image/${format}`}
      {...(media === undefined ? {} : { media })}
      srcset={srcsetOf(imageKey, format, most)}
      sizes={sizes}
    />
  ))
}
