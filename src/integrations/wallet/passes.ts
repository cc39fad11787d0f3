import { createRecent } from '../../lib/recent.ts'
import { variationsOf } from '../media/image-variations.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Workshop } from '../workshop/workshop.ts'
import type { AppleKeys } from './apple-keys.ts'
import type { ApplePass } from './apple-pass.ts'
import type { GoogleKeys } from './google-keys.ts'
import { type GooglePass, googleSaveLink } from './google-pass.ts'
import type { PassImages } from './pass-images.ts'

/** Tickets as the wallets of phones keep them; `whose` waits its turn among others. */
export type Passes = {
  /** A `.pkpass`, made and signed in a process of its own. */
  apple(whose: string, pass: ApplePass, keys: AppleKeys, now: Date): Promise<Buffer>
  /** Makes an address at Google that saves the pass for the person who opens it. Nothing is asked of Google to make it. */
  googleLink(pass: GooglePass, keys: GoogleKeys, now: Date): Promise<string>
}

const imagesKeptMs = 600_000
const mostImages = 20

export function createPasses({
  media,
  pictures,
  workshop,
}: {
  readonly media: MediaStore
  readonly pictures: Pictures
  readonly workshop: Workshop
}): Passes {
  // An image is known by its content, so what was made of it stays true.
  const recent = createRecent<PassImages>({ keptMs: imagesKeptMs, most: mostImages })

  async function imagesOf(whose: string, { imageKey, accentColor }: ApplePass): Promise<PassImages> {
    const file = imageKey === null ? null : await media.read(variationsOf(imageKey).hdr)
    return pictures.forPass(whose, file?.body ?? null, accentColor)
  }

  return {
    async apple(whose, pass, keys, now) {
      const images = await recent.read(`${pass.accentColor} ${pass.imageKey}`, () => imagesOf(whose, pass))
      return workshop.make(whose, 'applePass', { pass, images, keys, now })
    },
    googleLink: googleSaveLink,
  }
}
