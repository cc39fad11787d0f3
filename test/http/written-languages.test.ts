import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, createKey, hoursAhead } from '../harness/box-office.ts'
import { withoutLanguages } from '../harness/forms.ts'
import { languagesOf } from '../harness/read-out.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/**
 * Pages are in the language of who reads them; what an organisation wrote stays in its own, and is marked so that it is read
 * out in it (WCAG 2.2, 3.1.2), which no program can check. Each test was seen red with `Written` marking nothing.
 */
const { server, client, hall, other } = await twoOffices()
await server.cli(
  'tenant',
  'set',
  '--tenant',
  hall.slug,
  '--language',
  'fr',
  '--cancellation-hours',
  '24',
  '--transfers',
  'on',
)
const placeKey = await createKey(server, 'meta', ['--permission', 'place:write'])

/** Stands in every text of the French hall, and the other one in every text of the English one. */
const [french, english] = ['du fleuve', 'of the river']

type Festivity = { readonly event: string; readonly seats: string; readonly shirts: string }

async function furnish(office: BoxOffice, words: string): Promise<Festivity> {
  const named = (name: string) => ({ name: `${name} ${words}` })
  const described = { short_description: `Short ${words}`, long_description: `Long ${words}` }
  const priced = async (letter: string, name: string, fields: object) => {
    const product = await office.create('products', {
      ...named(`Product ${name}`),
      ...described,
      categorie_article: letter,
      terms_and_conditions_document: 'https://hall.test/terms',
    })
    return { product, price: await office.create('prices', { product, ...named(name), ...fields }) }
  }
  const place = await server.send('meta', 'PATCH', `/api/place/${office.tenantId}/`, {
    key: placeKey,
    body: { ...described, legal_documents: `Mentions ${words}` },
  })
  expect(place.status, place.text).toBe(200)
  const seats = await priced('B', 'Seat', { prix: 12 })
  const year = await priced('A', 'Year', { prix: 20, subscription_type: 'Y' })
  const members = await priced('B', 'Member seat', { prix: 9, adhesion_obligatoire: year.product })
  const shirts = await priced('T', 'Shirt', { prix: 15 })
  const options = [await office.create('optionticket', named('Blanket'))]
  const products = [seats, members, shirts].map(({ product }) => product)
  const event = await office.event(products, { ...named('Night'), ...described, options, datetime: hoursAhead(100) })
  return { event, seats: seats.price, shirts: shirts.price }
}

const festivity = await furnish(hall, french)
await furnish(other, english)
const guest = visitorAt(server, hall)
const room = waitingRoomAt(server, client, hall)
const { slug } = (await hall.get(`/api/events/${festivity.event}/`)).json

/** What the hall wrote is marked on the page in English, and needs no mark on the one in French. */
async function expectMarked(path: string, show = guest.show): Promise<void> {
  const [inEnglish, inFrench] = [await show(path, 'en'), await show(path, 'fr')]
  expect([inEnglish.status, inFrench.status], path).toEqual([200, 200])
  expect(languagesOf(inEnglish.text, french), path).toEqual(['fr'])
  expect(languagesOf(inFrench.text, french), path).toEqual(['fr'])
  expect(withoutLanguages(inFrench.text), path).not.toMatch(/<[^h][^>]* lang=/)
}

it('the programme, an event with its form, memberships and terms', async () => {
  await expectMarked('/')
  await expectMarked(`/events/${slug}/`)
  await expectMarked('/membership/')
  await expectMarked('/legal/')
})

it('the fields of names, which a form asks for by price', async () => {
  const wanted = { key: crypto.randomUUID(), price: festivity.seats, qty: '2', names: '1', email: visitor() }
  const answer = await guest.submit(`/events/${slug}/booking/`, wanted, { language: 'en' })
  expect(answer.text).toMatch(/<legend>[^<]*<span lang="fr">Seat/)
  expect(languagesOf(answer.text, french)).toEqual(['fr'])
})

it('a booking, its cancellation and a ticket that is given', async () => {
  const email = visitor()
  const [{ uuid: option }] = (await hall.get('/api/optionticket/')).json
  const path = await guest.book(festivity.event, '', {
    email,
    price: [festivity.seats, festivity.shirts],
    qty: ['2', '1'],
    options: option,
  })
  await expectMarked(path)
  await hall.post(`/api/reservations/${path.split('/')[2]}/payments/`, { method: 'free' })
  await expectMarked(path)
  await expectMarked(`${path}cancellation/`)
  const [ticket] = (await hall.get(`/api/reservations/${path.split('/')[2]}/`)).json.tickets
  await expectMarked(`${path}tickets/${ticket}/holder/`)
})

it('who waits', async () => {
  const night = await room.soldOut({ name: `Nuit ${french}` })
  await client.query('update price set name = $1 where id = $2', [`Place ${french}`, night.price])
  const email = visitor()
  await room.join(night, email)
  await expectMarked((await room.letters(email, 'waiting_list_joined'))[0]?.path ?? '')
  const { text } = await guest.show(`${night.path}waiting-list/`)
  expect(/<h1>.*?<\/h1>/.exec(text)?.[0]).toContain(`<span lang="fr">Nuit ${french}</span>`)
})

it('the calendar and the directory of several organisations, each in its own language', async () => {
  for (const path of ['/', '/organisations/']) {
    for (const [language, foreign] of [
      ['en', 'fr'],
      ['fr', 'en'],
    ] as const) {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { text } = await server.send('meta', 'GET', path, { headers })
      expect([languagesOf(text, french), languagesOf(text, english)], path).toEqual([['fr'], ['en']])
      expect(new Set(withoutLanguages(text).match(/(?<=<[^h][^>]* lang=")[^"]*/g)), path).toEqual(new Set([foreign]))
    }
  }
})

it('what a person booked and joined, here and on Meta, where organisations write in different languages', async () => {
  const email = visitor()
  for (const [office, words] of [
    [hall, french],
    [other, english],
  ] as const) {
    const free = await office.price('F', { prix: 0 })
    const event = await office.event([free.product], { name: `Matinee ${words}`, datetime: hoursAhead(30) })
    await office.book({ event, email, prices: one(free.price) }, { key: office.key })
    const [year] = (await office.get('/api/products/')).json.filter(
      (product: { name: string }) => product.name === `Product Year ${words}`,
    )
    const [price] = (await office.get('/api/prices/')).json.filter(
      (one: { product: string }) => one.product === year.uuid,
    )
    await office.post('/api/memberships/', { email, price: price.uuid })
  }
  const accountOf = async (label: string) => {
    const cookie = await signIn(server, label, label, email)
    return (path: string, language = 'en') =>
      server.send(label, 'GET', path, { cookie, headers: { accept: 'text/html', 'accept-language': language } })
  }
  const here = await accountOf(hall.slug)
  await expectMarked('/account/', here)
  const card = /(\/membership\/[^"]+)/.exec((await here('/account/')).text.replaceAll('"/membership/"', ''))?.[1]
  await expectMarked(card ?? '')
  for (const language of ['en', 'fr']) {
    const { text } = await (await accountOf('meta'))('/account/', language)
    expect(languagesOf(text, french)).toEqual(['fr'])
    expect(languagesOf(text, english)).toEqual(['en'])
  }
})

it('what staff sees at the counter, and of an event that is cancelled', async () => {
  const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const show = (path: string, language = 'en') =>
    server.send(hall.slug, 'GET', path, { cookie, headers: { accept: 'text/html', 'accept-language': language } })
  const prices = one(festivity.shirts, 2)
  const booked = async () => {
    const { uuid } = (await hall.book({ event: festivity.event, email: 'ada@shirts.test', prices })).json
    return (await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })).json
  }
  const [first] = [await booked(), await booked()]
  await hall.post(`/api/reservations/${first.uuid}/hand-outs/`, { thing: first.things[0].uuid, quantity: 1 })
  await expectMarked('/admin/', show)
  await expectMarked('/admin/hand-outs/', show)
  await expectMarked('/admin/hand-outs/?q=ada@shirts.test', show)
  await expectMarked(`/admin/hand-outs/?event=${festivity.event}`, show)
  await expectMarked(`/admin/hand-outs/${first.uuid}/`, show)
  const gone = await hall.event([], { name: `Soir ${french}` })
  const notice = await hall.post(`/api/events/${gone}/cancellation/`, { reason: `La crue ${french}` })
  await expectMarked(`/admin/notices/${notice.json.uuid}/`, show)
  await expectMarked('/admin/', show)
  const goneSlug = (await hall.get(`/api/events/${gone}/`)).json.slug
  await expectMarked(`/events/${goneSlug}/`)
})
