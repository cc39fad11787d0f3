export type ImageRefusal = 'too_large' | 'too_many_pixels' | 'unsupported_format' | 'corrupt' | 'not_fetched'

/** What a person is told, in English; nothing in it says what lies inside the network. */
export const imageRefusals: Record<ImageRefusal, string> = {
  too_large: 'The image is larger than 10 MiB.',
  too_many_pixels: 'The image has more than 40 megapixels, or 12 as AVIF.',
  unsupported_format: 'Use a JPEG, PNG, WebP, GIF or AVIF image.',
  corrupt: 'The image cannot be read.',
  not_fetched: 'No image could be fetched from this address.',
}

export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError'
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(imageRefusals[reason])
    this.reason = reason
  }
}
