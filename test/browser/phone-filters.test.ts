import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { expectAccessible } from '../harness/accessible.ts'
import { startBrowser } from '../harness/browser.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What narrows a list fills no screen of a phone: it is folded there, and what is chosen stands below as it is taken away (ADR 0283). */
const { server, hall } = await twoOffices()
const browser = await startBrowser()
afterAll(() => browser.close())
const at = originOf(server, hall.slug)

const full = await hall.price('B', { prix: 12 })
const event = await hall.event([full.product], { name: 'Night' })
const prices = [{ uuid: full.price, customers: [{ first_name: 'Ada', last_name: 'Lovelace' }] }]
for (const _ of [1, 2]) await hall.book({ event, email: visitor(), prices })

async function open(width: number) {
  const opened = await browser.open({ width, locale: 'en' })
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await opened.page.context().addCookies([{ name, value, url: at }])
  return opened
}

/** Seen red with the choices shown, and with no chips. */
it('on a phone, by one button and by keyboard, with and without script', async () => {
  const { page, complaints } = await open(390)
  await page.goto(`${at}/admin/reservations/?sort=amount`)
  const state = page.locator('#state')
  const filter = page.getByRole('checkbox', { name: 'Filter', exact: true })
  expect(await state.isVisible()).toBe(false)
  expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0)
  await filter.focus()
  await page.keyboard.press('Space')
  expect(await state.isVisible()).toBe(true)
  await expectAccessible(page, 'filters unfolded')
  await state.selectOption({ label: 'To be paid' })
  await page.locator('#event').selectOption(event)
  await page.getByRole('button', { name: 'Search' }).last().click()
  await page.waitForURL(/state=to_pay/)
  expect(await state.isVisible()).toBe(false)
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
  expect(await chips.count()).toBe(2)
  await expectAccessible(page, 'chips of filters')
  await page.getByRole('link', { name: 'Remove the filter “State: To be paid”' }).click()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ event, sort: 'amount' })
  expect(complaints).toEqual([])
  await page.context().close()
})

it('at a desk they stand open, and nothing is said twice', async () => {
  const { page } = await open(1280)
  await page.goto(`${at}/admin/reservations/?state=to_pay`)
  expect(await page.locator('#state').isVisible()).toBe(true)
  expect(await page.getByText('Filter', { exact: true }).isVisible()).toBe(false)
  expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0)
  await page.context().close()
})
