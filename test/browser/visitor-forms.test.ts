import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'

/** What a browser says of the forms of visitors as they are filled in; the server's own answers are in test/http. */
let server: TestServer
let browser: TestBrowser
let hall: BoxOffice

beforeAll(async () => {
  server = await startServer()
  hall = await openBoxOffice(server, 'The Hall')
  await hall.price('A', { name: 'Friend', prix: 5, free_price: true, subscription_type: 'Y' })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function eventPath(): Promise<string> {
  const { product } = await hall.price('B', { name: 'As you like', prix: 5, free_price: true })
  const event = await hall.event([product])
  return `/events/${(await hall.get(`/api/events/${event}/`)).json.slug}/`
}

const amountOf = (page: Page) => page.locator('[name=amount]:not([type=hidden])').first()
/** What is said of a field, which is described by it. */
const saidOf = (page: Page, field: 'amount' | 'email') => page.locator(`main [id^=${field}][id$=-problem]`)

const places = [
  ['booking', eventPath, 'en', /such as 12\.50/, /such as ada@example.org/],
  ['booking', eventPath, 'fr', /tel que 12,50/, /par exemple ada@example.org/],
  ['membership', async () => '/membership/', 'fr', /tel que 12,50/, /par exemple ada@example.org/],
] as const

/** Seen red without the `pattern` of an own amount, and without the script on visitors' pages. */
it.each(places)('says of %s what is wrong as a field is left: %#', async (_, path, locale, amount, email) => {
  const { page, complaints } = await browser.open({ width: 390, locale })
  await page.goto(originOf(server, hall.slug) + (await path()))
  for (const [name, field, typed, words, right] of [
    ['amount', amountOf(page), 'twelve', amount, ' 12,5 '],
    ['email', page.locator('[name=email]'), 'ada', email, 'ada@visitor.test'],
  ] as const) {
    const said = saidOf(page, name)
    await field.fill(typed)
    expect(await said.count()).toBe(0)
    await field.press('Tab')
    await said.waitFor()
    expect((await said.textContent())?.replaceAll('\u2060', '')).toMatch(words)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.getAttribute('aria-describedby')).toContain(await said.getAttribute('id'))
    await expectAccessible(page, name)
    await field.fill(right)
    await field.press('Tab')
    expect([await said.count(), await field.getAttribute('aria-invalid')]).toEqual([0, null])
  }
  expect(complaints).toEqual([])
})

it('holds nothing back: what is wrong is said by the page, all at once, and a visitor may leave', async () => {
  const { page } = await browser.open({ width: 390, locale: 'en' })
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.accept()
  })
  const path = await eventPath()
  await page.goto(originOf(server, hall.slug) + path)
  await amountOf(page).fill('twelve')
  await page.getByRole('spinbutton').first().fill('1')
  await page.locator('[name=email]').fill('ada')
  await page.locator('[name=email]').press('Enter')
  await page.waitForURL(/booking\/$/)
  expect(await page.getByRole('alert').getByRole('link').count()).toBe(2)
  await amountOf(page).fill('twenty')
  await page.goto(originOf(server, hall.slug))
  expect(asked).toEqual([])
})
