import type { Locator, Page } from 'playwright-core'

/** What somebody can do to a page, and a record of it. */
export type Hands = {
  readonly page: Page
  /** The names of the links and buttons that were pressed, in order. */
  readonly pressed: string[]
  /** The labels of the fields that were filled in or chosen, in order. */
  readonly filled: string[]
  /** Presses the only link, button or fold with that name. */
  press(name: string | RegExp): Promise<void>
  fill(label: string | RegExp, value: string): Promise<void>
  /** Fills in a date and time such as `2026-05-01T20:30`. */
  fillMoment(label: string | RegExp, moment: string): Promise<void>
  choose(label: string | RegExp): Promise<void>
}

/** Operates a page with a finger or a mouse, or by keys alone: then a control that Tab does not reach cannot be used. */
export function handsAt(page: Page, { byKeys }: { readonly byKeys: boolean }): Hands {
  const [pressed, filled]: [string[], string[]] = [[], []]
  const reach = (control: Locator) => (byKeys ? tabTo(page, control) : control.scrollIntoViewIfNeeded())
  return {
    page,
    pressed,
    filled,
    async press(name) {
      pressed.push(String(name))
      const control = pressable(page, name)
      await reach(control)
      const leaves = (await control.evaluate((element) => element.localName)) !== 'summary'
      const left = leaves ? page.waitForNavigation() : Promise.resolve()
      await Promise.all([left, byKeys ? page.keyboard.press('Enter') : control.click()])
    },
    async fill(label, value) {
      filled.push(String(label))
      const field = page.getByLabel(label)
      await reach(field)
      if (!byKeys) return field.fill(value)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(value)
    },
    async fillMoment(label, moment) {
      filled.push(String(label))
      const field = page.getByLabel(label)
      await reach(field)
      if (!byKeys) return field.fill(moment)
      const [day, time] = keysOf(moment)
      await page.keyboard.type(day)
      await page.keyboard.press('Tab')
      await page.keyboard.type(time)
    },
    async choose(label) {
      filled.push(String(label))
      const field = page.getByLabel(label)
      await reach(field)
      if (byKeys) await page.keyboard.press('Space')
      else await field.check()
    },
  }
}

/** How many presses and fields something takes. */
export async function countOf(hands: Hands, act: () => Promise<void>): Promise<{ pressed: number; filled: number }> {
  const [pressed, filled] = [hands.pressed.length, hands.filled.length]
  await act()
  return { pressed: hands.pressed.length - pressed, filled: hands.filled.length - filled }
}

/** Finds a control in the content of the page, not in its header or navigation. A fold has no role that can be asked for. */
function pressable(page: Page, name: string | RegExp): Locator {
  return page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.locator('summary').filter({ hasText: name }))
    .filter({ visible: true })
    .last()
}

/** The keys for a date and time in the order of the browser's own language, which is American. */
function keysOf(moment: string): readonly [day: string, time: string] {
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)$/.exec(moment) ?? []
  const half = Number(hour) < 12 ? 'AM' : 'PM'
  const ofHalf = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0')
  return [`${month}${day}${year}`, `${ofHalf}${minute}${half}`]
}

const mostStops = 150

/** Presses Tab until that control has the focus, once around the page at most. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let pressed = 0; pressed < mostStops; pressed++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${control} is not reached by Tab`)
}
