import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Whoever meets at a place that has become free: it is neither lost nor given twice. */
const { server, client, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)
const room = waitingRoomAt(server, client, hall)
const { soldOut, ask, join, statuses, entryOf, remove, cancel, letters, run, offerOf, heldAt } = room
const read = async (uuid: string) => (await hall.get(`/api/reservations/${uuid}/`)).json

/** Lets `first` and `second` wait for a row, in that order, and go on together. */
async function inTurn<A, B>(row: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  // A job that mails the offer would stand in that line as well.
  await untilQuiet(client)
  return whileLocked(server, `${row} for update`, async (release) => {
    const one = first()
    await untilWaitingForLock(client, 1)
    const next = second()
    await untilWaitingForLock(client, 2)
    await release()
    return Promise.all([one, next])
  })
}

/** An offer to the first of two who wait for one place. */
async function offered(prix: number) {
  const night = await soldOut({ prix, capacity: 1 })
  const [first, second] = [visitor(), visitor()]
  await join(night, first)
  await join(night, second)
  await cancel(night.bookings[0])
  const offer = await offerOf(night, first)
  return { night, second, offer, entry: await entryOf(night, first) }
}

/**
 * Two jobs of one event meet at its counter, with one place free and two who wait. Two guards stand there: seen red without
 * lockCounters in offerPlaces and without the status in markEntry; either alone suffices.
 */
it('two offers are never made for one place', async () => {
  const night = await soldOut({ capacity: 1 })
  for (const email of [visitor(), visitor()]) await join(night, email)
  await hall.patch(`/api/events/${night.event}/`, { capacity: 2 })
  const payload = { tenantId: hall.tenantId, eventId: night.event }
  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [night.event] }
  const jobs = await raceForRows(server, lock, 2, () => [run('offer_places', payload), run('offer_places', payload)])
  await Promise.all(jobs)
  expect(await statuses(night)).toEqual(['offered', 'waiting'])
  expect(await heldAt(night)).toBe(2)
})

/** Free places are taken for good, others kept for the door, or paid at the desk: three ways to the same row. */
describe.each([
  ['a free one', 0, 'taken by the visitor', 'PN'],
  ['one for the door', 10, 'taken by the visitor', 'U'],
  ['one for the door', 10, 'paid at the desk', 'PN'],
])('an offer of places, %s (%d), that staff withdraws', (_name, prix, way, booked) => {
  const take = (offer: { id: string; path: string }) =>
    way === 'paid at the desk'
      ? hall.post(`/api/reservations/${offer.id}/payments/`, { method: 'cash' })
      : guest.submit(`${offer.path}acceptance/`)

  /** Seen red without the status in `admit` of withdrawOffer, and with the entry gone unasked: what was taken is cancelled. */
  it(`as it is ${way} is theirs when they were first`, async () => {
    const { night, offer, entry } = await offered(prix)
    const row = `select from reservation where id = '${offer.id}'`
    const [taken, removed] = await inTurn(
      row,
      () => take(offer),
      () => remove(entry),
    )
    expect([taken.status < 400, removed.status]).toEqual([true, 204])
    await untilTrue(async () => (await read(offer.id)).status === booked)
    expect(await statuses(night)).toEqual(['waiting'])
    expect(await heldAt(night)).toBe(1)
  })

  it(`as it is ${way} goes to the next when staff was first`, async () => {
    const { night, second, offer, entry } = await offered(prix)
    const row = `select from reservation where id = '${offer.id}'`
    const [removed, taken] = await inTurn(
      row,
      () => remove(entry),
      () => take(offer),
    )
    expect([removed.status, taken.status]).toEqual([204, 409])
    expect((await read(offer.id)).status).toBe('C')
    await offerOf(night, second)
    expect(await statuses(night)).toEqual(['offered'])
    expect(await heldAt(night)).toBe(1)
  })
})

/** Seen red without the status in deleteEntry: the entry is gone, and nobody has the place until the offer lapses. */
it.each(['the offer', 'staff'])(
  'who is taken off the list as places are offered to them has none, with %s first',
  async (first) => {
    const night = await soldOut({ capacity: 1 })
    const [gone, next] = [visitor(), visitor()]
    await join(night, gone)
    await join(night, next)
    const entry = await entryOf(night, gone)
    const row = `select from waiting_entry where id = '${entry.uuid}'`
    await hall.patch(`/api/events/${night.event}/`, { capacity: 2 })
    const offer = () => run('offer_places', { tenantId: hall.tenantId, eventId: night.event })
    const withdraw = async () => expect((await remove(entry)).status).toBe(204)
    if (first === 'staff') await inTurn(row, withdraw, offer)
    else await inTurn(row, offer, withdraw)
    await offerOf(night, next)
    expect(await statuses(night)).toEqual(['offered'])
    expect(await heldAt(night)).toBe(2)
  },
)

/** Another organisation's staff meets nobody. */
it('is not raced for by another organisation', async () => {
  const { night, entry } = await offered(0)
  expect((await remove(entry, other)).status).toBe(404)
  expect(await statuses(night)).toEqual(['offered', 'waiting'])
})

/** The offer stands before its mail. Seen red with eraseEntries after eraseBooker: the address stays on the reservation. */
it('an offer under way leaves nothing of whoever wants to be forgotten', async () => {
  const night = await soldOut({ capacity: 1 })
  const email = visitor()
  await join(night, email)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  await hall.patch(`/api/events/${night.event}/`, { capacity: 2 })
  await untilQuiet(client)
  await whileLocked(server, 'lock table mail in share mode', async (release) => {
    const offer = run('offer_places', { tenantId: hall.tenantId, eventId: night.event })
    await untilWaitingForLock(client, 1)
    const erased = server.send(hall.slug, 'POST', '/account/erasure/', {
      cookie,
      body: '',
      headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
    })
    await untilWaitingForLock(client, 2)
    await release()
    await Promise.all([offer, erased])
  })
  const { rows } = await client.query(
    `select (select count(*)::int from reservation where booker_email = $1) as bookings,
      (select count(*)::int from person_counter where email = $1) as maxima,
      (select count(*)::int from mail where recipient = $1) as mails`,
    [email],
  )
  expect(rows).toEqual([{ bookings: 0, maxima: 0, mails: 0 }])
})

/** Eight ask before, four at once. Seen red without addToRate in mayAskToConfirm: twelve mails. */
it('an address is mailed ten times at most, also by those who ask at once', async () => {
  const { price, product } = await hall.price('B', { stock: 0 })
  const email = visitor()
  const asks: (() => Promise<Answer>)[] = []
  for (let number = 0; number < 12; number++) {
    const night = { event: await hall.event([product]), price, bookings: [], path: '' }
    asks.push(() => ask(night, email))
  }
  for (const first of asks.slice(0, 8)) await first()
  await untilQuiet(client)
  const answers = await whileLocked(server, 'lock table mail in share mode', async (release) => {
    const racers = asks.slice(8).map((racer) => racer())
    await untilWaitingForLock(client, 4)
    await release()
    return Promise.all(racers)
  })
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(201))
  expect(await letters(email, 'waiting_list_confirm')).toHaveLength(10)
})
