import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The map of a calendar and of an organisation's programme. */
const { server, other } = await twoOffices()
const tour = await openBoxOffice(server, 'The Tour', '--category', 'P')

const show = async (at: TestServer, label: string, query: string, language = 'en') => {
  const headers = { accept: 'text/html', 'accept-language': language }
  const { status, text, headers: answered } = await at.send(label, 'GET', `/${query}`, { headers })
  expect(status, text).toBe(200)
  return { text: text.replaceAll('&amp;', '&'), policy: String(answered['content-security-policy']) }
}

/** The marks of a map: what each shows and is read out as, and where it leads. */
const marksOf = (page: string) =>
  [
    ...page.matchAll(/<a href="([^"]*)" aria-label="([^"]*)"><(?:circle|rect)[^>]*>(?:<\/\w+>)?<text[^>]*>([^<]*)/g),
  ].map(([, href, label, shown]) => ({ href, label, shown }))

/** The places below a map, each with the names of its events. */
const placesOf = (page: string) =>
  [
    ...page.matchAll(
      /<li id="place-\d+"><h3><span class="number">(\d+)<\/span> ([^<]*)(.*?)(?=<li id="place-|<\/ol>)/gs,
    ),
  ].map(([, number, name, events]) => ({
    number,
    name,
    events: [...String(events).matchAll(/<a href="[^"]*">(?:<span[^>]*>)?([^<]*)/g)].map(([, event]) => event),
  }))

const soon = new Date(Date.now() + 5 * 86_400_000)

beforeAll(async () => {
  const place = (name: string, city: string, latitude: number | null, longitude: number | null) =>
    tour.create('locations', { name, city, latitude, longitude })
  const [quay, mill, barn, field] = [
    await place('The Quay', 'Whitby', 54.489_3, -0.613_9),
    await place('The Mill', 'Whitby', 54.487_1, -0.612_2),
    await place('The Barn', 'Toulouse', 43.611_8, 1.418_3),
    await place('A field', 'Somewhere', null, null),
  ]
  const at = (hours: number) => new Date(soon.getTime() + hours * 3_600_000).toISOString()
  for (let number = 1; number <= 7; number++)
    await tour.event([], { name: `Quay ${number}`, datetime: at(number), location: quay, category: 'music' })
  await tour.event([], { name: 'Mill <1>', datetime: at(10), location: mill, category: 'theatre' })
  await tour.event([], { name: 'Barn 1', datetime: at(11), location: barn })
  await tour.event([], { name: 'Field 1', datetime: at(12), location: field })
  await other.event([], { name: 'Theirs', datetime: at(13) })
})

it('leads from its marks to what is on there, and closer where places are too near', async () => {
  const { text } = await show(server, tour.slug, '?map=all')
  const marks = marksOf(text)
  expect(marks.map(({ label, shown }) => ({ label, shown }))).toEqual([
    { label: '2 places, see closer', shown: '+2' },
    { label: 'The Barn, Toulouse: 1 event', shown: '3' },
  ])
  expect(marks[1]?.href).toBe('#place-3')
  // Without pictures each mark has a name, one of several places that of their town, and there is ground with a scale. Seen red
  // with names for single places alone.
  const named = (page: string) => [...page.matchAll(/<text class="name"[^>]*>([^<]*)/g)].map(([, name]) => name)
  expect(named(text)).toEqual(['Whitby', 'The Barn, Toulouse'])
  expect(text).toMatch(/<path class="ground" d="M[^"]*v420/)
  expect(text).toMatch(/<text class="scale"[^>]*>[\d,]+ km</)
  expect(placesOf(text)).toEqual([
    { number: '1', name: 'The Quay, Whitby', events: [1, 2, 3, 4, 5, 6, 7].map((number) => `Quay ${number}`) },
    { number: '2', name: 'The Mill, Whitby', events: ['Mill &lt;1>'] },
    { number: '3', name: 'The Barn, Toulouse', events: ['Barn 1'] },
  ])
  expect(text).toContain('1 event is not on the map')
  // The first five of a place stand there, the others are folded.
  expect(/Quay 5.*?<summary>2 more<\/summary>.*?Quay 6/s.test(text)).toBe(true)

  const closer = await show(server, tour.slug, String(marks[0]?.href).replace(/^\/|#map$/g, ''))
  expect(marksOf(closer.text)).toEqual([
    { href: '#place-1', label: 'The Quay, Whitby: 7 events', shown: '1' },
    { href: '#place-2', label: 'The Mill, Whitby: 1 event', shown: '2' },
  ])
  expect(closer.text).toContain('href="/?map=all#map"')
})

it('keeps what is asked for, is offered where there are two places, and of other organisations shows nothing', async () => {
  const list = await show(server, tour.slug, '')
  expect(list.text).toContain('<a href="/?map=all">Map</a>')
  const music = await show(server, tour.slug, '?category=music&map=all')
  expect(placesOf(music.text).map(({ name }) => name)).toEqual(['The Quay, Whitby'])
  expect(music.text).toContain('<a href="/?category=theatre&map=all">')
  expect(music.text).toContain('<a href="/?category=music">As a list</a>')
  // The other has one place, without coordinates.
  const others = await show(server, other.slug, '')
  expect(others.text).not.toContain('map=all')
  expect((await show(server, other.slug, '?map=all')).text).toContain('None of these events has a place on the map.')
  const shared = await show(server, 'meta', '?map=all')
  expect(placesOf(shared.text).map(({ name }) => name)).toContain('The Barn, Toulouse')
})

it.each(['19/50.00000/3.00000', '4/91/0', '4/0/181', '1e3/1/1', '<script>', '4/1'])(
  'shows all of it for a part that is none: %s',
  async (part) => {
    const { text } = await show(server, tour.slug, `?map=${encodeURIComponent(part)}`)
    expect(placesOf(text)).toHaveLength(3)
  },
)

it('shows the part that is asked for, at the edges of the world too', async () => {
  const sea = await show(server, tour.slug, '?map=12/-60.00000/-120.00000')
  expect(sea.text).toContain('Nothing is on in this part of the map.')
  for (const part of ['0/0/0', '3/85/180', '18/-90/-180'])
    expect((await show(server, tour.slug, `?map=${part}`)).text).toContain('class="map"')
})

it('asks nobody for pictures unless the server has chosen somebody', async () => {
  const plain = await show(server, tour.slug, '?map=all')
  expect(plain.text).not.toContain('<image')
  expect(plain.text).toContain('>500 km<')
  expect((await show(server, tour.slug, '?map=all', 'fr')).text).toMatch(/>500[\u{a0}\u{202f}]km</u)
  expect(plain.policy).toContain("img-src 'self' data: blob:;")
})

let tiled: TestServer | undefined
afterAll(async () => tiled?.stop())

it('is made of the tiles of the server’s choice, with whom they are owed to', async () => {
  const address = 'https://tiles.example.org/{z}/{x}/{y}.png?key=a'
  const credit = '© Somebody https://tiles.example.org/terms'
  tiled = await startServer({ beside: server, environment: { MAP_TILES: address, MAP_CREDIT: credit } })
  const { text, policy } = await show(tiled, tour.slug, '?map=5/49.00000/0.00000')
  expect(policy).toContain("img-src https://tiles.example.org 'self' data: blob:;")
  const tiles = [...text.matchAll(/<image href="([^"]*)"/g)].map(([, href]) => href)
  expect(tiles).toContain('https://tiles.example.org/5/16/10.png?key=a')
  expect(new Set(tiles).size).toBe(tiles.length)
  expect(text).toMatch(/<a [^>]*href="https:\/\/tiles.example.org\/terms"[^>]*>© Somebody<\/a>/)
  // Around the whole world, each tile of it is there.
  const world = await show(tiled, tour.slug, '?map=1/0/0')
  const around = [...world.text.matchAll(/<image href="[^"]*\/1\/([-\d]+\/[-\d]+)\.png/g)].map(([, tile]) => tile)
  expect(new Set(around)).toEqual(new Set(['0/0', '0/1', '1/0', '1/1']))
})
