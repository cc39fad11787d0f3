import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** What a telephone reads in the first QR code on the screen; `unreadable` when it reads nothing. */
export async function readCode(page: Page): Promise<string> {
  const picture = await page.locator('svg.qr').first().screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'unreadable'
}
