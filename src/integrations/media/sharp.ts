import type sharpFunction from 'sharp'

let loading: Promise<typeof sharpFunction> | undefined

/** sharp, held down. Loaded at the first image: it costs 30 MB that most processes never need. */
export function loadSharp(): Promise<typeof sharpFunction> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    // No image is decoded twice: a cache would only hold memory.
    sharp.cache(false)
    // By default libvips also reads SVG, PDF, TIFF and more; not even their headers are to be parsed for a stranger.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
    })
    return sharp
  })
  return loading
}
