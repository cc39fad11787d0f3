import { createRecent } from '../../lib/recent.ts'
import type { Cut } from './cut.ts'
import { variationsOf } from './image-variations.ts'
import type { MediaStore } from './media-store.ts'
import type { Pictures } from './pictures.ts'

/** Pictures that are cut to a shape, for what cannot do it by itself, as JPEG. */
export type PictureCuts = {
  /** Null: there is no such picture. */
  read(whose: string, key: string, cut: Cut): Promise<Buffer | null>
}

const [cutsKeptMs, mostCuts] = [3_600_000, 100]

export function createPictureCuts({
  media,
  pictures,
}: {
  readonly media: Pick<MediaStore, 'read'>
  readonly pictures: Pick<Pictures, 'cut'>
}): PictureCuts {
  // An image is known by its content, so what was made of it stays true.
  const recent = createRecent<Buffer | null>({ keptMs: cutsKeptMs, most: mostCuts })
  return {
    read: (whose, key, cut) =>
      recent.read(`${key} ${JSON.stringify(cut)}`, async () => {
        const file = await media.read(variationsOf(key).fhd)
        return file && pictures.cut(whose, file.body, cut)
      }),
  }
}
