import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectFits } from '../harness/accessible.ts'
import { startBrowser } from '../harness/browser.ts'
import { eveningZone, localMinute } from '../harness/evening.ts'
import { countOf, type Hands, handsAt } from '../harness/hands.ts'
import { linkIn, startMailServer } from '../harness/mail-server.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { readCode } from '../harness/read-code.ts'
import { originOf } from '../harness/sign-in.ts'
import { serve } from '../harness/two-tenants.ts'

/**
 * The first evening of somebody who has never seen this before, with real mail and a real scanning API: from the creation
 * form to a ticket that was refunded and is refused at the door. In English by finger on a phone, in French by keys alone.
 * SCREENSHOTS names a directory for pictures of every step, to be looked at.
 */
const mail = await startMailServer()
const browser = await startBrowser()
afterAll(async () => {
  await browser.close()
  await mail.stop()
})
const timeZone = eveningZone()
const { server } = await serve(
  { environment: { SMTP_URL: mail.url, TIME_ZONE: timeZone, REGISTRATION: 'open' } },
  async (served) => served,
)

const languages = [
  {
    locale: 'en',
    byKeys: false,
    price: '12',
    create: 'Create an organisation',
    organisation: 'Name of the organisation',
    venue: /^A venue/,
    email: /^E-\u2060?mail address/,
    emailAgain: 'Repeat the e-\u2060mail address',
    sendCode: 'Send me the code',
    confirms: 'by link',
    code: 'Code from the e-\u2060mail',
    createIt: 'Create the organisation',
    openIt: 'Open my box office',
    signIn: 'Sign in',
    createEvent: 'Create an event',
    name: 'Name',
    begins: 'Begins',
    amount: 'Amount in EUR',
    publish: 'Publish the event',
    administration: 'Administration',
    addDevice: 'Add a device',
    deviceNames: 'Names, one per line',
    createDevices: 'Create and show the codes',
    otherApp: 'Another scanning app',
    pair: 'Pair and show the key',
    done: 'Done',
    book: 'Book',
    confirm: 'Confirm the booking',
    booked: 'Booking confirmed',
    menu: /^Menu/,
    bookings: 'Bookings',
    paidInCash: 'Paid in cash',
    sell: 'Sell',
    sellNow: 'Cash',
    print: 'Print the tickets',
    showBooking: 'See the booking',
    today: 'Today',
    cancelTitle: 'Cancel and refund',
    handsOver: 'I am handing the money over now',
    cancelAll: 'Cancel the whole booking',
    tickets: /^Your tickets? for /,
    tonight: ['Sold1', 'Scanned1', 'Inside1of 1 ticket'],
  },
  {
    locale: 'fr',
    byKeys: true,
    price: '0',
    create: 'Créer une organisation',
    organisation: 'Nom de l’organisation',
    venue: /^Une salle/,
    email: /^Adresse e-\u2060?mail/,
    emailAgain: 'Confirmez l’adresse e-\u2060mail',
    sendCode: 'M’envoyer le code',
    confirms: 'by code',
    code: 'Code reçu par e-\u2060mail',
    createIt: 'Créer l’organisation',
    openIt: 'Ouvrir ma billetterie',
    signIn: 'Se connecter',
    createEvent: 'Créer un évènement',
    name: 'Nom',
    begins: 'Début',
    amount: 'Montant en EUR',
    publish: 'Publier l’évènement',
    administration: 'Administration',
    addDevice: 'Ajouter un appareil',
    deviceNames: 'Noms, un par ligne',
    createDevices: 'Créer et afficher les codes',
    otherApp: 'Une autre application de scan',
    pair: 'Appairer et afficher la clé',
    done: 'Terminé',
    book: 'Réserver',
    confirm: 'Confirmer la réservation',
    booked: 'Réservation confirmée',
    menu: /^Menu/,
    bookings: 'Réservations',
    paidInCash: 'Payé en espèces',
    sell: 'Vendre',
    sellNow: 'Donner les billets',
    print: 'Imprimer les billets',
    showBooking: 'Afficher la réservation',
    today: 'Aujourd’hui',
    cancelTitle: /^Annuler/,
    handsOver: /^Je rends/,
    cancelAll: 'Annuler toute la réservation',
    tickets: /^(Votre|Vos) billets? pour /,
    tonight: ['Vendus1', 'Scannés1', 'Présents1sur 1 billet'],
  },
] as const

describe.each(languages)('in $locale', (words) => {
  const { locale, byKeys } = words
  const organisation = `Le Grillon ${locale}`
  const slug = `le-grillon-${locale}`
  const owner = `owner@grillon-${locale}.test`
  const guest = `guest@grillon-${locale}.test`
  const pictures = picturesOf(locale)
  const someone = async (person: string, width = 390) => {
    const { page, complaints } = await browser.open({ width, locale })
    return { hands: handsAt(page, { byKeys }), page, complaints, look: pictures(page, person) }
  }

  it('creates an organisation, sells, lets in, refunds, and refuses what was refunded', async () => {
    const { hands, page, look, complaints } = await someone('owner')
    await page.goto(`${originOf(server, 'meta')}/`)
    await look('calendar')
    await hands.press(words.create)
    await look('creation')
    await hands.fill(words.organisation, organisation)
    await hands.choose(words.venue)
    await hands.fill(words.email, owner)
    await hands.fill(words.emailAgain, owner)
    await hands.press(words.sendCode)
    await look('mailbox')
    const asked = await mail.mailTo(owner, /./)
    if (words.confirms === 'by code') {
      await hands.fill(words.code, /\d{4} ?\d{4}/.exec(asked.subject ?? '')?.[0] ?? '')
    } else {
      await page.goto(linkIn(asked, '/tenant/new/'))
      await look('create')
    }
    await hands.press(words.createIt)
    await look('created')
    await hands.press(words.openIt)
    await look('sign-in')
    await hands.press(words.signIn)
    await look('start')

    const onSale = await countOf(hands, async () => {
      await hands.press(words.createEvent)
      await look('new-event')
      await hands.fill(new RegExp(`^${words.name}$`), 'Les Hiboux')
      await hands.fillMoment(words.begins, localMinute(new Date(Date.now() + 7_200_000), timeZone))
      await hands.fill(words.amount, words.price)
      await hands.press(words.publish)
    })
    // "An event on sale in five minutes": two presses and three fields from the first steps.
    expect(onSale).toEqual({ pressed: 2, filled: 3 })
    await look('event')

    // "A new user finds the pairing QR from the home page in three clicks", on a phone too.
    await page.goto(`${originOf(server, slug)}/`)
    await look('home')
    const paired = await countOf(hands, async () => {
      await hands.press(words.administration)
      await look('today-at-first')
      await hands.press(words.addDevice)
      await look('devices')
      await hands.fill(words.deviceNames, 'Door')
      await hands.press(words.createDevices)
    })
    expect(paired).toEqual({ pressed: 3, filled: 1 })
    await look('pairing')
    const key = await pairAt(await readCode(page))
    await hands.press(words.done)
    await look('devices-paired')

    const { pdf } = await bookAsVisitor(hands, look)
    const code = await codeOf(pdf)
    const scan = (qrcode_data: string) => server.send(slug, 'POST', '/scan/ticket/', { body: { qrcode_data }, key })
    expect((await scan(code)).json).toMatchObject({ success: true, message: 'Ticket successfully scanned' })
    expect((await scan(code)).json).toMatchObject({ success: false, message: 'Ticket already scanned' })

    await goTo(hands, words.sell)
    await look('desk')
    await hands.press(words.sellNow)
    await look('sold')
    const print = await page.getByRole('link', { name: words.print }).getAttribute('href')
    const [session] = await page.context().cookies()
    const cookie = `${session?.name}=${session?.value}`
    const printed = await server.send(slug, 'GET', print ?? '', { cookie })
    const atDesk = await codeOf(printed.bytes)
    await hands.press(words.showBooking)
    await look('booking')
    await hands.press(words.cancelTitle)
    if (words.price !== '0') await hands.choose(words.handsOver)
    await look('to-cancel')
    await hands.press(words.cancelAll)
    await look('cancelled')
    expect((await scan(atDesk)).json).toMatchObject({ success: false, code: 'canceled' })

    await goTo(hands, words.today)
    await look('today')
    expect(await page.locator('.tiles:not(.money) .tile').allTextContents()).toEqual(words.tonight)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  /** The key of a phone that has read the code on the screen. */
  async function pairAt(code: string): Promise<string> {
    const { hands, page, look } = await someone('phone')
    await page.goto(code)
    await look('to-pair')
    await hands.press(words.otherApp)
    await hands.press(words.pair)
    await look('paired')
    const key = (await page.locator('code').textContent()) ?? ''
    await page.context().close()
    return key
  }

  /** Books the first event of the home page; what costs something is paid to the owner. */
  async function bookAsVisitor(owner: Hands, seen: (step: string) => Promise<void>): Promise<{ pdf: Uint8Array }> {
    const { hands, page, look } = await someone('visitor')
    await page.goto(`${originOf(server, slug)}/`)
    await hands.press('Les Hiboux')
    await look('event')
    await hands.fill(words.email, guest)
    await hands.press(words.book)
    await look('held')
    if (words.price === '0') {
      await page.goto(linkIn(await mail.mailTo(guest, /\/confirm\//), '/confirm/'))
      await look('to-confirm')
      await hands.press(words.confirm)
    } else {
      await goTo(owner, words.bookings)
      await seen('bookings')
      await owner.press(guest)
      await seen('unpaid')
      await owner.press(words.paidInCash)
      await seen('paid')
      await page.reload()
    }
    await page.getByRole('heading', { level: 1, name: words.booked }).waitFor()
    await look('booked')
    const shown = await readCode(page)
    const { attachments } = await mail.mailTo(guest, words.tickets)
    const [pdf = new ArrayBuffer()] = attachments.map(({ content }) => content as ArrayBuffer)
    expect(await codeOf(new Uint8Array(pdf))).toBe(shown)
    await page.context().close()
    return { pdf: new Uint8Array(pdf) }
  }

  /** Another room, by the menu of a phone. */
  async function goTo(hands: Hands, room: string): Promise<void> {
    await hands.press(words.menu)
    await hands.press(room)
  }
})

async function codeOf(pdf: Uint8Array): Promise<string> {
  const [first] = await lookAtPdf(pdf)
  return first?.qrCodeData ?? 'unreadable'
}

/** Looks at a step as axe does, and at every width as a person does. */
function picturesOf(locale: string) {
  const directory = process.env['SCREENSHOTS']
  let count = 0
  return (page: Page, person: string) => async (step: string) => {
    const name = `${locale}-${String(++count).padStart(2, '0')}-${person}-${step}`
    const own = page.viewportSize() ?? { width: 390, height: 900 }
    await expectAccessible(page, name)
    for (const width of [320, 1280, own.width]) {
      await page.setViewportSize({ ...own, width })
      await expectFits(page, `${name} at ${width} px`)
      if (!directory || width === 320) continue
      await mkdir(directory, { recursive: true })
      await page.screenshot({ path: join(directory, `${name}-${width}.png`), fullPage: true })
    }
  }
}
