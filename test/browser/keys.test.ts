import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { startBrowser } from '../harness/browser.ts'
import { handsAt } from '../harness/hands.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The administration by keyboard alone, and the table of its keys (ADR 0296). */
const { server, hall } = await twoOffices()
const browser = await startBrowser()
afterAll(() => browser.close())
const at = originOf(server, hall.slug)

async function open(path: string, locale: 'en' | 'de' = 'en') {
  const opened = await browser.open({ width: 1280, locale })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await opened.page.context().addCookies([{ name, value, url: at }])
  await opened.page.goto(at + path)
  return opened
}
const go = (page: Page, key: string) => Promise.all([page.waitForNavigation(), page.keyboard.press(key)])
const find = async (page: Page, text: string) => {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await go(page, 'Enter')
}

/** Seen red without the key of the page in ownKeys; and without `isTyping`. */
it('are told on a page that one of them leads to, unless it is typed', async () => {
  const { page, complaints } = await open('/admin/artists/new/')
  await page.locator('#name').focus()
  await page.keyboard.type('Who?')
  expect(await page.inputValue('#name')).toBe('Who?')
  await page.goto(`${at}/admin/products/`)
  await go(page, '?')
  expect(page.url()).toBe(`${at}/admin/keys/`)
  await expectAccessible(page, 'keys')
  expect(await page.locator('tbody tr').first().textContent()).toMatch(/^\/ Ctrl K ⌘ K To the search of everything/)
  await page.keyboard.press('Control+k')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-desk')
  // The page of the documentation is the same.
  const documented = readFileSync('docs/keys.md', 'utf8')
  for (const does of await page.locator('tbody td:last-child').allTextContents()) expect(documented).toContain(does)
  await page.goto(`${at}/admin/`)
  await handsAt(page, { byKeys: true }).press('Keys')
  expect(page.url()).toBe(`${at}/admin/keys/`)
  expect(complaints).toEqual([])
  await page.context().close()
  const german = (await open('/admin/keys/', 'de')).page
  expect(await german.locator('tbody tr').first().textContent()).toMatch(/^\/ Strg K ⌘ K Zur Suche in allem/)
  await german.context().close()
})

/** What nobody reaches by Tab cannot be used by these hands. Seen red with the buttons of forms out of the way of Tab. */
it('are all that it takes to make an event, sell, find it by a word and refund', async () => {
  const { page, complaints } = await open('/admin/')
  const hands = handsAt(page, { byKeys: true })
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await hands.press('Events')
  await hands.press('New event')
  await hands.fill(/^Name$/, 'Night of the keys')
  await hands.fillMoment('Begins', '2900-05-05T20:30')
  await hands.fill('Amount in EUR', '12')
  await hands.press('Publish the event')
  await page.getByRole('heading', { level: 1, name: 'Night of the keys' }).waitFor()
  await hands.press('Sell')
  await hands.press(/^Name/)
  await hands.fill('First name', 'Ada')
  await hands.fill('Last name', 'Keyboardson')
  await hands.press('Cash')
  await hands.press('See the booking')
  const booking = new URL(page.url()).pathname
  await hands.press('Today')
  await find(page, 'keyboardson')
  expect(new URL(page.url()).pathname).toBe(booking)
  await hands.press('Cancel and refund')
  await hands.choose('I am handing the money over now')
  await hands.press('Cancel the whole booking')
  expect((await hall.get(`/api/reservations/${booking.split('/')[3]}/`)).json.status).toBe('C')
  await hands.press('Bookings')
  await hands.press('Amount')
  expect(page.url()).toContain('sort=amount')
  expect(complaints).toEqual([])
  await page.context().close()
})
