import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { type Fields, idIn, listed, sendPicture, shownForm } from '../harness/forms.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What becomes of an event that is needed no more, and another like it (ADR 0174). */
const { server, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', hall.slug, '--time-zone', 'Europe/Paris')
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const press = (path: string, fields: Fields = {}) => staff.press(path, listed(fields))
const read = async (id: string) => (await hall.get(`/api/events/${id}/`)).json
const log = async (id: string) => (await staff.show(`/admin/audit/?of=${id}`)).text
const archive = (id: string, archived = 'true') => press(`/admin/events/${id}/archive/`, { archived })
const isListed = async (id: string, list: string) => (await staff.show(`/admin/events/?list=${list}`)).text.includes(id)
const isPublic = async (id: string) => (await server.send(hall.slug, 'GET', `/api/events/${id}/`)).status === 200

/** An evening that somebody has booked. */
async function booked(fields: Fields = {}) {
  const { product, price } = await hall.price('B', { prix: 0 })
  const event = await hall.event([product], fields)
  const { json } = await hall.book({ event, email: visitor(), prices: one(price) })
  return { event, price, reservation: String(json.uuid) }
}

describe('an event that is archived', () => {
  it('leaves the public pages and the lists, and is restored', async () => {
    const id = await hall.event([], { name: 'Made twice' })
    const { slug } = await read(id)
    expect((await archive(id)).headers['location']).toBe(`/admin/events/${id}/?done=archived`)
    expect(await isPublic(id)).toBe(false)
    expect((await server.send(hall.slug, 'GET', `/events/${slug}/`)).status).toBe(404)
    for (const list of ['upcoming', 'unpublished']) expect(await isListed(id, list), list).toBe(false)
    expect(await isListed(id, 'archived')).toBe(true)
    expect((await staff.show('/admin/door-lists/')).text).not.toContain(id)
    expect((await staff.show(`/admin/events/${id}/`)).text).toContain('This event is archived')
    expect(await log(id)).toMatch(/Archived.*?yes/s)
    expect((await archive(id, 'false')).status).toBe(303)
    expect([await isListed(id, 'upcoming'), await isPublic(id)]).toEqual([true, false])
    await archive(id)
    expect((await hall.patch(`/api/events/${id}/`, { published: true })).status).toBe(200)
    expect([await isListed(id, 'archived'), await isPublic(id)]).toEqual([false, true])
  })

  /** Seen red without the condition in updateEvent: 303. */
  it('is not one that people will come to or wait for, but one that is cancelled or over', async () => {
    const { event, reservation } = await booked()
    const refused = await archive(event)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Cancel it first')
    // Seen red with the title of a form that was not saved.
    expect(refused.text).toContain('Nothing was changed')
    expect(await isPublic(event)).toBe(true)
    const { product, price } = await hall.price('B', { prix: 5, stock: 0 })
    const awaited = await hall.event([product], { name: 'Awaited' })
    const entry = { event: awaited, price, email: visitor(), places: 1 }
    expect((await hall.post('/api/waiting-list/', entry)).status).toBe(201)
    expect((await archive(awaited)).status).toBe(409)
    await hall.post(`/api/reservations/${reservation}/cancellation/`)
    expect((await archive(event)).status).toBe(303)
    const off = await booked()
    await hall.post(`/api/events/${off.event}/cancellation/`)
    expect((await archive(off.event)).status).toBe(303)
    const over = await booked()
    await hall.patch(`/api/events/${over.event}/`, { datetime: '2020-01-01T20:00' })
    expect((await archive(over.event)).status).toBe(303)
  })

  it('is not archived by a neighbour', async () => {
    const id = await hall.event([])
    const fields = listed({ archived: 'true' })
    expect((await stranger.press(`/admin/events/${id}/archive/`, fields)).status).toBe(404)
    expect((await stranger.press(`/admin/events/${id}/deletion/`, [])).status).toBe(404)
    expect(await isPublic(id)).toBe(true)
  })
})

describe('deleting', () => {
  it('takes what nobody has booked, and nothing else', async () => {
    const id = await hall.event([], { name: 'By mistake' })
    const gone = '/admin/events/?done=deleted'
    expect((await press(`/admin/events/${id}/deletion/`)).headers['location']).toBe(gone)
    // Seen red with a list that says nothing.
    expect((await staff.show(gone)).text).toContain('The event was deleted.')
    expect((await hall.get(`/api/events/${id}/`)).status).toBe(404)
    expect(await log(id)).toContain('Deleted an event')
    const { event, reservation } = await booked()
    await hall.post(`/api/reservations/${reservation}/cancellation/`)
    const refused = await press(`/admin/events/${event}/deletion/`)
    expect([refused.status, refused.text.includes('Archive it instead')]).toEqual([409, true])
  })

  /** Seen red without `hasQueue` in deleteEvent: the event is gone, and the entry with it. */
  it('leaves an event that somebody waits for', async () => {
    const { product, price } = await hall.price('B', { prix: 5, stock: 0 })
    const event = await hall.event([product])
    await hall.post('/api/waiting-list/', { event, price, email: visitor(), places: 1 })
    const refused = await press(`/admin/events/${event}/deletion/`)
    expect([refused.status, refused.text.includes('take them off its waiting list')]).toEqual([409, true])
    expect(refused.text).not.toContain('Archive it instead')
    expect((await hall.get(`/api/waiting-list/?event=${event}`)).json).toHaveLength(1)
  })
})

describe('another like it', () => {
  it('has all of it but the date, which the other times move along with', async () => {
    const { product } = await hall.price('B')
    const artist = await hall.create('artists', { name: 'The Owls' })
    const option = await hall.create('optionticket', { name: 'Wheelchair space' })
    const id = await hall.event([product], {
      name: 'The <b>first</b>',
      capacity: 70,
      short_description: 'Loud',
      long_description: 'And long.',
      datetime: '2900-01-10T20:30',
      doors_open: '2900-01-10T19:30',
      end_datetime: '2900-01-11T01:00',
      artists: [{ uuid: artist, datetime: '2900-01-10T21:00' }],
      options: [option],
    })
    await sendPicture(server, hall, `/admin/events/${id}/description/image/`, await plainPicture(600, 400))
    const path = `/admin/events/new/?like=${id}`
    const { text } = await staff.show(path)
    expect(text).toContain('Another event like')
    expect(text).not.toContain('<b>first')
    const shown = await shownForm(staff, path, '/admin/events/new/')
    expect(shown['starts'] ?? '').toBe('')
    const fields = {
      ...shown,
      name: 'The <b>first</b>',
      starts: '2900-07-14T18:00',
      long_description: 'And long.',
      product,
      option,
      artist,
      artist_at: '2900-01-10T21:00',
      place: '',
      publish: 'no',
      doors_open: '2900-07-14T17:45',
    }
    const made = await press('/admin/events/new/', fields)
    expect(made.status, made.text.slice(0, 200)).toBe(303)
    const [there, here] = [await read(id), await read(idIn(made.headers['location']))]
    expect(here).toMatchObject({
      name: there.name,
      capacity: 70,
      short_description: 'Loud',
      long_description: 'And long.',
      products: [product],
      options: [option],
      published: false,
      img: there.img,
      // In summer time: what was left as it was moves along by the clocks, what was said anew stays.
      datetime: '2900-07-14T16:00:00.000000+00:00',
      end_datetime: '2900-07-14T20:30:00.000000+00:00',
      doors_open: '2900-07-14T15:45:00.000000+00:00',
      artists: [{ uuid: artist, datetime: '2900-07-14T16:30:00.000000+00:00' }],
    })
    expect(here.img).toContain('/media/')
    expect((await read(id)).datetime).toBe(there.datetime)
  })

  it('is nothing a neighbour could read', async () => {
    const id = await hall.event([], { name: 'Not yours' })
    const { status, text } = await stranger.show(`/admin/events/new/?like=${id}`)
    expect([status, text.includes('Not yours')]).toEqual([200, false])
    expect((await staff.show('/admin/events/new/?like=nothing')).status).toBe(200)
  })
})

/** Seen red with the question asked before the lock: booked, and archived. */
it('is not archived while somebody books it', async () => {
  // Once booked and cancelled: its counters are there, and a booking is decided at the first look.
  const { event, price, reservation } = await booked()
  await hall.post(`/api/reservations/${reservation}/cancellation/`)
  const lock = `select from event_counter where event_id = '${event}' for update`
  const watcher = await server.database.connect()
  const [made, put] = await whileLocked(server, lock, async (release) => {
    const booking = hall.book({ event, email: visitor(), prices: one(price) })
    await untilWaitingForLock(watcher, 1)
    const putting = archive(event)
    await untilWaitingForLock(watcher, 2)
    await release()
    return Promise.all([booking, putting])
  })
  await watcher.end()
  expect([made.status, put.status]).toEqual([201, 409])
  expect(await isPublic(event)).toBe(true)
})
