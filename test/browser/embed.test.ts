import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { startBrowser } from '../harness/browser.ts'
import { openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { makeKey } from '../harness/shop.ts'
import { originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** A page of another origin that shows an event within itself, in a browser that keeps no cookies of third parties. */
const { server, hall } = await openVisitedOffice('The Hall')
const other = await openBoxOffice(server, 'The Other')
const browser = await startBrowser(['--test-third-party-cookie-phaseout'])
afterAll(() => browser.close())

const at = originOf(server, hall.slug)
const pages = new Map<string, string>()
const web = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${pages.get(request.url ?? '') ?? ''}`)
})
web.listen(0, '127.0.0.1')
await once(web, 'listening')
afterAll(() => web.close())
const site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
const key = await makeKey(server, hall.slug, ['place:write'])
await server.send(hall.slug, 'PATCH', '/api/settings/', { key, body: { sites: [site] } })
// The process hears of it in a moment.
await untilTrue(async () => {
  const { headers } = await server.send(hall.slug, 'GET', '/embed/')
  return String(headers['content-security-policy']).includes(site)
})
const { product } = await hall.price('B', { name: 'Seat', prix: 0 })
const event = await hall.event([product], { name: 'Night & Day' })
const { slug } = (await hall.get(`/api/events/${event}/`)).json

/** The code that the administration shows for the event, as somebody copies it. */
const administration = await (await staffOf(server, hall)).show('/admin/settings/website/')
const shown = new RegExp(`<textarea id="event-${event}"[^>]*>([^<]*)<`).exec(administration.text)?.[1] ?? ''
const code = ['&lt; <', '&gt; >', '&quot; "', '&amp; &'].reduce((text, pair) => {
  const [written = '', read = ''] = pair.split(' ')
  return text.replaceAll(written, read)
}, shown)
pages.set('/element', `<title>Shop</title><h1>Shop</h1>${code}`)
pages.set(
  '/neighbour',
  `<title>Shop</title><iframe src="${originOf(server, other.slug)}/embed/" title="Other"></iframe>`,
)

it('is as high as it needs, and booking opens the page of the event with what was chosen', async () => {
  for (const width of [390, 1200]) {
    const { page, complaints } = await browser.open({ width, locale: 'en' })
    await page.goto(`${site}/element`)
    const frame = page.frameLocator('iframe[title="Night & Day"]')
    await frame.getByRole('spinbutton').fill('2')
    const heights = await page.evaluate(() => document.querySelector('iframe')?.clientHeight ?? 0)
    expect(heights).toBeGreaterThan(300)
    const inside = page.frames().find((shown) => shown.url().includes('/embed/'))
    await expect
      .poll(() => inside?.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
      .toBeLessThanOrEqual(1)
    await frame.getByRole('button', { name: 'Book' }).click()
    await page.waitForURL(`${at}/events/${slug}/?**`)
    expect(await page.getByRole('spinbutton').inputValue()).toBe('2')
    await page.getByRole('textbox', { name: /mail address/ }).fill(visitor())
    await page.getByRole('button', { name: 'Book' }).click()
    await page.waitForURL(/\/bookings\//)
    expect(complaints.filter((complaint) => !complaint.includes(site))).toEqual([])
    await page.context().close()
  }
})

it('is not shown by a site that the organisation did not name', async () => {
  const { page } = await browser.open({ width: 1200, locale: 'en' })
  await page.goto(`${site}/neighbour`)
  await expect.poll(() => page.frames().length).toBe(2)
  const text = () =>
    page
      .frames()[1]
      ?.evaluate(() => document.body.textContent)
      .catch(() => '')
  expect((await text()) ?? '').not.toContain('Coming up')
  await page.context().close()
})
