import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImageRefusedError } from '../../src/integrations/media/image-refused-error.ts'
import { variationsOf } from '../../src/integrations/media/image-variations.ts'
import { prepareImage } from '../../src/integrations/media/images.ts'
import { createMediaStore } from '../../src/integrations/media/media-store.ts'

const first = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'
const second = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b11'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guichet-media-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#246' } })

async function reasonOf(input: Buffer): Promise<string> {
  try {
    await prepareImage(input, 'image')
    return 'taken'
  } catch (error) {
    if (error instanceof ImageRefusedError) return error.reason
    throw error
  }
}

describe('the four sizes', () => {
  it('fit their boxes, keep the ratio and are WebP', async () => {
    const { variations, extension } = await prepareImage(await picture(3000, 1500).jpeg().toBuffer(), 'image')
    expect(extension).toBe('jpg')
    const sizes = await Promise.all(Object.values(variations).map((buffer) => sharp(buffer).metadata()))
    expect(sizes.map(({ width, height, format }) => `${format} ${width}x${height}`)).toEqual([
      'webp 1920x960',
      'webp 720x360',
      'webp 480x240',
      'webp 150x75',
    ])
  })

  it('give a logo a wider thumbnail', async () => {
    const { variations } = await prepareImage(await picture(3000, 1500).png().toBuffer(), 'logo')
    expect(await sharp(variations.thumbnail).metadata()).toMatchObject({ width: 240, height: 120 })
  })

  it('never enlarge', async () => {
    const { variations } = await prepareImage(await picture(100, 40).png().toBuffer(), 'image')
    for (const buffer of Object.values(variations))
      expect(await sharp(buffer).metadata()).toMatchObject({ width: 100, height: 40 })
  })

  it('are upright and carry nothing of the camera', async () => {
    const input = await picture(400, 200)
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { variations } = await prepareImage(input, 'image')
    const metadata = await sharp(variations.fhd).metadata()
    expect(metadata).toMatchObject({ width: 200, height: 400 })
    expect(metadata.exif).toBeUndefined()
  })
})

describe('refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not an image')],
    [
      'a drawing that may hold script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    ],
    ['a page', Buffer.from('<!doctype html><title>x</title>')],
  ])('%s', async (_name, input) => {
    expect(await reasonOf(input)).toBe('unsupported_format')
  })

  it('more than ten mebibytes', async () => {
    expect(await reasonOf(Buffer.alloc(10 * 1024 * 1024 + 1))).toBe('too_large')
  })

  it('a bomb: few bytes that claim 900 megapixels', async () => {
    const bomb = await sharp({
      create: { width: 30_000, height: 30_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(10 * 1024 * 1024)
    const before = process.memoryUsage().rss
    expect(await reasonOf(bomb)).toBe('too_many_pixels')
    // Refused by its header: nothing of the 2.7 GB it would unpack to was made.
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  it('one that ends too early', async () => {
    const whole = await picture(800, 800).png({ compressionLevel: 0 }).toBuffer()
    expect(await reasonOf(whole.subarray(0, whole.length / 2))).toBe('corrupt')
  })
})

describe('the store', () => {
  it('keeps one image once, however many store it at a time, and tenants apart', async () => {
    const store = createMediaStore({ directory })
    const original = await picture(300, 300).png().toBuffer()
    const prepared = await prepareImage(original, 'image')
    const keys = await Promise.all(Array.from({ length: 8 }, () => store.put(first, original, 'image', prepared)))
    expect(new Set(keys).size).toBe(1)
    const other = await store.put(second, original, 'image', prepared)
    expect(other).not.toBe(keys[0])
    expect(await readdir(join(directory, first))).toHaveLength(1)
    const file = await store.read(variationsOf(keys[0] ?? '').med)
    expect(file?.contentType).toBe('image/webp')
    expect(file?.body.equals(prepared.variations.med)).toBe(true)
  })

  it('serves neither originals nor anything outside', async () => {
    const store = createMediaStore({ directory })
    const original = await picture(30, 30).png().toBuffer()
    const key = await store.put(first, original, 'image', await prepareImage(original, 'image'))
    for (const path of [
      `media/${key}/original.png`,
      `media/${key}/../../x`,
      '../secret-key',
      `media/${first}/../${key}/fhd.webp`,
      `media/${key}/fhd.webp/..`,
      '',
      'media/',
    ]) {
      expect(await store.read(path), path).toBeNull()
    }
  })
})
