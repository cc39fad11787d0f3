import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectFits } from '../harness/accessible.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** The language of a page, chosen at its foot (ADR 0253). */
const { server, browser, hall } = await openVisitedOffice('The Hall')
const at = originOf(server, hall.slug)

/** What Tab reaches, as far as it is to be seen which button that is. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let press = 0; press < 200 && (await focused()) !== name; press++) await page.keyboard.press('Tab')
  expect(await focused()).toBe(name)
}

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  it('is chosen by keyboard, shows the same page with its query, and holds on every page', async () => {
    const { page, complaints } = await browser.open({ width: 320, locale: 'en', javaScriptEnabled })
    const address = `${at}/sign-in/?next=%2Faccount%2F`
    await page.goto(address)
    await tabTo(page, 'Deutsch')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    expect([page.url(), await languageOf(page)]).toEqual([address, 'de'])
    const current = page.getByRole('form', { name: 'Sprache' }).locator('[aria-current]')
    expect(await current.textContent()).toBe('Deutsch')
    const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
    await page.context().addCookies([{ name, value, url: at }])
    for (const path of ['/', '/nothing/', '/admin/settings/']) {
      await page.goto(at + path)
      expect(await languageOf(page), path).toBe('de')
      await expectFits(page, path)
    }
    if (javaScriptEnabled) await expectAccessible(page, 'settings')
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    await page.context().close()
  })
})

/** Seen red without the height of the buttons. */
it('is as large as a thumb', async () => {
  const { page } = await browser.open({ width: 320, locale: 'en' })
  await page.goto(at)
  const boxes = await page.locator('footer button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(boxes).toHaveLength(3)
  for (const { width, height } of boxes) expect([width >= 44, height >= 44]).toEqual([true, true])
  await page.context().close()
})

it('asks before something that was typed is lost', async () => {
  const { page } = await browser.open({ width: 1280, locale: 'en' })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await page.context().addCookies([{ name, value, url: at }])
  await page.goto(`${at}/admin/artists/new/`)
  await page.locator('#name').fill('Ada Lovelace')
  const asked = page.waitForEvent('dialog')
  const pressed = page.getByRole('button', { name: 'Français' }).click()
  await (await asked).dismiss()
  await pressed
  expect([await page.locator('#name').inputValue(), await languageOf(page)]).toEqual(['Ada Lovelace', 'en'])
  await page.context().close()
})
