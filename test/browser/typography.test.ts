import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailWordsOf } from '../harness/accessible.ts'
import { visitor } from '../harness/booking.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { visitorAt } from '../harness/visitor.ts'

/** How pages are set, as a browser draws them. pages.test.ts looks at every page on the width of a small phone. */
let server: TestServer
let browser: TestBrowser
let pages: readonly string[]
let cookie: string

beforeAll(async () => {
  server = await startServer()
  browser = await startBrowser()
  const hall = await openBoxOffice(server, 'La Verrière')
  const { product, price } = await hall.price('B', { prix: 0 })
  await hall.price('A', { subscription_type: 'Y' })
  const event = await hall.event([product])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const at = originOf(server, hall.slug)
  const booking = await visitorAt(server, hall).book(event, price, { email: visitor() })
  const paths = [booking, `/events/${slug}/`, '/membership/', '/legal/', '/sign-in/', '/admin/reservations/']
  pages = paths.map((path) => at + path)
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  /** Seen red without wholeWords: at 320 px in English, and up to 304 px in French. */
  it('no line ends in "e-", on whatever screen, and each letter is from our own fonts', async () => {
    const { page } = await browser.open({ width: 320, locale })
    const broken: string[] = []
    const fonts = new Set<string>()
    for (const url of pages) {
      const [name = '', value = ''] = cookie.split('=')
      // Whoever is signed in is not asked for an address.
      if (url.includes('/admin/')) await page.context().addCookies([{ name, value, url }])
      await page.goto(url)
      await page.evaluate(() => document.fonts.ready)
      for (let width = 280; width <= 440; width += 8) {
        await page.setViewportSize({ width, height: 800 })
        const words = await emailWordsOf(page)
        expect(words.seen, url).toBeGreaterThan(0)
        broken.push(...words.broken.map((sentence) => `${width} px: ${sentence}`))
      }
      for (const font of await fontsOf(page)) fonts.add(font)
    }
    expect(broken).toEqual([])
    expect([...fonts].filter((font) => !/^(Instrument Sans|Bricolage Grotesque)/.test(font))).toEqual([])
    await page.context().close()
  })
})

/** Which fonts draw the elements that say the word. */
async function fontsOf(page: Page): Promise<readonly string[]> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('DOM.enable')
  await inspector.send('CSS.enable')
  const { root } = await inspector.send('DOM.getDocument')
  const { nodeIds } = await inspector.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'label, h1, h2, p, dd, dt, td, th',
  })
  const names: string[] = []
  for (const nodeId of nodeIds) {
    const { outerHTML } = await inspector.send('DOM.getOuterHTML', { nodeId })
    if (!/e-\u2060?mail/i.test(outerHTML)) continue
    const { fonts } = await inspector.send('CSS.getPlatformFontsForNode', { nodeId })
    names.push(...fonts.map(({ familyName }) => familyName))
  }
  await inspector.detach()
  return names
}
