import { afterAll, expect, it } from 'vitest'
import { startBrowser } from '../harness/browser.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** On a phone the menu and the search of the administration stay in sight, however far a page is read (ADR 0314). */
const { server, hall } = await twoOffices()
const browser = await startBrowser()
afterAll(() => browser.close())
const at = originOf(server, hall.slug)

async function openSettings(javaScriptEnabled: boolean) {
  const opened = await browser.open({ width: 390, locale: 'en', javaScriptEnabled })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await opened.page.context().addCookies([{ name, value, url: at }])
  await opened.page.goto(`${at}/admin/settings/`)
  await opened.page.locator('footer').scrollIntoViewIfNeeded()
  return opened
}

/** Seen red with the menu not sticky. */
it.each([true, false])('in less than 56 pixels, with script: %s', async (javaScriptEnabled) => {
  const { page, complaints } = await openSettings(javaScriptEnabled)
  const way = page.getByRole('navigation', { name: 'Administration' })
  const box = await way.boundingBox()
  expect([box?.y, box?.x, box?.width]).toEqual([0, 0, 390])
  expect(box?.height).toBeLessThanOrEqual(56)
  await page.locator('summary', { hasText: 'Menu' }).click()
  const another = way.getByRole('link', { name: 'Products and prices' })
  expect(await way.boundingBox()).toMatchObject({ y: 0 })
  await another.click()
  await page.waitForURL(`${at}/admin/products/`)
  await page.locator('footer').scrollIntoViewIfNeeded()
  await way.getByRole('link', { name: 'Search', exact: true }).click()
  await page.waitForURL(`${at}/admin/search/`)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red without `focusin`, and without Escape. */
it('is folded by Escape, and once something else has the focus', async () => {
  const { page } = await openSettings(true)
  const menu = page.locator('summary', { hasText: 'Menu' })
  const today = page.getByRole('link', { name: 'Today' })
  await menu.click()
  await today.focus()
  await page.keyboard.press('Escape')
  await today.waitFor({ state: 'hidden' })
  expect(await menu.evaluate((summary) => summary === document.activeElement)).toBe(true)
  await menu.click()
  await today.waitFor()
  await page.getByRole('button', { name: 'Save' }).focus()
  await today.waitFor({ state: 'hidden' })
  await page.context().close()
})
