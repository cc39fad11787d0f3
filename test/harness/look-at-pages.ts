import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { brokenWordsOf, emailWordsOf, expectAccessible, expectFits, expectKeyboard } from './accessible.ts'
import { type OpenPage, type Spoken, startBrowser } from './browser.ts'
import { furnishPages, type PageGroup } from './every-page.ts'
import { forget, type PageState, visit } from './page-state.ts'

/** Parts of a group of pages; each has the time that one test may take. */
const parts = [1, 2] as const

/**
 * Defines the tests of a file: every page of a group in every state in German, which has the longest words, checked by axe and by
 * keyboard, in light and dark, from a small phone to a desk. `hostile-pages` goes through them in the other languages.
 */
export async function lookAtPages(group: PageGroup): Promise<void> {
  const pages = await furnishPages([group])
  const browser = await startBrowser()
  afterAll(async () => {
    await browser.close()
    await pages.stop()
  })
  it.each(parts)(
    'every page is accessible, fits, and asks nobody else for anything, part %i',
    async (part) => {
      const wrong: string[] = []
      const states = pages.states.filter((_, index) => index % parts.length === part - 1)
      expect(states.length).toBeGreaterThan(20)
      const reader = readerOf(() => browser.open({ width: 320, locale: 'de' }))
      for (const [index, state] of states.entries()) {
        const onPhone = index % 2 === 0 ? 'light' : 'dark'
        await reader
          .look(state, (opened) => lookAt(opened, onPhone))
          .catch((error) => wrong.push(`${state.name}: ${described(error)}`))
      }
      await reader.close()
      expect(wrong).toEqual([])
    },
    600_000,
  )
}

/** Opens pages one after another in one browser, which forgets each before the next; after a fault in one of its own. */
export function readerOf(open: () => Promise<OpenPage>) {
  let opened: OpenPage | null = null
  async function close(): Promise<void> {
    await opened?.page.context().close()
    opened = null
  }
  return {
    close,
    /** Opens a page in its state and looks at it. @throws what is wrong with it */
    async look(state: PageState, look: (opened: OpenPage) => Promise<void>): Promise<void> {
      opened ??= await open()
      const { page, complaints } = opened
      try {
        await page.setViewportSize({ width: 320, height: 900 })
        // Polled: on a slow machine the load event of the former page may arrive after the button of that page was pressed.
        await expect.poll(await visit(page, state), { message: 'status' }).toBe(state.status ?? 200)
        await look(opened)
        expect(complaints.filter((complaint) => !/status of [45]\d\d/.test(complaint))).toEqual([])
        await forget(opened)
      } catch (error) {
        await close()
        throw error
      }
    },
  }
}

/** Describes an error with what was found where nothing was expected; the message of an assertion leaves that out. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'actual' in error ? `${error.message} ${JSON.stringify(error.actual)}` : error.message
}

/** Looks at a page and uses it: light and dark take turns on the phone of 320 pixels and on the desk. */
async function lookAt({ page }: OpenPage, onPhone: Scheme): Promise<void> {
  await page.waitForLoadState()
  await useIt(page, onPhone)
  await expectWellSet(page, 'de')
}

/** Expects a page in a language that long words do not break, on phones of 320 and of 390 pixels. */
export async function expectWellSet(page: Page, locale: Spoken): Promise<void> {
  await page.waitForLoadState()
  expect(await page.getAttribute('html', 'lang')).toBe(locale)
  expect(await page.locator('h1').count(), 'headings').toBe(1)
  const styles = await page.locator('[style], style').count()
  expect(styles, 'inline style').toBe(0)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 760 })
    await expectFits(page, `${width} px`)
    expect(await brokenWordsOf(page), `${width} px, broken words`).toEqual([])
    if (width === 320) expect((await emailWordsOf(page)).broken, 'a line that ends in "e-"').toEqual([])
  }
}

type Scheme = 'light' | 'dark'

async function useIt(page: Page, onPhone: Scheme): Promise<void> {
  const onDesk = onPhone === 'light' ? 'dark' : 'light'
  for (const [width, colorScheme] of [
    [320, onPhone],
    [1280, onDesk],
  ] as const) {
    await page.setViewportSize({ width, height: 760 })
    // Without motion: a button on its way from light to dark has neither colour.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `${width} px, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 320, height: 760 })
  await expectKeyboard(page, '320 px')
}
