import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { makeKey } from '../harness/shop.ts'
import { originOf } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** A web site of an organisation's own that asks for its events and books, as a browser lets it (ADR 0266). */
const { server, browser, hall } = await openVisitedOffice('The Hall')
const other = await openBoxOffice(server, 'The Other')

const shop = createServer((_request, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': `connect-src *` })
    .end('<title>Shop</title>'),
)
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
