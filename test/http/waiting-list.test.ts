import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { endHold, hoursAhead, sellingRows, untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Who waits at an event that is sold out gets what becomes free, in order and before the public. */
const { server, client, hall, other } = await twoOffices()
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]

type Night = Awaited<ReturnType<typeof soldOut>>

/** An event whose every place is booked, one booking each. */
async function soldOut({ prix = 0, capacity = 2, ...eventFields }: Record<string, unknown> = {}) {
  const { price, product } = await hall.price('B', { prix })
  const event = await hall.event([product], { capacity, ...eventFields })
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const bookings: string[] = []
  for (let taken = 0; taken < Number(capacity); taken++)
    bookings.push((await hall.book({ event, email: visitor(), prices: one(price) })).json.uuid)
  return { event, price, bookings, path: `/events/${slug}/` }
}

const join = ({ event, price }: Night, email: string, places = 1) =>
  server.send(hall.slug, 'POST', '/api/waiting-list/', { body: { event, price, email, places } })
const cancel = (uuid: string | undefined) => hall.post(`/api/reservations/${uuid}/cancellation/`)
const read = async (uuid: string) => (await hall.get(`/api/reservations/${uuid}/`)).json

type Entry = { email: string; status: string; reservation: string | null; places: number }
const entries = async ({ event }: Night): Promise<readonly Entry[]> =>
  (await hall.get(`/api/waiting-list/?event=${event}`)).json
const statuses = async (night: Night) => (await entries(night)).map(({ status }) => status)

/** The job of that name, now; done when this answers. */
async function run(name: string, payload: object = {}): Promise<void> {
  const { rows } = await client.query('select id from graphile_worker.add_job($1, $2::json)', [name, payload])
  await untilTrue(
    async () =>
      (await client.query('select from graphile_worker._private_jobs where id = $1', [rows[0].id]))
        .rowCount === 0,
  )
}

/** The reservation that was offered to them, with the page where it is taken. */
async function offerOf(night: Night, email: string) {
  await untilTrue(async () =>
    (await entries(night)).some((entry) => entry.email === email && entry.reservation),
  )
  const id = (await entries(night)).find((entry) => entry.email === email)?.reservation ?? ''
  const { rows } = await client.query(
    `select letter->'action'->>'url' as url, letter->'notes'->>0 as note from mail
     where recipient = $1 and kind = 'waiting_list_offer' order by id desc`,
    [email],
  )
  return { id, path: new URL(rows[0].url).pathname, note: String(rows[0].note), mails: rows.length }
}

const heldAt = async ({ event }: Night) =>
  (await client.query('select held from event_counter where event_id = $1', [event])).rows[0].held

describe('joining', () => {
  it('from the page of an event that is sold out, once per person', async () => {
    const night = await soldOut()
    const email = visitor()
    expect((await guest.show(night.path)).text).toContain('href="waiting-list/"')
    expect((await guest.show(`${night.path}waiting-list/`, 'fr')).text).toContain('Liste d’attente')
    const form = { price: night.price, places: '2', email }
    const path = `${night.path}waiting-list/`
    for (const [wrong, status, said] of [
      [{ ...form, places: '0' }, 400, 'at least 1'],
      [{ ...form, email: `${email}@` }, 400, 'such as ada@example.org'],
      // Seen red without mostPlaces in problemOf: refused for the maximum of the price alone.
      [{ ...form, places: '1001' }, 400, '1,000 places at most'],
      [{ ...form, places: '11' }, 409, 'more than one person may book'],
    ] as const) {
      const answer = await guest.submit(path, wrong)
      expect([answer.status, answer.text.includes(said)], said).toEqual([status, true])
      expect(answer.text).toContain(`value="${wrong.places}"`)
    }
    expect(await entries(night)).toEqual([])
    const answers = [await guest.submit(path, form), await guest.submit(path, { ...form, places: '3' })]
    expect(answers.map(({ headers }) => headers['location'])).toEqual([
      `${path}?step=joined`,
      `${path}?step=joined`,
    ])
    expect((await guest.show(`${path}?step=joined`)).text).toContain('You are on the waiting list')
    expect(await entries(night)).toMatchObject([{ email, places: 2, status: 'waiting', reservation: null }])
    const { rows } = await client.query('select kind from mail where recipient = $1', [email])
    expect(rows).toEqual([{ kind: 'waiting_list_joined' }])
  })

  it('is for what is sold out, of this organisation', async () => {
    const night = await soldOut()
    const { price, product } = await hall.price('B')
    const event = await hall.event([product])
    const email = visitor()
    const before = await sellingRows(client)
    const refused = async (body: object, office = hall) =>
      (await server.send(office.slug, 'POST', '/api/waiting-list/', { body: { email, places: 1, ...body } }))
        .json.code
    expect(await refused({ event, price })).toBe('places_left')
    expect(await refused({ event: night.event, price })).toBe('validation_failed')
    expect(await refused({ event: night.event, price: night.price }, other)).toBe('validation_failed')
    expect((await stranger.show(`${night.path}waiting-list/`)).status).toBe(404)
    expect(await sellingRows(client)).toEqual(before)
    expect((await other.get('/api/waiting-list/')).json).toEqual([])
  })

  it('is left by the link in every mail, which works nowhere else', async () => {
    const night = await soldOut()
    const email = visitor()
    await join(night, email)
    const { rows } = await client.query(
      "select letter->'action'->>'url' as url from mail where recipient = $1 and kind = 'waiting_list_joined'",
      [email],
    )
    const path = new URL(rows[0].url).pathname
    expect((await guest.show(path)).text).toContain('Leave the waiting list')
    expect(await statuses(night)).toEqual(['waiting'])
    expect((await stranger.submit(path)).status).toBe(404)
    expect((await guest.submit(path.replace(/.(?=\/$)/, 'x'))).status).toBe(404)
    expect((await guest.submit(path)).text).toContain('You are not on the waiting list')
    expect(await statuses(night)).toEqual(['left'])
    // What is free now is for everybody.
    await cancel(night.bookings[0])
    expect((await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })).status).toBe(
      201,
    )
  })
})

const erase = (cookie: string) =>
  server.send(hall.slug, 'POST', '/account/erasure/', {
    cookie,
    body: '',
    headers: {
      origin: originOf(server, hall.slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })

/** Seen red without eraseEntries in erasePerson: the address stays. */
it('whoever wants to be forgotten waits no longer', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  expect((await server.send(hall.slug, 'GET', '/account/data.json', { cookie })).text).toContain('"waiting"')
  await erase(cookie)
  expect(await entries(night)).toEqual([])
})

/** The offer stands before its mail. Seen red with eraseEntries after eraseBooker: the address stays on the reservation. */
it('an offer under way leaves nothing of whoever wants to be forgotten', async () => {
  const night = await soldOut({ capacity: 1 })
  const email = visitor()
  await join(night, email)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  await hall.patch(`/api/events/${night.event}/`, { capacity: 2 })
  await whileLocked(server, 'lock table mail in share mode', async (release) => {
    const offered = run('offer_places', { tenantId: hall.tenantId, eventId: night.event })
    await untilWaitingForLock(client, 1)
    const erased = erase(cookie)
    await untilWaitingForLock(client, 2)
    await release()
    await Promise.all([offered, erased])
  })
  const { rows } = await client.query(
    `select (select count(*)::int from reservation where booker_email = $1) as bookings,
      (select count(*)::int from person_counter where email = $1) as maxima,
      (select count(*)::int from mail where recipient = $1) as mails`,
    [email],
  )
  expect(rows).toEqual([{ bookings: 0, maxima: 0, mails: 0 }])
})

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
    expect((await guest.show(offer.path)).text).toContain('Take these places')
    expect((await guest.show(offer.path, 'fr')).text).toContain('Prendre ces places')
    expect((await stranger.submit(`${offer.path}acceptance/`)).status).toBe(404)
    const answers = [
      await guest.submit(`${offer.path}acceptance/`),
      await guest.submit(`${offer.path}acceptance/`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await statuses(night)).toEqual(['taken', 'waiting'])
    await untilTrue(async () => (await read(offer.id)).status === 'PN')
    const { rows } = await client.query('select status from ticket where reservation_id = $1', [offer.id])
    expect(rows).toEqual([{ status: 'not_scanned' }])
    expect((await guest.show(offer.path)).text).not.toContain('Take these places')
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
    expect((await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })).status).toBe(
      201,
    )
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
    const booked = async (uuid: string) =>
      (await hall.book({ event, email: visitor(), prices: one(uuid) })).json.uuid
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

  it('is not made once the event has begun', async () => {
    const night = await soldOut({ capacity: 1 })
    const email = visitor()
    await join(night, email)
    await client.query("update event set starts_at = now() - interval '1 minute' where id = $1", [
      night.event,
    ])
    await cancel(night.bookings[0])
    await run('offer_freed_places')
    expect(await statuses(night)).toEqual(['waiting'])
  })
})

/**
 * Two jobs of one event meet at its counter, with one place free and two who wait. Two guards stand there: seen red without
 * lockCounters in offerPlaces and without the status in markEntry; either alone suffices.
 */
it('two offers are never made for one place', async () => {
  const night = await soldOut({ capacity: 1 })
  const [first, second] = [visitor(), visitor()]
  await join(night, first)
  await join(night, second)
  await hall.patch(`/api/events/${night.event}/`, { capacity: 2 })
  const payload = { tenantId: hall.tenantId, eventId: night.event }
  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [night.event] }
  const jobs = await raceForRows(server, lock, 2, () => [
    run('offer_places', payload),
    run('offer_places', payload),
  ])
  await Promise.all(jobs)
  expect(await statuses(night)).toEqual(['offered', 'waiting'])
  expect(await heldAt(night)).toBe(2)
})
