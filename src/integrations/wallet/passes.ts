import { createRecent } from '../../lib/recent.ts'
import { variationsOf } from '../media/image-variations.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { AppleKeys } from './apple-keys.ts'
import type { ApplePass } from './apple-pass.ts'
import type { GoogleKeys } from './google-keys.ts'
import { type GooglePass, googleSaveLink } from './google-pass.ts'

/** Tickets as the wallets of telephones keep them. */
export type Passes = {
  /** A `.pkpass`. Measured: 5 ms on the event loop; the signature is made in a thread of its own. */
  apple(pass: ApplePass, keys: AppleKeys, now: Date): Promise<Buffer>
  /** An address at Google that saves the pass to whoever opens it. Nothing is asked of Google to make it. */
  googleLink(pass: GooglePass, keys: GoogleKeys, now: Date): Promise<string>
}

const imagesKeptMs = 600_000
const mostImages = 20

/** What draws and signs is loaded at the first pass: most processes never make one. */
export function createPasses({ media }: { readonly media: MediaStore }): Passes {
  // An image is known by its content, so what was made of it stays true.
  const images = createRecent<ReadonlyMap<string, Buffer>>({ keptMs: imagesKeptMs, most: mostImages })

  async function imagesOf({ imageKey, accentColor }: ApplePass): Promise<ReadonlyMap<string, Buffer>> {
    const { drawnImages, imagesFrom } = await import('./pass-images.ts')
    const file = imageKey === null ? null : await media.read(variationsOf(imageKey).hdr)
    return file === null ? drawnImages(accentColor) : imagesFrom(file.body)
  }

  return {
    async apple(pass, keys, now) {
      const { makeApplePass } = await import('./apple-pass.ts')
      const pictures = await images.read(`${pass.accentColor} ${pass.imageKey}`, () => imagesOf(pass))
      return makeApplePass(pass, pictures, keys, now)
    },
    googleLink: googleSaveLink,
  }
}
