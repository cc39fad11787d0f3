import { randomUUID } from 'node:crypto'
import { visitor } from './booking.ts'
import { type BoxOffice, hoursAhead } from './box-office.ts'
import { mailedLink } from './mailed-link.ts'
import { refundStates } from './money-states.ts'
import { type PageState, send } from './page-state.ts'
import type { PictureServer } from './picture-server.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn, signIn } from './sign-in.ts'
import { visitorAt } from './visitor.ts'

export async function eventStates(server: TestServer, hall: BoxOffice, pictures: PictureServer): Promise<PageState[]> {
  const origin = originOf(server, hall.slug)
  const addressOf = async (id: string) => `${origin}/events/${(await hall.get(`/api/events/${id}/`)).json.slug}/`
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
  const access_notes = 'The ramp is in the yard.\nTwo places beside the stage: ring us.'
  const rich = { img_url: picture, options, long_description, access_notes, location, artists }
  const onSale = await addressOf(await night('The Owls & <b>Friends</b>', [seats.product], rich))
  const cancelled = await night('Cancelled', [seats.product])
  const told = await hall.post(`/api/events/${cancelled}/cancellation/`, { reason: 'The singer is ill.' })
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const postponed = await night('Postponed', [seats.product])
  await hall.post(`/api/events/${postponed}/postponement/`, { datetime: hoursAhead(900) })
  const long = `A ${'very-long-word-that-never-ends'.repeat(5)} and a name of many words that goes on`
  const unlimited = [(await hall.price('B', { name: long, prix: 5 })).product, free.product]
  const soldOut = await addressOf(await night('Sold out', [gone.product], { img_url: picture }))
  const event = (name: string, url: string): PageState => ({ name, route: 'GET /events/:slug/', url })
  const embedded = (name: string, url: string): PageState => ({
    name,
    route: 'GET /embed/events/:slug/',
    url: url.replace('/events/', '/embed/events/'),
  })
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
    { name: 'programme within another site', route: 'GET /embed/', url: `${origin}/embed/` },
    embedded('event within another site', onSale),
    embedded('event sold out within another site', soldOut),
    event('event with what was chosen', `${onSale}?price=${seats.price}&qty=2&amount=`),
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
    { ...booking, name: 'booking of more than is left', act: send({ qty: '9', email: visitor() }), status: 409 },
    {
      name: 'who is told',
      route: 'GET /admin/notices/:uuid/',
      cookie,
      url: `${origin}/admin/notices/${told.json.uuid}/`,
    },
    ...(await refundStates(server, hall, cookie)),
    { name: 'waiting list', route: 'GET /events/:slug/waiting-list/', url: waiting.url },
    { name: 'no waiting list', route: 'GET /events/:slug/waiting-list/', url: `${onSale}waiting-list/` },
    { ...waiting, name: 'waiting list refused', act: send({ places: '0', email: 'nobody' }), status: 400 },
    { ...waiting, name: 'waiting list joined', act: send({ places: '1', email: visitor() }) },
  ]
}

export async function bookingStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
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
  const wrongCode = {
    route: 'POST /bookings/:uuid/:proof/',
    status: 400,
    url: async () => origin + (await book('1', entry.price)),
  }
  const school = await hall.price('B', { name: 'School class', prix: 2, max_per_user: 200 })
  const matinee = await hall.event([school.product], { name: 'The Owls for schools' })
  const large = await guest.book(matinee, school.price, { email: visitor(), qty: '120' })
  await hall.post(`/api/reservations/${idOf(large)}/payments/`, { method: 'free' })
  const atDesk = await book('2')
  await hall.post(`/api/reservations/${idOf(atDesk)}/payments/`, { method: 'cash' })
  const cancelling = `${origin}${several}cancellation/`
  const given = async (name: string, fields = {}) => {
    const path = await paid('2')
    const [first] = (await hall.get(`/api/reservations/${idOf(path)}/`)).json.tickets
    const holder = { first_name: name, last_name: 'Bova', ...fields }
    return String((await guest.submit(`${path}tickets/${first}/holder/`, holder)).headers['location'])
  }
  const givenByName = await given('Ben')
  const passedOn = /value="([^"]+\/tickets\/[^"]+)"/.exec((await guest.show(givenByName)).text)?.[1] ?? ''
  const giving = `${origin}${several}tickets/${ticket}/holder/`
  return [
    { name: 'booking to be paid', route, url: origin + (await book('1')) },
    { name: 'booking with tickets', route, url: origin + several },
    { name: 'booking with many tickets', route, url: `${origin}${large}?page=2` },
    { name: 'booking cancelled', route, url: origin + cancelled },
    { name: 'booking that its booker cannot cancel', route, url: origin + atDesk },
    {
      name: 'cancelling, too late',
      route: 'GET /bookings/:uuid/:proof/cancellation/',
      url: `${origin}${atDesk}cancellation/`,
      status: 409,
    },
    { name: 'booking to be confirmed', route, url: origin + toConfirm },
    { ...wrongCode, name: 'booking, wrong code', act: send({ code: '12345' }) },
    {
      ...wrongCode,
      name: 'booking, too many wrong codes',
      async act(page) {
        for (const left of ['4', '3', '2', '1']) {
          await send({ code: '12345' })(page)
          await page.locator(`p.problem:has-text("${left}")`).waitFor()
        }
        await send({ code: '12345' })(page)
        await page.locator('p.notice[role=status]').waitFor()
      },
    },
    { name: 'confirming', route: 'GET /confirm/:token/', url: confirming },
    { name: 'cancelling', route: 'GET /bookings/:uuid/:proof/cancellation/', url: cancelling },
    {
      name: 'cancelling of many tickets',
      route: 'GET /bookings/:uuid/:proof/cancellation/',
      url: `${origin}${large}cancellation/?page=2`,
    },
    {
      name: 'cancelling refused',
      route: 'POST /bookings/:uuid/:proof/cancellation/',
      url: cancelling,
      status: 400,
      act: (page) => page.locator('form:has([name=ticket]) button').press('Enter'),
    },
    { name: 'giving', route: 'GET /bookings/:uuid/:proof/tickets/:ticket/holder/', url: giving },
    {
      name: 'given by name alone',
      route: 'GET /bookings/:uuid/:proof/tickets/:ticket/given/',
      url: origin + givenByName,
    },
    {
      name: 'given and mailed',
      route: 'GET /bookings/:uuid/:proof/tickets/:ticket/given/',
      url: origin + (await given('Cleo', { email: visitor() })),
    },
    { name: 'ticket that was given', route: 'GET /tickets/:uuid/:proof/', url: passedOn },
    {
      name: 'giving refused',
      route: 'POST /bookings/:uuid/:proof/tickets/:ticket/holder/',
      url: giving,
      status: 400,
      act: send({ email: 'nobody' }),
    },
  ]
}

export async function membershipStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
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
  const email = visitor()
  const form = { key: randomUUID(), price, email }
  const order = String((await visitorAt(server, hall).submit('/membership/', form)).headers['location'])
  return [
    { name: 'memberships', route: 'GET /membership/', url },
    ...cards,
    {
      name: 'membership to be confirmed',
      route: 'GET /bookings/:uuid/:proof/',
      url: url.replace('/membership/', order),
    },
    { name: 'confirming a membership', route: 'GET /confirm/:token/', url: await mailedLink(server, email) },
    {
      name: 'membership refused',
      route: 'POST /membership/',
      url,
      status: 400,
      act: (page) => page.locator('main form button').press('Enter'),
    },
  ]
}
