import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { brokenWordsOf, emailWordsOf, expectAccessible, expectFits, expectKeyboard } from './accessible.ts'
import { type OpenPage, type Spoken, startBrowser, type TestBrowser } from './browser.ts'
import { furnishPages, type PageGroup } from './every-page.ts'
import { forget, type PageState, visit } from './page-state.ts'

/** Parts of a group of pages; each has the time that one test may take. */
const parts = [1, 2] as const

/** Each page is looked at in German, which has the longest words, and in one of the others. */
const others = ['fr', 'en', 'es'] as const

/**
 * Defines the tests of a file: every page of a group in every state, checked by axe and by keyboard, in light and dark, in two
 * languages, from a small phone to a desk.
 */
export async function lookAtPages(group: PageGroup): Promise<void> {
  const pages = await furnishPages([group])
  const browser = await startBrowser()
  afterAll(async () => {
    await browser.close()
    await pages.stop()
  })
  describe.each(['in German', 'in another language'])('%s', (which) => {
    it.each(parts)(
      'every page is accessible, fits, and asks nobody else for anything, part %i',
      async (part) => {
        const wrong: string[] = []
        const states = pages.states.filter((_, index) => index % parts.length === part - 1)
        expect(states.length).toBeGreaterThan(20)
        const readers = new Map<Spoken, ReturnType<typeof readerOf>>()
        for (const [index, state] of states.entries()) {
          const locale = which === 'in German' ? 'de' : (others[index % others.length] ?? 'en')
          const reader = readers.get(locale) ?? readerOf(browser, locale)
          readers.set(locale, reader)
          const onPhone = index % 2 === 0 ? 'light' : 'dark'
          await reader
            .look(state, onPhone)
            .catch((error) => wrong.push(`${state.name}, ${locale}: ${described(error)}`))
        }
        for (const reader of readers.values()) await reader.close()
        expect(wrong).toEqual([])
      },
      600_000,
    )
  })
}

/** Opens pages one after another in one browser, which forgets each before the next. */
function readerOf(browser: TestBrowser, locale: Spoken) {
  let opened: OpenPage | null = null
  async function close(): Promise<void> {
    await opened?.page.context().close()
    opened = null
  }
  return {
    close,
    async look(state: PageState, onPhone: Scheme): Promise<void> {
      opened ??= await browser.open({ width: 320, locale })
      try {
        await lookAt(opened, state, locale, onPhone)
        await forget(opened)
      } catch (error) {
        await close()
        throw error
      }
    },
  }
}

/** Describes an error with what was found where nothing was expected; the message of an assertion leaves that out. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'actual' in error ? `${error.message} ${JSON.stringify(error.actual)}` : error.message
}

/**
 * Looks at a page and uses it, on a phone of 320 pixels and on a desk. What long words may break is checked in both languages; its
 * elements, their colours and their order are the same in each, so axe and the keyboard go through it in the language of the
 * longest words: every page in light and in dark, every second one on a phone in dark.
 */
async function lookAt(
  { page, complaints }: OpenPage,
  state: PageState,
  locale: Spoken,
  onPhone: Scheme,
): Promise<void> {
  await page.setViewportSize({ width: 320, height: 900 })
  // Polled: on a slow machine the load event of the former page may arrive after the button of that page was pressed.
  await expect.poll(await visit(page, state), { message: 'status' }).toBe(state.status ?? 200)
  await page.waitForLoadState()
  expect(await page.getAttribute('html', 'lang')).toBe(locale)
  expect(await page.locator('h1').count(), 'headings').toBe(1)
  const styles = await page.locator('[style], style').count()
  expect(styles, 'inline style').toBe(0)
  if (locale === 'de') await useIt(page, onPhone)
  else await expectFits(page, '320 px')
  await page.setViewportSize({ width: 320, height: 760 })
  expect((await emailWordsOf(page)).broken, 'a line that ends in "e-"').toEqual([])
  expect(await brokenWordsOf(page), '320 px, broken words').toEqual([])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 760 })
    await expectFits(page, `${width} px`)
  }
  await page.setViewportSize({ width: 390, height: 760 })
  expect(await brokenWordsOf(page), '390 px, broken words').toEqual([])
  expect(complaints.filter((complaint) => !/status of [45]\d\d/.test(complaint))).toEqual([])
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
