import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { one, visitor } from './booking.ts'
import { type BoxOffice, hoursAhead } from './box-office.ts'
import { makeFormerKey } from './former-key.ts'
import { idIn, listed } from './forms.ts'
import { type PageState, press, sendTo } from './page-state.ts'
import { plainPicture } from './picture-server.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

/** The pages of the administration where the programme is made. */
export async function programmeStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, empty] = [hall.slug, 'les-vieux-quais'].map((label) => `${originOf(server, label)}/admin/`)
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const ben = () => sharedSignIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test')
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 18 })
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} & <b>hostile</b> name`
  const event = await hall.event([product], { name: long, capacity: 40, doors_open: hoursAhead(23) })
  const booked = await hall.post('/api/reservations/', { event, email: visitor(), prices: one(price, 2) })
  await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
  const artist = await hall.create('artists', { name: long })
  await hall.patch(`/api/events/${event}/`, { artists: [{ uuid: artist }] })
  await hall.patch(`/api/events/${event}/settlement/`, {
    costs: [{ label: 'The hall', amount: 12 }],
    artists: [{ uuid: artist, deal: 'plus', guarantee: 5, share: 70 }],
  })
  const hidden = await hall.event([], { name: 'For later', published: false })
  const cancelled = await hall.event([], { name: 'Called off' })
  await hall.post(`/api/events/${cancelled}/cancellation/`)
  const away = await hall.event([], { name: 'Shelved' })
  const staff = await staffOf(server, hall)
  await staff.press(`/admin/events/${away}/archive/`, [['archived', 'true']])
  const quays = await staffOf(server, { slug: 'les-vieux-quais' }, 'ben@quais.test')
  const second = await quays.press('/admin/locations/new/', listed({ key: randomUUID(), name: 'Quai sud' }))
  const elsewhere = idIn(second.headers['location'])
  let seats = 40
  const [all, add, each] = ['GET /admin/events/', 'GET /admin/events/new/', 'GET /admin/events/:uuid/']
  const formOf = (name: string, id = event) => `${at}events/${id}/${name}/`
  return [
    { name: 'events', route: all, url: `${at}events/`, cookie },
    { name: 'events, none', route: all, url: `${empty}events/`, cookie: ben },
    { name: 'events, none at a place', route: all, url: `${empty}events/?place=${elsewhere}`, cookie: ben },
    { name: 'events, cancelled', route: all, url: `${at}events/?list=cancelled`, cookie },
    { name: 'events, archived', route: all, url: `${at}events/?list=archived`, cookie },
    { name: 'events, not found', route: all, url: `${at}events/?q=zzz`, cookie },
    { name: 'new event', route: add, url: `${at}events/new/`, cookie },
    { name: 'new event of a festival', route: add, url: `${empty}events/new/`, cookie: ben },
    {
      name: 'new event refused',
      route: 'POST /admin/events/new/',
      url: `${at}events/new/`,
      cookie,
      status: 400,
      act: clear('name', '/new/'),
    },
    {
      name: 'new event refused, its picture kept',
      route: 'POST /admin/events/new/',
      cookie,
      url: `${at}events/new/`,
      status: 400,
      async act(page) {
        const picture = { name: 'a.png', mimeType: 'image/png', buffer: await plainPicture(600, 400) }
        await page.locator('#img').setInputFiles(picture)
        await clear('name', '/new/')(page)
      },
    },
    { name: 'event', route: each, url: `${at}events/${event}/`, cookie },
    ...['description', 'schedule', 'prices', 'doors', 'settlement', 'more'].map((part) => ({
      name: `event, its ${part}`,
      route: `GET /admin/events/:uuid/${part}/`,
      url: formOf(part),
      cookie,
    })),
    { name: 'event, nothing sold', route: each, url: `${at}events/${hidden}/`, cookie },
    {
      name: 'settlement, nothing sold',
      route: 'GET /admin/events/:uuid/settlement/',
      url: formOf('settlement', hidden),
      cookie,
    },
    {
      name: 'settlement refused',
      route: 'POST /admin/events/:uuid/settlement/',
      url: formOf('settlement'),
      cookie,
      status: 400,
      async act(page) {
        await page.locator('details:has(#costs) > summary').click()
        await page.locator('#cost-amount-1').fill('')
        await page.locator('#cost-amount-1').press('Enter')
      },
    },
    { name: 'event, not published', route: each, url: `${at}events/${hidden}/?done=made`, cookie },
    { name: 'event, archived', route: each, url: `${at}events/${away}/`, cookie },
    { name: 'new event like another', route: add, url: `${at}events/new/?like=${event}`, cookie },
    { name: 'event, cancelled', route: each, url: `${at}events/${cancelled}/`, cookie },
    {
      name: 'event refused',
      route: 'POST /admin/events/:uuid/description/',
      url: formOf('description'),
      cookie,
      status: 400,
      act: clear('name', `${event}/description/`),
    },
    {
      name: 'event, somebody was faster',
      route: 'POST /admin/events/:uuid/prices/',
      status: 409,
      cookie,
      url: formOf('prices'),
      async act(page) {
        await hall.patch(`/api/events/${event}/`, { capacity: ++seats })
        await page.locator(`form[action$="${event}/prices/"] [name=capacity]`).press('Enter')
      },
    },
    {
      name: 'event refused, its beginning',
      route: 'POST /admin/events/:uuid/schedule/',
      url: formOf('schedule'),
      cookie,
      status: 400,
      act: clear('starts', `${event}/schedule/`),
    },
    {
      name: 'event that people come to, moved',
      route: 'POST /admin/events/:uuid/schedule/',
      url: formOf('schedule'),
      cookie,
      status: 409,
      async act(page) {
        await page.locator('#starts').fill('2900-01-10T20:30')
        await page.locator('#starts').press('Enter')
      },
    },
    ...(['archive', 'deletion'] as const).map((end) => ({
      name: `event that people come to, ${end} refused`,
      route: `POST /admin/events/:uuid/${end}/`,
      url: formOf('more'),
      cookie,
      status: 409,
      act:
        end === 'deletion'
          ? sendTo('../deletion/')
          : (page: Page) => page.locator('form[action$="/archive/"] button').press('Enter'),
    })),
    {
      name: 'dates refused',
      route: 'POST /admin/events/:uuid/copies/',
      url: formOf('schedule'),
      cookie,
      status: 400,
      act: clear('times', '/copies/'),
    },
    {
      name: 'dates to look at',
      route: 'POST /admin/events/:uuid/copies/',
      cookie,
      url: formOf('schedule'),
      async act(page) {
        await page.locator('#times').fill('3')
        await page.locator('form[action$="/copies/"] button').press('Enter')
      },
    },
    {
      name: 'event on top of another',
      route: 'POST /admin/events/new/',
      status: 409,
      cookie,
      url: `${at}events/new/?like=${hidden}`,
      async act(page) {
        const { datetime } = (await hall.get(`/api/events/${event}/`)).json
        await page.locator('#starts').fill(String(datetime).slice(0, 16))
        await page.locator('main form button[value=no]').press('Enter')
      },
    },
    { name: 'events, found elsewhere', route: all, url: `${at}events/?q=called`, cookie },
    {
      name: 'project of a venue, none',
      route: 'GET /admin/projects/new/',
      status: 400,
      cookie,
      url: `${at}projects/new/`,
    },
    {
      name: 'picture refused',
      route: 'POST /admin/events/:uuid/description/image/',
      status: 400,
      cookie,
      url: formOf('description'),
      async act(page) {
        const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a readable image') }
        await page.locator('[name=img]').setInputFiles(file)
        await page.locator('form:has([name=img]) button').press('Enter')
      },
    },
    {
      name: 'cancelling an event',
      route: 'GET /admin/events/:uuid/cancellation/',
      url: formOf('cancellation'),
      cookie,
    },
    {
      name: 'cancelling refused, too long',
      route: 'POST /admin/events/:uuid/cancellation/',
      url: formOf('cancellation'),
      cookie,
      status: 400,
      async act(page) {
        await page.locator('[name=reason]').evaluate((element) => element.removeAttribute('maxlength'))
        await page.locator('[name=reason]').fill('a'.repeat(1001))
        await page.locator('main form button').first().press('Enter')
      },
    },
    {
      name: 'no key of another server',
      route: 'GET /admin/events/:uuid/former-ticket-keys/',
      url: formOf('former-ticket-keys'),
      cookie,
    },
    {
      name: 'no key at all',
      route: 'POST /admin/events/:uuid/former-ticket-keys/',
      status: 400,
      url: formOf('former-ticket-keys'),
      cookie,
      act: sendKey(''),
    },
    {
      name: 'a key of another server',
      route: 'POST /admin/events/:uuid/former-ticket-keys/',
      url: formOf('former-ticket-keys'),
      cookie,
      act: sendKey(formerKey.publicKey),
    },
    { name: 'a message to everybody', route: 'GET /admin/events/:uuid/message/', url: formOf('message'), cookie },
    {
      name: 'an empty message',
      route: 'POST /admin/events/:uuid/message/',
      status: 400,
      url: formOf('message'),
      cookie,
      act: press,
    },
    {
      name: 'postponing an event',
      route: 'GET /admin/events/:uuid/postponement/',
      url: formOf('postponement'),
      cookie,
    },
    {
      name: 'postponing refused',
      route: 'POST /admin/events/:uuid/postponement/',
      status: 400,
      cookie,
      url: formOf('postponement'),
      act: clear('starts', '/postponement/'),
    },
  ]
}

/** The same one however often the pages are looked at: an event has ten at most. */
const formerKey = makeFormerKey()

/** Sends a key of another server, past the buttons that remove those which are there. */
function sendKey(text: string) {
  return async (page: Page) => {
    await page.locator('[name=public_key]').fill(text)
    await page.locator('form:has([name=public_key]) button').press('Enter')
  }
}

/** Sends a form with one field emptied, against the checks of the browser. */
function clear(field: string, form: string) {
  return async (page: Page): Promise<void> => {
    await page.locator(`form[action$="${form}"]`).evaluate((element) => {
      if (element instanceof HTMLFormElement) element.noValidate = true
    })
    await page.locator(`form[action$="${form}"] [name=${field}]`).fill('')
    await page.locator(`form[action$="${form}"] [name=${field}]`).press('Enter')
  }
}

/** The pages for products and for the parts of events. */
export async function shelfStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, empty, meta] = [hall.slug, 'les-vieux-quais', 'meta'].map((label) => `${originOf(server, label)}/admin/`)
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const ben = () => sharedSignIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test')
  const mia = () => sharedSignIn(server, 'meta', 'meta', 'mia@calendar.test')
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
      name: 'new product refused',
      route: 'POST /admin/products/new/',
      url: `${at}products/new/`,
      cookie,
      status: 400,
      act: clear('name', '/new/'),
    },
    { name: 'product, to be changed', route: each, url: `${at}products/${product}/`, cookie },
    { name: 'product without a price', route: each, url: `${at}products/${bare}/`, cookie },
    { name: 'product, archived', route: each, url: `${at}products/${away}/?done=saved`, cookie },
    { name: 'product, membership', route: each, url: `${at}products/${year.product}/?done=price`, cookie },
    {
      name: 'product refused',
      route: 'POST /admin/products/:uuid/',
      url: `${at}products/${bare}/`,
      cookie,
      status: 400,
      act: clear('name', `${bare}/`),
    },
    {
      name: 'product, somebody was faster',
      route: 'POST /admin/products/:uuid/',
      status: 409,
      cookie,
      url: `${at}products/${bare}/`,
      async act(page) {
        await hall.patch(`/api/products/${bare}/`, { short_description: `${++count} things` })
        await page.locator(`form[action$="${bare}/"] [name=name]`).press('Enter')
      },
    },
    {
      name: 'picture of a product refused',
      route: 'POST /admin/products/:uuid/image/',
      status: 400,
      url: `${at}products/${bare}/`,
      cookie,
      async act(page) {
        const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a readable image') }
        await page.locator('[name=img]').setInputFiles(file)
        await page.locator('form:has([name=img]) button').press('Enter')
      },
    },
    { name: 'first price', route: newPrice, url: `${at}products/${bare}/prices/new/?done=made`, cookie },
    { name: 'new price of a membership', route: newPrice, cookie, url: `${at}products/${year.product}/prices/new/` },
    {
      name: 'new price refused',
      route: 'POST /admin/products/:uuid/prices/new/',
      status: 400,
      url: `${at}products/${bare}/prices/new/`,
      cookie,
      act: clear('amount', '/new/'),
    },
    { name: 'prices', route: 'GET /admin/prices/', url: `${at}prices/`, cookie },
    { name: 'prices, archived', route: 'GET /admin/prices/', url: `${at}prices/?list=archived`, cookie },
    { name: 'prices, not found', route: 'GET /admin/prices/', url: `${at}prices/?q=zzz`, cookie },
    { name: 'price like another', route: newPrice, cookie, url: `${at}products/${product}/prices/new/?like=${kept}` },
    { name: 'price', route: ofPrice, url: `${at}prices/${price}/`, cookie },
    { name: 'price with all that can be said', route: ofPrice, url: `${at}prices/${kept}/`, cookie },
    { name: 'price, archived', route: ofPrice, url: `${at}prices/${gone}/`, cookie },
    {
      name: 'price refused',
      route: 'POST /admin/prices/:uuid/',
      url: `${at}prices/${price}/`,
      cookie,
      status: 400,
      act: clear('max_per_user', `${price}/`),
    },
    {
      name: 'price, somebody was faster',
      route: 'POST /admin/prices/:uuid/',
      status: 409,
      cookie,
      url: `${at}prices/${kept}/`,
      async act(page) {
        await hall.patch(`/api/prices/${kept}/`, { stock: ++count })
        await page.locator(`form[action$="${kept}/"] [name=name]`).press('Enter')
      },
    },
  ]
}

/** The pages of locations, stages, artists, options and projects, which are alike for all five. */
async function roomStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const at = `${originOf(server, hall.slug)}/admin/`
  const producer = await server.cli(
    'tenant',
    'create',
    '--organisation',
    'Les Tréteaux',
    '--category',
    'P',
    '--email',
    'ines@treteaux.test',
    '--language',
    'fr',
  )
  const slug = String(producer['slug'])
  const theirs = `${originOf(server, slug)}/admin/`
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const ines = () => sharedSignIn(server, slug, slug, 'ines@treteaux.test')
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} & <b>hostile</b> name`
  const artist = await hall.create('artists', { name: long, short_description: long, site_web: at })
  const option = await hall.create('optionticket', { name: 'Wheelchair space', description: 'Step-free' })
  const away = await hall.create('optionticket', { name: 'Old' })
  await hall.patch(`/api/optionticket/${away}/`, { archived: true })
  await hall.event([], { name: 'With somebody', artists: [{ uuid: artist }] })
  const first = async (base: string, noun: string) => (await server.send(base, 'GET', `/api/${noun}/`)).json[0].uuid
  let count = 0
  const ofRoom = async (room: string, base: string, by: () => Promise<string>, id: string) => {
    const url = `${base}${room}/`
    return [
      { name: `room of ${room}`, route: `GET /admin/${room}/`, url, cookie: by },
      { name: `room of ${room}, new`, route: `GET /admin/${room}/new/`, url: `${url}new/`, cookie: by },
      {
        name: `room of ${room}, like another`,
        route: `GET /admin/${room}/new/`,
        cookie: by,
        url: `${url}new/?like=${id}`,
      },
      {
        name: `room of ${room}, new refused`,
        route: `POST /admin/${room}/new/`,
        url: `${url}new/`,
        cookie: by,
        status: 400,
        act: clear('name', '/new/'),
      },
      { name: `room of ${room}, one`, route: `GET /admin/${room}/:uuid/`, url: `${url}${id}/`, cookie: by },
      {
        name: `room of ${room}, refused`,
        route: `POST /admin/${room}/:uuid/`,
        url: `${url}${id}/`,
        cookie: by,
        status: 400,
        act: clear('name', `${id}/`),
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
      name: 'place of a venue',
      route: 'GET /admin/locations/:uuid/',
      cookie,
      url: `${at}locations/${await first(hall.slug, 'locations')}/`,
    },
    { name: 'projects of a venue', route: 'GET /admin/projects/', url: `${at}projects/`, cookie },
    { name: 'options, archived', route: 'GET /admin/options/', url: `${at}options/?list=archived`, cookie },
    { name: 'option, archived', route: 'GET /admin/options/:uuid/', cookie, url: `${at}options/${away}/?done=saved` },
    {
      name: 'artist, somebody was faster',
      route: 'POST /admin/artists/:uuid/',
      status: 409,
      cookie,
      url: `${at}artists/${artist}/`,
      async act(page) {
        await hall.patch(`/api/artists/${artist}/`, { short_description: `${++count} voices` })
        await page.locator(`form[action$="${artist}/"] [name=name]`).press('Enter')
      },
    },
    {
      name: 'artist, still named',
      route: 'POST /admin/artists/:uuid/deletion/',
      status: 409,
      cookie,
      url: `${at}artists/${artist}/`,
      // Somebody named it since the page was opened: by then it is offered no more.
      act: sendTo('deletion/'),
    },
  ]
}
