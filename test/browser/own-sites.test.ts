import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { expectFits } from '../harness/accessible.ts'
import { openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { makeKey } from '../harness/shop.ts'
import { originOf } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** A web site of an organisation's own that asks for its events and books, as a browser lets it (ADR 0266). */
const { server, stripe, browser, hall } = await openVisitedOffice('The Hall')
const other = await openBoxOffice(server, 'The Other')

/** What the site was told of where its visitors came from. */
const cameFrom: (string | undefined)[] = []
const shop = createServer((request, response) => {
  if (request.url?.startsWith('/thanks')) cameFrom.push(request.headers.referer)
  response
    .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': `connect-src *` })
    .end('<title>Shop</title>')
})
shop.listen(0, '127.0.0.1')
await once(shop, 'listening')
afterAll(() => shop.close())
const site = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

type Asked = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }
type Read = {
  readonly status: number
  readonly tag: string | null
  readonly made: string | null
  readonly text: string
}

/** Seen red with `sites` left out of cors.ts, with `Idempotency-Key` left out of what is allowed, and with `ETag` of what is exposed. */
it('reads answers and their headers, refusals too, and books; at a neighbour it reads nothing', async () => {
  const key = await makeKey(server, hall.slug, ['place:write'])
  await server.send(hall.slug, 'PATCH', '/api/settings/', { key, body: { sites: [site] } })
  const { product, price } = await hall.price('B', { prix: 0 })
  const event = await hall.event([product])
  const { page } = await browser.open({ width: 1200, locale: 'en' })
  await page.goto(site)
  /** Null: the browser kept the answer from the page. */
  const ask = (address: string, options: Asked = {}) =>
    page.evaluate(
      async ([to, given]): Promise<Read | null> => {
        const answer = await fetch(to, given).catch(() => null)
        if (answer === null) return null
        const { status, headers } = answer
        return { status, tag: headers.get('etag'), made: headers.get('location'), text: await answer.text() }
      },
      [address, options] as const,
    )
  const at = originOf(server, hall.slug)
  await expect.poll(() => ask(`${at}/api/products/`)).not.toBeNull()
  const read = await ask(`${at}/api/products/`)
  expect(read).toMatchObject({ status: 200, tag: expect.stringMatching(/^".+"$/) })
  const known = { headers: { 'if-none-match': read?.tag ?? '' } }
  expect(await ask(`${at}/api/products/`, known)).toMatchObject({ status: 304, text: '' })
  const booking = (fields: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify({ event, prices: one(price), email: visitor(), ...fields }),
  })
  const booked = await ask(`${at}/api/reservations/`, booking({}))
  expect(booked).toMatchObject({ status: 201, made: expect.stringMatching(/^\/api\/reservations\/.+\/$/) })
  const refused = await ask(`${at}/api/reservations/`, booking({ email: 'nobody' }))
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('"email"') })
  const elsewhere = originOf(server, other.slug)
  expect(await ask(`${elsewhere}/api/products/`)).toBeNull()
  expect(await ask(`${elsewhere}/api/reservations/`, booking({}))).toBeNull()
  await page.context().close()
})

/** Seen red with `noreferrer` and the policy of the server (security-headers.ts) left out together: each holds alone. */
it('is led back to from the page of the booking, by a button, and is not told its address', async () => {
  const key = await makeKey(server, hall.slug, ['place:write'])
  await server.send(hall.slug, 'PATCH', '/api/settings/', { key, body: { sites: [site] } })
  const { product, price } = await hall.price('B', { prix: '12.50' })
  const event = await hall.event([product])
  const booking = { event, prices: one(price), email: visitor(), return_url: `${site}/thanks?cart=k7` }
  // Each process hears of a change in a moment.
  await untilTrue(async () => (await hall.book(booking)).status === 201)
  const booked = await hall.book(booking)
  const { page } = await browser.open({ width: 390, locale: 'fr', javaScriptEnabled: false })
  const { url } = (await hall.get(`/api/reservations/${booked.json.uuid}/`)).json
  const way = page.getByRole('link', { name: `Revenir sur ${new URL(site).host}` })
  await page.goto(url)
  expect(await way.count()).toBe(0)
  const opened = await server.send(hall.slug, 'GET', new URL(booked.json.checkout_url).pathname)
  stripe.pay(String(opened.headers['location']).split('/').at(-1) ?? '')
  await page.goto(`${url}return/`)
  expect(page.url()).toBe(`${url}?step=paid`)
  await expectFits(page, 'paid')
  await way.click()
  await page.waitForURL(`${site}/thanks?cart=k7`)
  expect(cameFrom).toEqual([undefined])
  expect(await page.evaluate(() => document.referrer)).toBe('')
  await page.context().close()
})
