import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'
import { visitorAt } from '../harness/visitor.ts'

/** The pages of what becomes of a booking: by axe, on a small phone and a desk, in both languages, and by keyboard. */
let server: TestServer
let browser: TestBrowser
let hall: BoxOffice
const paths: { readonly name: string; readonly path: string }[] = []

beforeAll(async () => {
  server = await startServer()
  browser = await startBrowser()
  hall = await openBoxOffice(server, 'The Hall')
  const guest = visitorAt(server, hall)
  const { price, product } = await hall.price('B', { prix: 12, stock: 3, name: 'Full price' })
  const event = await hall.event([product], { name: 'The Owls' })
  const slugOf = async (id: string) => (await hall.get(`/api/events/${id}/`)).json.slug
  const path = await guest.book(event, price, { email: visitor(), qty: '3' })
  const id = path.split('/')[2] ?? ''
  await hall.post(`/api/reservations/${id}/payments/`, { method: 'free' })
  const [ticket] = (await hall.get(`/api/reservations/${id}/`)).json.tickets
  const shirt = await hall.price('T', { prix: 20, name: 'L' })
  const dressed = await hall.event([shirt.product], { name: 'Dressed' })
  const shirts = await guest.book(dressed, shirt.price, { email: visitor(), qty: '2' })
  const ordered = `/api/reservations/${shirts.split('/')[2]}`
  const settled = await hall.post(`${ordered}/payments/`, { method: 'free' })
  await hall.post(`${ordered}/hand-outs/`, { thing: settled.json.things[0].uuid, quantity: 1 })
  const email = visitor()
  const body = { event, price, email, places: 1 }
  await server.send(hall.slug, 'POST', '/api/waiting-list/', { body })
  const gone = await hall.event([product], { name: 'Gone' })
  await hall.book({ event: gone, email: visitor(), prices: one(price) })
  await hall.post(`/api/events/${gone}/cancellation/`, { reason: 'The singer is ill.' })
  const moved = await hall.event([product], { name: 'Moved' })
  await hall.post(`/api/events/${moved}/postponement/`, {
    datetime: new Date(Date.now() + 40 * 86_400_000).toISOString(),
  })
  const client = await server.database.connect()
  const { rows } = await client.query("select letter->'action'->>'url' as url from mail where recipient = $1", [email])
  await client.end()
  paths.push(
    { name: 'a booking', path },
    { name: 'cancelling', path: `${path}cancellation/` },
    { name: 'things to collect', path: shirts },
    { name: 'cancelling what was collected', path: `${shirts}cancellation/` },
    { name: 'giving', path: `${path}tickets/${ticket}/holder/` },
    { name: 'sold out', path: `/events/${await slugOf(event)}/` },
    { name: 'waiting', path: `/events/${await slugOf(event)}/waiting-list/` },
    { name: 'waits', path: `/events/${await slugOf(event)}/waiting-list/?step=joined` },
    { name: 'is to confirm', path: `/events/${await slugOf(event)}/waiting-list/?step=confirm` },
    { name: 'confirming', path: new URL(rows[0].url).pathname },
    { name: 'a cancelled event', path: `/events/${await slugOf(gone)}/` },
    { name: 'a postponed event', path: `/events/${await slugOf(moved)}/` },
  )
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

it.each([
  { width: 320, locale: 'fr', colorScheme: 'light' },
  { width: 1280, locale: 'en', colorScheme: 'dark' },
] as const)('is found nothing wrong with at $width px in $locale', async (look) => {
  const { page, complaints } = await browser.open(look)
  for (const { name, path } of paths) {
    await page.goto(originOf(server, hall.slug) + path)
    await expectAccessible(page, name)
  }
  // The page that says why nothing can be cancelled answers so.
  expect(complaints.filter((complaint) => !/409/.test(complaint))).toEqual([])
})

it('a ticket is given away and another cancelled by keyboard alone', async () => {
  const [booking] = paths
  const { page } = await browser.open({ width: 360, locale: 'en' })
  await page.goto(originOf(server, hall.slug) + booking?.path)
  await page.getByRole('link', { name: 'Give ticket 1 to somebody else' }).press('Enter')
  await page.getByLabel('First name of the new holder').focus()
  await page.keyboard.type('Ben')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ticket given to Ben' }).waitFor()
  await page.getByRole('link', { name: 'Back to your booking' }).press('Enter')
  await page.getByRole('heading', { name: 'Ben' }).waitFor()
  await page.getByRole('link', { name: 'Cancel this booking or a ticket' }).press('Enter')
  await page.getByRole('checkbox').first().press('Space')
  await page.getByRole('button', { name: 'Cancel these tickets' }).press('Enter')
  await page.getByText('1 ticket of this booking is cancelled.').waitFor()
  await untilTrue(async () => (await page.getByRole('img', { name: /QR code of ticket/ }).count()) === 2)
})

/** Seen red with words that break only where the box is wide enough for the longest: the page was wider than the window. */
it('the way to reach the organisation stays in its box, however long a word of it is', async () => {
  const client = await server.database.connect()
  await client.query('update tenant set phone = $1 where id = $2', [`${'Telefonzentrale'.repeat(5)}`, hall.tenantId])
  await client.end()
  // What each process keeps of an organisation is read anew.
  await server.cli('tenant', 'set', '--tenant', hall.slug, '--accent-color', '#2b3fd6')
  const { price, product } = await hall.price('B', { prix: 12 })
  const path = await visitorAt(server, hall).book(await hall.event([product]), price, { email: visitor() })
  await hall.post(`/api/reservations/${path.split('/')[2]}/payments/`, { method: 'cash' })
  const { page } = await browser.open({ width: 1280, locale: 'es' })
  await page.goto(originOf(server, hall.slug) + path)
  const box = await page.locator('#not-cancellable').boundingBox()
  const link = await page.locator('#not-cancellable a').first().boundingBox()
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})
