import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { linkIn } from '../harness/mail-server.ts'
import { readCode } from '../harness/read-code.ts'
import { originOf } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/**
 * The whole way of a visitor, on a phone, as a person goes it: from the page of an event to the door, with real mail, a
 * provider that speaks Stripe, and codes read from the screen.
 */
const { server, mail, stripe, browser, hall, lastSession } = await openVisitedOffice('The Hall')
const other = await openBoxOffice(server, 'The Other')
const device = await server.cli('device', 'create', '--tenant', hall.slug, '--name', 'Door')
const deviceKey = (await server.send(hall.slug, 'GET', `/scan/${device['token']}/pair`)).json.api_key

async function announce(office: BoxOffice, name: string, price: Record<string, unknown>): Promise<string> {
  const { product } = await office.price('B', { name: 'Full price', ...price })
  const event = await office.event([product], { name })
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  return `${originOf(server, office.slug)}/events/${slug}/`
}

const scan = async (code: string) =>
  (await server.send(hall.slug, 'POST', '/scan/ticket/', { body: { qrcode_data: code }, key: deviceKey })).json

const languages = [
  {
    locale: 'en',
    book: 'Book',
    confirm: 'Confirm the booking',
    done: 'Booking confirmed',
    pay: /^Pay /,
    tickets: /^Your tickets for /,
  },
  {
    locale: 'fr',
    book: 'Réserver',
    confirm: 'Confirmer la réservation',
    done: 'Réservation confirmée',
    pay: /^Payer /,
    tickets: /^Vos billets pour /,
  },
] as const

async function fillIn(page: Page, email: string, { book }: (typeof languages)[number]): Promise<void> {
  await page.locator('input[name=qty]').first().fill('2')
  await page.locator('input[name=email]').fill(email)
  await page.getByRole('button', { name: book, exact: true }).click()
}

describe.each(languages)('in $locale', (words) => {
  const { locale, confirm, done, tickets } = words

  it('books free places: two taps, a mail, one more, and the door opens once', async () => {
    const address = await announce(hall, `Free ${locale}`, { prix: 0 })
    const email = `free-${locale}@visitor.test`
    const { page, complaints } = await browser.open({ width: 390, locale })
    await page.goto(address)
    await expectAccessible(page, 'event')
    await fillIn(page, email, words)
    await page.waitForURL(/\/bookings\//)
    await expectAccessible(page, 'unconfirmed booking')
    expect(await page.locator('svg.qr').count()).toBe(0)

    await page.goto(linkIn(await mail.mailTo(email, /\/confirm\//), '/confirm/'))
    await expectAccessible(page, 'confirmation')
    await page.getByRole('button', { name: confirm }).click()
    await page.getByRole('heading', { level: 1, name: done }).waitFor()
    await expectAccessible(page, 'booking')
    expect(await page.locator('svg.qr').count()).toBe(2)
    const code = await readCode(page)
    expect(await scan(code)).toMatchObject({ success: true })
    expect(await scan(code)).toMatchObject({ success: false, message: 'Ticket already scanned' })

    const { attachments, html } = await mail.mailTo(email, tickets)
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
    expect(html).toContain(`lang="${locale}"`)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('pays for places on the provider’s page, and comes back to the tickets', async () => {
    const address = await announce(hall, `Paid ${locale}`, { prix: 12.5 })
    const email = `paid-${locale}@visitor.test`
    const { page } = await browser.open({ width: 390, locale })
    await page.goto(address)
    await fillIn(page, email, words)
    // The provider's page is somebody else's: what the server there answers is of no matter.
    await page.waitForURL(`${stripe.url}/pay/**`)
    const session = lastSession()
    expect(session).toMatchObject({ amount_total: 2500, currency: 'eur' })
    expect(session.fields['locale']).toBe(locale)
    stripe.pay(session.id)
    await page.goto(session.fields['success_url'] ?? '')
    await page.getByRole('heading', { level: 1, name: done }).waitFor()
    await expectAccessible(page, 'paid booking')
    expect(await scan(await readCode(page))).toMatchObject({ success: true })
    await mail.mailTo(email, tickets)
    await page.context().close()
  })

  it('leaves the provider’s page and pays later, from the page of the booking', async () => {
    const address = await announce(hall, `Later ${locale}`, { prix: 8 })
    const { page } = await browser.open({ width: 390, locale })
    await page.goto(address)
    await fillIn(page, `later-${locale}@visitor.test`, words)
    await page.waitForURL(`${stripe.url}/pay/**`)
    const session = lastSession()
    await page.goto(session.fields['cancel_url'] ?? '')
    await expectAccessible(page, 'unpaid booking')
    expect(await page.locator('svg.qr').count()).toBe(0)
    await page.getByRole('link', { name: words.pay }).click()
    await page.waitForURL(`${stripe.url}/pay/${session.id}`)
    await page.context().close()
  })
})

it('another organisation on the same server, without keys, is paid at its door', async () => {
  const address = await announce(other, 'Elsewhere', { prix: 12.5 })
  const { page } = await browser.open({ width: 390, locale: 'en' })
  await page.goto(address)
  await fillIn(page, 'elsewhere@visitor.test', languages[0])
  await page.getByRole('heading', { level: 1, name: 'Confirm your e-\u2060mail address' }).waitFor()
  expect(await page.getByRole('link', { name: /^Pay / }).count()).toBe(0)
  await page.goto(linkIn(await mail.mailTo('elsewhere@visitor.test', /\/confirm\//), '/confirm/'))
  await page.getByRole('button', { name: languages[0].confirm }).click()
  await page.getByRole('heading', { level: 1, name: 'Your places are held' }).waitFor()
  await page.context().close()
})
