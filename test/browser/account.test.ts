import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'
import { startAuthority } from '../harness/wallet-keys.ts'

/** The pages of a person who is signed in, and the way there, as they meet them: small and large, light and dark. */
let server: TestServer
let browser: TestBrowser
let hall: BoxOffice

beforeAll(async () => {
  server = await startServer()
  browser = await startBrowser()
  hall = await openBoxOffice(server, 'La Très Longue Salle des Fêtes Municipale')
  const { product, price } = await hall.price('B', { prix: 0 })
  const member = await hall.price('A', { subscription_type: 'Y' })
  const event = await hall.event([product], { name: `A ${'very-long-word-that-never-ends'.repeat(4)}` })
  const holder = { first_name: 'Ada', last_name: 'Lovelace' }
  await hall.post('/api/reservations/', {
    event,
    email: 'ada@visitor.test',
    prices: [{ uuid: price, customers: [holder, { ...holder, seat: 'B7' }] }],
  })
  const alone = await hall.event([product], { name: 'One ticket' })
  await hall.post('/api/reservations/', {
    event: alone,
    email: 'ada@visitor.test',
    prices: [{ uuid: price, customers: [holder] }],
  })
  const authority = await startAuthority()
  const { path } = await authority.serviceAccount()
  const google = ['--issuer', '3388000000022123456', '--service-account', path]
  await server.cli('wallet', 'set-google', '--tenant', hall.slug, ...google)
  await server.cli('wallet', 'set-apple', '--tenant', hall.slug, ...(await authority.issue()).words)
  await authority.remove()
  await hall.post('/api/memberships/', { email: 'ada@visitor.test', price: member.price })
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe.each([
  { width: 320, locale: 'fr', colorScheme: 'dark', code: 'Code', wrong: /Il reste 4 essais/ },
  { width: 1280, locale: 'en', colorScheme: 'light', code: 'Code', wrong: /4 tries left/ },
] as const)('at $width pixels in $locale, $colorScheme', ({ code, wrong, ...view }) => {
  it('asks for the code and says what is wrong with it, by keyboard alone', async () => {
    const { page, complaints } = await browser.open(view)
    await page.goto(`${originOf(server, hall.slug)}/sign-in/`)
    await page.locator('#email').focus()
    await page.keyboard.type('ada@visitor.test')
    await page.keyboard.press('Enter')
    await page.getByLabel(code).waitFor()
    await expectAccessible(page, 'code')
    await page.getByLabel(code).focus()
    await page.keyboard.type('1234 5678')
    await page.keyboard.press('Enter')
    await page.getByText(wrong).waitFor()
    // Read out where the visitor goes on: seen red without the attributes of a field that is wrong.
    const field = page.getByLabel(code)
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    const problem = await field.getAttribute('aria-describedby')
    expect(await page.locator(`#${problem}`).textContent()).toMatch(wrong)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page, 'wrong code')
    expect(complaints.filter((complaint) => !/400/.test(complaint))).toEqual([])
    await page.context().close()
  })

  it('shows the account, the booking and the question before erasing', async () => {
    const { page, complaints } = await browser.open(view)
    const { url } = await server.cli('sign-in-link', '--email', 'ada@visitor.test', '--tenant', hall.slug)
    await page.goto(String(url))
    await page.locator('main button').press('Enter')
    await page.waitForURL(/\/account\//)
    await page.getByRole('link', { name: /Google Wallet – One ticket/ }).waitFor()
    await expectAccessible(page, 'account')
    await page.locator('a[href*="/bookings/"]').first().click()
    await page.waitForURL(/\/bookings\//)
    await page
      .getByRole('link', { name: /Apple Wallet/ })
      .first()
      .waitFor()
    await expectAccessible(page, 'booking')
    await page.goto(`${originOf(server, hall.slug)}/account/erasure/`)
    await expectAccessible(page, 'erasure')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('searches the shared calendar, and finds nothing', async () => {
    const { page } = await browser.open(view)
    for (const path of ['/?kind=venue&from=2026-01-01', '/?q=zzz', '/organisations/', '/organisations/?q=zzz']) {
      await page.goto(`${originOf(server, 'meta')}${path}`)
      await expectAccessible(page, path)
    }
    await page.context().close()
  })
})
