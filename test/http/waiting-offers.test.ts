import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { endHold, hoursAhead, untilTrue } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** What becomes free is offered to who waits, in order and before the public. */
const { server, client, hall, other } = await twoOffices()
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]
const { soldOut, join, cancel, entries, statuses, run, letters, offerOf, heldAt } = waitingRoomAt(server, client, hall)
const otherRoom = waitingRoomAt(server, client, other)
const read = async (uuid: string) => (await hall.get(`/api/reservations/${uuid}/`)).json

describe('an offer', () => {
  it('goes to the first in line and holds the place; to everybody else it is sold out', async () => {
    const night = await soldOut()
    const [first, second] = [visitor(), visitor()]
    await join(night, first)
    await join(night, second)
    await cancel(night.bookings[0])
    const offer = await offerOf(night, first)
    expect(await statuses(night)).toEqual(['offered', 'waiting'])
    expect(await heldAt(night)).toBe(2)
    const public_ = await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })
    expect(public_.json.code).toBe('sold_out')
    expect((await guest.show(night.path)).text).toContain('Sold out')
    expect((await hall.get(`/api/events/${night.event}/`)).json.tickets_left).toBe(0)
    expect((await guest.show(offer.path)).text).toContain('Accept this place')
    expect((await guest.show(offer.path, 'fr')).text).toContain('Accepter cette place')
    expect((await stranger.submit(`${offer.path}acceptance/`)).status).toBe(404)
    const answers = [await guest.submit(`${offer.path}acceptance/`), await guest.submit(`${offer.path}acceptance/`)]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await statuses(night)).toEqual(['taken', 'waiting'])
    await untilTrue(async () => (await read(offer.id)).status === 'PN')
    const { rows } = await client.query('select status from ticket where reservation_id = $1', [offer.id])
    expect(rows).toEqual([{ status: 'not_scanned' }])
    expect((await guest.show(offer.path)).text).not.toContain('Accept this place')
  })

  /** Seen red without the sale window in waitingText: offered at a price that nobody may book; without endUnsold: still waiting. */
  it('is of what is on sale: who waits for a price that is sold no longer is told so', async () => {
    const [night, later, elsewhere] = [await soldOut(), await soldOut(), await otherRoom.soldOut()]
    const [email, patient] = [visitor(), visitor()]
    await join(night, email)
    await join(later, patient)
    await otherRoom.join(elsewhere, email)
    const sale =
      'update price set sale_starts_at = now() + $2::interval, sale_ends_at = now() + $3::interval where id = $1'
    await client.query(sale, [night.price, '-2 days', '-1 second'])
    await client.query(sale, [later.price, '1 hour', '1 day'])
    for (const { bookings } of [night, later]) await cancel(bookings[0])
    await run('offer_freed_places')
    expect([await statuses(night), await statuses(later)]).toEqual([['left'], ['waiting']])
    expect(await letters(email, 'waiting_list_ended')).toMatchObject([{ path: night.path }])
    expect(await letters(patient, 'waiting_list_ended')).toEqual([])
    expect([await heldAt(night), await heldAt(later)]).toEqual([1, 1])
    expect(await otherRoom.statuses(elsewhere)).toEqual(['waiting'])
    // Told once. What was not on sale yet is offered from its first moment on.
    await client.query(sale, [later.price, '-1 second', '1 day'])
    await run('offer_freed_places')
    await offerOf(later, patient)
    expect(await letters(email, 'waiting_list_ended')).toHaveLength(1)
  })

  /** Seen red with what the ledger counts: out of the line, since a stranger holds places of another price in the same name. */
  it('goes to who waits, whatever strangers hold in their name, up to the maximum of the event', async () => {
    const [sold, free] = [await hall.price('B', { prix: 0, stock: 2 }), await hall.price('B', { prix: 0 })]
    const event = await hall.event([sold.product, free.product], { max_per_user: 2 })
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const booked = (await hall.book({ event, email: visitor(), prices: one(sold.price, 2) }, { key: hall.key })).json
    const night = { event, price: sold.price, bookings: [booked.uuid], path: `/events/${slug}/` }
    const [guestOfHonour, member] = [visitor(), visitor()]
    await join(night, guestOfHonour)
    await join(night, member)
    expect((await hall.book({ event, email: guestOfHonour, prices: one(free.price, 2) })).status).toBe(201)
    // What staff booked for them is theirs.
    const theirs = { event, email: member, prices: one(free.price, 2) }
    expect((await hall.post('/api/reservations/', theirs)).status).toBe(201)
    await cancel(booked.uuid)
    await offerOf(night, guestOfHonour)
    await run('offer_freed_places')
    expect(await statuses(night)).toEqual(['offered', 'left'])
  })

  /** Seen red without isAdmitted in offerTo: offered to who could not book it. */
  it('of a price for members goes to the next, when a membership was cancelled meanwhile', async () => {
    const friends = await hall.price('A', { prix: 5 })
    const { price, product } = await hall.price('B', { prix: 0, adhesion_obligatoire: friends.product })
    const event = await hall.event([product], { capacity: 1 })
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const night = { event, price, bookings: [], path: `/events/${slug}/` }
    const [guestOfHonour, former, member] = [visitor(), visitor(), visitor()]
    const orders: string[] = []
    for (const email of [guestOfHonour, former, member]) {
      const body = { email, price: friends.price }
      const { reservation } = (await server.send(hall.slug, 'POST', '/api/memberships/', { body })).json
      await hall.post(`/api/reservations/${reservation}/payments/`, { method: 'cash' })
      orders.push(reservation)
    }
    const booked = await hall.post('/api/reservations/', { event, email: guestOfHonour, prices: one(price) })
    expect((await join(night, visitor())).json).toMatchObject({
      code: 'membership_required',
      line: { price: night.price },
    })
    for (const email of [former, member]) expect((await join(night, email)).status).toBe(201)
    await cancel(orders[1])
    const again = await hall.post('/api/reservations/', { event, email: former, prices: one(price) })
    expect(again.json.code).toBe('membership_required')
    await cancel(booked.json.uuid)
    await offerOf(night, member)
    expect(await statuses(night)).toEqual(['left', 'offered'])
    expect(await letters(former, 'waiting_list_ended')).toMatchObject([{ path: '/membership/' }])
    expect(await letters(former, 'waiting_list_offer')).toEqual([])
  })

  it('that lapses goes to the next, and is then too late', async () => {
    const night = await soldOut({ prix: 10 })
    const [first, second] = [visitor(), visitor()]
    await join(night, first)
    await join(night, second)
    await cancel(night.bookings[1])
    const lapsed = await offerOf(night, first)
    await endHold(client, lapsed.id)
    expect((await guest.submit(`${lapsed.path}acceptance/`)).status).toBe(409)
    await run('offer_freed_places')
    const offer = await offerOf(night, second)
    expect((await read(lapsed.id)).status).toBe('C')
    expect((await guest.submit(`${lapsed.path}acceptance/`)).status).toBe(409)
    expect(await heldAt(night)).toBe(2)
    // Paid at the door: it is held until the evening is over.
    expect((await guest.submit(`${offer.path}acceptance/`)).status).toBe(303)
    const { rows } = await client.query(
      `select status, expires_at > (select starts_at from event where id = $2) as held from reservation where id = $1`,
      [offer.id, night.event],
    )
    expect(rows).toEqual([{ status: 'unpaid', held: true }])
    // Whoever let it lapse may wait again, at the end of the line.
    expect((await join(night, first)).status).toBe(201)
    expect((await statuses(night)).toSorted()).toEqual(['taken', 'waiting'])
  })

  it('is of as many places as are free, and never more than a person may have', async () => {
    const night = await soldOut()
    const [family, single] = [visitor(), visitor()]
    await join(night, family, 3)
    await join(night, single)
    await hall.patch(`/api/events/${night.event}/`, { capacity: 4 })
    // Seen red without keepForWaiting in readSale: booked. Nobody has run a job yet.
    const public_ = await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })
    expect(public_.json.code).toBe('sold_out')
    const offer = await offerOf(night, family)
    expect((await read(offer.id)).tickets).toHaveLength(2)
    expect(await statuses(night)).toEqual(['offered', 'waiting'])
    await hall.patch(`/api/events/${night.event}/`, { capacity: 6 })
    await run('offer_freed_places')
    await offerOf(night, single)
    // Nobody waits any more: the last place is for everybody.
    expect((await hall.get(`/api/events/${night.event}/`)).json.tickets_left).toBe(1)
    expect((await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })).status).toBe(201)
  })

  it('of one price keeps no place of another from being sold', async () => {
    const { price, product } = await hall.price('B', { prix: 0, stock: 1 })
    const rest = await hall.create('prices', { product, name: 'Balcony', prix: 0 })
    const event = await hall.event([product], { capacity: 3 })
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const night = { event, price, bookings: [], path: `/events/${slug}/` }
    const book = (uuid: string) => hall.book({ event, email: visitor(), prices: one(uuid) })
    const { uuid } = (await book(price)).json
    await join(night, visitor(), 5)
    expect((await book(rest)).status).toBe(201)
    await cancel(uuid)
    await untilTrue(async () => (await statuses(night)).includes('offered'))
    expect((await book(rest)).status).toBe(201)
    expect((await book(rest)).json.code).toBe('sold_out')
  })

  /** Seen red with listInLine over all prices: the fifty before them wait for another one. */
  it('of one price is not kept back by many who wait for another', async () => {
    const { price, product } = await hall.price('B', { prix: 0, stock: 1 })
    const rest = await hall.create('prices', { product, name: 'Balcony', prix: 0, stock: 1 })
    const event = await hall.event([product])
    const booked = async (uuid: string) => (await hall.book({ event, email: visitor(), prices: one(uuid) })).json.uuid
    await booked(price)
    const free = await booked(rest)
    await client.query(
      `insert into waiting_entry (tenant_id, id, event_id, price_id, email, places, language, status, waiting_since, created_at)
       select $1, gen_random_uuid(), $2, $3, 'many' || n || '@visitor.test', 1, 'en', 'waiting', now(), now()
       from generate_series(1, 50) n`,
      [hall.tenantId, event, price],
    )
    const email = visitor()
    const night = { event, price: rest, bookings: [], path: '' }
    await join(night, email)
    await cancel(free)
    const offer = await offerOf(night, email)
    expect((await read(offer.id)).tickets).toHaveLength(1)
  })

  /** Seen red without mostRows in holdPlaces: more parameters than a statement may have. */
  it('may be of more places than one statement writes, though nobody asks for so many', async () => {
    const { price, product } = await hall.price('B', { prix: 0, stock: 1, max_per_user: 9999 })
    const event = await hall.event([product])
    await hall.book({ event, email: visitor(), prices: one(price) })
    const night = { event, price, bookings: [], path: '' }
    const email = visitor()
    await join(night, email)
    await client.query('update waiting_entry set places = 9999 where event_id = $1', [event])
    await hall.patch(`/api/prices/${price}/`, { stock: 10_000 })
    await run('offer_places', { tenantId: hall.tenantId, eventId: event })
    const offer = await offerOf(night, email)
    expect((await read(offer.id)).tickets).toHaveLength(9999)
  })

  it.each([
    [72, 12 * 60],
    [8, 2 * 60],
    [0.5, 15],
  ])('%d hours before the start holds its places for %d minutes', async (hours, minutes) => {
    const night = await soldOut({ capacity: 1, datetime: hoursAhead(hours) })
    const email = visitor()
    await join(night, email)
    await cancel(night.bookings[0])
    const { id } = await offerOf(night, email)
    const { rows } = await client.query(
      'select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from reservation where id = $1',
      [id],
    )
    expect(rows).toEqual([{ minutes }])
  })

  it('is held for as long as the organisation says', async () => {
    expect(await server.cli('tenant', 'set', '--tenant', hall.slug, '--offer-hours', '3')).toMatchObject({
      offer_hours: 3,
    })
    const night = await soldOut({ capacity: 1, datetime: hoursAhead(72) })
    const email = visitor()
    await join(night, email)
    await cancel(night.bookings[0])
    const { id } = await offerOf(night, email)
    const { rows } = await client.query(
      'select extract(epoch from expires_at - created_at)::int as held from reservation where id = $1',
      [id],
    )
    expect(rows).toEqual([{ held: 3 * 3600 }])
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--offer-hours', '12')
  })

  it('that is paid is taken, and whoever took it may wait for more', async () => {
    const night = await soldOut({ prix: 10 })
    const email = visitor()
    await join(night, email, 2)
    await cancel(night.bookings[0])
    const offer = await offerOf(night, email)
    await hall.post(`/api/reservations/${offer.id}/payments/`, { method: 'cash' })
    // Seen red without markOfferPaid in payReservation: `offered` for ever, and joining again changed nothing.
    expect(await statuses(night)).toEqual(['taken'])
    await join(night, email)
    expect(await entries(night)).toMatchObject([{ status: 'waiting', places: 1, reservation: null }])
  })

  it('is not made once the event has begun', async () => {
    const night = await soldOut({ capacity: 1 })
    const email = visitor()
    await join(night, email)
    await client.query("update event set starts_at = now() - interval '1 minute' where id = $1", [night.event])
    await cancel(night.bookings[0])
    await run('offer_freed_places')
    expect(await statuses(night)).toEqual(['waiting'])
    // Seen red without `starts_at` in waitingText: nobody was offered the place, and nobody could have it.
    expect((await hall.get(`/api/events/${night.event}/`)).json.tickets_left).toBe(1)
    expect((await guest.show(night.path)).text).toContain('1 left')
    const atTheDoor = await hall.post('/api/reservations/', { event: night.event, prices: one(night.price) })
    expect(atTheDoor.status).toBe(201)
  })
})
