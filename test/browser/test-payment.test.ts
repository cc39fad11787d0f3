import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { visitor } from '../harness/booking.ts'
import { endHold, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser } from '../harness/browser.ts'
import { originOf } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The page where a visitor of a sandbox pays, by keyboard alone, on a phone and in French. */
const { server, client } = await twoOffices()
const browser = await startBrowser()
afterAll(() => browser.close())
const playground = await openBoxOffice(server, 'Terrain de jeu', '--sandbox')
const { product } = await playground.price('B', { name: 'Plein tarif', prix: 12 })
const event = await playground.event([product], { name: 'Bal des Verriers' })
const path = `/events/${(await playground.get(`/api/events/${event}/`)).json.slug}/`

/** Books by keyboard, and waits for the page that asks for the payment. */
async function checkout(): Promise<Page> {
  const { page } = await browser.open({ width: 390, locale: 'fr' })
  await page.goto(originOf(server, playground.slug) + path)
  await tabTo(page, '#email')
  await page.keyboard.type(visitor())
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/test-payments\//)
  return page
}

async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
  await page.locator(selector).waitFor()
  for (let presses = 0; !(await isThere()); presses += 1) {
    expect(presses, selector).toBeLessThan(40)
    await page.keyboard.press('Tab')
  }
}

async function press(page: Page, selector: string, title: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const [pay, refuse] = ['button[value="pay"]', 'button[value="refuse"]']

/** Seen red with the page as the answer of the form: who came back to it was asked to send the form again. */
it('is tried again after a refusal, left, and come back to', async () => {
  const page = await checkout()
  await expectAccessible(page, 'checkout')
  await press(page, refuse, 'Paiement d’essai')
  await page.getByRole('alert').getByText('a été refusé').waitFor()
  await expectAccessible(page, 'refused')
  await press(page, 'main a[href*="/bookings/"]', 'Vos places sont retenues')
  await page.goBack()
  await page.getByRole('alert').getByText('a été refusé').waitFor()
  await press(page, pay, 'Réservation confirmée')
  await page.goBack()
  await page.getByText('Ce paiement est clos').waitFor()
  expect(await page.locator(pay).count()).toBe(0)
  await press(page, 'main a[href*="/bookings/"]', 'Réservation confirmée')
  await page.context().close()
})

/** Seen red without the end of the checkout in moveTestCheckout: it was paid. */
it('takes no payment once the places were let go, and leads to the booking that says so', async () => {
  const page = await checkout()
  const { rows } = await client.query('select id from reservation where event_id = $1 order by id desc limit 1', [
    event,
  ])
  await endHold(client, rows[0].id)
  await client.query('update test_checkout set ends_at = now() where tenant_id = $1', [playground.tenantId])
  await press(page, pay, 'Vos places ont été libérées')
  await page.goBack()
  await page.getByText('Ce paiement est clos').waitFor()
  await page.context().close()
})
