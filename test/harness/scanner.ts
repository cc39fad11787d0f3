import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { TestBrowser } from './browser.ts'
import type { TestServer } from './server.ts'

type Opening = Parameters<TestBrowser['open']>[0]

/** The scanner of an organisation on a telephone. */
export function scannerAt(server: TestServer, slug: string) {
  const origin = `http://${slug}.localhost:${server.port}`
  /** Sends the request to the service; its answer is kept here, and has not reached the browser. */
  function ask(route: Route) {
    const request = route.request()
    const key = String(request.headers()['authorization']).replace('Api-Key ', '')
    const body: unknown = request.postDataJSON()
    return server.send(slug, 'POST', new URL(request.url()).pathname, { key, body })
  }
  return {
    origin,
    ask,
    /** Sends the request to the service, and loses the answer. */
    async lose(route: Route): Promise<void> {
      await ask(route)
      // The page may have stopped waiting.
      await route.abort().catch(() => undefined)
    },
    /** Makes the pairing token of a new device; further words are those of `guichet device create`. */
    async token(name: string, ...words: string[]): Promise<string> {
      const created = await server.cli('device', 'create', '--tenant', slug, '--name', name, ...words)
      return String(created['token'])
    },
    /** Opens a page by the link behind "Pair this device". */
    async pairedBy(browser: TestBrowser, token: string, opening: Partial<Opening> = {}) {
      const opened = await browser.open({ width: 390, locale: 'en', colorScheme: 'dark', ...opening })
      await waitLonger(opened.page)
      await opened.page.goto(`${origin}/scanner/#pair=${token}`)
      return opened
    },
  }
}

/** Makes a page wait five times as long for everything: a machine that runs tests answers later than a service at a door. */
export async function waitLonger(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(5 * milliseconds)
  })
}

/**
 * Types a code as a reader does that is a keyboard, wherever the focus is. Its first keys one after the other, since they move the focus;
 * the rest at once: 150 keys of a driven browser took four fifths of a scan.
 */
export async function scanInto(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code.slice(0, 3))
  await page.keyboard.insertText(code.slice(3))
  await page.keyboard.press('Enter')
}

/** Chooses the event, where there are several. */
export async function atTheEvent(page: Page, event: string): Promise<void> {
  const choice = page.getByRole('button', { name: new RegExp(`^${event}`) })
  await page.locator('.door').or(choice).waitFor()
  if (await choice.isVisible()) await choice.click()
  await page.locator('.door').waitFor()
}

/** Scans a code and waits for the shown answer to change; returns it. */
export async function answerTo(page: Page, code: string): Promise<string> {
  const said = page.locator('[role=status] > p')
  const [before = null] = await said.elementHandles()
  await scanInto(page, code)
  await expect.poll(async () => (before === null ? true : !(await before.evaluate((p) => p.isConnected)))).toBe(true)
  await said.waitFor({ state: 'attached' })
  return (await page.locator('.door main').locator('h1, p, li').allTextContents()).join(' ')
}

export const signOf = (page: Page) => page.locator('.door').getAttribute('data-sign')

/** Reads everything that the browser keeps for this address, as text: databases, storages, caches, cookies. */
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

/** Matches every request of a device to the service. */
export const calls = '**/scan/**'
/** Matches those for the list. */
export const lists = '**/scan/snapshot/**'

/** Waits until no scan is being told and no list read, in any tab of the telephone. */
export const untilIdle = (page: Page) =>
  page.evaluate(() => navigator.locks.request('guichet-scanner', () => undefined))

/** Waits until the telephone has kept what the page shows: what is on is shown before it is written down. */
export const untilKept = (page: Page) => page.evaluate(() => navigator.locks.request('guichet-kept', () => undefined))

/** Takes the network away. What was on its way comes to its end first: a list would have what is sold now. */
export async function cut(page: Page): Promise<void> {
  await page.route(calls, (route) => route.abort())
  if (page.url() !== 'about:blank') await untilIdle(page)
}

/**
 * The service says nothing more of what changed: the list stays as it is. A refusal, not an abort: the page asks every fifteen seconds,
 * and would take the network for lost.
 */
export async function keepList(page: Page): Promise<void> {
  await page.route(lists, notNow)
  if (page.url() !== 'about:blank') await untilIdle(page)
}

/** Answers as a service that does not do it just now. */
export function notNow(route: Route): Promise<void> {
  return route.fulfill({ status: 409, json: { success: false, code: 'invalid_transition', detail: 'Not now' } })
}

/** Answers a queue as a service that accepts nothing of it yet. */
export function takeNothing(route: Route): Promise<void> {
  const { scans } = route.request().postDataJSON() as { scans: readonly { nonce: string }[] }
  const kept = scans.map(({ nonce }) => ({ nonce, acknowledged: false, success: false, message: 'Not yet' }))
  return route.fulfill({ json: { success: true, message: 'Scans received', scans: kept } })
}

/** Restores the network, and the browser says so. */
export async function mend(page: Page): Promise<void> {
  await page.unroute(calls)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** The line with the age of the list and the number of scans that wait. */
export const line = (page: Page) => page.locator('.network')

export async function untilListed(page: Page): Promise<void> {
  await expect.poll(() => line(page).textContent()).toMatch(/List under|Liste de moins|Liste unter|Lista de hace menos/)
}

/** Waits until the list has everything that the service knows now. */
export async function refresh(page: Page): Promise<void> {
  // One that is asked for from now on: an answer that is on its way already may be older than what the service knows.
  const asked = page.waitForRequest((request) => request.url().includes('/scan/snapshot/'))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await (await asked).response()
  // The page is updated before the next request is made.
  await untilIdle(page)
}

/** Waits until every scan has been sent. The page may show an older state than its store, so the store is read first. */
export async function untilTold(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countQueue)).toBe(0)
  await expect.poll(() => line(page).textContent()).toMatch(/ 0 scans to send$/)
}

/** Runs in the page: counts the scans in its queue. */
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

/** Puts the page's clock five seconds ahead: the same code is another reading then. */
export async function later(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 5000
  })
}
