import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, violationsOf } from '../harness/accessible.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'

/** Booking and signing in as people do it, on a small phone and a desk, in both languages, by keyboard. */
let server: TestServer
let browser: TestBrowser
let address: string
/** Of an event with places for everybody. */
let roomy: string

beforeAll(async () => {
  server = await startServer()
  browser = await startBrowser()
  const hall = await openBoxOffice(server, 'La Sirène')
  const { product } = await hall.price('B', { name: 'Full price', prix: 24, stock: 3 })
  const event = await hall.event([product], { name: 'The Owls & <b>Friends</b>' })
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  address = `${originOf(server, hall.slug)}/events/${slug}/`
  const { product: last } = await hall.price('B', { name: 'Last night', prix: 12 })
  const other = await hall.event([last], { name: 'The other night' })
  roomy = `${originOf(server, hall.slug)}/events/${(await hall.get(`/api/events/${other}/`)).json.slug}/`
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** From the event to the booking by keyboard alone: no page between the two. */
it.each([
  { locale: 'en', refused: 'Booking not made', booked: 'Confirm your e-\u2060mail address' },
  { locale: 'fr', refused: 'Réservation impossible', booked: 'Confirmez votre adresse e-\u2060mail' },
] as const)('books in $locale on a small phone, first wrongly', async ({ locale, refused, booked }) => {
  const { page, complaints } = await browser.open({ width: 320, locale })
  await page.goto(address)
  await page.locator('input[type=number]').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`ada-${locale}@example.org`)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(refused).waitFor()
  expect(await page.getByLabel(/Full price/).inputValue()).toBe('0')
  await expectAccessible(page, 'refused booking')
  // Seen red with `narrow` on the form alone: what went wrong reached 160 pixels beyond what it speaks of.
  await page.setViewportSize({ width: 1280, height: 900 })
  const [notice, form] = [page.getByRole('alert'), page.locator('form[action*=booking]')]
  expect((await notice.boundingBox())?.width).toBe((await form.boundingBox())?.width)
  await page.setViewportSize({ width: 320, height: 900 })
  await page.getByLabel(/Full price/).fill('1')
  await page.getByLabel(/e-\u2060mail/i).press('Enter')
  await page.getByRole('heading', { level: 1, name: booked }).waitFor()
  await expectAccessible(page, 'booking')
  expect(complaints.filter((complaint) => !/400/.test(complaint))).toEqual([])
  await page.context().close()
})

/** Seen red with the key of the page as it came: the second is told to be the first. */
it('whoever comes back by the browser’s button and books again has booked twice', async () => {
  const { page } = await browser.open({ width: 390, locale: 'en' })
  const book = async () => {
    await page.getByLabel(/Last night/).fill('1')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel(/e-\u2060mail/i).fill('twice@example.org')
    await page.getByLabel(/e-\u2060mail/i).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Confirm your e-\u2060mail address' }).waitFor()
    return page.url()
  }
  await page.goto(roomy)
  const first = await book()
  await page.goBack()
  const second = await book()
  expect(second).not.toBe(first)
  await page.context().close()
})

/** Without script: the focus is where the browser puts it. Seen red without `autofocus`: it was at the top of the page. */
it.each([
  { locale: 'en', button: 'Name each ticket', first: 'First name' },
  { locale: 'fr', button: 'Indiquer un nom par billet', first: 'Prénom' },
] as const)('names each ticket in $locale, by keyboard', async ({ locale, button, first }) => {
  const { page, complaints } = await browser.open({ width: 320, locale, colorScheme: 'dark' })
  await page.goto(address)
  await page.getByLabel(/Full price/).fill('2')
  await page.getByRole('button', { name: button }).press('Enter')
  await page.getByRole('group', { name: /2.*2/ }).waitFor()
  const field = page.getByLabel(first, { exact: true }).first()
  await expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel(/Full price/).fill('0')
  await page.getByLabel(/Full price/).press('Enter')
  await page.getByRole('alert').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('qty')
  expect(await violationsOf(page)).toEqual([])
  expect(complaints.filter((complaint) => !/400/.test(complaint))).toEqual([])
  await page.context().close()
})

it('shows a hostile name as text', async () => {
  const { page } = await browser.open({ width: 1280, locale: 'en' })
  await page.goto(address)
  expect(await page.locator('h1').textContent()).toBe('The Owls & <b>Friends</b>')
  await page.context().close()
})

it('signs in by keyboard alone, with one button, once', async () => {
  const { page } = await browser.open({ width: 390, locale: 'en' })
  const { url } = await server.cli('sign-in-link', '--email', 'admin@example.org')
  await page.goto(String(url))
  await page.getByRole('button', { name: 'Sign in' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(account|admin)\//)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByText('admin@example.org').waitFor()
  await page.goto(String(url))
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(0)
  await page.context().close()
})
