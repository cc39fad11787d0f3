import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ImageRefusedError } from '../../src/integrations/media/image-refused-error.ts'
import { prepareImage } from '../../src/integrations/media/images.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })

async function reasonOf(input: Buffer): Promise<string> {
  try {
    await prepareImage(input, 'image')
    return 'taken'
  } catch (error) {
    if (error instanceof ImageRefusedError) return error.reason
    throw error
  }
}

async function colourOf(input: Buffer): Promise<number[]> {
  const { data } = await sharp(input).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

describe('what is taken', () => {
  it.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
    ['avif', 'avif'],
  ] as const)('%s, kept as .%s and still red', async (format, extension) => {
    const prepared = await prepareImage(await picture(320, 200).toFormat(format).toBuffer(), 'image')
    expect(prepared.extension).toBe(extension)
    expect(await sharp(prepared.variations.thumbnail).metadata()).toMatchObject({
      format: 'webp',
      width: 144,
      height: 90,
    })
    const [red = 0, green = 255, blue = 255] = await colourOf(prepared.variations.med)
    expect(red).toBeGreaterThan(230)
    expect(Math.max(green, blue)).toBeLessThan(25)
  })

  it('of the moving ones the first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer()
      expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2)
      const { variations } = await prepareImage(moving, 'image')
      expect(await sharp(variations.fhd, { animated: true }).metadata()).toMatchObject({ width: 60, height: 40 })
      expect((await sharp(variations.fhd).metadata()).pages ?? 1).toBe(1)
      expect((await colourOf(variations.fhd))[0]).toBeGreaterThan(230)
    }
  })

  it('see-through, grey, four-colour and deep ones', async () => {
    const clear = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(await sharp((await prepareImage(clear, 'logo')).variations.fhd).metadata()).toMatchObject({ hasAlpha: true })
    const grey = await picture(50, 50).greyscale().png().toBuffer()
    const fourColour = await picture(50, 50).toColourspace('cmyk').jpeg().toBuffer()
    const deep = await picture(50, 50).toColourspace('rgb16').png().toBuffer()
    for (const input of [grey, fourColour, deep]) expect(await reasonOf(input)).toBe('taken')
  })
})

describe('what is refused', () => {
  it('formats that libvips could read, before it reads them', async () => {
    const tiff = await picture(9, 9).tiff().toBuffer()
    expect(await reasonOf(tiff)).toBe('unsupported_format')
    expect(await reasonOf(Buffer.from('%PDF-1.7\n'))).toBe('unsupported_format')
    // The readers are off, not only their results refused: sharp itself no longer knows these.
    await expect(sharp(tiff).metadata()).rejects.toThrow('unsupported image format')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(sharp(svg).metadata()).rejects.toThrow('unsupported image format')
  })

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s cut short', async (format) => {
    const noise = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251))
    const whole = await sharp(noise, { raw: { width: 200, height: 150, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    expect(await reasonOf(whole)).toBe('taken')
    expect(await reasonOf(whole.subarray(0, whole.length / 2))).toMatch(/^(corrupt|unsupported_format)$/)
    expect(await reasonOf(whole.subarray(0, 20))).toBe('unsupported_format')
  })

  it('one pixel row over 40 megapixels, but not 40', async () => {
    expect(await reasonOf(await picture(8000, 5000).png().toBuffer())).toBe('taken')
    expect(await reasonOf(await picture(8000, 5001).png().toBuffer())).toBe('too_many_pixels')
  })

  it('one pixel row over 12 megapixels as AVIF, but not 12', async () => {
    const avif = (height: number) => picture(4000, height).avif({ quality: 1, effort: 0 }).toBuffer()
    expect(await reasonOf(await avif(3000))).toBe('taken')
    expect(await reasonOf(await avif(3001))).toBe('too_many_pixels')
  })
})
