import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { TestBrowser } from './browser.ts'
import type { TestServer } from './server.ts'

type Opening = Parameters<TestBrowser['open']>[0]

/** The scanner of an organisation on a telephone. */
export function scannerAt(server: TestServer, slug: string) {
  const origin = `http://${slug}.localhost:${server.port}`
  /** The service has heard it; what it said is in our hands, and not in the browser's. */
  function ask(route: Route) {
    const request = route.request()
    const key = String(request.headers()['authorization']).replace('Api-Key ', '')
    const body: unknown = request.postDataJSON()
    return server.send(slug, 'POST', new URL(request.url()).pathname, { key, body })
  }
  return {
    origin,
    ask,
    /** The same, and nobody hears what it said. */
    async lose(route: Route): Promise<void> {
      await ask(route)
      // The page may have stopped waiting.
      await route.abort().catch(() => undefined)
    },
    /** Of a device that nobody has paired yet; more words are those of `guichet device create`. */
    async token(name: string, ...words: string[]): Promise<string> {
      const created = await server.cli('device', 'create', '--tenant', slug, '--name', name, ...words)
      return String(created['token'])
    },
    /** A page that was opened by the link behind "Open the scanner on this phone". */
    async pairedBy(browser: TestBrowser, token: string, opening: Partial<Opening> = {}) {
      const opened = await browser.open({ width: 390, locale: 'en', colorScheme: 'dark', ...opening })
      await waitLonger(opened.page)
      await opened.page.goto(`${origin}/scanner/#pair=${token}`)
      return opened
    },
  }
}

/** A machine that runs tests answers later than a service at a door: whatever the page waits for, it waits five times as long. */
export async function waitLonger(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(5 * milliseconds)
  })
}

/** As a reader does that is a keyboard: one key after the other, then Enter, wherever the focus is. */
export async function scanInto(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Past the choice of the event, where there are several. */
export async function atTheEvent(page: Page, event: string): Promise<void> {
  const choice = page.getByRole('button', { name: new RegExp(`^${event}`) })
  await page.locator('.door').or(choice).waitFor()
  if (await choice.isVisible()) await choice.click()
  await page.locator('.door').waitFor()
}

/** The answer that stands there, once it is another one than before. */
export async function answerTo(page: Page, code: string): Promise<string> {
  const said = page.locator('[role=status] > p')
  const before = await said.elementHandle({ timeout: 1 }).catch(() => null)
  await scanInto(page, code)
  await expect.poll(async () => (before === null ? true : !(await before.evaluate((p) => p.isConnected)))).toBe(true)
  await said.waitFor({ state: 'attached' })
  return (await page.locator('.door main').locator('h1, p, li').allTextContents()).join(' ')
}

export const signOf = (page: Page) => page.locator('.door').getAttribute('data-sign')

/** Everything that the browser keeps of this address, as text: databases, storages, caches, cookies. */
export async function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '')
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        for (const row of rows) kept.push(...(await readable(row)))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request))?.text())
    }
    return JSON.stringify(kept)

    async function readable(value: unknown): Promise<unknown[]> {
      if (value instanceof CryptoKey) {
        const exported = await crypto.subtle.exportKey('raw', value).then(
          () => 'EXPORTABLE',
          () => 'sealed',
        )
        return [exported]
      }
      if (value instanceof ArrayBuffer || value instanceof Uint8Array) return [new TextDecoder('latin1').decode(value)]
      if (typeof value !== 'object' || value === null) return [value]
      return (await Promise.all(Object.values(value).map(readable))).flat()
    }
  })
}

/** Every question that a device asks the service. */
export const calls = '**/scan/**'
export const cut = (page: Page) => page.route(calls, (route) => route.abort())

/** The service answers a queue, and takes nothing of it yet. */
export function takeNothing(route: Route): Promise<void> {
  const { scans } = route.request().postDataJSON() as { scans: readonly { nonce: string }[] }
  const kept = scans.map(({ nonce }) => ({ nonce, acknowledged: false, success: false, message: 'Not yet' }))
  return route.fulfill({ json: { success: true, message: 'Scans received', scans: kept } })
}

/** The network is back, and the browser says so. */
export async function mend(page: Page): Promise<void> {
  await page.unroute(calls)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Where the age of the list stands, and how many scans wait. */
export const line = (page: Page) => page.locator('.network')

export async function untilListed(page: Page): Promise<void> {
  await expect.poll(() => line(page).textContent()).toMatch(/List under|Liste de moins/)
}

/** Everything that the service knows until now is on the list. */
export async function refresh(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/scan/snapshot/'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await answered
  // The page is written before the next question is asked.
  await page.evaluate(() => navigator.locks.request('guichet-scanner', () => undefined))
}

/** What the page says may be older than the answer beside it, and still be nothing: what it keeps is looked at first. */
export async function untilTold(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countQueue)).toBe(0)
  await expect.poll(() => line(page).textContent()).toMatch(/ 0 waiting$/)
}

/** Runs in the page. */
async function countQueue(): Promise<number> {
  const answerOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await answerOf(indexedDB.open('guichet-scanner'))
  try {
    return await answerOf(database.transaction('queue').objectStore('queue').count())
  } finally {
    database.close()
  }
}

/** The page's clock goes on, five seconds later: the same code is another reading then. */
export async function later(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 5000
  })
}
