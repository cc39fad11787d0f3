import { one, visitor } from './booking.ts'
import { type BoxOffice, hoursAhead, untilTrue } from './box-office.ts'
import { newCards } from './cards.ts'
import { apiKeyStates, deviceStates, teamStates } from './door-states.ts'
import { bookTwo, giveTicket } from './given-ticket.ts'
import { type PageState, press, send } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, signIn } from './sign-in.ts'

export async function personStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, meta, root] = [hall.slug, 'meta', ''].map((label) => originOf(server, label))
  const email = 'ada@visitor.test'
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 12 })
  const year = await hall.price('A', { name: 'A year', prix: 20, subscription_type: 'Y' })
  await hall.post('/api/memberships/', { email, price: year.price })
  for (const hours of [24, -24]) {
    const event = await hall.event([product], { name: `In ${hours} hours`, datetime: hoursAhead(hours) })
    const booked = await hall.post('/api/reservations/', { event, email, prices: one(price, 2) })
    await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
  }
  const cards = await newCards(server, 2)
  for (const { tag } of cards) await server.cli('card', 'link', tag, '--email', email)
  if (cards[1]) await server.cli('card', 'lost', cards[1].tag)
  const client = await server.database.connect()
  const booking = await bookTwo(server, hall, { name: 'Given by a friend' })
  await giveTicket({ server, client, office: hall }, booking, booking.tickets[0], email)
  await client.end()
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const as = (label: string, who: string) => () => signIn(server, label === '' ? 'root' : label, label, who)
  const ada = await as(hall.slug, email)()
  const sue = as('', 'sue@server.test')
  const organisation = `${root}/admin/server/organisations/${await idOfTenant(server, hall.slug)}/`
  const link = async () => {
    const words = ['sign-in-link', '--email', email, '--tenant', hall.slug]
    return String((await server.cli(...words))['url'])
  }
  const codePage: PageState = { name: 'code', route: 'POST /sign-in/', url: `${at}/sign-in/`, act: send({ email }) }
  return [
    { name: 'sign-in', route: 'GET /sign-in/', url: `${at}/sign-in/` },
    {
      name: 'sign-in refused',
      route: 'POST /sign-in/',
      url: `${at}/sign-in/`,
      status: 400,
      act: send({ email: 'nobody' }),
    },
    codePage,
    {
      name: 'wrong code',
      route: 'POST /sign-in/code/',
      url: `${at}/sign-in/`,
      status: 400,
      act: async (page) => {
        await codePage.act?.(page)
        await page.locator('[name=code]').fill('1234 5678')
        await page.locator('[name=code]').press('Enter')
        await page.locator('[name=code][aria-invalid]').waitFor()
      },
    },
    { name: 'sign-in link', route: 'GET /sign-in/:token/', url: await link() },
    { name: 'account', route: 'GET /account/', url: `${at}/account/`, cookie: ada },
    {
      name: 'empty account',
      route: 'GET /account/',
      url: `${at}/account/`,
      cookie: as(hall.slug, 'nobody@visitor.test'),
    },
    {
      name: 'account, signed out elsewhere',
      route: 'GET /account/',
      cookie: as(hall.slug, visitor()),
      url: `${at}/account/?done=signed-out`,
    },
    { name: 'account, card blocked', route: 'GET /account/', cookie: ada, url: `${at}/account/?done=card-blocked` },
    { name: 'account at Meta', route: 'GET /account/', url: `${meta}/account/`, cookie: as('meta', email) },
    { name: 'erasing', route: 'GET /account/erasure/', url: `${at}/account/erasure/`, cookie: ada },
    {
      name: 'erased',
      route: 'POST /account/erasure/',
      url: `${at}/account/erasure/`,
      cookie: as(hall.slug, 'nobody@visitor.test'),
      act: press,
    },
    {
      name: 'signed out',
      route: 'POST /sign-out/',
      url: `${at}/account/`,
      cookie: as(hall.slug, email),
      act: (page) => page.locator('form[action="/sign-out/"] button').press('Enter'),
    },
    { name: 'administration', route: 'GET /admin/', url: `${at}/admin/`, cookie: as(hall.slug, 'admin@example.org') },
    ...(await deviceStates(server, hall, as(hall.slug, 'admin@example.org'))),
    ...apiKeyStates(server, hall, as(hall.slug, 'admin@example.org')),
    ...(await teamStates(server, hall)),
    {
      name: 'first steps',
      route: 'GET /admin/start/',
      url: `${originOf(server, 'les-vieux-quais')}/admin/start/`,
      cookie: as('les-vieux-quais', 'ben@quais.test'),
    },
    {
      name: 'first steps, some done',
      route: 'GET /admin/start/',
      url: `${at}/admin/start/`,
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      name: 'audit log',
      route: 'GET /admin/audit/',
      url: `${at}/admin/audit/`,
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      name: 'audit log, chosen',
      route: 'GET /admin/audit/',
      url: `${at}/admin/audit/?what=event&who=server`,
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      name: 'audit log, refused',
      route: 'GET /admin/audit/',
      url: `${at}/admin/audit/?from=soon`,
      status: 400,
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      name: 'audit log, of nothing',
      route: 'GET /admin/audit/',
      url: `${at}/admin/audit/?of=0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff`,
      cookie: as(hall.slug, 'admin@example.org'),
    },
    { name: 'root administration', route: 'GET /admin/', url: `${root}/admin/`, cookie: sue },
    {
      name: 'root, organisations',
      route: 'GET /admin/server/organisations/',
      url: `${root}/admin/server/organisations/`,
      cookie: sue,
    },
    {
      name: 'root, no organisation found',
      route: 'GET /admin/server/organisations/',
      url: `${root}/admin/server/organisations/?q=zzzz`,
      cookie: sue,
    },
    { name: 'root, search', route: 'GET /admin/search/', url: `${root}/admin/search/?q=o`, cookie: sue },
    { name: 'root, log', route: 'GET /admin/audit/', url: `${root}/admin/audit/`, cookie: sue },
    { name: 'root, people', route: 'GET /admin/server/people/', cookie: sue, url: `${root}/admin/server/people/` },
    {
      name: 'root, last super-user',
      route: 'POST /admin/server/people/taken/',
      status: 409,
      url: `${root}/admin/server/people/`,
      cookie: sue,
      act: async (page) => {
        await page.locator('main summary').first().press('Enter')
        await press(page)
      },
    },
    {
      name: 'root, calendars',
      route: 'GET /admin/server/calendar/',
      cookie: sue,
      url: `${root}/admin/server/calendar/`,
    },
    { name: 'root, organisation', route: 'GET /admin/server/organisations/:uuid/', url: organisation, cookie: sue },
    {
      name: 'root, entering',
      route: 'POST /admin/server/organisations/:uuid/entry/',
      url: organisation,
      cookie: sue,
      act: press,
    },
    { name: 'not allowed', route: 'GET /admin/', url: `${at}/admin/`, cookie: ada, status: 403 },
    { name: 'not signed in', route: 'GET /account/', url: `${at}/account/`, status: 401 },
  ]
}

/** The pages of a server that nobody has set up, whose limits apply, and whose calendar is broken. */
export async function freshStates(server: TestServer): Promise<PageState[]> {
  await untilTrue(async () => server.output().includes('/set-up/'))
  const url = /http:\/\/localhost:\d+\/set-up\/[\w-]+/.exec(server.output())?.[0] ?? ''
  const client = await server.database.connect()
  await client.query('alter table calendar_entry rename to calendar_entry_away')
  await client.end()
  const signInUrl = `${originOf(server, 'meta')}/sign-in/`
  return [
    { name: 'set-up', route: 'GET /set-up/:token/', url },
    {
      name: 'set-up refused',
      route: 'POST /set-up/:token/',
      url,
      status: 400,
      async act(page) {
        // The visit in the other language may have been refused a moment ago for too many requests.
        const client = await server.database.connect()
        await client.query('truncate rate_counter')
        await client.end()
        await send({ email: 'nobody' })(page)
      },
    },
    { name: 'a fault of ours', route: 'GET /', url: `${originOf(server, 'meta')}/`, status: 500 },
    {
      name: 'too many requests',
      route: 'POST /sign-in/',
      url: signInUrl,
      status: 429,
      async act(page) {
        const origin = originOf(server, 'meta')
        const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
        for (let time = 0; time < 11; time++)
          await server.send('meta', 'POST', '/sign-in/', { body: 'email=ada%40visitor.test', headers })
        await send({ email: 'ada@visitor.test' })(page)
      },
    },
  ]
}

async function idOfTenant(server: TestServer, slug: string): Promise<string> {
  const { json } = await server.send('meta', 'GET', '/api/place/')
  return json.find((place: { slug: string }) => place.slug === slug).uuid
}
