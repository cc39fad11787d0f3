import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { createKey, hoursAhead } from '../harness/box-office.ts'
import { type Fields, idIn, listed, shownForm } from '../harness/forms.ts'
import { bookTwo } from '../harness/given-ticket.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Where places are on a map, and who tells so (ADR 0271). */
const { server, hall, other } = await twoOffices()
const meta = await createKey(server, 'meta', ['--permission', 'place:write'])
const made = await server.cli(
  ...['tenant', 'create', '--organisation', 'The Quays', '--category', 'F', '--email', 'admin@example.org'],
)
const quays = { slug: String(made['slug']), tenantId: String(made['uuid']) }
const key = await createKey(server, quays.slug, ['--permission', 'event:write'])
const staff = await staffOf(server, quays)

const atQuays = (method: string, path: string, body?: object) =>
  server.send(quays.slug, method, path, { key, ...(body === undefined ? {} : { body }) })
const location = (body: object) => atQuays('POST', '/api/locations/', { name: 'Quay', ...body })
const changePlace = (id: string, body: object) => server.send('meta', 'PATCH', `/api/place/${id}/`, { key: meta, body })

describe('a location', () => {
  it('says where it is, both numbers or neither', async () => {
    const { json } = await location({ latitude: 48.85661412345, longitude: -2.3522219 })
    expect(json).toMatchObject({ latitude: 48.856614, longitude: -2.352222 })
    const path = `/api/locations/${json.uuid}/`
    expect((await server.send(quays.slug, 'GET', path)).json).toMatchObject({
      latitude: 48.856614,
      longitude: -2.352222,
    })
    expect((await other.get(path)).status).toBe(404)
    expect((await atQuays('PATCH', path, { latitude: 0 })).json).toMatchObject({ latitude: 0, longitude: -2.352222 })
    expect((await atQuays('PATCH', path, { latitude: null, longitude: '' })).json).toMatchObject({
      latitude: null,
      longitude: null,
    })
    expect((await location({})).json).toMatchObject({ latitude: null, longitude: null })
  })

  /** Seen red without requireBothCoordinates: 500, by the constraint. */
  it.each([
    [{ latitude: 48.85 }, 'longitude'],
    [{ longitude: 2.35, latitude: null }, 'latitude'],
    [{ latitude: 90.01, longitude: 2 }, 'latitude'],
    [{ latitude: -90.01, longitude: 2 }, 'latitude'],
    [{ latitude: 48, longitude: 180.5 }, 'longitude'],
    [{ latitude: '48,8566', longitude: 2 }, 'latitude'],
    [{ latitude: '48.8566, 2.3522' }, 'latitude'],
  ])('is refused with %j, naming %s', async (body, field) => {
    const { status, json } = await location(body)
    expect([status, json.code, Object.keys(json.errors)]).toEqual([400, 'validation_failed', [field]])
  })

  it('keeps the one it has when a change would leave it half a point', async () => {
    const { json } = await location({ latitude: 1, longitude: 2 })
    const refused = await atQuays('PATCH', `/api/locations/${json.uuid}/`, { longitude: null })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['longitude']])
    expect((await atQuays('PATCH', `/api/locations/${json.uuid}/`, {})).json).toMatchObject({
      latitude: 1,
      longitude: 2,
    })
  })
})

describe('the form of a place', () => {
  const press = (path: string, fields: Fields) => staff.press(path, listed(fields))
  const make = (fields: Fields) => press('/admin/locations/new/', { key: randomUUID(), name: 'Quay', ...fields })

  /** Seen red without dividePair in filledIn: what was pasted is refused. */
  it.each([
    [{ latitude: '48.8566, 2.3522' }, [48.8566, 2.3522]],
    [{ latitude: '48,8566, 2,3522', longitude: '7' }, [48.8566, 2.3522]],
    [{ latitude: ' 48,8566;-2,3522 ' }, [48.8566, -2.3522]],
    [{ latitude: '48.8566 −2.3522' }, [48.8566, -2.3522]],
    [{ latitude: '48,8566', longitude: '+2,3522°' }, [48.8566, 2.3522]],
    [{ latitude: '', longitude: '' }, [null, null]],
  ])('takes %j', async (fields, [latitude, longitude]) => {
    const answer = await make(fields)
    expect(answer.status, answer.text).toBe(303)
    const id = idIn(answer.headers['location'])
    expect((await atQuays('GET', `/api/locations/${id}/`)).json).toMatchObject({ latitude, longitude })
    const path = `/admin/locations/${id}/`
    const shown = await shownForm(staff, path, path)
    const degrees = [shown['latitude'], shown['longitude']]
    expect(degrees).toEqual([latitude, longitude].map((one) => (one === null ? undefined : String(one))))
  })

  it.each([
    [{ latitude: '91', longitude: '2' }, 'latitude'],
    [{ latitude: '48', longitude: '181' }, 'longitude'],
    [{ latitude: 'in the north', longitude: '2' }, 'latitude'],
    [{ latitude: '48' }, 'longitude'],
  ])('says what is wrong with %j', async (fields, field) => {
    const { status, text } = await make(fields)
    expect([status, text.includes(`href="#${field}"`)]).toEqual([400, true])
  })
})

describe('a venue', () => {
  /** Seen red without the two in moveVenue, and in requireAddressOfPlace. */
  it('is where its organisation is', async () => {
    const { status, json } = await changePlace(hall.tenantId, { latitude: 47.2, longitude: -1.55 })
    expect([status, json.latitude, json.longitude]).toEqual([200, 47.2, -1.55])
    const [own] = (await hall.get('/api/locations/')).json
    expect(own).toMatchObject({ latitude: 47.2, longitude: -1.55 })
    const moved = await hall.patch(`/api/locations/${own.uuid}/`, { latitude: 47.3 })
    expect([moved.status, moved.json.code, Object.keys(moved.json.errors)]).toEqual([
      400,
      'category_rule',
      ['latitude'],
    ])
    const half = await changePlace(hall.tenantId, { latitude: null })
    expect([half.status, Object.keys(half.json.errors)]).toEqual([400, ['latitude']])
    expect((await other.get('/api/locations/')).json).toMatchObject([{ latitude: null, longitude: null }])
  })

  it('says so in its settings', async () => {
    const atOther = await staffOf(server, other)
    const path = '/admin/settings/'
    const form = {
      ...(await shownForm(atOther, path, path)),
      language: 'en',
      languages: ['en', 'fr'],
      time_zone: 'UTC',
    }
    const answer = await atOther.press(path, listed({ ...form, latitude: '52,5163, 13,3777', currency: 'EUR' }))
    expect(answer.status, answer.text).toBe(303)
    expect((await other.get('/api/locations/')).json).toMatchObject([{ latitude: 52.5163, longitude: 13.3777 }])
    await changePlace(other.tenantId, { latitude: null, longitude: null })
  })
})

describe('what is told of an event', () => {
  it('leads to the spot on a map', async () => {
    await changePlace(hall.tenantId, { latitude: 47.2, longitude: -1.55, adress: '1 Quay', city: 'Nantes' })
    await changePlace(other.tenantId, { adress: '2 Square', city: 'Lyon' })
    const page = async (office: typeof hall) => {
      const { slug } = (await office.get(`/api/events/${await office.event([])}/`)).json
      return (await server.send(office.slug, 'GET', `/events/${slug}/`)).text
    }
    const [here, there] = [await page(hall), await page(other)]
    expect(here).toContain('href="https://www.openstreetmap.org/?mlat=47.2&amp;mlon=-1.55#map=17/47.2/-1.55"')
    expect(here).toContain('"geo":{"@type":"GeoCoordinates","latitude":47.2,"longitude":-1.55}')
    expect(there).toContain('href="https://www.openstreetmap.org/search?query=2%20Square%20Lyon"')
    expect(there).not.toContain('GeoCoordinates')
  })

  /** Seen red without the two in relocateCalendarEntries. */
  it('is in the feeds and in a calendar, as the place says now', async () => {
    const event = await hall.event([], { name: 'On the map', datetime: hoursAhead(48) })
    await other.event([], { name: 'Not on it' })
    await changePlace(hall.tenantId, { latitude: 47.25, longitude: -1.5 })
    const feed = async (slug: string, kind: string) => (await server.send(slug, 'GET', `/feeds/events.${kind}`)).text
    const geoOf = async (slug: string) => {
      const calendar = new ICAL.Component(ICAL.parse(await feed(slug, 'ics')))
      return new Set(calendar.getAllSubcomponents('vevent').map((one) => String(one.getFirstPropertyValue('geo'))))
    }
    expect(await geoOf(hall.slug)).toEqual(new Set(['47.25,-1.5']))
    expect(await geoOf(other.slug)).toEqual(new Set(['null']))
    for (const kind of ['rss', 'atom']) {
      expect(await feed(hall.slug, kind)).toContain('<georss:point>47.25 -1.5</georss:point>')
      expect(await feed(other.slug, kind)).not.toContain('georss:point')
    }
    const items = async (slug: string) => JSON.parse(await feed(slug, 'json')).items
    expect((await items(hall.slug))[0]._event).toMatchObject({ latitude: 47.25, longitude: -1.5 })
    expect((await items(other.slug))[0]._event).toMatchObject({ latitude: null, longitude: null })
    const shared = (await server.send('meta', 'GET', '/api/events/')).json as { uuid: string }[]
    expect(shared.find(({ uuid }) => uuid === event)).toMatchObject({ latitude: 47.25, longitude: -1.5 })
    const { path } = await bookTwo(server, hall)
    expect((await visitorAt(server, hall).show(`${path}event.ics`)).text).toContain('GEO:47.25;-1.5')
  })
})
