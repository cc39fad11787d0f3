import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'

/** One more, one fewer and what it comes to, while a booking is filled in: by thumb, by keyboard, and by ear. */
let server: TestServer
let browser: TestBrowser
let hall: BoxOffice
let abroad: BoxOffice
let south: BoxOffice

beforeAll(async () => {
  server = await startServer()
  browser = await startBrowser()
  hall = await openBoxOffice(server, 'La Sirène')
  abroad = await openBoxOffice(server, 'Tokyo Hall')
  await server.cli('tenant', 'set', '--tenant', abroad.slug, '--currency', 'JPY')
  south = await openBoxOffice(server, 'Théâtre de Tunis')
  await server.cli('tenant', 'set', '--tenant', south.slug, '--currency', 'TND')
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** The address of an event with a price of which three are left, one that is chosen, one for nothing, and a T-shirt. */
async function eventOf(office: BoxOffice, amount: number): Promise<string> {
  const full = await office.price('B', { name: 'Full price', prix: amount, stock: 3 })
  const gift = await office.price('B', { name: 'As you like', prix: 5, free_price: true })
  const entry = await office.price('F', { name: 'Entry', prix: 0 })
  const shirt = await office.price('T', { name: 'T-shirt', prix: 20 })
  const event = await office.event([full.product, gift.product, entry.product, shirt.product])
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  return `${originOf(server, office.slug)}/events/${slug}/`
}

/** What a screen reader is told without asking. */
const announced = async (page: Page) =>
  ((await page.locator('.total[role=status]').textContent()) ?? '').replace(/\s+/g, ' ').trim()

const buttonOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: 'Full price' }).getByRole('button', { name, exact: true })

describe.each([
  {
    locale: 'en',
    more: 'One more',
    fewer: 'One fewer',
    nothing: 'Nothing selected yet',
    two: '2 places €1,800.00',
    three: '3 places €2,700.00',
    withGift: '3 places €1,812.35',
    typed: '12.35',
    free: '1 place Free',
    unknown: '3 places',
    shirt: '1 item €20.00',
    button: 'Book',
  },
  {
    locale: 'fr',
    more: 'Un de plus',
    fewer: 'Un de moins',
    nothing: 'Aucune sélection',
    two: '2 places 1 800,00 €',
    three: '3 places 2 700,00 €',
    withGift: '3 places 1 812,35 €',
    typed: '12,35',
    free: '1 place Gratuit',
    unknown: '3 places',
    shirt: '1 article 20,00 €',
    button: 'Réserver',
  },
] as const)('in $locale', ({ locale, more, fewer, button, ...said }) => {
  /** Seen red with the sum of whole amounts, €1,812.00, and without the limit of what is left, 4 places. */
  it('is summed up as the server sums it up', async () => {
    const { page, complaints } = await browser.open({ width: 320, locale })
    await page.goto(await eventOf(hall, 900))
    expect(await announced(page)).toBe(said.nothing)
    const [plus, minus] = [more, fewer].map((name) => buttonOf(page, name))
    expect(await minus?.getAttribute('aria-disabled')).toBe('true')
    for (let press = 0; press < 4; press++) await plus?.click({ force: true })
    expect(await announced(page)).toBe(said.three)
    expect(await plus?.getAttribute('aria-disabled')).toBe('true')
    await minus?.click()
    expect(await announced(page)).toBe(said.two)
    await expectAccessible(page, 'a total')

    await page.getByLabel(/As you like/).fill('1')
    await page.locator('input[name=amount]:not([type=hidden])').fill('?')
    expect(await announced(page)).toBe(said.unknown)
    await page.locator('input[name=amount]:not([type=hidden])').fill(said.typed)
    expect(await announced(page)).toBe(said.withGift)
    const total = await page.locator('.total[role=status]').locator('strong').textContent()
    await page.getByLabel(/e-\u2060mail/i).fill(`total-${locale}@example.org`)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.waitForURL(/\/bookings\//)
    expect(await page.locator('main').textContent()).toContain(total)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  /** Seen red with buttons that are stops of the Tab key. */
  it('is filled in by keyboard as without it', async () => {
    const { page } = await browser.open({ width: 1280, locale, colorScheme: 'dark' })
    await page.goto(await eventOf(hall, 900))
    const entry = page.getByLabel(/Entry/)
    await entry.focus()
    await page.keyboard.press('ArrowUp')
    expect(await announced(page)).toBe(said.free)
    await page.keyboard.press('Tab')
    const focused = page.locator('input[name=qty]:focus')
    expect(await focused.getAttribute('aria-label')).toContain('T-shirt')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await page.getByLabel(/T-shirt/).fill('1')
    expect(await announced(page)).toBe(said.shirt)
    await page.getByLabel(/T-shirt/).fill('0')
    expect(await announced(page)).toBe(said.nothing)
    await expectAccessible(page, 'nothing chosen')
    await page.context().close()
  })
})

/** Seen red with two decimals for every currency: ¥9.00, and nothing for 12.355 dinars. */
it('knows a currency without decimals, and one with three', async () => {
  const { page } = await browser.open({ width: 390, locale: 'en' })
  await page.goto(await eventOf(abroad, 900))
  await buttonOf(page, 'One more').click()
  expect(await announced(page)).toBe('1 place JP¥900')
  await page.goto(await eventOf(south, 900))
  await page.getByLabel(/As you like/).fill('1')
  await page.locator('input[name=amount]:not([type=hidden])').fill('12.355')
  expect(await announced(page)).toBe('1 place TND 12.355')
  await page.locator('input[name=amount]:not([type=hidden])').fill('1 200,5 TND')
  expect(await announced(page)).toBe('1 place TND 1,200.500')
  await page.locator('input[name=amount]:not([type=hidden])').fill('12.3555')
  expect(await announced(page)).toBe('1 place')
  await page.context().close()
})

/** Seen red with the options always there, and with a T-shirt counted as a place. */
it('has the options with a ticket, as they are asked for with one', async () => {
  const options = [await hall.create('optionticket', { name: 'With crutches' })]
  const [seat, shirt] = [await hall.price('B', { name: 'Seat' }), await hall.price('T', { name: 'T-shirt' })]
  const event = await hall.event([seat.product, shirt.product], { options })
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const { page } = await browser.open({ width: 390, locale: 'en' })
  await page.goto(`${originOf(server, hall.slug)}/events/${slug}/`)
  const option = page.getByRole('checkbox', { name: 'With crutches' })
  const isAsked = async (seats: string, shirts: string) => {
    await page.getByLabel(/Seat/).fill(seats)
    await page.getByLabel(/T-shirt/).fill(shirts)
    return option.isVisible()
  }
  expect(await option.isVisible()).toBe(false)
  expect(await isAsked('0', '1')).toBe(false)
  expect(await isAsked('1', '1')).toBe(true)
  expect(await isAsked('0', '0')).toBe(false)
  await page.context().close()
})

it('is a small script of our own, without which the form is complete', async () => {
  const { pathname } = new URL(await eventOf(hall, 900))
  const { text } = await server.send(hall.slug, 'GET', pathname)
  expect(text).not.toMatch(/<script(?! type="application\/ld\+json")(?![^>]* src=)/)
  const [path = ''] = /\/assets\/[0-9a-f]{12}\.js/.exec(text) ?? []
  const script = await server.send(hall.slug, 'GET', path)
  expect([script.status, script.text.length < 4_000]).toEqual([200, true])
  const buttons = text.match(/<button[^>]*data-step[^>]*>/g) ?? []
  expect(buttons).toHaveLength(8)
  for (const part of [...buttons, /<p class="total"[^>]*>/.exec(text)?.[0]]) expect(part).toContain(' hidden')
})
