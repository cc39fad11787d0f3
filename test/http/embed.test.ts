import { expect, it } from 'vitest'
import { makeKey } from '../harness/shop.ts'
import { originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What an organisation's own web sites may show within their pages (docs/interface/embedding.md). */
const { server, hall, other } = await twoOffices()
const sites = ['https://www.hall.test', 'http://127.0.0.1:8000']
const key = await makeKey(server, hall.slug, ['place:write'])
await server.send(hall.slug, 'PATCH', '/api/settings/', { key, body: { sites } })

const { price, product } = await hall.price('B', { name: 'Seat', stock: 5 })
const option = await hall.create('optionticket', { name: 'Vegan' })
const event = await hall.event([product], { name: 'Night', options_radio: [option] })
const { slug } = (await hall.get(`/api/events/${event}/`)).json

const show = (label: string, path: string, language = 'en') =>
  server.send(label, 'GET', path, { headers: { accept: 'text/html', 'accept-language': language } })
const ancestorsOf = ({ headers }: Awaited<ReturnType<typeof show>>) =>
  /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]

/** Seen red with the sites of everybody, and with none. */
it('may be shown by the sites that the organisation named, and by nobody else', async () => {
  for (const path of ['/embed/', `/embed/events/${slug}/`]) {
    const shown = await show(hall.slug, path)
    expect([shown.status, ancestorsOf(shown)], path).toEqual([200, sites.join(' ')])
  }
  expect(ancestorsOf(await show(other.slug, '/embed/'))).toBe("'none'")
  expect(ancestorsOf(await show('meta', '/embed/'))).toBe("'none'")
  for (const path of ['/', `/events/${slug}/`, '/sign-in/', '/membership/'])
    expect(ancestorsOf(await show(hall.slug, path)), path).toBe("'none'")
})

it('shows what is to be had, and leads to the page of the event with what was chosen', async () => {
  const { text } = await show(hall.slug, `/embed/events/${slug}/`)
  expect(text).toContain('<base target="_top"/>')
  expect(text).toContain(`method="get" action="/events/${slug}/#booking"`)
  expect(text).toContain('5 left')
  expect(text).not.toContain('name="email"')
  expect(text).not.toContain('name="key"')
  const chosen = await show(hall.slug, `/events/${slug}/?price=${price}&qty=3&amount=&one_option=${option}`)
  expect(chosen.text).toMatch(new RegExp(`id="quantity-${price}"[^>]*value="3"`))
  expect(chosen.text).toMatch(new RegExp(`value="${option}"[^>]*checked`))
  expect(chosen.text).toContain('name="email"')
})

it('passes over what cannot have been chosen there', async () => {
  const wrong = [
    `price=${price}&qty=%3Cscript%3E`,
    'price=nothing&qty=1',
    `price=${price}`,
    `qty=3`,
    `price=${price}&price=${price}&qty=1&qty=2&options=x`,
    `utm_source=news&price=${price}&qty=2`,
  ]
  for (const query of wrong) {
    const { status, text } = await show(hall.slug, `/events/${slug}/?${query}`)
    expect([status, query]).toEqual([200, query])
    expect(text).not.toContain('<script>')
  }
})

it('shows what is on, in the language of the reader', async () => {
  await hall.event([], { name: 'Secret', published: false })
  const { text } = await show(hall.slug, '/embed/', 'fr')
  expect(text).toContain('<html lang="fr">')
  expect(text).toContain(`href="/events/${slug}/"`)
  expect(text).toContain('Tout le programme')
  expect(text).not.toContain('Secret')
  expect(text).not.toContain('name="robots" content="index')
  expect((await show(other.slug, '/embed/')).text).not.toContain('Night')
  expect((await show('meta', '/embed/')).text).toContain('Night')
  expect((await show('meta', '/embed/?q=nowhere')).text).not.toContain('Night')
})

/** Seen red without the look at embedEvent in error-page.tsx: the page may not be framed, and a browser shows nothing. */
it('says of an event that is not there that it is not, within the web site', async () => {
  for (const [office, path] of [
    [hall, '/embed/events/none/'],
    [other, `/embed/events/${slug}/`],
  ] as const) {
    const { status, text, headers } = await show(office.slug, path)
    const known = await show(office.slug, '/embed/')
    expect([status, headers['content-security-policy']]).toEqual([404, known.headers['content-security-policy']])
    expect(text).toContain('This event is not here, or not any more.')
  }
  expect((await show(hall.slug, '/embed/events/none/', 'fr')).text).toContain('Cet évènement n’est pas ici')
})

it('is where others have it, and nowhere else', async () => {
  const former = await show(hall.slug, `/event/embed/${slug}/`)
  expect([former.status, former.headers['location']]).toEqual([301, `/embed/events/${slug}/`])
  for (const path of ['/embed/events/none/', '/embed/events/'])
    expect((await show(hall.slug, path)).status, path).toBe(404)
  expect((await show('', '/embed/')).status).toBe(404)
  expect((await show(other.slug, `/embed/events/${slug}/`)).status).toBe(404)
})

it('has its code in the administration, for the programme and each event, once a site is named', async () => {
  const page = '/admin/settings/website/'
  const { text } = await (await staffOf(server, hall)).show(page)
  expect(text).toContain(sites[0])
  expect(text).toContain(`${originOf(server, hall.slug)}/embed/events/${slug}/`)
  expect(text).toContain(`${originOf(server, hall.slug)}/feeds/events.ics`)
  expect(text).not.toContain('Secret')
  const stranger = (await (await staffOf(server, other)).show(page)).text
  expect(stranger).toContain('No website may show it yet')
  expect(stranger).not.toContain('/embed/events/')
})

it('comes with an element of five thousand bytes at most, which any site may load', async () => {
  const { status, headers, bytes } = await show(hall.slug, '/embed/guichet.js')
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
  expect(headers['content-type']).toContain('text/javascript')
  expect(bytes.length).toBeLessThan(5000)
})

/** Seen red without signInPath in the embedded form. */
it('leads beside a price for members to where one signs in or becomes one', async () => {
  const card = await hall.price('A', { name: 'Card' })
  const reduced = await hall.price('B', { adhesion_obligatoire: card.product })
  const night = await hall.event([reduced.product])
  const path = `/events/${(await hall.get(`/api/events/${night}/`)).json.slug}/`
  const { text } = await show(hall.slug, `/embed${path}`, 'fr')
  expect(text).toContain(`href="/sign-in/?next=${encodeURIComponent(path)}"`)
  expect(text).toMatch(/<a href="\/membership\/">[^<]+<\/a>/)
  expect((await show(hall.slug, `/embed/events/${slug}/`)).text).not.toContain('/membership/')
})
