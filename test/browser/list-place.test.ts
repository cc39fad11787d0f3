import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { startBrowser } from '../harness/browser.ts'
import { originOf, sharedSignIn, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** A list that was narrowed, put in order and turned over is found again so from the page of one of its rows (ADR 0283). */
const { server, hall } = await twoOffices()
const browser = await startBrowser()
afterAll(() => browser.close())
const at = originOf(server, hall.slug)

const full = await hall.price('B', { prix: 12 })
const event = await hall.event([full.product], { name: 'Night' })
for (const last_name of ['Featherstone', 'Featherstone', 'Alonebody'])
  await hall.book({
    event,
    email: visitor(),
    prices: [{ uuid: full.price, customers: [{ first_name: 'Ada', last_name }] }],
  })
// More than fill a few screens of a phone.
for (let count = 0; count < 20; count += 1)
  await hall.book({
    event,
    email: visitor(),
    prices: [{ uuid: full.price, customers: [{ first_name: 'Ada', last_name: 'Manybody' }] }],
  })

/** Seen red with the script taken out of showAdminPage; and with what was done kept, by its last line. */
it('leads back to the list as it was, after an action too, and from another tab to the whole list', async () => {
  const { page, complaints } = await browser.open({ width: 1280, locale: 'en' })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await page.context().addCookies([{ name, value, url: at }])
  await page.goto(`${at}/admin/reservations/?q=feather`)
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('link').click()
  const list = page.url()
  expect(list).toBe(`${at}/admin/reservations/?q=feather&sort=amount`)
  await page.getByRole('link', { name: 'Ada Featherstone' }).first().click()
  await page.getByRole('button', { name: 'Paid in cash' }).click()
  await page.getByRole('heading', { name: 'Ada Featherstone' }).waitFor()
  const booking = page.url()
  await page.getByRole('link', { name: 'Back to the bookings' }).click()
  expect(page.url()).toBe(list)
  await page
    .getByRole('navigation')
    .or(page.locator('.way-desk'))
    .getByRole('link', { name: 'Bookings' })
    .first()
    .click()
  expect(page.url()).toBe(`${at}/admin/reservations/`)
  const other = await page.context().newPage()
  await other.goto(booking)
  await other.getByRole('link', { name: 'Back to the bookings' }).click()
  expect(other.url()).toBe(`${at}/admin/reservations/`)
  await page.goto(`${at}/admin/products/?done=saved`)
  await page.goto(`${at}/admin/products/${full.product}/`)
  expect(await page.getByRole('link', { name: 'All products' }).getAttribute('href')).toBe(`${at}/admin/products/`)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red without `scrollTo`, and with a place that is not kept when the page is left. */
it('is at the place where it was left, by its link after an action and by the way back of the browser', async () => {
  const { page, complaints } = await browser.open({ width: 390, locale: 'en' })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await page.context().addCookies([{ name, value, url: at }])
  const list = `${at}/admin/reservations/?sort=amount`
  const lastRow = page.getByRole('link', { name: 'Ada Manybody' }).last()
  const scrolled = () => page.evaluate(() => scrollY)
  const openRow = async () => {
    await page.evaluate(() => scrollTo(0, 2145))
    // Pressed where it is: a browser that has to find it scrolls.
    await lastRow.evaluate((link) => (link as HTMLElement).click())
    await page.getByRole('heading', { name: 'Ada Manybody' }).waitFor()
  }
  await page.goto(list)
  await openRow()
  await page.getByRole('button', { name: 'Paid in cash' }).click()
  await page.getByRole('status').first().waitFor()
  // The script of the page says where the link leads.
  await page.waitForLoadState()
  await page.getByRole('link', { name: 'Back to the bookings' }).click()
  await lastRow.waitFor()
  expect(page.url()).toBe(list)
  await expect.poll(scrolled).toBe(2145)
  const [left, height] = await page.evaluate(() => [scrollY, innerHeight] as const)
  expect(left, 'below the first screen').toBeGreaterThan(height)

  await openRow()
  await page.goBack()
  await lastRow.waitFor()
  await expect.poll(scrolled).toBe(2145)
  await page.goto(list)
  expect(await scrolled(), 'a list that one comes to anew begins at its head').toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red without the script on the page that says that somebody signed out, and without that of the page that asks to sign in. */
it.each(['signs out', 'has no session any more'])('is forgotten once somebody %s', async (how) => {
  const { page } = await browser.open({ width: 1280, locale: 'en' })
  const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await page.context().addCookies([{ name, value, url: at }])
  await page.goto(`${at}/admin/reservations/?q=feather`)
  const kept = () => page.evaluate(() => Object.values(sessionStorage))
  await expect.poll(kept).toEqual(['q=feather'])
  if (how === 'signs out') {
    await page.goto(`${at}/account/`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  } else {
    await page.context().clearCookies()
    await page.goto(`${at}/admin/`)
  }
  await expect.poll(kept).toEqual([])
  await page.context().close()
})
