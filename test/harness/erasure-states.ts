import type { Page } from 'playwright-core'
import { one } from './booking.ts'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages on which staff erases a person who wrote or rang: with an address and without, as a member, too late, and done. */
export async function erasureStates(server: TestServer): Promise<PageState[]> {
  const house = await openBoxOffice(server, 'Le Phare')
  const seat = await house.price('B', { name: 'Full price', prix: 12 })
  const year = await house.price('A', { name: 'A year', prix: 20, subscription_type: 'Y' })
  const event = await house.event([seat.product], { name: 'Night at the lighthouse' })
  const email = `${'a.very.long.address.of.somebody'.repeat(2)}@a-long-domain.example.org`
  const sold = (fields: object) => sell(house, event, seat.price, fields)
  const [booked, nameless] = [await sold({ email }), await sold({})]
  const member = { email, first_name: 'Ada', last_name: 'Lovelace', price: year.price }
  const membership = String((await house.post('/api/memberships/', member)).json.uuid)
  const cookie = () => sharedSignIn(server, house.slug, house.slug, 'admin@example.org')
  const at = (path: string) => ({ url: `${originOf(server, house.slug)}/admin/${path}erasure/`, cookie })
  const [asked, done] = ['GET', 'POST'].map((method) => `${method} /admin/reservations/:uuid/erasure/`)
  const room = { url: `${originOf(server, house.slug)}/admin/personal-data/`, cookie }
  const look = async (page: Page, typed: string) => {
    await page.fill('#email', typed)
    await page.locator('main form button').press('Enter')
  }
  const [member1, member2] = ['GET', 'POST'].map((method) => `${method} /admin/members/:uuid/erasure/`)
  return [
    { name: 'erasing who booked', route: `${asked}`, ...at(`reservations/${booked}/`) },
    { name: 'erasing names alone', route: `${asked}`, ...at(`reservations/${nameless}/`) },
    { name: 'erasing a member', route: `${member1}`, ...at(`members/${membership}/`) },
    {
      name: 'erasing somebody else by now',
      route: `${done}`,
      status: 409,
      ...at(`reservations/${booked}/`),
      async act(page) {
        await page.locator('[name=seen]').evaluate((field) => field.setAttribute('value', 'another'))
        await page.locator('main form button').press('Enter')
      },
    },
    { name: 'personal data', route: 'GET /admin/personal-data/', ...room },
    {
      name: 'personal data, of somebody',
      route: 'POST /admin/personal-data/',
      ...room,
      act: (page) => look(page, email),
    },
    {
      name: 'personal data, of nobody',
      route: 'POST /admin/personal-data/',
      ...room,
      act: (page) => look(page, 'nobody@example.org'),
    },
    {
      name: 'personal data, refused',
      route: 'POST /admin/personal-data/',
      status: 400,
      ...room,
      // A check of the service alone: the page itself holds back text that is no address at all.
      act: (page) => look(page, `${'a'.repeat(65)}@example.org`),
    },
    {
      name: 'personal data, erased',
      route: 'POST /admin/personal-data/erasure/',
      ...room,
      async act(page) {
        await look(page, 'nobody@example.org')
        await page.locator('main form button').press('Enter')
      },
    },
    {
      name: 'erased by staff',
      route: `${done}`,
      cookie,
      url: async () => at(`reservations/${await sold({})}/`).url,
      act: (page) => page.locator('main form button').press('Enter'),
    },
    {
      name: 'a member, erased',
      route: `${member2}`,
      cookie,
      async url() {
        const person = { ...member, email: 'grace@example.org' }
        const { uuid } = (await house.post('/api/memberships/', person)).json
        return at(`members/${uuid}/`).url
      },
      act: (page) => page.locator('main form button').press('Enter'),
    },
  ]
}

async function sell(house: BoxOffice, event: string, price: string, fields: object): Promise<string> {
  const [line] = one(price, 2)
  const customers = [{ first_name: 'Ada', last_name: 'Lovelace' }, { first_name: 'Ben' }]
  const booking = { event, ...fields, prices: [{ ...line, customers }] }
  const { uuid } = (await house.book(booking, { key: house.key })).json
  await house.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
  return String(uuid)
}
