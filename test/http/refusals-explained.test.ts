import { expect, it } from 'vitest'
import { one } from '../harness/booking.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What a refusal says beside its code, so that a program knows what to do (docs/interface/errors.md, "Outside /scan/"). */
const { server, hall, other } = await twoOffices()

const remove = (path: string) => server.send(hall.slug, 'DELETE', path, { key: hall.key })

async function sold() {
  const seat = await hall.price('B', { prix: 10 })
  const event = await hall.event([seat.product])
  return (await hall.post('/api/sales/', { event, prices: one(seat.price, 2), method: 'cash' })).json
}

/** Seen red without the letters, which gave our own names. */
it('names the status that a reservation has and the one it does not move to', async () => {
  const { uuid } = await sold()
  const at = `/api/reservations/${uuid}/`
  expect((await hall.post(`${at}payments/`, { method: 'cash' })).json).toMatchObject({
    code: 'invalid_transition',
    // Whether or not the job has seen by now that nothing is to be mailed.
    from: expect.stringMatching(/^PN?$/),
    to: 'P',
  })
  expect((await hall.post(`${at}cancellation/`, {})).status).toBe(200)
  const again = await hall.post(`${at}cancellation/`, {})
  expect([again.status, again.json.code, again.json.from, again.json.to]).toEqual([409, 'invalid_transition', 'C', 'C'])
  const { json: mails } = await hall.post(`${at}mails/`, {})
  // Nothing of it would change.
  expect([mails.code, mails.from, mails.to]).toEqual(['invalid_transition', 'C', 'C'])
  const elsewhere = await server.send(other.slug, 'POST', `${at}cancellation/`, { key: other.key, body: {} })
  expect([elsewhere.status, 'from' in elsewhere.json]).toEqual([404, false])
})

it('names the status of a refund, and of a ticket', async () => {
  const { uuid, tickets } = await sold()
  await hall.post(`/api/reservations/${uuid}/cancellation/`, { tickets: [tickets[0]], handed_over: true })
  const [payment] = (await hall.get(`/api/reservations/${uuid}/payments/`)).json
  const refund = `/api/refunds/${payment.refunds[0].uuid}`
  const states = { code: 'invalid_transition', from: 'succeeded' }
  expect((await hall.post(`${refund}/handover/`, {})).json).toMatchObject({ ...states, to: 'succeeded' })
  expect((await hall.post(`${refund}/attempts/`, {})).json).toMatchObject({ ...states, to: 'requested' })
  const undone = await hall.post(`/api/ticket/${tickets[1]}/undo/`, { reason: 'Never came in' })
  expect(undone.json).toMatchObject({ code: 'invalid_transition', from: 'K', to: 'K' })
})

it('says where the reservation is read whose payment was taken', async () => {
  const { price, event } = await hall
    .price('B', { prix: 10 })
    .then(async (seat) => ({ ...seat, event: await hall.event([seat.product]) }))
  const { json } = await hall.book({ event, prices: one(price), email: 'ada@example.org' })
  const paid = await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  expect([paid.status, paid.headers['location']]).toEqual([201, `/api/reservations/${json.uuid}/`])
})

/** Each seen red without either. */
it('names the states of an event, and of a ticket that was cancelled', async () => {
  const refused = { code: 'invalid_transition' }
  const { uuid, event, tickets } = await sold()
  await hall.post(`/api/reservations/${uuid}/cancellation/`, { tickets: [tickets[0]], handed_over: true })
  expect((await hall.patch(`/api/ticket/${tickets[0]}/`, { seat: 'A1' })).json).toMatchObject({
    ...refused,
    from: 'N',
    to: 'N',
  })
  const twice = await hall.post(`/api/reservations/${uuid}/cancellation/`, { tickets: [tickets[0]] })
  expect(twice.json).toMatchObject({ ...refused, from: 'N', to: 'N' })
  await hall.post(`/api/events/${event}/cancellation/`, { reason: 'Ill' })
  const later = { datetime: '2999-05-01T20:30:00Z', reason: 'Ill' }
  const postponed = await hall.post(`/api/events/${event}/postponement/`, later)
  expect(postponed.json).toMatchObject({ ...refused, from: 'cancelled', to: 'postponed' })
})

/** Seen red without the table that the database names. */
it('says what still refers to a thing', async () => {
  const { event } = await sold()
  expect((await remove(`/api/events/${event}/`)).json).toMatchObject({ code: 'in_use', used_by: 'reservation' })
  const artist = await hall.create('artists', { name: 'Booked artist' })
  const seat = await hall.price('B')
  await hall.event([seat.product], { artists: [{ uuid: artist }] })
  expect((await remove(`/api/artists/${artist}/`)).json).toMatchObject({ code: 'in_use', used_by: 'event' })
})

it('names the rule of the category', async () => {
  const { json: locations } = await hall.get('/api/locations/')
  const gone = await remove(`/api/locations/${locations[0].uuid}/`)
  expect([gone.status, gone.json.code, gone.json.rule]).toEqual([400, 'category_rule', 'location_exactly_one'])
  const more = await hall.post('/api/projects/', { name: 'A project of a venue' })
  expect([more.status, more.json.code, more.json.rule]).toEqual([400, 'category_rule', 'project_none'])
})
