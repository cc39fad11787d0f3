import { createRecent } from '../../lib/recent.ts'
import { variationsOf } from './image-variations.ts'
import type { MailPicture } from './mail-logo.ts'
import type { MediaStore } from './media-store.ts'
import type { PictureCuts } from './picture-cuts.ts'
import type { Pictures } from './pictures.ts'

/** Pictures that go with a mail (ADR 0298). A mail waits for none: what is not there, or cannot be made at the moment, is null. */
export type MailPictures = {
  logo(whose: string, key: string): Promise<MailPicture | null>
  /** @param at the point of the picture that stays in sight, in percent */
  poster(whose: string, key: string, at: readonly [x: number, y: number]): Promise<MailPicture | null>
}

const [logosKeptMs, mostLogos] = [3_600_000, 50]
/** As wide as the text of a mail. */
const posterSize = { width: 550, height: 230 } as const

export function createMailPictures({
  media,
  pictures,
  cuts,
}: {
  readonly media: Pick<MediaStore, 'read'>
  readonly pictures: Pick<Pictures, 'forMail'>
  readonly cuts: PictureCuts
}): MailPictures {
  // An image is known by its content, so what was made of it stays true.
  const logos = createRecent<MailPicture | null>({ keptMs: logosKeptMs, most: mostLogos })
  const orNull = () => null
  return {
    logo: (whose, key) =>
      logos
        .read(key, async () => {
          const file = await media.read(variationsOf(key).med)
          return file && pictures.forMail(whose, file.body)
        })
        .catch(orNull),
    async poster(whose, key, at) {
      const { width, height } = posterSize
      const content = await cuts.read(whose, key, { width: 2 * width, height: 2 * height, at }).catch(orNull)
      return content && { width, height, content }
    },
  }
}
