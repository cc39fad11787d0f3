import { expect } from 'vitest'
import { one, visitor } from './booking.ts'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import { type PageState, press } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

/** The pages of waiting lists as staff sees them: nobody, one person who waits, and one who has yet to confirm. */
export async function waitingListStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 0 })
  const event = await hall.event([product], { name: 'Night that is sold out', capacity: 1 })
  const quiet = await hall.event([product], { name: 'Night nobody waits for' })
  const alone = await hall.event([product], { name: 'Night that is sold out, with nobody', capacity: 1 })
  // Sold, since a place that is only held would be free again before the last page is looked at.
  for (const full of [event, alone]) {
    const sold = { event: full, email: visitor(), prices: one(price), method: 'cash' }
    expect((await hall.post('/api/sales/', sold)).status).toBe(201)
  }
  const wait = { event, price, places: 2 }
  await hall.post('/api/waiting-list/', { ...wait, email: 'somebody.with.a.long.address@example.org' })
  const asked = { ...wait, email: 'unconfirmed@example.org' }
  await server.send(hall.slug, 'POST', '/api/waiting-list/', { body: asked })
  const staff = await staffOf(server, hall)
  const empty = await openBoxOffice(server, 'La Petite Attente')
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const emptyCookie = () => sharedSignIn(server, empty.slug, empty.slug, 'admin@example.org')
  const at = `${originOf(server, hall.slug)}/admin/waiting-lists/`
  const [lists, list] = ['GET /admin/waiting-lists/', 'GET /admin/waiting-lists/:uuid/']
  return [
    { name: 'waiting lists', route: lists, url: at, cookie },
    {
      name: 'waiting lists, none',
      route: lists,
      cookie: emptyCookie,
      url: `${originOf(server, empty.slug)}/admin/waiting-lists/`,
    },
    { name: 'who waits for an event', route: list, url: `${at}${event}/`, cookie },
    { name: 'an event that nobody waits for', route: list, url: `${at}${quiet}/`, cookie },
    {
      name: 'who waits for an event, nothing is free',
      route: 'POST /admin/waiting-lists/:uuid/offers/',
      url: `${at}${event}/`,
      cookie,
      act: press,
      status: 409,
    },
    {
      name: 'somebody is chosen, nothing is free',
      cookie,
      status: 409,
      route: 'POST /admin/waiting-lists/entries/:uuid/offer/',
      url: `${at}${event}/`,
      async act(page) {
        await page.locator('details:has(form[action$="/offer/"]) > summary').first().click()
        await page.locator('form[action$="/offer/"] button').first().press('Enter')
      },
    },
    {
      name: 'a list of which one price is closed',
      route: list,
      cookie,
      async url() {
        await staff.press(`/admin/waiting-lists/${quiet}/opening/`, [])
        await staff.press(`/admin/waiting-lists/${quiet}/closing/`, [['price', price]])
        return `${at}${quiet}/`
      },
    },
    {
      name: 'a list that is closed',
      route: list,
      cookie,
      async url() {
        await staff.press(`/admin/waiting-lists/${quiet}/closing/`, [])
        return `${at}${quiet}/?done=closed`
      },
    },
  ]
}
