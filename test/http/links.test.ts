import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { openShop, type Shop } from '../harness/shop.ts'
import { type Staff, staffOf } from '../harness/staff.ts'

/** Every page that somebody comes to from the first one of their role: whoever is shown a link may follow it (ADR 0131). */
const roles = ['owner', 'manager', 'box_office', 'steward', 'accountant'] as const

/** Of pages that differ in nothing but what they are about, and of the ways to look at one. */
const mostOfAKind = 2

let server: TestServer
let shop: Shop

beforeAll(async () => {
  server = await startServer()
  shop = await openShop(server, 'Venue')
  const { key, label: slug } = shop
  await openBoxOffice(server, 'The Other')
  // A cancelled event has notices to follow; a booking at the desk has something to refund.
  const event = await shop.create('/api/events/', {
    name: 'Off',
    datetime: new Date(Date.now() + 86_400_000).toISOString(),
    products: [shop.ids.product],
  })
  const prices = [{ uuid: shop.ids.price, qty: 1 }]
  const booking = await shop.create('/api/reservations/', { event, email: 'ada@bookers.test', prices })
  const send = (path: string, body: object) => server.send(slug, 'POST', path, { key, body })
  await send(`/api/reservations/${booking}/payments/`, { method: 'transfer' })
  expect((await send(`/api/events/${event}/cancellation/`, {})).status).toBeLessThan(300)
  for (const role of roles)
    await server.cli('team', 'set', '--tenant', slug, '--email', `${role}@venue.test`, '--role', role)
})

afterAll(() => server?.stop())

/** The addresses of this host that a page leads to, with what they look like without their ids. */
function linksOf(text: string): readonly string[] {
  const links = [...text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, path = '']) => path)
  return links.map((path) => path.replaceAll('&amp;', '&')).filter((path) => path.startsWith('/admin/'))
}

const kindOf = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':uuid').replace(/\?.*/, '')

/** @returns what each link that was followed answered, with the page it was on */
async function follow({ show }: Staff) {
  const [waiting, seen] = [[{ path: '/admin/', from: '' }], new Map<string, number>()]
  const followed: { path: string; from: string; status: number }[] = []
  for (const { path, from } of waiting) {
    const { status, text } = await show(path)
    followed.push({ path, from, status })
    for (const next of linksOf(text)) {
      const kind = kindOf(next)
      if (waiting.some((other) => other.path === next) || (seen.get(kind) ?? 0) >= mostOfAKind) continue
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
      waiting.push({ path: next, from: path })
    }
  }
  return followed
}

describe('every link of the administration', () => {
  // Seen red with the notices shown to everybody: the steward, the box office and the accountant were led to 403.
  it.each(roles)('leads the %s to a page of theirs', async (role) => {
    const followed = await follow(await staffOf(server, { slug: shop.label }, `${role}@venue.test`))
    expect(followed.length).toBeGreaterThan(3)
    expect(followed.filter(({ status }) => status >= 400)).toEqual([])
    const saw = (kind: string) => followed.some(({ path }) => kindOf(path) === kind)
    expect(saw('/admin/notices/:uuid/')).toBe(role === 'owner' || role === 'manager')
  })
})

describe('a page that is not theirs', () => {
  it('says which roles it is for, who gives one, and leads back', async () => {
    const steward = await staffOf(server, { slug: shop.label }, 'steward@venue.test')
    const { status, text } = await steward.show('/admin/refunds/')
    expect(status).toBe(403)
    expect(text).toContain('Your role at Venue, Steward, does not give access to this page.')
    expect(text).toContain('It is reserved for the roles Owner, Manager, Accountant. An owner of the organisation')
    expect(text).toContain('<a class="button quiet" href="/admin/">Go to the administration</a>')
    const french = (await steward.show('/admin/team/', 'fr')).text
    expect(french).toMatch(/Elle est réservée au rôle\s: Propriétaire\./)
  })

  it('leads a stranger home, and names no role', async () => {
    const other = await staffOf(server, { slug: 'the-other' }, 'steward@venue.test')
    const { status, text } = await other.show('/admin/')
    expect(status).toBe(403)
    expect(text).toContain('signed in as steward@venue.test, which is not in the team of The Other')
    expect(text).toContain('<a class="button quiet" href="/">')
    expect(text).not.toContain('Steward,')
  })
})
