import { beforeAll, describe, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The shared calendar, searched and narrowed down, and the directory beside it. */
const { server, client, hall, other } = await twoOffices()

const show = (path: string, label = 'meta', language = 'en') =>
  server.send(label, 'GET', path, { headers: { accept: 'text/html', 'accept-language': language } })

const namesOf = (html: string) =>
  [...html.matchAll(/<h[234]><a href="[^"]*">([^<]*)<\/a><\/h[234]>/g)].map(([, name]) => name)

/** The names of the events a search of the calendar finds, in their order. */
async function find(query: Record<string, string>, label = 'meta'): Promise<readonly (string | undefined)[]> {
  const answer = await show(`/?${new URLSearchParams(query)}`, label)
  expect(answer.status, answer.text).toBe(200)
  return namesOf(answer.text)
}

const dayAhead = (days: number) => hoursAhead(24 * days).slice(0, 10)
/** A time at which it is the same day everywhere the server knows. */
const noonAhead = (days: number) => `${dayAhead(days)}T12:00:00Z`

let artist: string

beforeAll(async () => {
  await client.query("update location set city = 'Nantes' where tenant_id = $1", [hall.tenantId])
  await client.query("update tenant set category = 'festival' where id = $1", [other.tenantId])
  artist = await hall.create('artists', { name: 'Hélène Farrand' })
  await hall.event([], { name: 'Cœur d’Été', datetime: noonAhead(1), short_description: 'Chansons' })
  await hall.event([], { name: 'A quartet', datetime: noonAhead(3), artists: [{ uuid: artist }] })
  await hall.event([], { name: 'Not yet', datetime: noonAhead(2), published: false })
  const [place] = (await other.get('/api/locations/')).json
  await other.patch(`/api/locations/${place.uuid}/`, { name: 'Le Port', city: 'Brest' })
  await other.event([], { name: '100 % brass', datetime: noonAhead(5), location: place.uuid })
})

describe('the search of the shared calendar', () => {
  it('shows everything that is announced when nothing is asked for', async () => {
    expect(await find({})).toEqual(['Cœur d’Été', 'A quartet', '100 % brass'])
  })

  it.each([
    ['a name without accents or capitals', 'coeur dete', ['Cœur d’Été']],
    ['a name as it is written', 'Cœur d’Été', ['Cœur d’Été']],
    ['an artist', 'helene', ['A quartet']],
    ['a description', 'chansons', ['Cœur d’Été']],
    ['a town', 'brest', ['100 % brass']],
    ['a place', 'le port', ['100 % brass']],
    ['an organisation', 'the other', ['100 % brass']],
    ['words of different kinds', 'quartet helene hall', ['A quartet']],
    ['words that no event has all of', 'quartet brest', []],
    ['signs that mean something to SQL', '100 %', ['100 % brass']],
    ['a sign alone that would match all', '_____', []],
    ['a quote', "' or 1=1 --", []],
  ])('finds by %s', async (_, q, names) => {
    expect(await find({ q })).toEqual(names)
  })

  // Seen red with renameInCalendar taken out of updateEntry.
  it('finds an artist by the name of today', async () => {
    await hall.patch(`/api/artists/${artist}/`, { name: 'Nina Bourgeois' })
    expect(await find({ q: 'nina' })).toEqual(['A quartet'])
    expect(await find({ q: 'farrand' })).toEqual([])
  })

  it('narrows down by days, the last one included, by town, kind and organisation', async () => {
    expect(await find({ from: dayAhead(2) })).toEqual(['A quartet', '100 % brass'])
    expect(await find({ to: dayAhead(3) })).toEqual(['Cœur d’Été', 'A quartet'])
    expect(await find({ from: dayAhead(3), to: dayAhead(3) })).toEqual(['A quartet'])
    expect(await find({ town: 'Nantes' })).toEqual(['Cœur d’Été', 'A quartet'])
    expect(await find({ town: 'Brest' })).toEqual(['100 % brass'])
    expect(await find({ kind: 'festival' })).toEqual(['100 % brass'])
    expect(await find({ by: hall.slug })).toEqual(['Cœur d’Été', 'A quartet'])
    expect(await find({ by: hall.slug, q: 'brass' })).toEqual([])
  })

  it('says that nothing matches, with the way back, in both languages', async () => {
    const { text } = await show('/?q=zzz')
    expect(text).toContain('No results')
    expect(text).toContain('href="/">Show everything</a>')
    expect(text).toContain('noindex')
    expect((await show('/?q=zzz', 'meta', 'fr')).text).toContain('Aucun résultat')
  })

  it('keeps what was asked for in its fields, and makes nothing of what makes no sense', async () => {
    const { text } = await show(`/?q=${encodeURIComponent('"><script>')}&from=nonsense&kind=zoo&to=2026-13-45&page=1`)
    expect(text).toContain('value="&quot;>&lt;script>"')
    expect(text).not.toContain('"><script>')
    for (const query of [
      'q=%00',
      'q=a&q=b',
      `q=${'x'.repeat(5000)}`,
      'from=2026-01-01T99',
      'to=%2B275760-09-12',
      'to=9999-12-31',

      'town=%F0%9F%98%80',
    ])
      expect((await show(`/?${query}`)).status, query).toBe(200)
  })

  it('is a list for programs, too, with the organisation of each', async () => {
    const { json } = await server.send('meta', 'GET', '/api/events/')
    expect(json.map(({ name }: { name: string }) => name)).toEqual(['Cœur d’Été', 'A quartet', '100 % brass'])
    const [first, second, third] = json
    const base = `http://${hall.slug}.localhost:${server.port}`
    const own = (await hall.get(`/api/events/${first.uuid}/`)).json
    expect(first).toEqual({
      uuid: own.uuid,
      slug: own.slug,
      name: own.name,
      short_description: own.short_description,
      datetime: own.datetime,
      end_datetime: own.end_datetime,
      place: expect.any(String),
      city: 'Nantes',
      category: null,
      latitude: null,
      longitude: null,
      url: `${base}/events/${own.slug}/`,
      external: false,
      img: null,
      img_variations: {},
      img_focus: '50% 50%',
      organisation: { uuid: hall.tenantId, slug: hall.slug, organisation: 'The Hall', url: base },
    })
    const list = async (query: string) =>
      (await server.send('meta', 'GET', `/api/events/?${query}`)).json.map(({ uuid }: { uuid: string }) => uuid)
    const span = new URLSearchParams({ from: second.datetime, to: third.datetime })
    expect(await list(String(span))).toEqual([second.uuid])
    const page = await server.send('meta', 'GET', '/api/events/?limit=2')
    const next = /<([^>]+)>/.exec(String(page.headers['link']))?.[1] ?? ''
    expect((await server.send('meta', 'GET', next)).json).toEqual([third])
    const now = new Date(Date.now() + 1).toISOString()
    expect(await list(`updated_since=${now}`)).toEqual([])
    await hall.patch(`/api/events/${second.uuid}/`, { short_description: second.short_description })
    expect(await list(`updated_since=${now}`)).toEqual([second.uuid])
  })

  it('shows at another Meta only what its federation announces', async () => {
    const second = await server.cli(
      'tenant',
      'create',
      '--organisation',
      'Les Nôtres',
      '--category',
      'M',
      '--email',
      'm@notres.test',
    )
    await server.cli('federation', 'add', '--meta', String(second['slug']), '--member', other.slug)
    expect(await find({}, String(second['slug']))).toEqual(['100 % brass'])
    expect(await find({ q: 'quartet' }, String(second['slug']))).toEqual([])
    const { text } = await show('/', String(second['slug']))
    expect(text).not.toContain('The Hall')
    expect(namesOf((await show('/organisations/', String(second['slug']))).text)).toEqual(['The Other'])
  })
})

describe('the directory', () => {
  it('lists organisations by name, and finds them by name, town or kind', async () => {
    expect(namesOf((await show('/organisations/')).text)).toEqual(expect.arrayContaining(['The Hall', 'The Other']))
    expect(namesOf((await show('/organisations/?q=HALL')).text)).toEqual(['The Hall'])
    expect(namesOf((await show('/organisations/?q=festival')).text)).toEqual(['The Other'])
    expect((await show('/organisations/?q=zzz')).text).toContain('No results')
  })

  it('is on a Meta alone', async () => {
    expect((await show('/organisations/', hall.slug)).status).toBe(404)
  })
})
