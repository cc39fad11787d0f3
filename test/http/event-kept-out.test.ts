import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { listed, shownForm } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** An event that stays out of the calendars that organisations share, and is on sale at its own house as any other. */
const { server, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)

const inCalendar = async () =>
  (await server.send('meta', 'GET', '/api/events/')).json.map(({ name }: { readonly name: string }) => name)
const feedOf = async (label: string) => (await server.send(label, 'GET', '/feeds/events.json')).text
const atHome = async () =>
  (await server.send(hall.slug, 'GET', '/', { headers: { accept: 'text/html', 'accept-language': 'en' } })).text

// Seen red without the condition in selectEntries (src/features/tenant/shared-calendar.queries.ts).
it('is in no list, page or feed of a Meta, until it is let in, by the interface and by the form', async () => {
  const event = await hall.event([], { name: 'Our own party', kept_out: true })
  await other.event([], { name: 'For everybody', datetime: hoursAhead(30) })
  expect(await inCalendar()).toEqual(['For everybody'])
  expect(await feedOf('meta')).not.toContain('Our own party')
  expect(await feedOf(hall.slug)).toContain('Our own party')
  expect(await atHome()).toContain('Our own party')
  expect((await hall.get(`/api/events/${event}/`)).json.kept_out).toBe(true)
  expect((await server.send(hall.slug, 'GET', `/api/events/${event}/`)).json).not.toHaveProperty('kept_out')

  await hall.patch(`/api/events/${event}/`, { kept_out: false })
  expect(await inCalendar()).toEqual(['Our own party', 'For everybody'])

  const path = `/admin/events/${event}/description/`
  const form = await shownForm(staff, path, path)
  expect(form['kept_out'] ?? '').not.toBe('true')
  const saved = await staff.press(path, listed({ ...form, kept_out: 'true' }))
  expect(saved.status, saved.text).toBe(303)
  expect(await inCalendar()).toEqual(['For everybody'])
  expect((await hall.get(`/api/events/${event}/`)).json.kept_out).toBe(true)
})

it('is so of each copy, and of no other organisation', async () => {
  const event = await hall.event([], { name: 'Members only', kept_out: true })
  const copied = await hall.post(`/api/events/${event}/copies/`, {
    uuid: randomUUID(),
    starts: [hoursAhead(90)],
    published: true,
  })
  expect(copied.status, copied.text).toBe(201)
  expect(await inCalendar()).toEqual(['For everybody'])
  expect((await other.patch(`/api/events/${event}/`, { kept_out: false })).status).toBe(404)
  expect(await inCalendar()).toEqual(['For everybody'])
})
