import type { Page } from 'playwright-core'
import { stillClock } from './bent-clock.ts'
import { one, visitor } from './booking.ts'
import { type BoxOffice, hoursAhead, openBoxOffice, untilTrue } from './box-office.ts'
import { bookTwo, giveTicket } from './given-ticket.ts'
import { invitationTo, invite } from './invitations.ts'
import { type PageState, press, send } from './page-state.ts'
import { type PictureServer, startPictureServer } from './picture-server.ts'
import { saleStates } from './sale-states.ts'
import { startServer, type TestServer } from './server.ts'
import { settingsStates } from './settings-states.ts'
import { originOf, signIn } from './sign-in.ts'
import { staffOf } from './staff.ts'
import { askForTenant } from './tenant-request.ts'
import { visitorAt } from './visitor.ts'
import { waitingStates } from './waiting-states.ts'

/** Routes that lead on to a page, or back to one with what was wrong: they have none of their own. */
export const leadsOn: readonly string[] = [
  'GET /bookings/:uuid/:proof/pay/',
  'GET /bookings/:uuid/:proof/return/',
  'POST /bookings/:uuid/:proof/acceptance/',
  'POST /bookings/:uuid/:proof/',
  'POST /waiting-list/:uuid/:proof/confirmation/',
  'POST /waiting-list/:uuid/:proof/',
  'POST /sign-in/:token/',
  'POST /confirm/:token/',
  'POST /account/sessions/',
  'POST /invitation/:token/',
  'POST /admin/team/:uuid/removal/',
  'POST /admin/team/invitations/:uuid/mails/',
  'POST /admin/meta-label/',
  'POST /admin/rights/',
  'POST /admin/server/organisations/:uuid/archive/',
  'POST /admin/notices/:uuid/',
  'POST /admin/devices/:uuid/archive/',
  'POST /admin/settings/payment/removal/',
  ...['image', 'logo', 'map', 'menu'].map((kind) => `POST /admin/settings/pictures/${kind}/`),
  'POST /admin/events/:uuid/publication/',
  'POST /admin/products/:uuid/publication/',
  'POST /admin/products/:uuid/archive/',
  'POST /admin/products/:uuid/copies/',
  'POST /admin/prices/:uuid/archive/',
  ...['options', 'locations', 'artists', 'projects', 'stages'].map(
    (room) => `POST /admin/${room}/:uuid/archive/`,
  ),
  ...['options', 'locations', 'projects', 'stages'].map((room) => `POST /admin/${room}/:uuid/deletion/`),
  'POST /admin/hand-outs/:uuid/mistakes/',
  'POST /admin/reservations/:uuid/payments/',
  'POST /admin/reservations/:uuid/mails/',
  'POST /admin/refunds/:uuid/handover/',
  'POST /admin/refunds/:uuid/handover/mistakes/',
  'POST /admin/refunds/:uuid/attempts/',
  'POST /admin/refunds/attempts/',
  'GET /bookings/:uuid/:proof/tickets/:ticket/google-wallet/',
  'GET /tickets/:uuid/:proof/google-wallet/',
]

/** For programs, or to be kept. What `/api/` answers is for programs too, but for its documentation. */
export const notPages: readonly string[] = [
  'GET /assets/:asset',
  'GET /media/:tenant/:image/:file',
  'GET /bookings/:uuid/:proof/event.ics',
  'GET /bookings/:uuid/:proof/tickets.pdf',
  'GET /bookings/:uuid/:proof/tickets/:ticket/apple.pkpass',
  'GET /tickets/:uuid/:proof/ticket.pdf',
  'GET /tickets/:uuid/:proof/event.ics',
  'GET /tickets/:uuid/:proof/apple.pkpass',
  'GET /admin/reservations/:uuid/tickets.pdf',
  'GET /admin/accounting/closing.pdf',
  'GET /admin/accounting/figures.csv',
  'GET /admin/accounting/figures.xlsx',
  'GET /admin/accounting/receipts/:uuid/document.pdf',
  'GET /admin/door-lists/:uuid/door-list.pdf',
  'GET /admin/live/',
  'GET /account/data.json',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /scan/test_api/',
  'POST /scan/check_ticket/',
  'POST /scan/ticket/',
  'POST /scan/hand_out/',
  'GET /.well-known/jwks.json',
  'GET /healthz',
  'GET /readyz',
  'GET /tenant/new/address/',
  'POST /payments/stripe/webhook/',
]

export type EveryPage = {
  readonly server: TestServer
  readonly states: readonly PageState[]
  stop(): Promise<void>
}

/** A server with every page in every state there is. Two colours that no page may be unreadable in: a pale and a dark one. */
export async function furnishEveryPage(): Promise<EveryPage> {
  const pictures = await startPictureServer()
  const server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  const fresh = await startServer({ environment: { ...stillClock, RATE_LIMIT: 'on' } })
  const hall = await openBoxOffice(server, 'La Guinguette')
  const colors = { [hall.slug]: '#ffe600', meta: '#14213d' }
  for (const [slug, color] of Object.entries(colors))
    await server.cli('tenant', 'set', '--tenant', slug, '--accent-color', color)
  const festival = ['tenant', 'create', '--organisation', 'Les Vieux Quais', '--category', 'F']
  await server.cli(...festival, '--email', 'ben@quais.test', '--language', 'fr')
  return {
    server,
    states: [
      ...(await catalogueStates(server, hall)),
      ...(await eventStates(server, hall, pictures)),
      ...(await programmeStates(server, hall)),
      ...(await shelfStates(server, hall)),
      ...(await bookingStates(server, hall)),
      ...(await waitingStates(server, hall)),
      ...(await handOutStates(server, hall)),
      ...(await saleStates(server, hall)),
      ...(await settingsStates(server, hall)),
      ...(await officeStates(server, hall)),
      ...(await membershipStates(server, hall)),
      ...(await personStates(server, hall)),
      ...errorStates(server, hall),
      ...(await freshStates(fresh)),
    ],
    async stop() {
      await server.stop()
      await fresh.stop()
      await pictures.stop()
    },
  }
}

async function catalogueStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, meta, root] = [hall.slug, 'meta', ''].map((label) => originOf(server, label))
  const newPairing = async () => {
    const words = ['device', 'create', '--tenant', hall.slug, '--name', 'Door']
    return String((await server.cli(...words))['pairing_url'])
  }
  return [
    { name: 'home', route: 'GET /', url: `${at}/` },
    { name: 'empty festival', route: 'GET /', url: `${originOf(server, 'les-vieux-quais')}/` },
    { name: 'calendar', route: 'GET /', url: `${meta}/` },
    { name: 'calendar, narrowed down', route: 'GET /', url: `${meta}/?q=owls&kind=venue&from=2026-01-01` },
    { name: 'calendar, nothing found', route: 'GET /', url: `${meta}/?q=zzz` },
    { name: 'root', route: 'GET /', url: `${root}/` },
    { name: 'directory', route: 'GET /organisations/', url: `${meta}/organisations/` },
    { name: 'directory, nothing found', route: 'GET /organisations/', url: `${meta}/organisations/?q=zzz` },
    { name: 'creation', route: 'GET /tenant/new/', url: `${meta}/tenant/new/?name=Chez%20nous` },
    ...creationStates(server),
    { name: 'legal notice', route: 'GET /legal/', url: `${at}/legal/` },
    { name: 'documentation', route: 'GET /api/docs/', url: `${at}/api/docs/` },
    { name: 'refusals', route: 'GET /api/docs/errors/', url: `${at}/api/docs/errors/` },
    { name: 'pairing', route: 'GET /scan/:token/pair', url: await newPairing() },
    { name: 'paired', route: 'POST /scan/:token/pair', url: newPairing, act: press },
    { name: 'pairing refused', route: 'GET /scan/:token/pair', url: `${at}/scan/no/pair`, status: 400 },
  ]
}

function creationStates(server: TestServer): PageState[] {
  const url = `${originOf(server, 'meta')}/tenant/new/`
  const long = `A ${'name'.repeat(10)}`
  const mailed = async () => {
    const email = visitor()
    await askForTenant(server, { organisation: long, slug: `of-${email.split('@')[0]}`, email })
    return mailedLink(server, email)
  }
  const fill = async (page: Page) => {
    await page.locator('[value=festival]').check()
    const email = visitor()
    await send({ organisation: long, slug: `of-${email.split('@')[0]}`, email, email_again: email })(page)
    await page.locator('[name=code]').waitFor()
  }
  const form = { route: 'POST /tenant/new/', url } as const
  return [
    {
      ...{ ...form, name: 'creation refused', status: 400 },
      async act(page) {
        // Said while it is typed, before anything is sent.
        await page.locator('[name=slug]').fill('la-guinguette')
        await page.locator('p.problem:has-text("la-guinguette")').waitFor()
        await send({ email: 'nobody' })(page)
      },
    },
    { ...form, name: 'creation, code', act: fill },
    {
      ...{ name: 'creation, wrong code', route: 'POST /tenant/new/code/', url, status: 400 },
      async act(page) {
        await fill(page)
        await send({ code: '1234 5678' })(page)
        await page.locator('[name=code][aria-invalid]').waitFor()
      },
    },
    { name: 'creation, link', route: 'GET /tenant/new/:token/', url: mailed },
    { name: 'creation, done', route: 'POST /tenant/new/:token/', url: mailed, act: press },
    {
      ...{ name: 'creation, address gone', route: 'POST /tenant/new/:token/', status: 409 },
      async url() {
        const email = visitor()
        const slug = `gone-${email.split('@')[0]}`
        await askForTenant(server, { organisation: 'Too late', slug, email })
        const words = ['tenant', 'create', '--organisation', 'Sooner', '--slug', slug]
        await server.cli(...words, '--category', 'S', '--email', email)
        return mailedLink(server, email)
      },
      act: press,
    },
    {
      ...{ name: 'creation, done already', route: 'GET /tenant/new/:token/' },
      async url() {
        const link = await mailed()
        const headers = { origin: originOf(server, 'meta') }
        await server.send('meta', 'POST', new URL(link).pathname, { body: {}, headers })
        return link
      },
    },
  ]
}

async function eventStates(
  server: TestServer,
  hall: BoxOffice,
  pictures: PictureServer,
): Promise<PageState[]> {
  const origin = originOf(server, hall.slug)
  const addressOf = async (id: string) =>
    `${origin}/events/${(await hall.get(`/api/events/${id}/`)).json.slug}/`
  const seats = await hall.price('B', { name: 'Full price', prix: 24, stock: 3 })
  const gone = await hall.price('B', { name: 'Full price', prix: 24, stock: 0 })
  const free = await hall.price('F', { name: 'Entry', prix: 0 })
  const soon = await hall.price('B', { name: 'Full price', prix: 24, sales_start: hoursAhead(12) })
  const gift = await hall.price('B', { name: 'As you like', prix: 5, free_price: true })
  const early = await hall.price('B', { name: 'Early bird', prix: 18, sales_end: hoursAhead(12) })
  const shirt = await hall.price('T', { name: 'T-shirt', prix: 20 })
  await hall.post('/api/promotional-codes/', { code: 'HARBOUR', discount_rate: 10 })
  const kinds = [early, gone, soon, gift, shirt].map(({ product }) => product)
  const friends = await hall.price('A', { name: 'A year', prix: 20, subscription_type: 'Y' })
  const members = await hall.price('B', { name: 'Members', adhesion_obligatoire: friends.product })
  const night = (name: string, products: readonly string[], fields = {}) =>
    hall.event(products, { name, short_description: 'An evening by the harbour', ...fields })

  const picture = pictures.url('/picture.png')
  const options = [await hall.create('optionticket', { name: 'Wheelchair space' })]
  const long_description = 'One.\n\nTwo.'
  const location = (await hall.get('/api/locations/')).json[0].uuid
  const artist = await hall.create('artists', { name: 'The Owls' })
  const artists = [{ uuid: artist, datetime: hoursAhead(25) }]
  const rich = { img_url: picture, options, long_description, location, artists }
  const onSale = await addressOf(await night('The Owls & <b>Friends</b>', [seats.product], rich))
  const cancelled = await night('Cancelled', [seats.product])
  const told = await hall.post(`/api/events/${cancelled}/cancellation/`, { reason: 'The singer is ill.' })
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const postponed = await night('Postponed', [seats.product])
  await hall.post(`/api/events/${postponed}/postponement/`, { datetime: hoursAhead(900) })
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} and a name of many words that goes on`
  const unlimited = [(await hall.price('B', { name: long, prix: 5 })).product, free.product]
  const soldOut = await addressOf(await night('Sold out', [gone.product], { img_url: picture }))
  const event = (name: string, url: string): PageState => ({ name, route: 'GET /events/:slug/', url })
  const booking = { route: 'POST /events/:slug/booking/', url: onSale } as const
  const waiting = { route: 'POST /events/:slug/waiting-list/', url: `${soldOut}waiting-list/` } as const
  return [
    event('event on sale', onSale),
    event('event sold out', soldOut),
    event('event cancelled', await addressOf(cancelled)),
    event('event postponed', await addressOf(postponed)),
    event('event for members', await addressOf(await night('Members', [members.product]))),
    event('event for free', await addressOf(await night('Free', [free.product]))),
    event('event not on sale yet', await addressOf(await night('Soon', [soon.product]))),
    event('event at a price of one’s choice', await addressOf(await night('Gift', [gift.product]))),
    event('event with all kinds of prices', await addressOf(await night('All kinds', kinds))),
    event('event with long names', await addressOf(await night(long, unlimited))),
    event('event with nothing on sale', await addressOf(await night('Nothing', []))),
    event('event that is over', await addressOf(await night('Over', [], { datetime: hoursAhead(-24) }))),
    { ...booking, name: 'booking refused', act: send({ qty: '0', email: 'nobody' }), status: 400 },
    {
      ...booking,
      name: 'booking, each ticket named',
      act: async (page) => {
        await page.locator('[name=qty]').fill('3')
        await page.locator('[name=names]').press('Enter')
        await page.locator('[name=holder_first_name]').first().waitFor()
      },
    },
    {
      ...booking,
      name: 'booking of more than is left',
      act: send({ qty: '9', email: visitor() }),
      status: 409,
    },
    {
      ...{ name: 'who is told', route: 'GET /admin/notices/:uuid/', cookie },
      url: `${origin}/admin/notices/${told.json.uuid}/`,
    },
    ...(await refundStates(server, hall, cookie)),
    { name: 'waiting list', route: 'GET /events/:slug/waiting-list/', url: waiting.url },
    { name: 'no waiting list', route: 'GET /events/:slug/waiting-list/', url: `${onSale}waiting-list/` },
    { ...waiting, name: 'waiting list refused', act: send({ places: '0', email: 'nobody' }), status: 400 },
    { ...waiting, name: 'waiting list joined', act: send({ places: '1', email: visitor() }) },
  ]
}

/** The books with something in them, with nothing, and of days that there are none of; and the lists to take along. */
function accountingStates(server: TestServer, hall: BoxOffice, cookie: () => Promise<string>): PageState[] {
  const route = 'GET /admin/accounting/'
  const url = `${originOf(server, hall.slug)}/admin/accounting/`
  const [list, receipts] = ['GET /admin/accounting/receipts/', `${url}receipts/`]
  const exports = `${originOf(server, hall.slug)}/admin/exports/`
  const never = '?from=2001-01-01&to=2001-01-31'
  return [
    { name: 'accounting', route, url, cookie },
    { name: 'accounting, of a day', route, url: `${url}?from=${hoursAhead(0).slice(0, 10)}`, cookie },
    { name: 'accounting, nothing', route, url: `${url}${never}`, cookie },
    { name: 'accounting, no days', route, url: `${url}?from=2026-02-30`, cookie, status: 400 },
    { name: 'receipts', route: list, url: receipts, cookie },
    { name: 'receipts, none', route: list, url: `${receipts}${never}`, cookie },
    { name: 'exports', route: 'GET /admin/exports/', url: exports, cookie },
    { name: 'an export', route: 'GET /admin/exports/:list/', url: `${exports}tickets/`, cookie },
    {
      ...{ name: 'an export, no column', route: 'POST /admin/exports/:list/', status: 400 },
      ...{ url: `${exports}members/`, cookie },
      async act(page) {
        for (const box of await page.locator('[name=columns]').all()) await box.uncheck()
        await page.locator('main form button').press('Enter')
      },
    },
  ]
}

/** Money that is owed, and payments that are disputed with a bank, in each way that a dispute can stand. */
async function refundStates(
  server: TestServer,
  hall: BoxOffice,
  cookie: () => Promise<string>,
): Promise<PageState[]> {
  const route = 'GET /admin/refunds/'
  const urlOf = (slug: string) => `${originOf(server, slug)}/admin/refunds/`
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 24 })
  const event = await hall.event([product], { name: 'A night that somebody regrets' })
  const client = await server.database.connect()
  const standings = [
    ...[['open', false] as const, ['open', true] as const, ['won', true] as const],
    ...[['won', false] as const, ['lost', true] as const],
  ]
  for (const [outcome, isWithdrawn] of standings) {
    const booked = await hall.book({ event, email: visitor(), prices: one(price, 2) })
    await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'card' })
    await client.query(
      `insert into dispute (tenant_id, id, payment_id, reservation_id, provider_dispute_id, amount_minor, currency,
                            outcome, is_withdrawn, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, reservation_id, 'dp_' || id, 4800, 'EUR', $2, $3, now(), now()
         from payment where reservation_id = $1`,
      [booked.json.uuid, outcome, isWithdrawn],
    )
  }
  await client.end()
  const owed = await hall.book({ event, email: visitor(), prices: one(price, 1) })
  await hall.post(`/api/reservations/${owed.json.uuid}/payments/`, { method: 'cash' })
  await hall.post(`/api/reservations/${owed.json.uuid}/cancellation/`)
  return [
    ...accountingStates(server, hall, cookie),
    { name: 'refunds and disputes', route, url: urlOf(hall.slug), cookie },
    {
      ...{ name: 'refunds, none', route, url: urlOf('les-vieux-quais') },
      cookie: () => signIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test'),
    },
  ]
}

/** The rooms of the administration where the programme is made. */
async function programmeStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, empty] = [hall.slug, 'les-vieux-quais'].map((label) => `${originOf(server, label)}/admin/`)
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const ben = () => signIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test')
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 18 })
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} & <b>hostile</b> name`
  const event = await hall.event([product], { name: long, capacity: 40, doors_open: hoursAhead(23) })
  const booked = await hall.post('/api/reservations/', { event, email: visitor(), prices: one(price, 2) })
  await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
  const hidden = await hall.event([], { name: 'For later', published: false })
  const cancelled = await hall.event([], { name: 'Called off' })
  await hall.post(`/api/events/${cancelled}/cancellation/`)
  let seats = 40
  const [all, add, each] = ['GET /admin/events/', 'GET /admin/events/new/', 'GET /admin/events/:uuid/']
  const turn = (name: string, id = event) => `${at}events/${id}/${name}/`
  return [
    { name: 'events', route: all, url: `${at}events/`, cookie },
    { name: 'events, none', route: all, url: `${empty}events/`, cookie: ben },
    { name: 'events, cancelled', route: all, url: `${at}events/?list=cancelled`, cookie },
    { name: 'events, not found', route: all, url: `${at}events/?q=zzz`, cookie },
    { name: 'new event', route: add, url: `${at}events/new/`, cookie },
    { name: 'new event of a festival', route: add, url: `${empty}events/new/`, cookie: ben },
    {
      ...{ name: 'new event refused', route: 'POST /admin/events/new/', url: `${at}events/new/` },
      ...{ cookie, status: 400, act: clear('name', '/new/') },
    },
    { name: 'event, to be changed', route: each, url: `${at}events/${event}/`, cookie },
    { name: 'event, not published', route: each, url: `${at}events/${hidden}/?done=made`, cookie },
    { name: 'event, called off', route: each, url: `${at}events/${cancelled}/`, cookie },
    {
      ...{ name: 'event refused', route: 'POST /admin/events/:uuid/', url: `${at}events/${event}/` },
      ...{ cookie, status: 400, act: clear('name', `${event}/`) },
    },
    {
      ...{ name: 'event, somebody was faster', route: 'POST /admin/events/:uuid/', status: 409, cookie },
      url: `${at}events/${event}/`,
      async act(page) {
        await hall.patch(`/api/events/${event}/`, { capacity: ++seats })
        await page.locator(`form[action$="${event}/"] [name=name]`).press('Enter')
      },
    },
    {
      ...{ name: 'dates refused', route: 'POST /admin/events/:uuid/copies/', url: `${at}events/${event}/` },
      ...{ cookie, status: 400, act: clear('times', '/copies/') },
    },
    {
      ...{ name: 'picture refused', route: 'POST /admin/events/:uuid/image/', status: 400, cookie },
      url: `${at}events/${event}/`,
      async act(page) {
        const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
        await page.locator('[name=img]').setInputFiles(file)
        await page.locator('form:has([name=img]) button').press('Enter')
      },
    },
    {
      ...{ name: 'cancelling an event', route: 'GET /admin/events/:uuid/cancellation/' },
      ...{ url: turn('cancellation'), cookie },
    },
    {
      ...{ name: 'cancelling refused, too long', route: 'POST /admin/events/:uuid/cancellation/' },
      ...{ url: turn('cancellation'), cookie, status: 400 },
      async act(page) {
        await page.locator('[name=reason]').evaluate((element) => element.removeAttribute('maxlength'))
        await page.locator('[name=reason]').fill('a'.repeat(1001))
        await page.locator('main form button').first().press('Enter')
      },
    },
    {
      ...{ name: 'a message to everybody', route: 'GET /admin/events/:uuid/message/' },
      ...{ url: turn('message'), cookie },
    },
    {
      ...{ name: 'an empty message', route: 'POST /admin/events/:uuid/message/', status: 400 },
      ...{ url: turn('message'), cookie, act: press },
    },
    {
      ...{ name: 'putting an event off', route: 'GET /admin/events/:uuid/postponement/' },
      ...{ url: turn('postponement'), cookie },
    },
    {
      ...{
        name: 'putting off refused',
        route: 'POST /admin/events/:uuid/postponement/',
        status: 400,
        cookie,
      },
      url: turn('postponement'),
      act: clear('starts', '/postponement/'),
    },
  ]
}

/** Sends a form with one field emptied, whatever the browser would say to it. */
function clear(field: string, form: string) {
  return async (page: Page): Promise<void> => {
    await page.locator(`form[action$="${form}"]`).evaluate((element) => {
      if (element instanceof HTMLFormElement) element.noValidate = true
    })
    await page.locator(`form[action$="${form}"] [name=${field}]`).fill('')
    await page.locator(`form[action$="${form}"] [name=${field}]`).press('Enter')
  }
}

/** The rooms where what is sold and what events are made of is kept. */
async function shelfStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, empty, meta] = [hall.slug, 'les-vieux-quais', 'meta'].map(
    (label) => `${originOf(server, label)}/admin/`,
  )
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const ben = () => signIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test')
  const mia = () => signIn(server, 'meta', 'meta', 'mia@calendar.test')
  await server.cli('team', 'set', '--tenant', 'meta', '--email', 'mia@calendar.test', '--role', 'owner')
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} & <b>hostile</b> name`
  const year = await hall.price('A', { name: 'A year', prix: 20, subscription_type: 'Y' })
  const { product, price } = await hall.price('B', { name: long, prix: 18, stock: 40 })
  const rich = { adhesion_obligatoire: year.product, sales_end: hoursAhead(48), vat: '5.5' }
  const kept = await hall.create('prices', { product, name: 'Members', prix: 9, ...rich, scan_note: 'Look.' })
  const gone = await hall.create('prices', { product, name: 'Long gone', prix: 9 })
  await hall.patch(`/api/prices/${gone}/`, { archived: true })
  await hall.patch(`/api/products/${product}/`, { name: long, scan_note: 'Give the blue wristband.' })
  await hall.event([product], { name: long })
  const away = (await hall.price('T', { name: 'L', prix: 15 })).product
  await hall.patch(`/api/products/${away}/`, { name: 'Old T-shirt', archived: true })
  const bare = await hall.create('products', { name: 'Bare', categorie_article: 'P', publish: false })
  const [all, add, each] = ['GET /admin/products/', 'GET /admin/products/new/', 'GET /admin/products/:uuid/']
  const [ofPrice, newPrice] = ['GET /admin/prices/:uuid/', 'GET /admin/products/:uuid/prices/new/']
  let count = 0
  return [
    ...(await roomStates(server, hall)),
    { name: 'products', route: all, url: `${at}products/`, cookie },
    { name: 'products, none', route: all, url: `${empty}products/`, cookie: ben },
    { name: 'products, of a calendar', route: all, url: `${meta}products/`, cookie: mia },
    { name: 'products, archived', route: all, url: `${at}products/?list=archived`, cookie },
    { name: 'products, not found', route: all, url: `${at}products/?q=zzz`, cookie },
    { name: 'new product', route: add, url: `${at}products/new/`, cookie },
    {
      ...{ name: 'new product refused', route: 'POST /admin/products/new/', url: `${at}products/new/` },
      ...{ cookie, status: 400, act: clear('name', '/new/') },
    },
    { name: 'product, to be changed', route: each, url: `${at}products/${product}/`, cookie },
    { name: 'product without a price', route: each, url: `${at}products/${bare}/`, cookie },
    { name: 'product, archived', route: each, url: `${at}products/${away}/?done=saved`, cookie },
    { name: 'product, membership', route: each, url: `${at}products/${year.product}/?done=price`, cookie },
    {
      ...{ name: 'product refused', route: 'POST /admin/products/:uuid/', url: `${at}products/${bare}/` },
      ...{ cookie, status: 400, act: clear('name', `${bare}/`) },
    },
    {
      ...{ name: 'product, somebody was faster', route: 'POST /admin/products/:uuid/', status: 409, cookie },
      url: `${at}products/${bare}/`,
      async act(page) {
        await hall.patch(`/api/products/${bare}/`, { short_description: `${++count} things` })
        await page.locator(`form[action$="${bare}/"] [name=name]`).press('Enter')
      },
    },
    {
      ...{ name: 'picture of a product refused', route: 'POST /admin/products/:uuid/image/', status: 400 },
      ...{ url: `${at}products/${bare}/`, cookie },
      async act(page) {
        const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
        await page.locator('[name=img]').setInputFiles(file)
        await page.locator('form:has([name=img]) button').press('Enter')
      },
    },
    { name: 'first price', route: newPrice, url: `${at}products/${bare}/prices/new/?done=made`, cookie },
    {
      ...{ name: 'new price of a membership', route: newPrice, cookie },
      url: `${at}products/${year.product}/prices/new/`,
    },
    {
      ...{ name: 'new price refused', route: 'POST /admin/products/:uuid/prices/new/', status: 400 },
      ...{ url: `${at}products/${bare}/prices/new/`, cookie, act: clear('amount', '/new/') },
    },
    { name: 'price', route: ofPrice, url: `${at}prices/${price}/`, cookie },
    { name: 'price with all that can be said', route: ofPrice, url: `${at}prices/${kept}/`, cookie },
    { name: 'price, archived', route: ofPrice, url: `${at}prices/${gone}/`, cookie },
    {
      ...{ name: 'price refused', route: 'POST /admin/prices/:uuid/', url: `${at}prices/${price}/` },
      ...{ cookie, status: 400, act: clear('max_per_user', `${price}/`) },
    },
    {
      ...{ name: 'price, somebody was faster', route: 'POST /admin/prices/:uuid/', status: 409, cookie },
      url: `${at}prices/${kept}/`,
      async act(page) {
        await hall.patch(`/api/prices/${kept}/`, { stock: ++count })
        await page.locator(`form[action$="${kept}/"] [name=name]`).press('Enter')
      },
    },
  ]
}

/** Where events are, who plays, what may be asked for: alike for all five. */
async function roomStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const at = `${originOf(server, hall.slug)}/admin/`
  const producer = await server.cli(
    ...['tenant', 'create', '--organisation', 'Les Tréteaux', '--category', 'P'],
    ...['--email', 'ines@treteaux.test', '--language', 'fr'],
  )
  const slug = String(producer['slug'])
  const theirs = `${originOf(server, slug)}/admin/`
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const ines = () => signIn(server, slug, slug, 'ines@treteaux.test')
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} & <b>hostile</b> name`
  const artist = await hall.create('artists', { name: long, short_description: long, site_web: at })
  const option = await hall.create('optionticket', { name: 'Wheelchair space', description: 'Step-free' })
  const away = await hall.create('optionticket', { name: 'Old' })
  await hall.patch(`/api/optionticket/${away}/`, { archived: true })
  await hall.event([], { name: 'With somebody', artists: [{ uuid: artist }] })
  const first = async (base: string, noun: string) =>
    (await server.send(base, 'GET', `/api/${noun}/`)).json[0].uuid
  let count = 0
  const ofRoom = async (room: string, base: string, by: () => Promise<string>, id: string) => {
    const url = `${base}${room}/`
    return [
      { name: `room of ${room}`, route: `GET /admin/${room}/`, url, cookie: by },
      { name: `room of ${room}, new`, route: `GET /admin/${room}/new/`, url: `${url}new/`, cookie: by },
      {
        ...{ name: `room of ${room}, new refused`, route: `POST /admin/${room}/new/`, url: `${url}new/` },
        ...{ cookie: by, status: 400, act: clear('name', '/new/') },
      },
      { name: `room of ${room}, one`, route: `GET /admin/${room}/:uuid/`, url: `${url}${id}/`, cookie: by },
      {
        ...{ name: `room of ${room}, refused`, route: `POST /admin/${room}/:uuid/`, url: `${url}${id}/` },
        ...{ cookie: by, status: 400, act: clear('name', `${id}/`) },
      },
    ]
  }
  return [
    ...(await ofRoom('artists', at, cookie, artist)),
    ...(await ofRoom('options', at, cookie, option)),
    ...(await ofRoom('locations', theirs, ines, await first(slug, 'locations'))),
    ...(await ofRoom('stages', theirs, ines, await first(slug, 'stages'))),
    ...(await ofRoom('projects', theirs, ines, await first(slug, 'projects'))),
    { name: 'places of a venue', route: 'GET /admin/locations/', url: `${at}locations/`, cookie },
    {
      ...{ name: 'place of a venue', route: 'GET /admin/locations/:uuid/', cookie },
      url: `${at}locations/${await first(hall.slug, 'locations')}/`,
    },
    { name: 'projects of a venue', route: 'GET /admin/projects/', url: `${at}projects/`, cookie },
    { name: 'options, archived', route: 'GET /admin/options/', url: `${at}options/?list=archived`, cookie },
    {
      ...{ name: 'option, archived', route: 'GET /admin/options/:uuid/', cookie },
      url: `${at}options/${away}/?done=saved`,
    },
    {
      ...{ name: 'artist, somebody was faster', route: 'POST /admin/artists/:uuid/', status: 409, cookie },
      url: `${at}artists/${artist}/`,
      async act(page) {
        await hall.patch(`/api/artists/${artist}/`, { short_description: `${++count} voices` })
        await page.locator(`form[action$="${artist}/"] [name=name]`).press('Enter')
      },
    },
    {
      ...{ name: 'artist, still named', route: 'POST /admin/artists/:uuid/deletion/', status: 409, cookie },
      url: `${at}artists/${artist}/`,
      act: (page) => page.locator('form[action$="/deletion/"] button').press('Enter'),
    },
  ]
}

async function bookingStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const origin = originOf(server, hall.slug)
  const guest = visitorAt(server, hall)
  const route = 'GET /bookings/:uuid/:proof/'
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 12 })
  const entry = await hall.price('F', { name: 'Entry', prix: 0 })
  const event = await hall.event([product, entry.product], { name: 'The Owls again' })
  const book = (qty: string, of = price, email = visitor()) => guest.book(event, of, { email, qty })
  const idOf = (path: string) => path.split('/')[2] ?? ''
  const paid = async (qty: string) => {
    const path = await book(qty)
    await hall.post(`/api/reservations/${idOf(path)}/payments/`, { method: 'free' })
    return path
  }
  const several = await paid('3')
  const [ticket] = (await hall.get(`/api/reservations/${idOf(several)}/`)).json.tickets
  const cancelled = await paid('2')
  await hall.post(`/api/reservations/${idOf(cancelled)}/cancellation/`)
  const confirmer = visitor()
  const toConfirm = await book('1', entry.price, confirmer)
  const confirming = await mailedLink(server, confirmer)
  const cancelling = `${origin}${several}cancellation/`
  const giving = `${origin}${several}tickets/${ticket}/holder/`
  return [
    { name: 'booking to be paid', route, url: origin + (await book('1')) },
    { name: 'booking with tickets', route, url: origin + several },
    { name: 'booking cancelled', route, url: origin + cancelled },
    { name: 'booking to be confirmed', route, url: origin + toConfirm },
    { name: 'confirming', route: 'GET /confirm/:token/', url: confirming },
    { name: 'cancelling', route: 'GET /bookings/:uuid/:proof/cancellation/', url: cancelling },
    {
      name: 'cancelling refused',
      ...{ route: 'POST /bookings/:uuid/:proof/cancellation/', url: cancelling, status: 400 },
      act: (page) => page.locator('form:has([name=ticket]) button').press('Enter'),
    },
    { name: 'giving', route: 'GET /bookings/:uuid/:proof/tickets/:ticket/holder/', url: giving },
    {
      name: 'giving refused',
      ...{ route: 'POST /bookings/:uuid/:proof/tickets/:ticket/holder/', url: giving, status: 400 },
      act: send({ email: 'nobody' }),
    },
  ]
}

async function handOutStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [shirt, pin] = [
    await hall.price('T', { name: 'L', prix: 20 }),
    await hall.price('M', { name: 'Pin of the harbour', prix: 3 }),
  ]
  const event = await hall.event([shirt.product, pin.product], { name: 'With shirts' })
  const list = `${originOf(server, hall.slug)}/admin/hand-outs/`
  const sold = async (isPaid = true) => {
    const prices = [...one(shirt.price, 3), ...one(pin.price, 1)]
    const { uuid, things } = (await hall.book({ event, email: visitor(), prices })).json
    if (!isPaid) return { uuid, things }
    return (await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })).json
  }
  const part = await sold()
  const handOut = (booking: { uuid: string; things: { uuid: string }[] }, quantity: number) => {
    const body = { thing: booking.things[0]?.uuid, quantity }
    return hall.post(`/api/reservations/${booking.uuid}/hand-outs/`, body)
  }
  await handOut(part, 2)
  const unpaid = await sold(false)
  const ticket = await hall.price('F', { prix: 0 })
  const bare = (
    await hall.book(
      { event: await hall.event([ticket.product]), prices: one(ticket.price, 1) },
      { key: hall.key },
    )
  ).json
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const [all, each] = ['GET /admin/hand-outs/', 'GET /admin/hand-outs/:uuid/']
  let raced = ''
  return [
    { name: 'hand-outs', route: all, url: list, cookie },
    { name: 'hand-outs of an event', route: all, url: `${list}?event=${event}`, cookie },
    { name: 'hand-outs found', route: all, url: `${list}?q=example`, cookie },
    { name: 'hand-outs, nobody found', route: all, url: `${list}?q=zzzz`, cookie },
    { name: 'hand-outs, too short', route: all, url: `${list}?q=z`, cookie },
    { name: 'handing out', route: each, url: `${list}${part.uuid}/`, cookie },
    { name: 'handing out, not paid', route: each, url: `${list}${unpaid.uuid}/`, cookie },
    { name: 'handing out, nothing', route: each, url: `${list}${bare.uuid}/`, cookie },
    {
      ...{ name: 'handing out, too late', route: 'POST /admin/hand-outs/:uuid/', status: 409, cookie },
      async url() {
        raced = (await sold()).uuid
        return `${list}${raced}/`
      },
      async act(page) {
        await handOut((await hall.get(`/api/reservations/${raced}/`)).json, 3)
        await press(page)
      },
    },
  ]
}

async function officeStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const list = `${originOf(server, hall.slug)}/admin/reservations/`
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const seat = await hall.price('B', { name: 'Full price', prix: 12 })
  const shirt = await hall.price('T', { name: 'L', prix: 20 })
  const event = await hall.event([seat.product, shirt.product], { name: 'Sold at the desk' })
  const long = 'very-long-name-that-never-ends'.repeat(4)
  const customers = [
    { first_name: 'Ada', last_name: long },
    { first_name: '<b>Ben</b>', last_name: 'O’Neill' },
    {},
  ]
  const book = async () => {
    const prices = [{ uuid: seat.price, customers }, ...one(shirt.price, 2)]
    return (await hall.book({ event, email: visitor(), prices })).json.uuid as string
  }
  const pay = (id: string) => hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  const [unpaid, used, cancelled] = [await book(), await book(), await book()]
  await pay(used)
  await pay(cancelled)
  await hall.post(`/api/reservations/${cancelled}/cancellation/`)
  const { tickets, things } = (await hall.get(`/api/reservations/${used}/`)).json
  await hall.post(`/api/reservations/${used}/hand-outs/`, { thing: things[0].uuid, quantity: 1 })
  await hall.post(`/api/reservations/${used}/cancellation/`, { tickets: [tickets[2]] })
  const client = await server.database.connect()
  const scanned = `update ticket set status = 'scanned', scanned_at = now() where id = $1`
  await client.query(scanned, [tickets[0]])
  await client.end()
  const [all, each] = ['GET /admin/reservations/', 'GET /admin/reservations/:uuid/']
  const cancelling = 'POST /admin/reservations/:uuid/cancellation/'
  const changing = 'POST /admin/reservations/:uuid/tickets/:ticket/'
  const taking = 'POST /admin/reservations/:uuid/tickets/:ticket/mistakes/'
  const press = (page: Page, form: string) =>
    page.locator(`form[action*="${form}"] button`).first().press('Enter')
  const unfold = async (page: Page) => {
    for (const fold of await page.locator('main summary').all()) await fold.press('Enter')
  }
  return [
    { name: 'reservations', route: all, url: list, cookie },
    { name: 'reservations of an event', route: all, url: `${list}?event=${event}&state=settled`, cookie },
    { name: 'reservations, nobody found', route: all, url: `${list}?q=zzzz`, cookie },
    { name: 'reservations, too short', route: all, url: `${list}?q=z`, cookie },
    { name: 'a reservation to be paid', route: each, url: `${list}${unpaid}/`, cookie },
    { name: 'a reservation that was used', route: each, url: `${list}${used}/`, cookie },
    { name: 'a reservation that was cancelled', route: each, url: `${list}${cancelled}/`, cookie },
    {
      ...{ name: 'cancelling no ticket', route: cancelling, url: `${list}${used}/`, cookie, status: 400 },
      async act(page) {
        await unfold(page)
        await press(page, '/cancellation/')
      },
    },
    {
      ...{
        name: 'changing a ticket, too late',
        route: changing,
        url: `${list}${used}/`,
        cookie,
        status: 409,
      },
      async act(page) {
        await unfold(page)
        const form = page.locator(`form[action$="/tickets/${tickets[1]}/"]`)
        await form.locator('[name=seen]').evaluate((field) => field.setAttribute('value', 'another'))
        await form.locator('[name=seat]').fill('C3')
        await form.locator('button').press('Enter')
      },
    },
    {
      ...{ name: 'taking a scan back without a reason', route: taking, url: `${list}${used}/`, cookie },
      status: 400,
      async act(page) {
        await unfold(page)
        await press(page, '/mistakes/')
      },
    },
  ]
}

async function membershipStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const url = `${originOf(server, hall.slug)}/membership/`
  const card = 'GET /membership/:uuid/:proof/'
  const friends = await hall.create('products', { name: 'Friends of the harbour', categorie_article: 'A' })
  const year = { product: friends, name: 'A year', prix: 20, subscription_type: 'Y' }
  const price = await hall.create('prices', year)
  await hall.create('prices', { product: friends, name: 'For life', prix: 400, stock: 0 })
  const cards = []
  for (const name of ['a member’s card', 'a member’s card that ended']) {
    const email = visitor()
    const person = { email, price, first_name: 'Ada', last_name: 'Lovelace' }
    const { uuid } = (await hall.post('/api/memberships/', person)).json
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const account = await server.send(hall.slug, 'GET', '/account/', { cookie })
    const path = /\/membership\/[\w-]+\/[\w-]+\//.exec(account.text)?.[0] ?? ''
    cards.push({ name, route: card, url: url.replace('/membership/', path), uuid })
  }
  const client = await server.database.connect()
  const ended = 'update membership set cancelled_at = now() where id = $1'
  await client.query(ended, [cards[1]?.uuid])
  await client.end()
  return [
    { name: 'memberships', route: 'GET /membership/', url },
    ...cards,
    {
      name: 'membership refused',
      ...{ route: 'POST /membership/', url, status: 400 },
      act: (page) => page.locator('main form button').press('Enter'),
    },
  ]
}

async function personStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
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
  const codePage: PageState = {
    ...{ name: 'code', route: 'POST /sign-in/', url: `${at}/sign-in/` },
    act: send({ email }),
  }
  return [
    { name: 'sign-in', route: 'GET /sign-in/', url: `${at}/sign-in/` },
    {
      ...{ name: 'sign-in refused', route: 'POST /sign-in/', url: `${at}/sign-in/`, status: 400 },
      act: send({ email: 'nobody' }),
    },
    codePage,
    {
      ...{ name: 'wrong code', route: 'POST /sign-in/code/', url: `${at}/sign-in/`, status: 400 },
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
      ...{ name: 'empty account', route: 'GET /account/', url: `${at}/account/` },
      cookie: as(hall.slug, 'nobody@visitor.test'),
    },
    {
      ...{ name: 'account, signed out elsewhere', route: 'GET /account/', cookie: as(hall.slug, visitor()) },
      url: `${at}/account/?done=signed-out`,
    },
    { name: 'account at Meta', route: 'GET /account/', url: `${meta}/account/`, cookie: as('meta', email) },
    { name: 'erasing', route: 'GET /account/erasure/', url: `${at}/account/erasure/`, cookie: ada },
    {
      ...{ name: 'erased', route: 'POST /account/erasure/', url: `${at}/account/erasure/` },
      ...{ cookie: as(hall.slug, 'nobody@visitor.test'), act: press },
    },
    {
      ...{ name: 'signed out', route: 'POST /sign-out/', url: `${at}/account/` },
      cookie: as(hall.slug, email),
      act: (page) => page.locator('form[action="/sign-out/"] button').press('Enter'),
    },
    {
      ...{ name: 'administration', route: 'GET /admin/', url: `${at}/admin/` },
      cookie: as(hall.slug, 'admin@example.org'),
    },
    ...(await deviceStates(server, hall, as(hall.slug, 'admin@example.org'))),
    ...apiKeyStates(server, hall, as(hall.slug, 'admin@example.org')),
    ...(await teamStates(server, hall)),
    {
      ...{ name: 'first steps', route: 'GET /admin/start/' },
      url: `${originOf(server, 'les-vieux-quais')}/admin/start/`,
      cookie: as('les-vieux-quais', 'ben@quais.test'),
    },
    {
      ...{ name: 'first steps, some done', route: 'GET /admin/start/', url: `${at}/admin/start/` },
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      ...{ name: 'audit log', route: 'GET /admin/audit/', url: `${at}/admin/audit/` },
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      ...{ name: 'audit log, of nothing', route: 'GET /admin/audit/' },
      url: `${at}/admin/audit/?of=0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff`,
      cookie: as(hall.slug, 'admin@example.org'),
    },
    {
      ...{ name: 'root administration', route: 'GET /admin/', url: `${root}/admin/` },
      cookie: sue,
    },
    {
      ...{ name: 'root administration, nobody found', route: 'GET /admin/' },
      ...{ url: `${root}/admin/?q=zzzz`, cookie: sue },
    },
    {
      ...{ name: 'root, log', route: 'GET /admin/audit/', url: `${root}/admin/audit/`, cookie: sue },
    },
    {
      ...{ name: 'root, people', route: 'GET /admin/server/people/', cookie: sue },
      url: `${root}/admin/server/people/`,
    },
    {
      ...{ name: 'root, last super-user', route: 'POST /admin/server/people/taken/', status: 409 },
      ...{ url: `${root}/admin/server/people/`, cookie: sue, act: press },
    },
    {
      ...{ name: 'root, calendars', route: 'GET /admin/server/calendar/', cookie: sue },
      url: `${root}/admin/server/calendar/`,
    },
    {
      ...{ name: 'root, organisation', route: 'GET /admin/server/organisations/:uuid/' },
      ...{ url: organisation, cookie: sue },
    },
    {
      ...{ name: 'root, entering', route: 'POST /admin/server/organisations/:uuid/entry/' },
      ...{ url: organisation, cookie: sue, act: press },
    },
    { name: 'not allowed', route: 'GET /admin/', url: `${at}/admin/`, cookie: ada, status: 403 },
    { name: 'not signed in', route: 'GET /account/', url: `${at}/account/`, status: 401 },
  ]
}

/** As those who run the venue see the phones at the door. */
async function deviceStates(
  server: TestServer,
  hall: BoxOffice,
  cookie: () => Promise<string>,
): Promise<PageState[]> {
  const list = `${originOf(server, hall.slug)}/admin/devices/`
  const create = async (name: string, ...words: string[]) => {
    const made = ['device', 'create', '--tenant', hall.slug, '--name', name, ...words]
    return String((await server.cli(...made))['device_uuid'])
  }
  const long = 'A-very-long-name-of-a-door-that-never-ends-and-goes-on-for-ever'
  const [own, archived] = [await create(long, '--gate', long, '--supervisor'), await create('Old phone')]
  await server.cli('device', 'archive', '--tenant', hall.slug, archived)
  const send = (at: string) => async (page: Page) => page.locator(at).press('Enter')
  const [all, one, codes] = ['/admin/devices/', '/admin/devices/:uuid/', '/admin/devices/codes/']
  return [
    { name: 'devices', route: `GET ${all}`, url: list, cookie },
    {
      ...{ name: 'devices, made', route: `POST ${all}`, url: list, cookie },
      async act(page) {
        await page.fill('#names', 'North\nSouth')
        await page.locator('form:has(#names) > button').press('Enter')
      },
    },
    {
      ...{ name: 'devices, without a name', route: `POST ${all}`, url: list, cookie, status: 400 },
      act: send('form:has(#names) > button'),
    },
    {
      ...{ name: 'pairing codes, none chosen', route: `POST ${codes}`, url: list, cookie, status: 400 },
      act: send('#codes > button'),
    },
    { name: 'a device', route: `GET ${one}`, url: `${list}${own}/`, cookie },
    { name: 'a device, archived', route: `GET ${one}`, url: `${list}${archived}/`, cookie },
    {
      ...{
        name: 'a device, changed by two',
        route: `POST ${one}`,
        url: `${list}${own}/`,
        cookie,
        status: 409,
      },
      async act(page) {
        await page.locator('[name=seen]').evaluate((field: HTMLInputElement) => {
          field.value = 'what was there before'
        })
        await page.locator('form:has([name=seen]) > button').press('Enter')
      },
    },
    {
      ...{ name: 'a new code', route: 'POST /admin/devices/:uuid/code/', url: `${list}${own}/`, cookie },
      act: send('form[action$="/code/"] > button'),
    },
  ]
}

/** As an owner sees the keys of programs; the box office of the harness has one. */
function apiKeyStates(server: TestServer, hall: BoxOffice, cookie: () => Promise<string>): PageState[] {
  const url = `${originOf(server, hall.slug)}/admin/api-keys/`
  const [all, one] = ['/admin/api-keys/', '/admin/api-keys/:uuid/']
  const make = async (page: Page, name: string) => {
    await page.fill('#name', name)
    await page.locator('input[value="event:read"]').check()
    await page.fill('#expires_at', '2900-12-31')
    await page.locator('form:has(#name) > button').press('Enter')
  }
  return [
    { name: 'API keys', route: `GET ${all}`, url, cookie },
    {
      ...{ name: 'API keys, one made', route: `POST ${all}`, url, cookie },
      act: (page) => make(page, 'A-very-long-name-of-a-till-that-never-ends-and-goes-on-for-ever'),
    },
    {
      ...{ name: 'API keys, without rights', route: `POST ${all}`, url, cookie, status: 400 },
      async act(page) {
        await page.fill('#name', 'Till')
        await page.locator('form:has(#name) > button').press('Enter')
      },
    },
    {
      ...{ name: 'API keys, sent twice', route: `POST ${all}`, url, cookie, status: 409 },
      async act(page) {
        const field = 'input[name="key"]'
        const key = (await page.locator(field).getAttribute('value')) ?? ''
        await make(page, 'Pressed twice')
        await page.waitForSelector('pre')
        await page.goto(url)
        await page.locator(field).evaluate((input, value) => input.setAttribute('value', value), key)
        await make(page, 'Pressed twice')
        await page.waitForSelector('.refused')
      },
    },
    {
      ...{ name: 'an API key', route: `GET ${one}`, url, cookie },
      async act(page) {
        await page.locator('.table a').first().press('Enter')
      },
    },
    {
      ...{ name: 'an API key, revoked', route: 'POST /admin/api-keys/:uuid/revocation/', url, cookie },
      async act(page) {
        await make(page, 'To be revoked')
        await page.waitForSelector('pre')
        await page.goto(url)
        await page.locator('.table a', { hasText: 'To be revoked' }).first().press('Enter')
        await page.locator('form[action$="/revocation/"] > button').press('Enter')
        await page.waitForSelector('p.notice')
      },
    },
  ]
}

/** Those who work at the venue and those who are invited to, as an owner sees them. */
async function teamStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const at = originOf(server, hall.slug)
  const [url, empty] = [`${at}/admin/team/`, `${originOf(server, 'les-vieux-quais')}/admin/team/`]
  const cookie = () => signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const [long, other] = [`${'a-long-address-'.repeat(4)}@example.org`, visitor()]
  for (const [email, role] of [[long, 'box_office'] as const, [other, 'steward'] as const])
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
  const key = ['--user', long, '--name', 'Till at the bar', '--permission', 'event:read']
  await server.cli('api-key', 'create', '--tenant', hall.slug, ...key)
  const owner = await staffOf(server, hall)
  const invited = `${'another-long-address-'.repeat(2)}@example.org`
  for (const email of [invited, visitor()]) await invite(owner, email, 'accountant')
  const client = await server.database.connect()
  await client.query(`update team_invitation set expires_at = now() where email <> $1`, [invited])
  const ids = await client.query('select email, id from account where email = any($1)', [
    [long, other, 'admin@example.org'],
  ])
  await client.end()
  const pageOf = (email: string) => `${url}${ids.rows.find((row) => row.email === email)?.id}/`
  const [all, one] = ['GET /admin/team/', 'GET /admin/team/:uuid/']
  const inviting = 'POST /admin/team/invitations/'
  const fill = (email: string) => async (page: Page) => {
    await page.fill('#email', email)
    await page.locator('[value=steward]').check()
    await page.locator('form:has(#email) > button').press('Enter')
  }
  return [
    { name: 'team', route: all, url, cookie },
    {
      ...{ name: 'team of one', route: all, url: empty },
      cookie: () => signIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test'),
    },
    { name: 'team, somebody invited', route: all, url: `${url}?done=sent`, cookie },
    { ...{ name: 'inviting nobody', route: inviting, url, cookie, status: 400 }, act: fill('nobody') },
    { ...{ name: 'inviting again', route: inviting, url, cookie, status: 409 }, act: fill(invited) },
    {
      ...{ name: 'an invitation that is gone', url, cookie, status: 404 },
      route: 'POST /admin/team/invitations/:uuid/withdrawal/',
      async act(page) {
        const form = page.locator('form[action$="/withdrawal/"]').first()
        const gone = '/admin/team/invitations/0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff/withdrawal/'
        await form.evaluate((element, action) => element.setAttribute('action', action), gone)
        await page.locator(`form[action="${gone}"] button`).press('Enter')
      },
    },
    { name: 'a colleague with a key', route: one, url: pageOf(long), cookie },
    { name: 'the only owner', route: one, url: pageOf('admin@example.org'), cookie },
    {
      ...{ name: 'a colleague, changed by two', route: 'POST /admin/team/:uuid/', status: 409 },
      ...{ url: pageOf(other), cookie },
      async act(page) {
        const former = page.locator('[name=former]')
        await former.evaluate((field) => field.setAttribute('value', 'manager'))
        await page.locator('form:has([name=former]) > button').press('Enter')
      },
    },
    {
      name: 'an invitation',
      route: 'GET /invitation/:token/',
      url: at + (await invitationTo(server, invited)),
    },
    {
      ...{ name: 'an invitation of somebody else', route: 'GET /invitation/:token/', cookie },
      url: at + (await invitationTo(server, invited)),
    },
  ]
}

function errorStates(server: TestServer, hall: BoxOffice): PageState[] {
  const at = originOf(server, hall.slug)
  return [
    { name: 'nothing here', route: 'GET /', url: `${at}/nothing/`, status: 404 },
    { name: 'nobody here', route: 'GET /', url: `${originOf(server, 'nobody')}/`, status: 404 },
    { name: 'no such method', route: 'POST /sign-out/', url: `${at}/sign-out/`, status: 405 },
    { name: 'no such link', route: 'GET /sign-in/:token/', url: `${at}/sign-in/no/`, status: 400 },
    { name: 'unreadable query', route: 'GET /', url: `${at}/?page=x`, status: 400 },
  ]
}

/** Of a server that nobody has set up, whose limits hold, and whose calendar is broken. */
async function freshStates(server: TestServer): Promise<PageState[]> {
  await untilTrue(async () => server.output().includes('/set-up/'))
  const url = /http:\/\/localhost:\d+\/set-up\/[\w-]+/.exec(server.output())?.[0] ?? ''
  const client = await server.database.connect()
  await client.query('alter table calendar_entry rename to calendar_entry_away')
  await client.end()
  const signInUrl = `${originOf(server, 'meta')}/sign-in/`
  return [
    { name: 'set-up', route: 'GET /set-up/:token/', url },
    {
      ...{ name: 'set-up refused', route: 'POST /set-up/:token/', url, status: 400 },
      async act(page) {
        // The other language may have been refused for coming too often a moment ago.
        const client = await server.database.connect()
        await client.query('truncate rate_counter')
        await client.end()
        await send({ email: 'nobody' })(page)
      },
    },
    { name: 'a fault of ours', route: 'GET /', url: `${originOf(server, 'meta')}/`, status: 500 },
    {
      ...{ name: 'too many requests', route: 'POST /sign-in/', url: signInUrl, status: 429 },
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

/** Where the button of the newest mail to an address leads. */
async function mailedLink(server: TestServer, email: string): Promise<string> {
  const client = await server.database.connect()
  const { rows } = await client.query(
    "select letter->'action'->>'url' as url from mail where recipient = $1",
    [email],
  )
  await client.end()
  return String(rows[0].url)
}
