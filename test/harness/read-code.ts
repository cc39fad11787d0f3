import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Reads the first QR code on the screen as a telephone would; `unreadable` when it cannot be read. */
export async function readCode(page: Page): Promise<string> {
  const picture = await page.locator('svg.qr').first().screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'unreadable'
}
