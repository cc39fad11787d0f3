import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { uidsByTheRules } from '../harness/calendar-rules.ts'
import { servePicture } from '../harness/shop.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What is on, as calendars and readers of news follow it. The calendar is read by the engine of a program that people use. */
const picture = await servePicture()
const { server, client, hall, other } = await twoOffices({ environment: { FETCH_ALLOW: picture.allow } })

const kinds = ['ics', 'rss', 'atom', 'json'] as const
const ask = (label: string, path: string, headers: Record<string, string> = {}) =>
  server.send(label, 'GET', path, { headers })

async function read(label: string, path: string): Promise<string> {
  const { status, text } = await ask(label, path)
  expect([status, path]).toEqual([200, path])
  return text
}

async function calendar(label: string, search = '') {
  const text = await read(label, `/feeds/events.ics${search}`)
  const component = new ICAL.Component(ICAL.parse(text))
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = component.getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part)
    return {
      uid: event.uid,
      name: event.summary,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      zone: event.startDate.zone.tzid,
      end: part.hasProperty('dtend') ? event.endDate.toJSDate().toISOString() : null,
      status: part.getFirstPropertyValue('status'),
      place: event.location,
      description: event.description,
      url: String(part.getFirstPropertyValue('url')),
      image: part.getFirstPropertyValue('image'),
    }
  })
  expect(uidsByTheRules(text)).toEqual(events.map(({ uid }) => uid))
  return { text, component, events }
}

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => ['item', 'entry', 'link'].includes(name) })

async function news(kind: 'rss' | 'atom' | 'json', label: string, search = ''): Promise<readonly string[]> {
  const text = await read(label, `/feeds/events.${kind}${search}`)
  if (kind === 'json') return (JSON.parse(text) as { items: { title: string }[] }).items.map(({ title }) => title)
  expect(XMLValidator.validate(text)).toBe(true)
  const found = parser.parse(text)
  const items: readonly { title: unknown }[] = (kind === 'rss' ? found.rss.channel.item : found.feed.entry) ?? []
  return items.map(({ title }) => String(title))
}

/** The names in every form, which must be the same. */
async function told(label: string, search = ''): Promise<readonly string[]> {
  const names = (await calendar(label, search)).events.map(({ name }) => name)
  for (const kind of ['rss', 'atom', 'json'] as const) expect(await news(kind, label, search), kind).toEqual(names)
  return names
}

const nasty = 'A & B <b>“x”</b> ]]>; one, two \\n three'
let ids: Readonly<Record<'first' | 'nasty' | 'gone' | 'moved' | 'theirs', string>>

beforeAll(async () => {
  await client.query("update location set city = 'Nantes' where tenant_id = $1", [hall.tenantId])
  await client.query("update tenant set time_zone = 'America/New_York' where id = $1", [other.tenantId])
  const noon = (days: number) => `${hoursAhead(24 * days).slice(0, 10)}T12:00:00Z`
  ids = {
    first: await hall.event([], { name: 'First', datetime: noon(2), end_datetime: noon(3), img_url: picture.url }),
    nasty: await hall.event([], {
      name: nasty,
      datetime: noon(4),
      short_description: `${'é'.repeat(100)} 🎷 ${nasty}`,
    }),
    gone: await hall.event([], { name: 'Gone', datetime: noon(5) }),
    moved: await hall.event([], { name: 'Moved', datetime: noon(6) }),
    theirs: await other.event([], { name: 'Theirs', datetime: noon(7) }),
  }
  await hall.event([], { name: 'Not published', datetime: noon(2), published: false })
  await hall.event([], { name: 'Over', datetime: hoursAhead(-48), end_datetime: hoursAhead(-24) })
  await hall.post(`/api/events/${ids.gone}/cancellation/`, { reason: 'Ill' })
  await hall.post(`/api/events/${ids.moved}/postponement/`, { datetime: noon(8), reason: 'Later' })
})

describe('the feeds of an organisation', () => {
  it('tell in every form what it announced, and what was cancelled', async () => {
    expect(await told(hall.slug)).toEqual(['First', nasty, 'Cancelled: Gone', 'Moved'])
    expect(await told(other.slug)).toEqual(['Theirs'])
  })

  /** Seen red with the moments written as they are by universal time. */
  it('give calendars the hours by the clocks of the place', async () => {
    const { events, component } = await calendar(other.slug)
    const { json } = await other.get(`/api/events/${ids.theirs}/`)
    expect(events).toMatchObject([
      { uid: ids.theirs, zone: 'America/New_York', start: new Date(json.datetime).toISOString(), end: null },
    ])
    expect(component.getAllSubcomponents('vtimezone')).toHaveLength(1)
  })

  /** Seen red with names as they were given: the hours were those of UTC, and the library wrote to the log. */
  it('know a zone however it is written, and leave out what has no rules', async () => {
    const zoneOf = async (zone: string) => {
      await client.query('update tenant set time_zone = $2 where id = $1', [other.tenantId, zone])
      return (await calendar(other.slug)).events[0]?.zone
    }
    expect(await zoneOf('america/new_york')).toBe('America/New_York')
    expect(await zoneOf('+02:00')).toBe('UTC')
    expect(await zoneOf('America/New_York')).toBe('America/New_York')
    expect(server.output()).not.toContain('time zone not valid')
  })

  /** Seen red without the number of the change. */
  it('tell a calendar that has an event already what became of it', async () => {
    const { events } = await calendar(hall.slug)
    const of = (id: string) => events.find(({ uid }) => uid === id)
    expect(of(ids.first)).toMatchObject({ sequence: 0, status: null, place: expect.stringContaining('Nantes') })
    expect(of(ids.gone)).toMatchObject({ sequence: 1, status: 'CANCELLED' })
    expect(of(ids.moved)).toMatchObject({ sequence: 1, status: null })
    expect(of(ids.first)?.url).toBe(`http://${hall.slug}.localhost:${server.port}/events/first/`)
    expect(String(of(ids.first)?.image)).toMatch(/^http:.*\.webp$/)
    expect(of(ids.nasty)).toMatchObject({ name: nasty, description: `${'é'.repeat(100)} 🎷 ${nasty}` })
  })

  it('are forgotten some weeks after a cancellation', async () => {
    await client.query("update calendar_entry set cancelled_at = now() - interval '29 days' where event_id = $1", [
      ids.gone,
    ])
    expect(await told(hall.slug)).not.toContain('Cancelled: Gone')
    await client.query('update calendar_entry set cancelled_at = now() where event_id = $1', [ids.gone])
  })

  it('are written as RFC 5545 says', async () => {
    const { text } = await calendar(hall.slug)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    const [head = ''] = text.split('BEGIN:VTIMEZONE')
    for (const property of [
      'VERSION:2.0',
      'PRODID:',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'NAME:',
    ])
      expect(head).toContain(property)
  })

  it('hold texts as texts, wherever they are shown', async () => {
    const { rss } = parser.parse(await read(hall.slug, '/feeds/events.rss'))
    const found = rss.channel.item.find(({ title }: { title: string }) => title === nasty)
    expect(found.description).toContain('&lt;b&gt;')
    expect(found.description).not.toContain('<b>')
  })

  it('speak the language of the organisation', async () => {
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--language', 'fr')
    const { text } = await ask(hall.slug, '/feeds/events.atom', { 'accept-language': 'de' })
    expect(text).toMatch(/<title>Annulé\s: Gone<\/title>/)
    expect(text).toContain(
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss" xml:lang="fr">',
    )
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--language', 'en')
  })
})

describe('the feeds of a Meta', () => {
  it('tell what its calendar shows, each event as its organisation tells it', async () => {
    expect(await told('meta')).toEqual(['First', nasty, 'Cancelled: Gone', 'Theirs', 'Moved'])
    const [meta, own] = [await calendar('meta'), await calendar(hall.slug)]
    const shared = meta.events.filter(({ uid }) => uid !== ids.theirs)
    expect(shared.map(({ uid, url, start }) => [uid, url, start])).toEqual(
      own.events.map(({ uid, url, start }) => [uid, url, start]),
    )
    expect(new Set(meta.events.map(({ zone }) => zone))).toEqual(new Set(['Europe/Paris', 'America/New_York']))
  })

  /** Seen red with the search left out. */
  it('tell the results of a search, to which its page leads', async () => {
    expect(await told('meta', '?town=Nantes')).toEqual(['First', nasty, 'Cancelled: Gone', 'Moved'])
    expect(await told('meta', `?by=${other.slug}`)).toEqual(['Theirs'])
    expect(await told('meta', '?q=nowhere')).toEqual([])
    const { text } = await ask('meta', '/?town=Nantes&kind=', { accept: 'text/html' })
    expect(text).toContain(
      '<link rel="alternate" type="application/rss+xml" title="RSS" href="/feeds/events.rss?town=Nantes"/>',
    )
    const feed = JSON.parse(await read('meta', '/feeds/events.json?town=Nantes&kind='))
    expect(feed.home_page_url).toBe(`http://meta.localhost:${server.port}/?town=Nantes`)
  })

  it('leave out who left, and who is not approved yet', async () => {
    await client.query("update tenant set approval = 'waiting' where id = $1", [other.tenantId])
    expect(await told('meta')).not.toContain('Theirs')
    for (const kind of kinds) expect((await ask(other.slug, `/feeds/events.${kind}`)).text).not.toContain('Theirs')
    await client.query("update tenant set approval = 'approved' where id = $1", [other.tenantId])
  })
})

describe('a feed', () => {
  const types = {
    ics: 'text/calendar',
    rss: 'application/rss+xml',
    atom: 'application/atom+xml',
    json: 'application/feed+json',
  }

  it.each(kinds)('%s is kept by whoever asks again, and read from everywhere', async (kind) => {
    const path = `/feeds/events.${kind}`
    const { headers } = await ask(hall.slug, path, { origin: 'https://anywhere.test' })
    expect(headers).toMatchObject({
      'content-type': `${types[kind]}; charset=utf-8`,
      'cache-control': 'public, max-age=900',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
    })
    expect(headers['last-modified']).toBeUndefined()
    const elsewhere = { origin: 'https://anywhere.test' }
    const again = await ask(hall.slug, path, { ...elsewhere, 'if-none-match': String(headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
    // Seen red without the feeds among what anybody may read: a browser asked first, and was told 405.
    for (const answer of [headers, again.headers])
      expect([answer['access-control-allow-origin'], answer['access-control-expose-headers']]).toEqual([
        '*',
        expect.stringContaining('ETag'),
      ])
    const first = await server.send(hall.slug, 'OPTIONS', path, {
      headers: {
        ...elsewhere,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    })
    expect([first.status, first.headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': expect.stringContaining('If-None-Match'),
      },
    ])
    await hall.patch(`/api/events/${ids.moved}/`, { name: `Moved for ${kind}` })
    expect((await ask(hall.slug, path, { 'if-none-match': String(headers['etag']) })).status).toBe(200)
  })

  it('is announced by the page of the organisation', async () => {
    const { text } = await ask(hall.slug, '/', { accept: 'text/html' })
    for (const kind of kinds) expect(text).toContain(`<link rel="alternate" type="${types[kind]}" title=`)
    expect(text).toContain(`href="webcal://${hall.slug}.localhost:${server.port}/feeds/events.ics"`)
  })

  it('is not there for the server itself, nor in other forms', async () => {
    for (const kind of kinds) expect((await ask('', `/feeds/events.${kind}`)).status).toBe(404)
    expect((await ask(hall.slug, '/feeds/events.xml')).status).toBe(404)
  })

  it('is found where it was elsewhere', async () => {
    const { status, headers } = await ask(hall.slug, '/rss/')
    expect([status, headers['location']]).toEqual([301, '/feeds/events.rss'])
  })
})
