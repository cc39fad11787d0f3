import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { listed, shownForm } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What kind of event it is, and who finds it by that (ADR 0271). */
const { server, hall, other } = await twoOffices()

let jazz = ''
beforeAll(async () => {
  jazz = await hall.event([], { name: 'Jazz', category: 'music', datetime: hoursAhead(48) })
  await hall.event([], { name: 'Hamlet', category: 'theatre', datetime: hoursAhead(72) })
  await hall.event([], { name: 'Something', datetime: hoursAhead(96) })
  await other.event([], { name: 'Opera', category: 'music', datetime: hoursAhead(120) })
})

const namesIn = (rows: unknown) => (rows as { name: string }[]).map(({ name }) => name)
const events = async (label: string, query: string) =>
  namesIn((await server.send(label, 'GET', `/api/events/${query}`)).json)
const page = async (label: string, path: string, language = 'en') =>
  (await server.send(label, 'GET', path, { headers: { accept: 'text/html', 'accept-language': language } })).text
const all = ['Jazz', 'Hamlet', 'Something', 'Opera']
/** The events that a page shows. */
const shownOn = async (label: string, path: string) => {
  const text = await page(label, path)
  return all.filter((name) => text.includes(`>${name}<`))
}

describe('the interface', () => {
  it('says it of an event, or nothing, and knows no other', async () => {
    const path = `/api/events/${jazz}/`
    expect((await hall.get(path)).json.category).toBe('music')
    expect((await hall.patch(path, { category: null })).json.category).toBe(null)
    expect((await hall.patch(path, { name: 'Jazz' })).json.category).toBe(null)
    expect((await hall.patch(path, { category: 'music' })).json.category).toBe('music')
    const refused = await hall.patch(path, { category: 'MUSIC' })
    expect([refused.status, refused.json.code, Object.keys(refused.json.errors)]).toEqual([
      400,
      'validation_failed',
      ['category'],
    ])
    const copies = await hall.post(`${path}copies/`, { starts: [hoursAhead(2000)], published: false })
    expect(copies.json).toMatchObject([{ name: 'Jazz', category: 'music' }])
  })

  /** Seen red without the condition in selectChosen, and in selectSharedFrom. */
  it('lists the events of one category', async () => {
    expect(await events(hall.slug, '?category=music')).toEqual(['Jazz'])
    expect(await events(other.slug, '?category=music')).toEqual(['Opera'])
    expect(await events(other.slug, '?category=theatre')).toEqual([])
    expect(await events('meta', '?category=music')).toEqual(['Jazz', 'Opera'])
    const { headers } = await server.send('meta', 'GET', '/api/events/?category=music&count=true')
    expect(headers['total-count']).toBe('2')
    const shared = (await server.send('meta', 'GET', '/api/events/')).json as { name: string; category: string }[]
    expect(shared.map(({ category }) => category)).toEqual(['music', 'theatre', null, 'music'])
    expect((await server.send(hall.slug, 'GET', '/api/events/?category=noise')).status).toBe(400)
  })
})

describe('the pages', () => {
  /** Seen red without the condition in listUpcoming, and in narrowed. */
  it('narrow the programme down to one, which they offer', async () => {
    expect(await shownOn(hall.slug, '/')).toEqual(['Jazz', 'Hamlet', 'Something'])
    expect(await shownOn(hall.slug, '/?category=theatre')).toEqual(['Hamlet'])
    expect(await shownOn(hall.slug, '/?category=noise')).toEqual(['Jazz', 'Hamlet', 'Something'])
    expect(await shownOn('meta', '/')).toEqual(all)
    expect(await shownOn('meta', '/?category=music')).toEqual(['Jazz', 'Opera'])
    expect(await page(hall.slug, '/', 'fr')).toMatch(/<a href="\/\?category=theatre">Théâtre<\/a>/)
    expect(await page('meta', '/', 'de')).toContain('<option value="theatre">Theater</option>')
    expect(await shownOn(hall.slug, '/embed/?category=theatre')).toEqual(['Hamlet'])
    // All of one kind, or none: there is nothing to choose.
    expect(await page(other.slug, '/')).not.toContain('?category=')
    expect(await page(hall.slug, '/?category=sports')).toContain('Nothing announced in this category')
  })

  it('lead to the feeds of what they show', async () => {
    expect(await page(hall.slug, '/?category=music')).toContain('href="/feeds/events.rss?category=music"')
  })

  it('ask for it in the form of the event', async () => {
    const staff = await staffOf(server, hall)
    const path = `/admin/events/${jazz}/description/`
    const { text } = await staff.show(path, 'es')
    expect(text).toMatch(/<option (value="music" selected|selected[^>]* value="music")[^>]*>Música<\/option>/)
    const save = async (category: string) =>
      staff.press(path, listed({ ...(await shownForm(staff, path, path)), category }))
    expect((await save('comedy')).status).toBe(303)
    expect((await hall.get(`/api/events/${jazz}/`)).json).toMatchObject({ name: 'Jazz', category: 'comedy' })
    expect((await save('')).status).toBe(303)
    expect((await hall.get(`/api/events/${jazz}/`)).json.category).toBe(null)
    expect((await save('music')).status).toBe(303)
    expect((await staff.show('/admin/audit/')).text).toContain('Comedy')
  })
})

describe('the feeds', () => {
  const feed = async (label: string, kind: string, search = '') =>
    (await server.send(label, 'GET', `/feeds/events.${kind}${search}`)).text

  /** Seen red without the category in register-feeds.ts, for an organisation. */
  it('tell it, and those of a search nothing else', async () => {
    const calendar = async (label: string, search = '') =>
      new ICAL.Component(ICAL.parse(await feed(label, 'ics', search)))
        .getAllSubcomponents('vevent')
        .map((event) => [event.getFirstPropertyValue('summary'), event.getFirstPropertyValue('categories')])
    expect(await calendar(hall.slug)).toEqual([
      ['Jazz', 'Music'],
      ['Hamlet', 'Theatre'],
      ['Something', null],
    ])
    expect(await calendar(hall.slug, '?category=theatre')).toEqual([['Hamlet', 'Theatre']])
    expect(await calendar('meta', '?category=music')).toEqual([
      ['Jazz', 'Music'],
      ['Opera', 'Music'],
    ])
    // Of an organisation nothing else is asked.
    expect(await calendar(other.slug, '?q=nothing')).toEqual([['Opera', 'Music']])
    expect(await feed(other.slug, 'rss')).toContain('<category>Music</category>')
    expect(await feed(other.slug, 'atom')).toContain('<category term="music" label="Music"></category>')
    expect(JSON.parse(await feed(other.slug, 'json')).items).toMatchObject([
      { tags: ['Music'], _event: { category: 'music' } },
    ])
  })
})
