import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { listed, shownForm } from '../harness/forms.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** How to get in with a wheelchair: written once, and read wherever somebody decides to come. */
const mails = await startMailServer()
afterAll(() => mails.stop())
const { server, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })
const staff = await staffOf(server, hall)

const notes = 'The ramp is in the yard.\nRing us: 01 02 03.'

// Seen red without the field in src/features/event/event-fields.ts, and without each of its places on page, mail and export.
it('is told on the page, by the interface, in the mail with the tickets, in the export and in the log', async () => {
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 12 })
  const path = '/admin/events/new/'
  const made = await staff.press(
    path,
    listed({
      key: randomUUID(),
      name: 'By ramp',
      starts: '2900-03-10T20:30',
      anyhow: '2900-03-10T20:30',
      publish: 'yes',
      product,
      access_notes: notes.replace('\n', '\r\n'),
    }),
  )
  const id = String(made.headers['location']).split('/').at(-2) ?? ''
  const event = (await hall.get(`/api/events/${id}/`)).json
  expect(event.access_notes).toBe(notes)
  const { text: page } = await server.send(hall.slug, 'GET', `/events/${event.slug}/`)
  expect(page).toContain('Wheelchair access')
  expect(page).toContain(notes)

  const email = visitor()
  const { json } = await hall.book({ event: id, email, prices: [{ uuid: price, qty: 1 }] })
  await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  const mail = await mails.mailTo(email, /Your ticket/)
  expect(mail.text).toContain('The ramp is in the yard.')

  const key = await makeKey(server, hall.slug, ['ticket:read'])
  const body = { form: 'comma', columns: ['event', 'access_notes'] }
  const file = await server.send(hall.slug, 'POST', '/api/exports/tickets/', { key, body })
  expect(file.text).toContain('Wheelchair access')
  expect(file.text).toContain('The ramp is in the yard.')

  const form = await shownForm(staff, `/admin/events/${id}/description/`, `/admin/events/${id}/description/`)
  const saved = await staff.press(`/admin/events/${id}/description/`, listed({ ...form, access_notes: '' }))
  expect(saved.status).toBe(303)
  expect((await hall.get(`/api/events/${id}/`)).json.access_notes).toBeNull()
  expect((await staff.show(`/admin/audit/?of=${id}`)).text).toContain('Wheelchair access')
})

it('is refused where it is too long, beside its field and by the interface', async () => {
  const long = 'x'.repeat(1001)
  const event = await hall.event([])
  const form = await shownForm(staff, `/admin/events/${event}/description/`, `/admin/events/${event}/description/`)
  const answer = await staff.press(`/admin/events/${event}/description/`, listed({ ...form, access_notes: long }))
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(/id="access_notes-problem"/)
  expect((await hall.patch(`/api/events/${event}/`, { access_notes: long })).status).toBe(400)
  // Nobody of another house writes them.
  expect((await other.patch(`/api/events/${event}/`, { access_notes: 'x' })).status).toBe(404)
  expect((await hall.get(`/api/events/${event}/`)).json.access_notes).toBeNull()
})
