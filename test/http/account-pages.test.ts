import jsqr from 'jsqr'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { withAnotherProof } from '../harness/another-proof.ts'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, hoursAhead, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { pairPhone } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What a person finds again after booking: the list in the account, the booking's page, the codes, the calendar file. */
let server: TestServer
let client: pg.Client
let browser: TestBrowser
let hall: BoxOffice
let other: BoxOffice

beforeAll(async () => {
  server = await startServer()
  client = await server.database.connect()
  browser = await startBrowser()
  hall = await openBoxOffice(server, 'The Hall')
  other = await openBoxOffice(server, 'The Other')
})

afterAll(async () => {
  await browser?.close()
  await client?.end()
  await server?.stop()
})

const holders = [
  { first_name: 'Ada', last_name: 'Lovelace' },
  { first_name: 'Grace', last_name: 'Hopper', seat: 'B7' },
]

/** Books as staff for a person who is known: free places are valid at once. */
async function bookFor(office: BoxOffice, email: string, event = {}): Promise<string> {
  const { product, price } = await office.price('B', { prix: 0 })
  const id = await office.event([product], event)
  const answer = await office.post('/api/reservations/', {
    event: id,
    email,
    prices: [{ uuid: price, customers: holders }],
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json.uuid
}

const show = (label: string, path: string, cookie?: string, language = 'en') =>
  server.send(label, 'GET', path, {
    headers: { accept: 'text/html', 'accept-language': language },
    ...(cookie === undefined ? {} : { cookie }),
  })

const bookingAddresses = (html: string) =>
  [...html.matchAll(/href="http:\/\/([\w-]+)\.localhost:\d+(\/bookings\/[^"]+)"/g)].map(
    ([, label = '', path = '']) => ({ label, path }),
  )

describe('the account', () => {
  /** Seen red with the title of the status: "Your places are held", and nothing of when. */
  it('says of what is not confirmed yet that it waits, and until when', async () => {
    const email = visitor()
    const guest = visitorAt(server, hall)
    const ids: string[] = []
    for (const prix of [0, 12]) {
      const { product, price } = await hall.price('B', { prix })
      const path = await guest.book(await hall.event([product], { name: `For ${prix}` }), price, { email })
      ids.push(path.split('/')[2] ?? '')
    }
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const { rows } = await client.query('select expires_at from reservation where id = any($1::uuid[])', [ids])
    const clock = (at: Date) =>
      at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' })
    const waits = async (language = 'en') => {
      const { text } = await show(hall.slug, '/account/', cookie, language)
      const section = /<section[^>]*"bookings".*?<\/section>/s.exec(text)?.[0] ?? ''
      return [...section.matchAll(/class="(?:state|problem small)">([^<]+)/g)].map(([, state = '']) => state)
    }
    const waiting = async () => (await waits()).filter((state) => state.includes('Not confirmed yet'))
    expect(await waiting()).toHaveLength(2)
    expect((await waits()).join()).not.toContain('Your places are held')
    for (const { expires_at } of rows) expect((await waits()).join()).toContain(clock(expires_at))
    expect((await waits('fr')).join()).toContain('Pas encore confirmée')
    await client.query("update reservation set expires_at = now() - interval '1 ms' where id = $1", [ids[0]])
    expect((await waits()).filter((state) => state.includes('have been released'))).toHaveLength(1)
    await confirmByMail(server, hall.slug, ids[1] ?? '')
    expect(await waiting()).toEqual([])
  })

  it('lists what the person booked here, ahead before past, and nobody else’s', async () => {
    await bookFor(hall, 'ada@visitor.test', { name: 'Tomorrow' })
    await bookFor(hall, 'ada@visitor.test', { name: 'Next week', datetime: hoursAhead(168) })
    await bookFor(hall, 'bob@visitor.test', { name: 'Only Bob' })
    await bookFor(other, 'ada@visitor.test', { name: 'Elsewhere' })
    const past = await bookFor(hall, 'ada@visitor.test', { name: 'Long ago' })
    await client.query(
      `update event set starts_at = now() - interval '3 days' where id = (select event_id from reservation where id = $1)`,
      [past],
    )
    const { text } = await show(hall.slug, '/account/', await signIn(server, hall.slug, hall.slug, 'ada@visitor.test'))
    const places = ['Tomorrow', 'Next week', 'Past (1)', 'Long ago'].map((words) => text.indexOf(words))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(text).not.toContain('Only Bob')
    expect(text).not.toContain('Elsewhere')
    expect(bookingAddresses(text)).toHaveLength(3)
  })

  /** Seen red with the number that was booked. */
  it('says how many tickets are left of a booking', async () => {
    const email = 'finn@visitor.test'
    const booking = await bookFor(hall, email, { name: 'Fewer' })
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const shown = async () => (await show(hall.slug, '/account/', cookie)).text
    expect(await shown()).toContain('2 tickets')
    const [first] = (await hall.get(`/api/reservations/${booking}/`)).json.tickets
    expect((await hall.post(`/api/reservations/${booking}/cancellation/`, { tickets: [first] })).status).toBe(200)
    expect(await shown()).toMatch(/>1 ticket</)
    await hall.post(`/api/reservations/${booking}/cancellation/`)
    expect(await shown()).not.toMatch(/\d tickets?</)
  })

  it('lists at Meta what was booked at every organisation, each opened at its own address', async () => {
    await bookFor(hall, 'cleo@visitor.test', { name: 'At the hall' })
    await bookFor(other, 'cleo@visitor.test', { name: 'At the other' })
    const { text } = await show('meta', '/account/', await signIn(server, 'meta', 'meta', 'cleo@visitor.test'))
    const addresses = bookingAddresses(text)
    expect(addresses.map(({ label }) => label).sort()).toEqual([hall.slug, other.slug].sort())
    for (const { label, path } of addresses) expect((await show(label, path)).status).toBe(200)
    expect(text).toContain('The Hall')
  })

  it('says what belongs there when nothing does, in both languages', async () => {
    const cookie = await signIn(server, hall.slug, hall.slug, 'nobody@visitor.test')
    expect((await show(hall.slug, '/account/', cookie)).text).toContain('Bookings made with this address appear here')
    expect((await show(hall.slug, '/account/', cookie, 'fr')).text).toContain(
      'Les réservations faites avec cette adresse',
    )
  })

  it('lists memberships with their end, and leaves out those that were cancelled', async () => {
    const { price } = await hall.price('A', { subscription_type: 'Y', name: 'Season' })
    const email = 'dora@visitor.test'
    const granted = await hall.post('/api/memberships/', { email, price })
    expect(granted.status, granted.text).toBe(201)
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    // By the clocks of Paris, where the last hour of the year is the first of the next one elsewhere.
    const year = new Date(granted.json.valid_until).toLocaleDateString('en-GB', {
      timeZone: 'Europe/Paris',
      year: 'numeric',
    })
    expect((await show(hall.slug, '/account/', cookie)).text).toMatch(new RegExp(`Valid until [^<]*${year}`))
    const ended = "update membership set valid_from = '2020-03-01', valid_until = '2021-03-01' where email = $1"
    await client.query(ended, [email])
    expect((await show(hall.slug, '/account/', cookie)).text).toContain('Ended: Monday 1 March 2021')
    // Seen red with the colon of English for both.
    const french = (await show(hall.slug, '/account/', cookie, 'fr')).text
    expect(french).toContain('Terminée\u00a0: lundi 1er mars 2021')
    await client.query('update membership set cancelled_at = now() where email = $1', [email])
    expect((await show(hall.slug, '/account/', cookie)).text).not.toMatch(/Valid until|Ended/)
  })
})

describe('a ticket that somebody else has given', () => {
  const given = 'Tickets you were given'

  /** Books two at the hall and gives the first of them away, and then the one in its place. */
  async function give(to: readonly string[], booker = visitor()) {
    const guest = visitorAt(server, hall)
    const { product, price } = await hall.price('B', { prix: 10 })
    const event = await hall.event([product], { name: 'Given night' })
    const path = await guest.book(event, price, { email: booker, qty: '2' })
    const booking = `/api/reservations/${path.split('/')[2]}/`
    await hall.post(`${booking}payments/`, { method: 'cash' })
    const kept = (await hall.get(booking)).json.tickets[1]
    for (const email of to) {
      const ticket = (await hall.get(booking)).json.tickets.find((id: string) => id !== kept)
      const answer = await guest.submit(`${path}tickets/${ticket}/holder/`, { first_name: 'Noa', email })
      expect(answer.status, answer.text).toBe(303)
    }
    return booking
  }

  const accountOf = async (email: string, label = hall.slug, language = 'en') =>
    (await show(label, '/account/', await signIn(server, label, label, email), language)).text

  /** Seen red with every status in listTicketsGivenTo, and with what bookers gave themselves. */
  it('stands in their account with a code that opens the door, and in nobody else’s', async () => {
    const [booker, former, holder] = [visitor(), visitor(), visitor()]
    await give([former, holder], booker)
    expect(await accountOf(booker)).not.toContain(given)
    expect(await accountOf(former)).not.toContain(given)
    const own = visitor()
    await give([own], own)
    expect(await accountOf(own)).not.toContain(given)
    expect(await accountOf(holder, other.slug)).not.toContain(given)
    expect(await accountOf(holder, 'meta', 'fr')).toMatch(/Billets que l’on vous a donnés.*Given night.*The Hall/s)

    const { page, complaints } = await browser.open({ width: 320, locale: 'en' })
    const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, holder)).split('=')
    const url = `${originOf(server, hall.slug)}/account/`
    await page.context().addCookies([{ name, value, url }])
    await page.goto(url)
    await expectAccessible(page, 'account with a given ticket')
    const code = page.getByRole('img', { name: 'QR code 1: ticket for Given night' })
    const phone = await pairPhone(server, hall.slug, 'Door of the given')
    const body = { qrcode_data: await decode(await code.screenshot()) }
    const scanned = await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body })
    expect(scanned.json).toMatchObject({ success: true })
    await page.reload()
    expect([await code.count(), await page.getByText('Scanned at').count()]).toEqual([0, 1])
    expect(complaints).toEqual([])
  })

  it('is gone from there with its booking, and once the event is over', async () => {
    const holder = visitor()
    const booking = await give([holder])
    expect(await accountOf(holder)).toContain(given)
    await client.query(
      `update event set starts_at = now() - interval '3 days'
        where id = (select event_id from reservation where id = $1)`,
      [booking.split('/')[3]],
    )
    expect(await accountOf(holder)).not.toContain(given)
    const next = await give([holder])
    expect(await accountOf(holder)).toContain(given)
    expect((await hall.post(`${next}cancellation/`)).status).toBe(200)
    expect(await accountOf(holder)).not.toContain(given)
  })
})

describe('the page of a booking', () => {
  const pageOf = async (office: BoxOffice, email: string) => {
    const cookie = await signIn(server, office.slug, office.slug, email)
    const [address] = bookingAddresses((await show(office.slug, '/account/', cookie)).text)
    return address?.path ?? ''
  }

  it('shows a code for each ticket that a phone reads from the screen and the door lets in, once', async () => {
    await bookFor(hall, 'eve@visitor.test')
    const path = await pageOf(hall, 'eve@visitor.test')
    const device = await server.cli('device', 'create', '--tenant', hall.slug, '--name', 'Door')
    const paired = await server.send(hall.slug, 'GET', `/scan/${device['token']}/pair`)
    const scan = (code: string, office = hall) =>
      server.send(office.slug, 'POST', '/scan/ticket/', { body: { qrcode_data: code }, key: paired.json.api_key })
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await browser.open({ width: 360, locale: 'en', colorScheme })
      await page.goto(`${originOf(server, hall.slug)}${path}`)
      const codes = page.getByRole('img', { name: /QR code of ticket/ })
      expect(await codes.count()).toBe(colorScheme === 'light' ? 2 : 1)
      const read = await decode(await codes.first().screenshot())
      expect((await scan(read)).json).toMatchObject({ success: true })
      expect((await scan(read)).json.message).toBe('Ticket already scanned')
      expect((await scan(read, other)).status).toBe(401)
      await page.reload()
      expect(await page.getByText('Scanned at').count()).toBe(colorScheme === 'light' ? 1 : 2)
    }
  })

  // Seen red with the statuses taken out of listTicketsOfReservation.
  it('shows no code before the booking is paid, and none after it was cancelled', async () => {
    const { product, price } = await hall.price('B', { prix: 12 })
    const event = await hall.event([product])
    const email = 'fay@visitor.test'
    const booked = await hall.book({ event, email, prices: [{ uuid: price, qty: 1 }] })
    const path = await pageOf(hall, email)
    expect((await show(hall.slug, path)).text).not.toContain('QR code')
    await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
    expect((await show(hall.slug, path)).text).toContain('QR code of ticket 1')
    await hall.post(`/api/reservations/${booked.json.uuid}/cancellation/`)
    expect((await show(hall.slug, path)).text).not.toContain('QR code')
  })

  it('says names, seats and options, in French too', async () => {
    await bookFor(hall, 'gus@visitor.test')
    const path = await pageOf(hall, 'gus@visitor.test')
    const { text } = await show(hall.slug, path, undefined, 'fr')
    for (const words of ['Vos 2 billets', '1 sur 2', 'Ada Lovelace', 'Grace Hopper', 'Place B7'])
      expect(text).toContain(words)
  })

  it('shows the codes of a large group a page at a time', async () => {
    const { product, price } = await hall.price('B', { prix: 0, max_per_user: 40 })
    const event = await hall.event([product])
    const email = 'ivy@visitor.test'
    await hall.post('/api/reservations/', { event, email, prices: [{ uuid: price, qty: 30 }] })
    const path = await pageOf(hall, email)
    const [first, second] = [await show(hall.slug, path), await show(hall.slug, `${path}?page=2`)]
    expect([first, second].map(({ text }) => text.match(/class="qr"/g)?.length)).toEqual([24, 6])
    expect(first.text).toContain('24 of 30')
    expect(second.text).toContain('30 of 30')
  })

  it('gives the event to a calendar, hostile names and all', async () => {
    const name = 'Jazz; \\n, "BEGIN:VEVENT" & 100 %'
    await bookFor(hall, 'hal@visitor.test', { name, datetime: '2031-05-01T20:30:00+02:00' })
    const path = await pageOf(hall, 'hal@visitor.test')
    const file = await show(hall.slug, `${path}event.ics`)
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const lines = file.text.replace(/\r\n /g, '').split('\r\n')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(lines).toContain('DTSTART:20310501T183000Z')
    expect(lines).toContain('SUMMARY:Jazz\\; \\\\n\\, "BEGIN:VEVENT" & 100 % – The Hall')
    expect(lines.some((line) => line.startsWith('URL') && line.endsWith(path))).toBe(true)
    expect((await show(other.slug, `${path}event.ics`)).status).toBe(404)
    expect((await show(hall.slug, `${withAnotherProof(path)}event.ics`)).status).toBe(404)
  })
})

async function decode(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'unreadable'
}
