import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const require = createRequire(import.meta.url)

/** The script of axe for a browser: less than half of what its package hands to programs. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with a page in its present state, each with the first element concerned. Seen red with links of 12 pixels
 * side by side in the foot.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState()
  // Half a megabyte, which a page that is looked at twice has already.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await readAxeInto(page)
  return page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    // What a bar that stays in sight covers halfway down a page is no small target: it is uncovered by scrolling.
    scrollTo(0, 0)
    const { violations } = await runner.run({
      // The one rule of WCAG 2.2, AA, that axe leaves out unless it is asked for.
      rules: { 'target-size': { enabled: true } },
      // Style sheets are read a second time only for a rule that is not used here.
      preload: { assets: ['media'] },
      // Neither rules that passed nor the selectors of elements are reported.
      resultTypes: ['violations'],
      selectors: false,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

/**
 * Through the debugger, not the page: the policy of the page allows no script of strangers, this one included. By its own session:
 * `page.evaluate` hands the script over as a value first, which the page then evaluates.
 */
async function readAxeInto(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  await session.detach()
}

/** Expects that nothing reaches beyond the screen. */
export async function expectFits(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} is too wide`).toBe(0)
}

/** Counts the word "e-mail" in the visible text of a page, and lists where a line breaks inside it. */
export async function emailWordsOf(page: Page): Promise<{ readonly seen: number; readonly broken: readonly string[] }> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = { seen: 0, broken: [] as string[] }
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const sentence = text.nodeValue ?? ''
      for (const { 0: word, index } of sentence.matchAll(/e-\u2060?mail/gi)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top))
        if (lines.size > 0) found.seen++
        if (lines.size > 1) found.broken.push(sentence)
      }
    }
    return found
  })
}

/**
 * Words of buttons and headings that are broken inside although they would fit on a line of their own, as "Espèc/es" was by
 * `overflow-wrap: anywhere`.
 */
export async function brokenWordsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const inner = (element: Element) => {
      const style = getComputedStyle(element)
      const sides = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth]
      return sides.reduce((sum, side) => sum + Number.parseFloat(side), 0)
    }
    for (const element of document.querySelectorAll<HTMLElement>('button, .button, h1, h2, h3, h4, .brand')) {
      const around = element.parentElement?.closest('td, .panel, .card, .notice, main, .wrap')
      if (!around || !element.checkVisibility()) continue
      const most = around.getBoundingClientRect().width - inner(around) - inner(element)
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        // A line may end after a hyphen, and at the signs that say so. What is no word but a program is broken where it must be.
        const words = [...(text.nodeValue ?? '').matchAll(/\S+/g)].filter(([token]) => !/[<>=~{}]/.test(token))
        const parts = words.flatMap(({ 0: token, index }) =>
          [...token.matchAll(/[^\u00ad\u200b\-‐–—/]+/g)].map((part) => ({ word: part[0], index: index + part.index })),
        )
        for (const { word, index } of parts) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const boxes = [...range.getClientRects()]
          const lines = new Set(boxes.map(({ top }) => Math.round(top)))
          const width = boxes.reduce((sum, box) => sum + box.width, 0)
          if (lines.size > 1 && width <= most) broken.push(`${word} (${element.outerHTML.slice(0, 80)})`)
        }
      }
    }
    return broken
  })
}

/** Expects a page that everybody can read: axe finds nothing, and nothing reaches beyond the screen. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page), name).toEqual([])
  await expectFits(page, name)
}

/**
 * Expects a page that can be used without a mouse: Tab goes through all of it in reading order, the link to the content first where
 * something comes before the content, each stop is in sight and marked, and none keeps the focus.
 */
export async function expectKeyboard(page: Page, name: string): Promise<void> {
  // Day, month, year and calendar of a date are stops of their own; of a moment also the hour, the minute and the half of the day.
  const stopsOfDates =
    3 * (await page.locator('[type=date]').count()) + 6 * (await page.locator('[type=datetime-local]').count())
  const all = await page.locator('a, button, input, textarea, select, summary, [tabindex]').count()
  const most = all + stopsOfDates + 1
  await page.evaluate(() => {
    // Start at the top of the page, even where a form has taken the focus.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const stops: string[] = []
  for (const stop of await tabThrough(page, most + 1)) {
    if (stop === null) break
    stops.push(stop.name)
    expect([stop.name, stop.problem], `${name}, stop ${stops.length}`).toEqual([stop.name, null])
  }
  if ((await page.locator('body > header').count()) > 0) expect(stops[0], name).toBe('#content')
  expect(stops.length, `${name}: ${stops.join(', ')}`).toBeLessThanOrEqual(most)
}

type Stop = ReturnType<typeof lookAtFocus>
type Watched = { watched?: { stops: Stop[]; stop: () => void } }

/** How many presses are under way at once; waiting for each took longer than the checks themselves. */
const pressesAtOnce = 25
const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const

/** Presses Tab up to `presses` times, until the focus leaves the page. @returns where each press led, seen when the key was let go */
async function tabThrough(page: Page, presses: number): Promise<readonly Stop[]> {
  await page.evaluate(`(${watchFocus})(${lookAtFocus})`)
  const session = await page.context().newCDPSession(page)
  let stops: Stop[] = []
  for (let left = presses; left > 0 && !stops.includes(null); left -= pressesAtOnce) {
    const count = Math.min(left, pressesAtOnce)
    const sent = Array.from({ length: count }, () => [
      session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
    ])
    await Promise.all(sent.flat())
    const before = stops.length
    stops = await page.evaluate(() => (globalThis as unknown as Watched).watched?.stops ?? [])
    expect(stops.length - before, 'keys that arrived').toBe(count)
  }
  await session.detach()
  await page.evaluate(() => {
    ;(globalThis as unknown as Watched).watched?.stop()
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  return stops
}

/** Runs in the page: notes where the focus is each time Tab is let go. */
function watchFocus(look: () => Stop): void {
  const stops: Stop[] = []
  const note = (event: KeyboardEvent) => {
    if (event.key === 'Tab') stops.push(look())
  }
  addEventListener('keyup', note, true)
  ;(globalThis as unknown as Watched).watched = { stops, stop: () => removeEventListener('keyup', note, true) }
}

/** Runs in the page: the element with the focus and what is wrong with it; null when the focus has left the page. */
function lookAtFocus(): { name: string; problem: string | null } | null {
  const element = document.activeElement as HTMLElement | null
  if (element === null || element === document.body) return null
  const state = globalThis as unknown as { former?: Element }
  const { former } = state
  state.former = element
  const name = element.getAttribute('href') ?? element.id ?? element.textContent
  // The mark of a card is on the card; the button within a date is marked by the browser.
  const marked = [element, element.closest('.card')].some(
    (one) => one !== null && getComputedStyle(one).outlineStyle !== 'none',
  )
  if (!marked && !element.matches('[type=date], [type=datetime-local]')) return { name, problem: 'is not marked' }
  const box = element.getClientRects()[0]
  if (!box || box.width === 0) return { name, problem: 'is not to be seen' }
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const seen = document.elementFromPoint(x, y)
  const covers = seen && seen !== element && !element.contains(seen) && !seen.contains(element)
  if (covers || !seen) return { name, problem: `is under ${seen?.outerHTML.slice(0, 80)}` }
  // An element that the page has removed meanwhile has no position to compare.
  const isBefore = former?.isConnected && former.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
  if (isBefore) return { name, problem: 'comes before the one that was left' }
  return { name, problem: null }
}
