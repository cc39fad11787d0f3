import { afterAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { one, visitor } from '../harness/booking.ts'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import { startBrowser } from '../harness/browser.ts'
import { openPaidOffice, pathOf } from '../harness/payments.ts'
import { originOf } from '../harness/sign-in.ts'
import { startStripe } from '../harness/stripe-server.ts'
import { serve } from '../harness/two-tenants.ts'

/** What staff sees of an event that is cancelled, and does about its money: on a phone and a desk, by keyboard alone. */
const stripe = await startStripe()
afterAll(() => stripe.stop())
const { server, client, house } = await serve({ environment: { STRIPE_API_URL: stripe.url } }, async (served) => ({
  ...served,
  house: await openPaidOffice(served.server, stripe, 'The Hall'),
}))
const browser = await startBrowser()
afterAll(() => browser.close())

/** A night that is cancelled: one booking refunded, one that Stripe refuses, one paid at the desk, one never paid. */
async function cancelledNight(name: string): Promise<{ readonly notice: string; readonly desk: string }> {
  const { office } = house
  const { price, product } = await office.price('B', { prix: '12.50' })
  const event = await office.event([product], { name })
  const book = async () => {
    const { json } = await office.book({ event, email: visitor(), prices: one(price, 2) })
    return { uuid: json.uuid as string, path: pathOf(json.checkout_url) }
  }
  const online = [await book(), await book()]
  for (const booking of online) {
    stripe.pay((await house.open(booking)).id)
    await house.comeBack(booking)
  }
  const desk = await book()
  await office.post(`/api/reservations/${desk.uuid}/payments/`, { method: 'cash' })
  await book()
  stripe.fail('refund', 'refused')
  const { json } = await office.post(`/api/events/${event}/cancellation/`, { reason: 'The singer is ill.' })
  const figures = async () => (await office.get(`/api/events/${event}/notices/`)).json[0]
  await untilTrue(async () => (await figures()).ended !== null)
  await untilQuiet(client)
  expect((await figures()).refunds).toEqual([
    { state: 'done', reservations: 1, amount: 25, currency: 'EUR' },
    { state: 'failed', reservations: 1, amount: 25, currency: 'EUR' },
    { state: 'owed', reservations: 1, amount: 25, currency: 'EUR' },
  ])
  return { notice: json.uuid, desk: desk.uuid }
}

it.each([
  {
    view: { locale: 'en', width: 390, colorScheme: 'light' },
    said: {
      signIn: 'Sign in',
      cancelled: 'Cancelled: Night A',
      told: '4 of 4 bookings',
      failed: 'the account at the payment service is closed',
      retry: 'Try again',
      byHand: 'Hand €25.00 over',
      handedOver: 'Mark as handed over',
      nobody: 'Nobody waits for money',
      all: 'Refunds due',
      owed: 'Still due',
    },
  },
  {
    view: { locale: 'fr', width: 1280, colorScheme: 'dark' },
    said: {
      signIn: 'Se connecter',
      cancelled: 'Annulé : Night A',
      told: '4 sur 4 réservations',
      failed: 'le compte auprès du service de paiement est fermé',
      retry: 'Réessayer',
      byHand: 'Rembourser 25,00 € en main propre',
      handedOver: 'C’est remboursé',
      nobody: 'Personne n’attend de remboursement',
      all: 'Remboursements à faire',
      owed: 'Encore dû',
    },
  },
] as const)('in $view.locale at $view.width pixels', async ({ view, said }) => {
  const { notice } = await cancelledNight('Night A')
  const { page, complaints } = await browser.open(view)
  const { slug } = house.office
  const { url } = await server.cli('sign-in-link', '--email', 'admin@example.org', '--tenant', slug)
  await page.goto(`${originOf(server, slug)}${new URL(String(url)).pathname}`)
  await page.getByRole('button', { name: said.signIn, exact: true }).press('Enter')
  await page.waitForURL(/\/(account|admin)\//)
  await page.goto(`${originOf(server, slug)}/admin/`)
  await expectAccessible(page, 'administration')
  await page.getByRole('link', { name: said.cancelled }).first().press('Enter')
  await page.getByRole('heading', { level: 1, name: said.cancelled }).waitFor()
  await page.getByText(said.told).waitFor()
  await page.getByText(said.failed).waitFor()
  expect(await page.locator('progress').getAttribute('value')).toBe('4')
  await expectAccessible(page, 'cancelled event')
  await page.getByRole('button', { name: said.retry, exact: true }).press('Enter')
  await page.getByText(said.failed).waitFor({ state: 'hidden' })
  await page.locator('summary', { hasText: said.byHand }).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'cancelled event, about to refund')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(said.handedOver)
  await page.keyboard.press('Enter')
  await page.getByText(said.nobody).waitFor()
  expect(page.url()).toContain(`/admin/notices/${notice}/`)
  await untilQuiet(client)
  await page.goto(`${originOf(server, slug)}/admin/refunds/`)
  await page.getByRole('heading', { level: 1, name: said.all }).waitFor()
  expect(await page.locator('.tile', { hasText: said.owed }).textContent()).toMatch(/0[.,]00/)
  await expectAccessible(page, 'refunds due')
  expect(complaints).toEqual([])
  await page.context().close()
})
