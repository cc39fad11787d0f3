import { variationsOf } from '../../integrations/media/image-variations.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { useTexts } from '../../pages/reader.ts'

type OpenPictureProps = { readonly imageKey: string; readonly alt: string }

/**
 * Shows a picture that is to be read, such as a map, which opens in its largest size. A phone gets two dots for each of its pixels, before
 * it is scrolled to; the page keeps room for it until then.
 */
export function OpenPicture({ imageKey, alt }: OpenPictureProps) {
  const { enlarge } = useTexts(homeTexts)
  const { fhd, hdr } = variationsOf(imageKey)
  return (
    <a class="open-picture" href={`/${fhd}`}>
      <img src={`/${hdr}`} alt={alt} loading="lazy" />
      <span>{enlarge}</span>
    </a>
  )
}
