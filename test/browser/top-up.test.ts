import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { originOf } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** The whole way of a top-up, on a phone and by keyboard alone: from the home page to money on the card. */
const { server, stripe, browser, hall, lastSession } = await openVisitedOffice('La Très Longue Salle des Fêtes')
await hall.price('R', { name: 'Twenty', prix: 20 })
await hall.price('R', { name: 'As you like', prix: 5, free_price: true })
const cards = await newCards(server, 2)
const till = createTill(hall.slug, hall.key)
for (const card of cards) await till.open(server, card)

describe.each([
  { locale: 'en', card: cards[0], open: 'Top up a card', button: 'Top up', done: 'The top-up is paid' },
  { locale: 'fr', card: cards[1], open: 'Recharger une carte', button: 'Recharger', done: 'La recharge est payée' },
] as const)('in $locale', ({ locale, card, open, button, done }) => {
  it('finds the page, mistypes the number, puts it right, pays, and the money is on the card', async () => {
    if (!card) throw new Error('there is no card')
    const { page, complaints } = await browser.open({ width: 390, locale })
    await page.goto(`${originOf(server, hall.slug)}/`)
    await page.getByRole('link', { name: open }).press('Enter')
    await page.getByRole('heading', { level: 1, name: open }).waitFor()
    await expectAccessible(page, 'top-ups')
    await page.locator('input[name=price]').nth(1).focus()
    await page.keyboard.press('Space')
    await page.locator('input[name=amount]').fill('12,50')
    await page.locator('#card').fill('N-NONE')
    await page.locator('#email').fill(`ada-${locale}@visitor.test`)
    await page.getByRole('button', { name: button, exact: true }).press('Enter')
    await page.getByRole('alert').waitFor()
    await expectAccessible(page, 'top-up of no card')
    // The field that is wrong has the focus, and everything else is as it was typed.
    await expect.poll(() => page.locator('#card').evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.locator('input[name=amount]').inputValue()).toBe('12,50')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(card.number.toLowerCase())
    await page.keyboard.press('Enter')
    await page.waitForURL(`${stripe.url}/pay/**`)
    const session = lastSession()
    await page.goto(session.fields['cancel_url'] ?? '')
    await page.getByRole('timer').waitFor()
    await expectAccessible(page, 'unpaid top-up')
    stripe.pay(session.id)
    await page.goto(session.fields['success_url'] ?? '')
    await page.getByRole('heading', { level: 1, name: done }).waitFor()
    await expectAccessible(page, 'paid top-up')
    expect((await till.open(server, card)).json.balance).toBe(12.5)
    const foreseen = (complaint: string) =>
      complaint.startsWith('Failed to load resource') || complaint.includes(stripe.url)
    expect(complaints.filter((complaint) => !foreseen(complaint))).toEqual([])
    await page.context().close()
  })
})
