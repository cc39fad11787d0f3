import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { originOf } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** The whole way of a member, on a phone: refused as a stranger, joined and paid, signed in by the code, and booked. */
const { server, mail, stripe, browser, hall, addressOf, lastSession } = await openVisitedOffice(
  'La Très Longue Salle des Fêtes',
)
const friends = await hall.price('A', { name: 'Yearly', prix: 25, subscription_type: 'Y', max_per_user: 1 })
const { product } = await hall.price('B', { name: 'Members', prix: 0, adhesion_obligatoire: friends.product })
const address = await addressOf(await hall.event([product], { name: 'A night for members' }))

/** The digits of the mail to sign in. */
async function codeFor(email: string): Promise<string> {
  const code = /\b\d{4} \d{4}\b/
  return code.exec((await mail.mailTo(email, code)).text ?? '')?.[0] ?? ''
}

describe.each([
  { locale: 'en', book: 'Book', signIn: 'Sign in', join: 'Become a member', done: 'Booking confirmed' },
  { locale: 'fr', book: 'Réserver', signIn: 'Se connecter', join: 'Adhérer', done: 'Réservation confirmée' },
] as const)('in $locale', ({ locale, book, signIn, join, done }) => {
  it('joins, pays, signs in where the price asked for it, and books at that price', async () => {
    const email = `ada-${locale}@visitor.test`
    const base = originOf(server, hall.slug)
    const { page, complaints } = await browser.open({ width: 390, locale })
    const bookOne = async () => {
      await page.locator('input[name=qty]').first().fill('1')
      const field = page.locator('input[name=email]')
      if ((await field.count()) > 0) await field.fill(email)
      await page.getByRole('button', { name: book, exact: true }).click()
    }

    await page.goto(`${base}/membership/`)
    await expectAccessible(page, 'memberships')
    await page.locator('input[name=price]').check()
    await page.locator('#first_name').fill('Ada')
    await page.locator('#last_name').fill('Lovelace')
    await page.locator('input[name=email]').fill(email)
    await page.getByRole('button', { name: join }).click()
    await page.waitForURL(`${stripe.url}/pay/**`)
    const session = lastSession()
    await page.goto(session.fields['cancel_url'] ?? '')
    await page.getByRole('timer').waitFor()
    await expectAccessible(page, 'unpaid order')
    stripe.pay(session.id)
    await page.goto(session.fields['success_url'] ?? '')
    await page.waitForURL(/\/bookings\//)
    await expectAccessible(page, 'paid order')

    // A member, but nobody knows: whoever is not signed in may type any address.
    await page.goto(address)
    await bookOne()
    await page.getByRole('alert').waitFor()
    await expectAccessible(page, 'refused booking')
    await page.locator('main').getByRole('link', { name: signIn, exact: true }).click()
    await page.waitForURL(/\/sign-in\//)
    await page.locator('#email').fill(email)
    await page.locator('main button').click()
    await page.locator('#code').waitFor()
    await expectAccessible(page, 'code')
    await page.locator('#code').fill(await codeFor(email))
    await page.locator('main button').click()
    await page.waitForURL(address)
    await bookOne()
    await page.getByRole('heading', { level: 1, name: done }).waitFor()
    await expectAccessible(page, 'booking of a member')

    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${base}/account/`)
      await expectAccessible(page, `account at ${width}`)
      await page.locator('a[href*="/membership/"]').first().click()
      await page.locator('svg.qr').waitFor()
      expect(await page.locator('main').textContent()).toContain('Ada Lovelace')
      await expectAccessible(page, `card at ${width}`)
    }
    // The refusal, and the provider's page on another host: the browser complains of both by itself.
    const foreseen = (complaint: string) =>
      complaint.startsWith('Failed to load resource') || complaint.includes(stripe.url)
    expect(complaints.filter((complaint) => !foreseen(complaint))).toEqual([])
    await page.context().close()
  })
})
