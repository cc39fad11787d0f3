export type Point = { readonly x: number; readonly y: number }

/** A code in a picture of the camera, with its corners in the picture's pixels, in order around it. */
export type SeenCode = { readonly text: string; readonly outline: readonly Point[] }

/** A picture for the decoder, which answers each with `codes` and takes the next only then. */
export type DecoderQuestion = { readonly picture: ImageBitmap }

export type DecoderAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unable' }
  | { readonly kind: 'codes'; readonly codes: readonly SeenCode[] }
