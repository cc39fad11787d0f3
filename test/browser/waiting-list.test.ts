import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { one, visitor } from '../harness/booking.ts'
import { runExpiry, untilTrue } from '../harness/box-office.ts'
import { linkIn, type ReceivedMail } from '../harness/mail-server.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/**
 * Somebody who came too late: from the page that says "sold out" to the ticket in the mailbox, with real mail and a
 * provider that speaks Stripe. SCREENSHOTS names a directory for pictures of every state, to be looked at.
 */
const { server, mail, stripe, browser, hall, addressOf, lastSession } = await openVisitedOffice('La Verrière')

async function soldOut(prix: number, name: string) {
  const { price, product } = await hall.price('B', { name: 'Plein tarif', prix })
  const event = await hall.event([product], { name, capacity: 1 })
  const { uuid } = (await hall.book({ event, email: visitor(), prices: one(price) })).json
  return { event, price, booking: uuid, address: await addressOf(event) }
}

const cancel = (uuid: string) => hall.post(`/api/reservations/${uuid}/cancellation/`)

/** Looks at a state as a person and as axe do: at the width of a phone and of a desk. */
async function look(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOTS']
  const widths = directory ? [1280, 320, 390] : [320, 390]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `${name} at ${width} px`)
    if (!directory || width === 320) continue
    await mkdir(directory, { recursive: true })
    await page.screenshot({ path: join(directory, `${name}-${width}.png`), fullPage: true })
  }
}

/** What a mail client shows, on a small phone too. */
async function lookAtMail(name: string, { html }: ReceivedMail): Promise<void> {
  const directory = process.env['SCREENSHOTS']
  const { page } = await browser.open({ width: 390, locale: 'en' })
  await page.setContent(html ?? '')
  if (directory) await page.screenshot({ path: join(directory, `${name}-390.png`), fullPage: true })
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
  await page.context().close()
}

const words = {
  en: {
    join: 'Join the waiting list',
    places: 'Number of places',
    email: 'E-\u2060mail address',
    mail: 'One more step: open the e-\u2060mail',
    confirm: 'Join the waiting list',
    toConfirm: 'Confirm your place on the waiting list',
    waits: 'You are on the waiting list',
    pay: /^Pay /,
    accept: 'Accept this place',
    done: 'Booking confirmed',
    ticket: /Your ticket is attached/,
    leave: 'Leave the waiting list',
    left: 'You are not on the waiting list',
  },
  fr: {
    join: 'Rejoindre la liste d’attente',
    places: 'Nombre de places',
    email: 'Adresse e-\u2060mail',
    mail: 'Encore une étape\u00a0: ouvrez le message',
    confirm: 'Rejoindre la liste d’attente',
    toConfirm: 'Confirmez votre inscription sur la liste d’attente',
    waits: 'Vous êtes sur la liste d’attente',
    pay: /^Payer /,
    accept: 'Accepter cette place',
    done: 'Réservation confirmée',
    ticket: /Votre billet est joint/,
    leave: 'Quitter la liste d’attente',
    left: 'Vous n’êtes pas sur la liste d’attente',
  },
} as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe.each(['fr', 'en'] as const)('in %s', (locale) => {
  const said = words[locale]

  it('waits, is offered a place, pays for it and has the ticket', async () => {
    const night = await soldOut(12.5, `Les Hiboux ${locale}`)
    const email = `waits-${locale}@visitor.test`
    const { page, complaints } = await browser.open({ width: 390, locale })
    await page.goto(night.address)
    await look(page, `${locale}-1-sold-out`)
    await page.getByRole('link', { name: said.join }).click()
    await look(page, `${locale}-2-form`)
    await page.getByLabel(said.email).fill('ada@')
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''))
    await page.getByRole('button', { name: said.join }).click()
    await page.getByRole('alert').waitFor()
    await look(page, `${locale}-3-refused`)
    await page.getByLabel(said.email).fill(email)
    await page.getByRole('button', { name: said.join }).click()
    await heading(page, said.mail)
    await look(page, `${locale}-4-open-the-mail`)

    const confirmation = await mail.mailTo(email, /waiting-list/)
    await lookAtMail(`${locale}-4-mail`, confirmation)
    expect(confirmation.html).toContain(`lang="${locale}"`)
    await page.goto(linkIn(confirmation, '/waiting-list/'))
    await heading(page, said.toConfirm)
    await look(page, `${locale}-5-confirm`)
    await page.getByRole('button', { name: said.confirm }).click()
    await heading(page, said.waits)
    await look(page, `${locale}-6-waits`)

    await cancel(night.booking)
    const offer = await mail.mailTo(email, /\/bookings\//)
    await lookAtMail(`${locale}-7-mail`, offer)
    expect(offer.html).toContain(`lang="${locale}"`)
    await page.goto(linkIn(confirmation, '/waiting-list/'))
    await look(page, `${locale}-7-offered`)
    await page.goto(linkIn(offer, '/bookings/'))
    await look(page, `${locale}-8-offer`)
    const other = await browser.open({ width: 390, locale })
    await other.page.goto(night.address)
    await look(other.page, `${locale}-9-sold-out-to-others`)
    await other.page.context().close()
    // The refused form is an answer too; what follows is the page of somebody else.
    expect(complaints.filter((complaint) => !complaint.includes('400 (Bad Request)'))).toEqual([])
    await page.getByRole('link', { name: said.pay }).click()
    await page.waitForURL(`${stripe.url}/pay/**`)
    const session = lastSession()
    expect(session).toMatchObject({ amount_total: 1250, currency: 'eur' })
    stripe.pay(session.id)
    await page.goto(session.fields['success_url'] ?? '')
    await heading(page, said.done)
    await look(page, `${locale}-10-booked`)
    const { attachments } = await mail.mailTo(email, said.ticket)
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
    await page.goto(linkIn(confirmation, '/waiting-list/'))
    await look(page, `${locale}-11-has-places`)
    await page.context().close()
  })

  it('by keyboard alone: waits, takes a free place, and leaves another list', async () => {
    const [night, later] = [await soldOut(0, `Les Chouettes ${locale}`), await soldOut(0, `Les Merles ${locale}`)]
    const email = `keys-${locale}@visitor.test`
    const { page } = await browser.open({ width: 390, locale })
    for (const { address } of [night, later]) {
      await page.goto(address)
      await page.getByRole('link', { name: said.join }).press('Enter')
      await page.getByLabel(said.email).focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await heading(page, said.mail)
    }
    const name = (event: string) => new RegExp(`${event} ${locale}`)
    for (const event of [/Chouettes/, /Merles/]) {
      await page.goto(linkIn(await mail.mailTo(email, event), '/waiting-list/'))
      await tabTo(page, said.confirm)
      await page.keyboard.press('Enter')
      await heading(page, said.waits)
    }
    await tabTo(page, said.leave)
    await page.keyboard.press('Enter')
    await heading(page, said.left)
    await look(page, `${locale}-12-left`)

    await cancel(night.booking)
    const offer = await mail.mailTo(email, new RegExp(`${name('Chouettes').source}[^]*/bookings/`))
    await page.goto(linkIn(offer, '/bookings/'))
    await look(page, `${locale}-13-free-offer`)
    await tabTo(page, said.accept)
    await page.keyboard.press('Enter')
    await heading(page, said.done)
    await page.context().close()
  })
})

/** Goes on by Tab until that control has the focus, as far as a page has controls. */
async function tabTo(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name })
  for (let pressed = 0; pressed < 20; pressed++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}

it('an offer that lapsed, a link that is too late and a list that is closed say so', async () => {
  const night = await soldOut(12.5, 'The Owls')
  const [late, slow, sorry] = ['late', 'slow', 'sorry'].map((name) => `${name}@visitor.test`) as [
    string,
    string,
    string,
  ]
  const client = await server.database.connect()
  const ask = (email: string) =>
    server.send(hall.slug, 'POST', '/api/waiting-list/', {
      body: { event: night.event, price: night.price, email, places: 1 },
      headers: { 'accept-language': 'en' },
    })
  for (const email of [late, slow, sorry]) await ask(email)
  const { page } = await browser.open({ width: 390, locale: 'fr' })
  await page.goto(linkIn(await mail.mailTo(late, /waiting-list/), '/waiting-list/'))
  await page.getByRole('button', { name: words.fr.confirm }).click()
  await heading(page, words.fr.waits)
  await cancel(night.booking)
  const offer = await mail.mailTo(late, /\/bookings\//)
  await client.query("update reservation set expires_at = now() - interval '1 second' where booker_email = $1", [late])
  await runExpiry(client)
  await untilTrue(async () => {
    await page.goto(linkIn(offer, '/bookings/'))
    // Seen red without hasRunOut: "Cette réservation est annulée"; without wasOffered the places were on sale.
    return (await page.getByText('la personne suivante').count()) > 0
  })
  await look(page, 'fr-20-offer-lapsed')
  await page.goto(linkIn(await mail.mailTo(late, /waiting-list/), '/waiting-list/'))
  await heading(page, 'La place n’est plus retenue pour vous')
  await look(page, 'fr-21-lapsed')
  await client.query("update waiting_entry set confirm_until = now() - interval '1 second' where email = $1", [slow])
  await page.goto(linkIn(await mail.mailTo(slow, /waiting-list/), '/waiting-list/'))
  await look(page, 'fr-22-link-too-late')
  await client.query("update event set starts_at = now() - interval '1 second' where id = $1", [night.event])
  await page.goto(linkIn(await mail.mailTo(sorry, /waiting-list/), '/waiting-list/'))
  await heading(page, 'Cette liste d’attente est fermée')
  await look(page, 'fr-23-closed')
  await client.end()
  await page.context().close()
})
