import type { Page } from 'playwright-core'
import type { TestBrowser } from './browser.ts'
import type { TestServer } from './server.ts'

type Opening = Parameters<TestBrowser['open']>[0]

/** The scanner of an organisation on a telephone. */
export function scannerAt(server: TestServer, slug: string) {
  const origin = `http://${slug}.localhost:${server.port}`
  return {
    origin,
    /** Of a device that nobody has paired yet; more words are those of `guichet device create`. */
    async token(name: string, ...words: string[]): Promise<string> {
      const created = await server.cli('device', 'create', '--tenant', slug, '--name', name, ...words)
      return String(created['token'])
    },
    /** A page that was opened by the link behind "Open the scanner on this phone". */
    async pairedBy(browser: TestBrowser, token: string, opening: Partial<Opening> = {}) {
      const opened = await browser.open({ width: 390, locale: 'en', colorScheme: 'dark', ...opening })
      await opened.page.goto(`${origin}/scanner/#pair=${token}`)
      return opened
    },
  }
}

/** As a reader does that is a keyboard: one key after the other, then Enter, wherever the focus is. */
export async function scanInto(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
