import { afterAll, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { untilTrue } from '../harness/box-office.ts'
import { payOnline, startStripe } from '../harness/stripe-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Staff takes people off a waiting list. */
const stripe = await startStripe()
afterAll(() => stripe.stop())
const { server, client, hall, other } = await twoOffices({ environment: { STRIPE_API_URL: stripe.url } })
const guest = visitorAt(server, hall)
const { soldOut, ask, join, entries, statuses, entryOf, remove, cancel, letters, offerOf, heldAt } = waitingRoomAt(
  server,
  client,
  hall,
)
const read = async (uuid: string) => (await hall.get(`/api/reservations/${uuid}/`)).json
const mailsOf = async (email: string) => {
  const { rows } = await client.query('select kind, subject, status from mail where recipient = $1 order by id', [
    email,
  ])
  return rows
}

it('tells whoever waited, and is about one entry of this organisation', async () => {
  const night = await soldOut()
  const [gone, stays] = [visitor(), visitor()]
  await join(night, gone)
  await join(night, stays)
  const entry = await entryOf(night, gone)
  expect((await remove(entry, other)).status).toBe(404)
  expect((await remove({ uuid: 'nothing' })).status).toBe(404)
  expect(await statuses(night)).toEqual(['waiting', 'waiting'])
  const answers = [await remove(entry), await remove(entry)]
  expect(answers.map(({ status, text }) => [status, status === 204 ? text : ''])).toEqual([
    [204, ''],
    [404, ''],
  ])
  expect(await entries(night)).toMatchObject([{ email: stays, status: 'waiting' }])
  expect((await mailsOf(gone)).map(({ kind }) => kind)).toEqual(['waiting_list_joined', 'waiting_list_ended'])
  const [joined] = await letters(gone, 'waiting_list_joined')
  expect((await guest.show(joined?.path ?? '')).status).toBe(410)
  // Nothing is kept against whoever comes again, at the end of the line.
  await join(night, gone)
  await cancel(night.bookings[0])
  await offerOf(night, stays)
})

it('mails no address that nobody has confirmed', async () => {
  const night = await soldOut()
  const email = visitor()
  await ask(night, email)
  const [letter] = await letters(email, 'waiting_list_confirm')
  expect((await remove(await entryOf(night, email))).status).toBe(204)
  expect((await mailsOf(email)).map(({ kind }) => kind)).toEqual(['waiting_list_confirm'])
  expect((await guest.submit(`${letter?.path}confirmation/`)).status).toBe(303)
  expect(await entries(night)).toEqual([])
})

/** Seen red with deleteEntry alone in removeWaitingEntry: the place stays held for who is off the list. */
it('withdraws an offer that nobody has taken, for the next in line', async () => {
  const night = await soldOut({ capacity: 1 })
  const [first, second] = [visitor(), visitor()]
  await join(night, first)
  await join(night, second)
  await cancel(night.bookings[0])
  const offer = await offerOf(night, first)
  // As a mail that waits for its server. Seen red without waiting_list_offer in tellBooker: it goes out all the same.
  await untilTrue(async () => (await mailsOf(first)).every(({ status }) => status === 'in_outbox'))
  await client.query("update mail set status = 'queued', settled_at = null where reservation_id = $1", [offer.id])
  expect((await remove(await entryOf(night, first))).status).toBe(204)
  expect(await read(offer.id)).toMatchObject({ status: 'C' })
  const next = await offerOf(night, second)
  expect(next.id).not.toBe(offer.id)
  expect(await heldAt(night)).toBe(1)
  expect((await guest.submit(`${offer.path}acceptance/`)).status).toBe(404)
  expect((await guest.show(offer.path)).text).toContain('cancelled')
  await untilTrue(async () => (await mailsOf(first)).every(({ status }) => status !== 'queued'))
  expect((await mailsOf(first)).map(({ kind, status }) => [kind, status])).toEqual([
    ['waiting_list_joined', 'in_outbox'],
    ['waiting_list_offer', 'withdrawn'],
    ['waiting_list_ended', 'in_outbox'],
  ])
})

it('leaves booked what was taken, and what was paid', async () => {
  const night = await soldOut({ prix: 10 })
  const [taker, payer] = [visitor(), visitor()]
  await join(night, taker)
  await join(night, payer)
  for (const booking of night.bookings) await cancel(booking)
  const [taken, paid] = [await offerOf(night, taker), await offerOf(night, payer)]
  await guest.submit(`${taken.path}acceptance/`)
  await hall.post(`/api/reservations/${paid.id}/payments/`, { method: 'cash' })
  for (const email of [taker, payer]) expect((await remove(await entryOf(night, email))).status).toBe(204)
  expect(await entries(night)).toEqual([])
  expect((await read(taken.id)).status).toBe('U')
  await untilTrue(async () => (await read(paid.id)).status === 'PN')
  expect(await heldAt(night)).toBe(2)
  for (const email of [taker, payer]) expect(await letters(email, 'waiting_list_ended')).toEqual([])
})

/** Seen red with cancelReservation in place of cancelWithRefund: the session stays open. */
it('lets nobody pay online for what was withdrawn', async () => {
  await payOnline(server, hall.slug)
  const night = await soldOut({ prix: 10, capacity: 1 })
  const email = visitor()
  await join(night, email)
  await cancel(night.bookings[0])
  const offer = await offerOf(night, email)
  const { headers } = await guest.show(`${offer.path}pay/`)
  const session = stripe.sessions.get(String(headers['location']).split('/').at(-1) ?? '')
  expect(session?.status).toBe('open')
  await remove(await entryOf(night, email))
  await untilTrue(async () => session?.status === 'expired')
  const booked = await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })
  expect(booked.status).toBe(201)
  await server.cli('payment-keys', 'clear', '--tenant', hall.slug)
})
