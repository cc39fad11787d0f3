import { fieldTexts } from '../../messages/interface/field.ts'

export type ImageRefusal = 'too_large' | 'too_many_pixels' | 'unsupported_format' | 'corrupt' | 'not_fetched'

/** A refusal for a person to read, in English; nothing in it says what lies inside the network. */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError'
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal) {
    super(fieldTexts.en.problems[`image_${reason}`])
    this.reason = reason
  }
}
