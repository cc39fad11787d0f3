import type { Page } from 'playwright-core'
import type { OpenPage } from './browser.ts'

/** A page in one of its states, and the way to get there. */
export type PageState = {
  readonly name: string
  /** The line of `guichet routes` that answers with it. */
  readonly route: string
  /** The address; a function where looking at the page uses it up, so that each look gets a new one. */
  readonly url: string | (() => Promise<string>)
  /** The expected HTTP status; 200 when absent. */
  readonly status?: number
  /** The value of the Cookie header. */
  readonly cookie?: string | (() => Promise<string>)
  /** What is done on the page before it is looked at. */
  readonly act?: (page: Page) => Promise<void>
}

/** Presses the first button of the page's content. */
export async function press(page: Page): Promise<void> {
  await page.locator('main form button').first().press('Enter')
}

/** Fills in fields of the page by their names, and sends them by the Enter key. */
export function send(fields: Readonly<Record<string, string>>) {
  return async (page: Page): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).first().fill(value)
    const last = Object.keys(fields).at(-1)
    await page.locator(`[name=${last}]`).first().press('Enter')
  }
}

/** Sends a colour that is none, as no field for colours does. */
export async function sendNoColor(page: Page): Promise<void> {
  await page.locator('#accent_color').evaluate((field: HTMLInputElement) => (field.type = 'text'))
  await page.fill('#accent_color', 'red')
  await page.locator('main form [type=submit]').first().press('Enter')
}

/** Sends a form that the page offers no more, as a page does that was opened before. @param action relative to the page */
export function sendTo(action: string) {
  return (page: Page): Promise<void> =>
    page.evaluate((to) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: to })
      document.body.append(form)
      form.submit()
    }, action)
}

/** Opens the page as its reader would; returns a getter of the status of the shown page, which may still be loading. */
export async function visit(page: Page, { url, cookie, act }: PageState): Promise<() => number | undefined> {
  const address = typeof url === 'string' ? url : await url()
  const header = typeof cookie === 'function' ? await cookie() : cookie
  if (header !== undefined) {
    const [name = '', value = ''] = header.split('=')
    await page.context().addCookies([{ name, value, url: new URL('/', address).href }])
  }
  let answered = (await page.goto(address))?.status()
  if (act) {
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) answered = response.status()
    })
    const arrived = page.waitForEvent('load')
    await act(page)
    await arrived
  }
  return () => answered
}

/**
 * Makes the browser forget that it was here. Opening another one took as long as half of the checks of a page, and reading fonts and
 * styles anew a third of a visit: they stay. A page is asked for each time, as caching.test.ts holds.
 */
export async function forget({ page, complaints }: OpenPage): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.emulateMedia({ colorScheme: 'light' })
  page.removeAllListeners('response')
  // Leave the page, so that its last requests are not reported for the next one.
  await page.goto('about:blank')
  complaints.length = 0
}
