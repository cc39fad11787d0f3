import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  brokenWordsOf,
  emailWordsOf,
  expectAccessible,
  expectFits,
  expectKeyboard,
} from '../harness/accessible.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { type EveryPage, furnishEveryPage, leadsOn, notPages } from '../harness/every-page.ts'
import { type PageState, visit } from '../harness/page-state.ts'

/** Every page in every state, by axe and by keyboard, in both languages, in light and dark, from a small phone to a desk. */
let pages: EveryPage
let browser: TestBrowser

beforeAll(async () => {
  pages = await furnishEveryPage()
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await pages?.stop()
})

/** A page that nobody put on a list fails here. Seen red with nine routes that were on no list. */
it('every route is a page that is looked at below, or known to be none', async () => {
  const { routes } = (await pages.server.cli('routes')) as { routes: { method: string; url: string }[] }
  const all = routes
    .filter(({ url }) => !url.startsWith('/api/') || url.startsWith('/api/docs/'))
    .map(({ method, url }) => `${method} ${url}`)
  const known = new Set([...pages.states.map(({ route }) => route), ...leadsOn, ...notPages])
  expect(all.filter((route) => !known.has(route))).toEqual([])
  expect([...known].filter((route) => !all.includes(route))).toEqual([])
})

/** Each part has the time that one test may take. */
const parts = [1, 2, 3, 4] as const

describe.each(['fr', 'en'] as const)('in %s', (locale) => {
  it.each(parts)(
    'every page is accessible, fits, and asks nobody else for anything, part %i',
    async (part) => {
      const wrong: string[] = []
      const states = pages.states.filter((_, index) => index % parts.length === part - 1)
      expect(states.length).toBeGreaterThan(20)
      for (const state of states) {
        await look(state, locale).catch((error) => wrong.push(`${state.name}: ${described(error)}`))
      }
      expect(wrong).toEqual([])
    },
    600_000,
  )
})

/** With what was found in place of nothing, which the message of an assertion leaves out. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'actual' in error ? `${error.message} ${JSON.stringify(error.actual)}` : error.message
}

/** Both languages are seen in light and dark, and both widths in all of them. */
const looks = {
  fr: [
    { width: 320, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ],
  en: [
    { width: 1280, colorScheme: 'light' },
    { width: 320, colorScheme: 'dark' },
  ],
} as const

/** What it looks like and how it is used, on a phone of 320 pixels and on a desk. */
async function look(state: PageState, locale: 'en' | 'fr'): Promise<void> {
  const { page, complaints } = await browser.open({ width: 320, locale })
  try {
    // Polled: on a slow machine the load of the page before may be told after the button of that page was pressed.
    await expect.poll(await visit(page, state), { message: 'status' }).toBe(state.status ?? 200)
    expect(await page.getAttribute('html', 'lang')).toBe(locale)
    expect(await page.locator('h1').count(), 'headings').toBe(1)
    const styles = await page.locator('[style], style').count()
    expect(styles, 'inline style').toBe(0)
    for (const { width, colorScheme } of looks[locale]) {
      await page.setViewportSize({ width, height: 760 })
      // Without motion: a button on its way from light to dark has neither colour.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `${width} px, ${colorScheme}`)
    }
    await page.setViewportSize({ width: 320, height: 760 })
    expect((await emailWordsOf(page)).broken, 'a line that ends in "e-"').toEqual([])
    expect(await brokenWordsOf(page), '320 px, broken words').toEqual([])
    await expectKeyboard(page, '320 px')
    await page.setViewportSize({ width: 390, height: 760 })
    await expectFits(page, '390 px')
    expect(await brokenWordsOf(page), '390 px, broken words').toEqual([])
    expect(complaints.filter((complaint) => !/status of [45]\d\d/.test(complaint))).toEqual([])
  } finally {
    await page.context().close()
  }
}
