import sharp from 'sharp'

/** A picture as large as cameras make them, as JPEG, and as hard to keep small. */
export function photograph(): Promise<Buffer> {
  return sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(4)
    .jpeg({ quality: 90 })
    .toBuffer()
}
