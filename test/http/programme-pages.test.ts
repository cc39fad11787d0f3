import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BoxOffice, createKey, hoursAhead } from '../harness/box-office.ts'
import { type Fields, idIn, listed, shownForm } from '../harness/forms.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The rooms of what events are made of: places, stages, artists, projects, options (ADR 0142). */
const { server, hall, other } = await twoOffices()
const producer = await open('Northwind', 'P')
const festival = await open('The Quays', 'F')
const staff = await staffOf(server, producer)
const stranger = await staffOf(server, other)
const atVenue = await staffOf(server, hall)
const atFestival = await staffOf(server, festival)

/** An organisation of that kind, reached with a key. */
async function open(
  organisation: string,
  category: string,
): Promise<Pick<BoxOffice, 'slug' | 'get' | 'patch' | 'post'>> {
  const made = ['tenant', 'create', '--organisation', organisation, '--category', category]
  const slug = String((await server.cli(...made, '--email', 'admin@example.org'))['slug'])
  const key = await createKey(server, slug, ['--permission', 'event:read', '--permission', 'event:write'])
  const send = (method: string, path: string, body?: Record<string, unknown>) =>
    server.send(slug, method, path, { key, ...(body === undefined ? {} : { body }) })
  return {
    slug,
    get: (path) => send('GET', path),
    patch: (path, body) => send('PATCH', path, body),
    post: (path, body = {}) => send('POST', path, body),
  }
}

const rooms = [
  ['locations', 'locations', { address: '1 Main Street', city: 'Lyon' }, { adress: '1 Main Street', city: 'Lyon' }],
  ['stages', 'stages', { location: '' }, { location: null }],
  ['artists', 'artists', { website: 'https://owls.test/' }, { site_web: 'https://owls.test/' }],
  ['projects', 'projects', { long_description: 'One.\r\nTwo.' }, { long_description: 'One.\nTwo.' }],
  ['options', 'optionticket', { description: 'Step-free' }, { description: 'Step-free' }],
] as const

const press = (path: string, fields: Fields) => staff.press(path, listed(fields))

async function make(room: string, fields: Fields = {}): Promise<string> {
  const answer = await press(`/admin/${room}/new/`, { key: randomUUID(), name: 'The Owls', ...fields })
  expect([answer.status, answer.headers['location']], answer.text.slice(0, 200)).toEqual([
    303,
    expect.stringContaining('?done=made'),
  ])
  return idIn(answer.headers['location'])
}

describe.each(rooms)('the room of %s', (room, noun, fields, said) => {
  const one = async (id: string) => producer.get(`/api/${noun}/${id}/`)

  /** Seen red without `id` in createEntry: two. */
  it('makes one once, and says what it is', async () => {
    const form = { key: randomUUID(), name: 'Été <b>bold</b>', ...fields }
    const url = `/admin/${room}/new/`
    const [first, again] = [await press(url, form), await press(url, form)]
    expect(again.headers['location']).toBe(first.headers['location'])
    const id = idIn(first.headers['location'])
    expect((await one(id)).json).toMatchObject({ name: 'Été <b>bold</b>', archived: false, ...said })
    const { text } = await staff.show(`/admin/${room}/?q=ete`)
    expect([text.includes(id), text.includes('<b>bold')]).toEqual([true, false])
    expect((await staff.show(`/admin/${room}/?q=zzz`)).text).not.toContain(id)
    expect((await stranger.show(`/admin/${room}/`)).text).not.toContain(id)
    expect((await stranger.show(`/admin/${room}/${id}/`)).status).toBe(404)
    const copy = await shownForm(staff, `${url}?like=${id}`, url)
    expect(copy['name']).toContain('Été')
    const refused = await press(url, { key: randomUUID(), name: '', ...fields })
    expect([refused.status, refused.text.includes('href="#name"')]).toEqual([400, true])
  })

  /** Seen red with the comparison in updateEntry taken out. */
  it('tells the second of two people what is there now', async () => {
    const id = await make(room, fields)
    const path = `/admin/${room}/${id}/`
    const shown = await shownForm(staff, path, path)
    expect((await press(path, { ...shown, name: 'First come' })).status).toBe(303)
    const told = await press(path, { ...shown, name: 'Second come' })
    expect([told.status, told.text.includes('It is now: First come')]).toEqual([409, true])
    expect((await one(id)).json.name).toBe('First come')
    const seen = /name="seen" value="([\w-]+)"/.exec(told.text)?.[1] ?? ''
    expect((await press(path, { ...shown, seen, name: 'Second come' })).status).toBe(303)
    expect((await one(id)).json.name).toBe('Second come')
    expect((await staff.show(`/admin/audit/?of=${id}`)).text).toContain('First come')
    expect((await stranger.press(path, listed({ ...shown, seen }))).status).toBe(404)
  })

  it('archives one, out of what an event can choose, and restores it', async () => {
    const id = await make(room, fields)
    const chosen = async () => (await staff.show('/admin/events/new/')).text.includes(id)
    expect(await chosen()).toBe(true)
    expect((await press(`/admin/${room}/${id}/archive/`, { archived: 'true' })).status).toBe(303)
    expect((await one(id)).json.archived).toBe(true)
    expect(await chosen()).toBe(false)
    expect((await staff.show(`/admin/${room}/`)).text).not.toContain(id)
    expect((await staff.show(`/admin/${room}/?list=archived`)).text).toContain(id)
    expect((await stranger.press(`/admin/${room}/${id}/archive/`, [['archived', 'false']])).status).toBe(404)
    expect((await producer.patch(`/api/${noun}/${id}/`, { archived: false })).json.archived).toBe(false)
    expect(await chosen()).toBe(true)
  })

  it('deletes what nothing names, and nothing of somebody else', async () => {
    const id = await make(room, fields)
    expect((await stranger.press(`/admin/${room}/${id}/deletion/`, [])).status).toBe(404)
    expect((await press(`/admin/${room}/${id}/deletion/`, {})).status).toBe(303)
    expect((await one(id)).status).toBe(404)
  })
})

describe('what an event names', () => {
  it('stays named when it is archived, and is not deleted', async () => {
    const artist = await make('artists')
    const event = await producer.post('/api/events/', {
      name: 'Night',
      datetime: hoursAhead(24),
      artists: [{ uuid: artist }],
    })
    expect(event.status).toBe(201)
    expect((await staff.show('/admin/artists/')).text).toMatch(/Upcoming events/)
    const refused = await press(`/admin/artists/${artist}/deletion/`, {})
    expect([refused.status, refused.text.includes('Archive it instead')]).toEqual([409, true])
    await press(`/admin/artists/${artist}/archive/`, { archived: 'true' })
    const page = `/admin/events/${event.json.uuid}/description/`
    expect((await staff.show(page)).text).toContain(artist)
    expect((await producer.get(`/api/events/${event.json.uuid}/`)).json.artists[0].uuid).toBe(artist)
  })
})

describe('the kind of organisation', () => {
  it('says how many there are: a venue changes the names of its one place and stage', async () => {
    for (const room of ['locations', 'stages']) {
      const { text } = await atVenue.show(`/admin/${room}/`)
      expect(text).toContain('A venue has one place with one stage')
      expect(text).not.toContain('/new/')
      const [, id = ''] = new RegExp(`/admin/${room}/([\\da-f-]{36})/`).exec(text) ?? []
      const path = `/admin/${room}/${id}/`
      const shown = await shownForm(atVenue, path, path)
      expect((await atVenue.show(path)).text).not.toMatch(/name="(address|location)"/)
      expect((await atVenue.press(path, listed({ ...shown, name: 'Renamed' }))).status).toBe(303)
      expect((await hall.get(`/api/${room}/${id}/`)).json.name).toBe('Renamed')
      const added = await atVenue.press(`/admin/${room}/new/`, listed({ key: randomUUID(), name: 'Second' }))
      expect(added.status).toBe(400)
      expect((await atVenue.press(`/admin/${room}/${id}/archive/`, [['archived', 'true']])).status).toBe(400)
    }
    expect((await atVenue.show('/admin/')).text).not.toContain('/admin/projects/')
    expect((await atVenue.show('/admin/projects/')).text).toContain('Projects are for producers')
    expect((await staff.show('/admin/events/')).text).toContain('/admin/projects/')
  })

  /** Seen red with the count taken out of updateEntry: the last stage goes. */
  it('keeps the last stage of a festival, even when two archive the last two at once', async () => {
    const stages = async () =>
      ((await festival.get('/api/stages/')).json as { uuid: string; archived: boolean }[]).filter(
        ({ archived }) => !archived,
      )
    const [only] = await stages()
    const archive = (id: string) => atFestival.press(`/admin/stages/${id}/archive/`, [['archived', 'true']])
    const refused = await archive(only?.uuid ?? '')
    expect([refused.status, refused.text.includes('This is the last one')]).toEqual([400, true])
    const second = await festival.post('/api/stages/', { name: 'Second' })
    const both = await meetAtLock(server, [`select from tenant where slug = '${festival.slug}' for update`], 2, () =>
      Promise.all([archive(only?.uuid ?? ''), archive(second.json.uuid)]),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400])
    expect(await stages()).toHaveLength(1)
  })

  it('has events at the first that is not archived', async () => {
    const [first] = (await festival.get('/api/stages/')).json
    const third = await festival.post('/api/stages/', { name: 'Third', location: first.location })
    for (const { uuid } of (await festival.get('/api/stages/')).json)
      if (uuid !== third.json.uuid) await festival.patch(`/api/stages/${uuid}/`, { archived: true })
    const event = await festival.post('/api/events/', { name: 'Night', datetime: hoursAhead(24) })
    expect(event.json.stage).toBe(third.json.uuid)
  })
})

/** Seen red as a bare refusal, which led to the public home page alone. */
it('what the kind of an organisation has no more of says why, who has, and leads back', async () => {
  const { status, text } = await atVenue.show('/admin/projects/new/')
  expect(status).toBe(400)
  for (const said of ['There may be several for: Producer.', 'href="/admin/projects/"']) expect(text).toContain(said)
  expect((await atVenue.show('/admin/stages/new/', 'fr')).text).toMatch(/Plusieurs sont possibles pour\s:\sFestival/)
})
