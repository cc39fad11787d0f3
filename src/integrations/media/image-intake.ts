import { FetchRefusedError, type GuardedFetch } from '../fetch/guarded-fetch.ts'
import { ImageRefusedError } from './image-refused-error.ts'
import { type ImageKind, mostImageBytes } from './images.ts'
import type { MediaStore } from './media-store.ts'
import type { Pictures } from './pictures.ts'

/** Every way an image comes in; answers with the key under which it is stored. @throws ImageRefusedError */
export type ImageIntake = {
  fromUrl(tenantId: string, url: string, kind: ImageKind): Promise<string>
  fromBuffer(tenantId: string, bytes: Buffer, kind: ImageKind): Promise<string>
  /** Prepares one of several images of which all are kept or none. */
  readyFromUrl(tenantId: string, url: string, kind: ImageKind): Promise<ReadyImage>
}

/** Acceptable, and nothing of it is kept yet. */
export type ReadyImage = {
  /** The key under which it is stored from now on. */
  keep(): Promise<string>
}

const fetchMs = 10_000

export function createImageIntake(options: {
  readonly fetch: GuardedFetch
  readonly store: MediaStore
  readonly pictures: Pick<Pictures, 'prepare'>
  /** Asked before anything is written; refuses by throwing. */
  readonly reserveStorage: (
    tenantId: string,
    picture: { readonly name: string; readonly bytes: number },
  ) => Promise<void>
}): ImageIntake {
  async function ready(tenantId: string, bytes: Buffer, kind: ImageKind): Promise<ReadyImage> {
    const prepared = await options.pictures.prepare(tenantId, bytes, kind)
    return {
      async keep() {
        await options.reserveStorage(tenantId, options.store.measure(bytes, kind, prepared))
        return options.store.put(tenantId, bytes, kind, prepared)
      },
    }
  }

  async function readyFromUrl(tenantId: string, url: string, kind: ImageKind): Promise<ReadyImage> {
    const { body } = await options
      .fetch(url, { maxBytes: mostImageBytes, timeoutMs: fetchMs })
      .catch((error: unknown) => {
        if (!(error instanceof FetchRefusedError)) throw error
        // Which way it failed would tell a stranger what answers inside the network.
        throw new ImageRefusedError(error.reason === 'too_large' ? 'too_large' : 'not_fetched')
      })
    return ready(tenantId, body, kind)
  }

  return {
    readyFromUrl,
    fromBuffer: async (...image) => (await ready(...image)).keep(),
    fromUrl: async (...image) => (await readyFromUrl(...image)).keep(),
  }
}
