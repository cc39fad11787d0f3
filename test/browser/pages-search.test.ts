import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { startBrowser } from '../harness/browser.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The search of the whole administration by the keyboard (ADR 0287). */
const { server, hall, other } = await twoOffices()
const browser = await startBrowser()
afterAll(() => browser.close())
const at = originOf(server, hall.slug)

const ids: string[] = []
for (const office of [hall, other]) {
  const { product, price } = await office.price('B', { prix: 12 })
  const event = await office.event([product], { name: 'Night' })
  for (const last_name of ['Featherstone', 'Featherstone', 'Alonebody']) {
    const prices = [{ uuid: price, customers: [{ first_name: 'Ada', last_name }] }]
    ids.push((await office.book({ event, email: visitor(), prices })).json.uuid)
  }
}
const [older, newer, alone] = ids.map((id) => `${at}/admin/reservations/${id}/`)

async function open(path: string, options: Partial<Parameters<typeof browser.open>[0]> = {}) {
  const opened = await browser.open({ width: 1280, locale: 'en', ...options })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await opened.page.context().addCookies([{ name, value, url: at }])
  await opened.page.goto(at + path)
  return opened
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.id)
/** A browser puts the focus where a page asks for it with the next picture that it draws, which may be after the page was loaded. */
const untilFocused = (page: Page, on: string | undefined) => expect.poll(() => focused(page)).toBe(on)
const pathOf = (address: string | undefined) => address?.slice(at.length)
const go = (page: Page, key: string) => Promise.all([page.waitForNavigation(), page.keyboard.press(key)])

/** Seen red without autofocus on the first line. */
it('opens a booking by three keys and a name', async () => {
  const { page, complaints } = await open('/admin/products/')
  await page.keyboard.press('/')
  await page.keyboard.type('alonebody')
  await go(page, 'Enter')
  expect(page.url()).toBe(alone)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('feather')
  await go(page, 'Enter')
  await untilFocused(page, pathOf(newer))
  await go(page, 'Enter')
  expect(page.url()).toBe(newer)
  expect(complaints).toEqual([])
  await page.context().close()
})

it('goes through what was found by the arrows, and back to the field', async () => {
  const { page } = await open('/admin/search/?q=feather')
  const [first, second] = [newer, older].map(pathOf)
  await untilFocused(page, first)
  for (const [key, there] of [
    ['ArrowDown', second],
    ['ArrowDown', second],
    ['ArrowUp', first],
    ['ArrowUp', 'q'],
    ['ArrowDown', first],
    ['/', 'q'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page), key).toBe(there)
  }
  await page.context().close()
})

/** Seen red without `isTyping`. */
it('leaves a slash to whoever types one', async () => {
  const { page } = await open('/admin/artists/new/')
  await page.locator('#name').fill('AC')
  await page.locator('#name').press('/')
  expect([await page.inputValue('#name'), await focused(page)]).toEqual(['AC/', 'name'])
  await page.keyboard.press('Meta+k')
  expect(await focused(page)).toBe('search-desk')
  await page.context().close()
})

it('is in the menu of a phone, and works without script', async () => {
  const { page } = await open('/admin/products/', { width: 390 })
  await page.keyboard.press('/')
  expect(await focused(page)).toBe('search-phone')
  await page.context().close()

  const plain = (await open('/admin/products/', { width: 390, javaScriptEnabled: false })).page
  await plain.locator('.way-phone > summary').click()
  await plain.locator('#search-phone').fill('alonebody')
  await Promise.all([plain.waitForNavigation(), plain.locator('.way-phone').getByRole('button').click()])
  expect(plain.url()).toBe(alone)
  await plain.context().close()

  const desk = (await open('/admin/products/', { javaScriptEnabled: false })).page
  expect(await desk.locator('kbd:visible').count()).toBe(0)
  await desk.locator('#search-desk').fill('feather')
  await Promise.all([desk.waitForNavigation(), desk.locator('#search-desk').press('Enter')])
  expect(await desk.getByRole('link', { name: 'Ada Featherstone' }).count()).toBe(2)
  await desk.context().close()
})
