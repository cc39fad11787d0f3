import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, createKey, endHold, openBoxOffice, runExpiry, untilTrue } from '../harness/box-office.ts'
import { type Booking, twoPaidOffices } from '../harness/payments.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { signIn, originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'

/** The way back to the web site where something was bought (ADR 0266). */
const { stripe, server, client, hall, other } = await twoPaidOffices({ LOG_LEVEL: 'debug' })
const site = 'https://www.hall.test'
const back = `${site}/thanks?cart=k7&for=ada%40example.org#end`
const place = async (slug: string) =>
  createKey(server, slug, ['--permission', 'place:read', '--permission', 'place:write'])
const { office } = hall
/** Paid at the door alone. */
const door = await openBoxOffice(server, 'The Door')
async function openSites({ slug }: BoxOffice) {
  const key = await place(slug)
  return (sites: readonly string[]) => server.send(slug, 'PATCH', '/api/settings/', { key, body: { sites } })
}
const setSites = await openSites(office)
await setSites([site, 'http://localhost:5173'])
await (await openSites(other.office))(['https://other.test'])
await (await openSites(door))([site])

const pageOf = async (uuid: string) => new URL((await office.get(`/api/reservations/${uuid}/`)).json.url).pathname
const html = (language = 'en') => ({ headers: { accept: 'text/html', 'accept-language': language } })
const show = async (uuid: string, language = 'en', query = '') => hall.get((await pageOf(uuid)) + query, html(language))
const wayBack = (text: string) =>
  /<a class="button quiet" href="([^"]*)" rel="noopener noreferrer">([^<]*)<\/a>/.exec(text)
const hrefOf = (text: string) => wayBack(text)?.[1]?.replaceAll('&amp;', '&') ?? null
/** As the address is kept and told by each process in a moment. */
const untilShown = (uuid: string, shown: string | null) =>
  expect.poll(async () => hrefOf((await show(uuid)).text)).toBe(shown)
const knows = async (at: BoxOffice, address: string) => {
  const body = { event: randomUUID(), email: visitor(), prices: one(randomUUID()), return_url: address }
  return (await at.book(body)).json.errors.return_url === undefined
}
await untilTrue(() => knows(office, back))
await untilTrue(() => knows(other.office, 'https://other.test/'))
await untilTrue(() => knows(door, back))

const pay = async (booking: Booking) => {
  stripe.pay((await hall.open(booking)).id)
  return hall.comeBack(booking)
}

/** Books what is free, for a stranger who confirms the address. */
const bookFree = async (return_url: string) => {
  const booking = await hall.book({ prix: 0 }, {}, { return_url })
  await confirmByMail(server, office.slug, booking.uuid)
  return booking
}

describe('the page of what was bought', () => {
  /** Seen red with `backTo` of booked.tsx not asking for `canPay`. */
  it('leads back once it is paid, and not by itself', async () => {
    const booking = await hall.book({}, {}, { return_url: ` ${back} ` })
    expect(booking).toMatchObject({ status: 'U', return_url: back })
    expect((await office.get(`/api/reservations/${booking.uuid}/`)).json.return_url).toBe(back)
    expect(hrefOf((await show(booking.uuid)).text)).toBeNull()
    // Who comes back from the provider without having paid is still to pay.
    await hall.open(booking)
    expect(hrefOf((await show(booking.uuid, 'en', '?step=paid')).text)).toBeNull()
    const returned = await pay(booking)
    expect([returned.status, returned.headers['location']]).toEqual([303, `${await pageOf(booking.uuid)}?step=paid`])
    const page = await show(booking.uuid, 'en', '?step=paid')
    expect(page.status).toBe(200)
    expect(page.text.match(/<svg[^>]*role="img"/g)?.length).toBeGreaterThanOrEqual(2)
    expect(hrefOf(page.text)).toBe(back)
    expect(wayBack(page.text)?.[2]).toBe('Back to www.hall.test')
    expect(page.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
    expect(page.headers).not.toHaveProperty('refresh')
    for (const [language, words] of [
      ['fr', 'Revenir sur www.hall.test'],
      ['de', 'Zurück zu www.hall.test'],
      ['es', 'Volver a www.hall.test'],
    ] as const)
      expect(wayBack((await show(booking.uuid, language)).text)?.[2]).toBe(words)
    expect(server.output()).not.toContain('cart=k7')
  })

  it('leads back of what is free, to be paid at the door, given away or cancelled, and of what ran out', async () => {
    const free = await bookFree(back)
    expect(hrefOf((await show(free.uuid)).text)).toBe(back)
    const paid = await hall.bookAndPay({}, {}, { return_url: back })
    expect(hrefOf((await show(paid.uuid)).text)).toBe(back)
    expect((await hall.cancel(paid.uuid)).status).toBe(200)
    expect(hrefOf((await show(paid.uuid)).text)).toBe(back)
    const late = await hall.book({}, {}, { return_url: back })
    await endHold(client, late.uuid)
    expect(hrefOf((await show(late.uuid)).text)).toBe(back)
    await runExpiry(client)
    expect([await hall.status(late.uuid), hrefOf((await show(late.uuid)).text)]).toEqual(['C', back])
    const none = await hall.bookAndPay()
    expect([wayBack((await show(none.uuid)).text), none]).toEqual([null, expect.objectContaining({ return_url: null })])
  })

  /**
   * Whoever books for somebody else's address would lead them on. Seen red with each half of `mayBeSomebodyElses` left out of
   * booked.tsx, and with what ran out told as confirmed.
   */
  it("leads nobody back before a stranger's booking is confirmed, free or to be paid at the door", async () => {
    const free = await hall.book({ prix: 0 }, {}, { return_url: back })
    expect([free.status, hrefOf((await show(free.uuid)).text)]).toEqual(['F', null])
    await confirmByMail(server, office.slug, free.uuid)
    expect(hrefOf((await show(free.uuid)).text)).toBe(back)
    const late = await hall.book({ prix: 0 }, {}, { return_url: back })
    await endHold(client, late.uuid)
    expect([await hall.status(late.uuid), hrefOf((await show(late.uuid)).text)]).toEqual(['F', null])
    const { price, product } = await door.price('B', { prix: 5 })
    const event = await door.event([product])
    const { json } = await door.book({ event, email: visitor(), prices: one(price), return_url: back })
    const { pathname } = new URL((await door.get(`/api/reservations/${json.uuid}/`)).json.url)
    const shown = async () => hrefOf((await server.send(door.slug, 'GET', pathname, html())).text)
    const statusAtDoor = async () => (await door.get(`/api/reservations/${json.uuid}/`)).json.status
    expect([json.status, await shown()]).toEqual(['U', null])
    await endHold(client, json.uuid)
    expect(await shown()).toBeNull()
    await runExpiry(client)
    expect([await statusAtDoor(), await shown()]).toEqual(['C', null])
    await confirmByMail(server, door.slug, json.uuid)
    expect([await statusAtDoor(), await shown()]).toEqual([json.status, back])
  })

  /** Seen red with `isAtSite` left out of booked.tsx: the button led to a site that was given up. */
  it('does not lead to a site that was taken off the list, until it is on it again', async () => {
    const booking = await bookFree(back)
    const local = await bookFree('http://localhost:5173/done')
    expect(wayBack((await show(local.uuid)).text)?.[2]).toBe('Back to localhost:5173')
    await setSites(['https://hall.test', `${site}:8443`, 'https://evil.test'])
    for (const { uuid } of [booking, local]) await untilShown(uuid, null)
    expect((await office.get(`/api/reservations/${booking.uuid}/`)).json.return_url).toBe(back)
    await setSites([site, 'http://localhost:5173'])
    await untilShown(booking.uuid, back)
  })

  it('shows what was sent as text, whatever it says, and a host as people read it', async () => {
    const hostile = `${site}/?a="><script>alert(1)</script>&b='x'`
    const booking = await bookFree(hostile)
    const { text } = await show(booking.uuid)
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('href="https://www.hall.test/?a=&quot;>&lt;script>alert(1)&lt;/script>&amp;b=')
    await setSites([site, 'http://localhost:5173', 'https://le-café.test'])
    const answer = () =>
      office.book({
        event: booking.event,
        email: visitor(),
        prices: one(booking.price),
        return_url: 'https://le-café.test/merci',
      })
    await untilTrue(async () => (await answer()).status === 201)
    const { uuid } = (await answer()).json
    await confirmByMail(server, office.slug, uuid)
    expect(wayBack((await show(uuid)).text)?.[2]).toBe('Back to le-café.test')
  })
})

describe('what sells by the interface', () => {
  it('takes it for a membership and a top-up too, with the answer that a repeat gets', async () => {
    const sold = { A: '/api/memberships/', R: '/api/top-ups/' }
    for (const [letter, path] of Object.entries(sold)) {
      const { price } = await office.price(letter, { prix: 20 })
      const body = {
        email: visitor(),
        price,
        return_url: back,
        ...(letter === 'A' ? { first_name: 'Ada', last_name: 'L' } : {}),
      }
      const send = (fields = {}) =>
        server.send(office.slug, 'POST', path, { body: { ...body, ...fields }, headers: { 'idempotency-key': path } })
      expect((await send({ return_url: 'https://other.test/' })).json.errors).toEqual({
        return_url: [expect.any(String)],
      })
      const [first, second] = [await send(), await send()]
      expect([first.status, first.json.return_url], first.text).toEqual([202, back])
      expect(second.json).toEqual(first.json)
      expect((await send({ return_url: null })).status).toBe(422)
      const uuid = String(first.json.reservation)
      expect(hrefOf((await show(uuid)).text)).toBeNull()
      stripe.pay((await hall.open({ path: new URL(first.json.checkout_url).pathname })).id)
      await hall.comeBack({ path: new URL(first.json.checkout_url).pathname })
      expect(hrefOf((await show(uuid)).text)).toBe(back)
    }
  })

  /** Seen red with `ofSite` left out of site.ts, and with addresses compared by their beginnings. */
  it.each([
    ...['https://other.test/', 'https://evil.test/', 'https://hall.test/', `${site}:8443/`, 'http://www.hall.test/'],
    ...[`${site}.evil.test/`, `${site}evil.test`, `https://evil.test/${site}`, `https://evil.test?${site}/`],
    ...[
      'https://www.hall.test@evil.test/',
      'https://ada@www.hall.test/',
      'https://www.hall.test:pw@evil.test/',
      'https://@www.hall.test/',
    ],
    ...[
      'https://www.hall.test\\@evil.test/',
      'https://www.hall.test/\\evil.test',
      '\\\\www.hall.test',
      'https:/\\evil.test',
    ],
    ...[
      '//www.hall.test/',
      '/thanks',
      'thanks',
      'www.hall.test',
      'https:www.hall.test/',
      'https:/www.hall.test/',
      'https:///www.hall.test',
    ],
    ...[
      'javascript:alert(1)',
      `javascript://www.hall.test/%0aalert(1)`,
      'data:text/html,x',
      `blob:${site}/x`,
      'mailto:a@hall.test',
    ],
    ...[
      `${site}/a b`,
      `${site}/a\tb`,
      `https://www.ha\nll.test/`,
      `${site}/\u0000`,
      `${site}/\r\nSet-Cookie: a=b`,
      'null',
      '*',
    ],
    ...[
      `${site}/${'x'.repeat(2048)}`,
      'https://www.hall%2etest/',
      'https://www.hall.test%2f@evil.test',
      7,
      true,
      {},
      [back],
    ],
  ])('refuses %j by the name of the field, and books nothing', async (bad) => {
    const { price, product } = await office.price('B')
    const event = await office.event([product])
    const answer = await office.book({ event, email: visitor(), prices: one(price), return_url: bad })
    expect([answer.status, answer.json.code, Object.keys(answer.json.errors)]).toEqual([
      400,
      'validation_failed',
      ['return_url'],
    ])
    const { rows } = await client.query('select from reservation where event_id = $1', [event])
    expect(rows).toEqual([])
  })

  it('says what to do, keeps nothing of none, and knows the sites of its own organisation alone', async () => {
    const { price, product } = await office.price('B', { prix: 0 })
    const event = await office.event([product])
    const book = (return_url: unknown, headers = {}) =>
      office.book({ event, email: visitor(), prices: one(price), return_url }, { headers })
    const [said] = (await book('https://evil.test/', { 'accept-language': 'fr' })).json.errors.return_url
    expect(said).toContain('Ajoutez-y d’abord le site')
    for (const none of [null, '']) expect((await book(none)).json).toMatchObject({ status: 'F', return_url: null })
    const longest = `${site}/${'x'.repeat(2048 - site.length - 1)}`
    for (const fine of [site, `${site}?a`, `${site}#a`, 'HTTPS://WWW.HALL.TEST:443/x', longest])
      expect((await book(fine)).json.return_url).toBe(fine)
    const theirs = await other.book({ prix: 0 }, {}, { return_url: 'https://other.test/x' })
    expect(theirs).toMatchObject({ return_url: 'https://other.test/x' })
  })

  /** Seen red with `returnUrl` left out of erase-booker.queries.ts. */
  it('forgets it with the person', async () => {
    const booking = await bookFree(back)
    const cookie = await signIn(server, office.slug, office.slug, 'admin@example.org')
    const headers = { origin: originOf(server, office.slug) }
    const path = `/api/reservations/${booking.uuid}/erasure/`
    const erased = await server.send(office.slug, 'POST', path, { cookie, headers })
    expect([erased.status, erased.json.return_url], erased.text).toEqual([200, null])
    expect(wayBack((await show(booking.uuid)).text)).toBeNull()
  })

  /** Seen red with `returnUrl` left out of isNothing: there was nothing to erase. */
  it('forgets it with a buyer of whom nothing else is kept', async () => {
    const { price, product } = await office.price('B')
    const sale = { event: await office.event([product]), prices: one(price), method: 'cash', return_url: back }
    const { json: sold } = await office.post('/api/sales/', sale)
    expect(sold).toMatchObject({ user_mail: '', return_url: back })
    const manager = await staffOf(server, office, 'admin@example.org')
    const page = `/admin/reservations/${sold.uuid}/erasure/`
    const asked = await manager.show(page)
    expect(asked.text).toContain('The page of a website to which the booking leads back')
    const seen = /name="seen" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
    expect((await manager.press(page, [['seen', seen]])).status).toBe(303)
    expect((await office.get(`/api/reservations/${sold.uuid}/`)).json.return_url).toBeNull()
    expect((await manager.show(page)).text).toContain('there is nothing left to erase')
  })

  /** Seen red with `returnUrl` left out of listOwnReservations. */
  it('tells it to the person with the rest of their data', async () => {
    const email = visitor()
    const booking = await hall.book({ prix: 0 }, {}, { email, return_url: back })
    const cookie = await signIn(server, office.slug, office.slug, email)
    const { json } = await server.send(office.slug, 'GET', '/account/data.json', { cookie })
    expect(json.organisations[0].reservations).toMatchObject([{ id: booking.uuid, returnUrl: back }])
  })
})
