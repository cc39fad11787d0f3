import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Anybody can type anybody's address: it is in line once whoever reads its mail says so. */
const { server, client, hall, other } = await twoOffices()
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]
const { soldOut, ask, join, entries, statuses, cancel, letters, run, offerOf, heldAt } = waitingRoomAt(
  server,
  client,
  hall,
)

const linkTo = async (email: string) => (await letters(email, 'waiting_list_confirm'))[0]?.path ?? ''
const confirm = async (email: string) => guest.submit(`${await linkTo(email)}confirmation/`)
const lapse = (email: string) =>
  client.query("update waiting_entry set confirm_until = now() - interval '1 second' where email = $1", [email])

/** Seen red with joinWaitingList asking for no confirmation: offered, and the place held. */
it('offers nothing to an address that nobody has confirmed, and keeps no place from anybody', async () => {
  const night = await soldOut()
  for (const email of [visitor(), visitor()]) await ask(night, email, 10)
  await cancel(night.bookings[0])
  await run('offer_freed_places')
  expect(await statuses(night)).toEqual(['unconfirmed', 'unconfirmed'])
  expect(await heldAt(night)).toBe(1)
  expect((await hall.get(`/api/events/${night.event}/`)).json.tickets_left).toBe(1)
  const booked = await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })
  expect(booked.status).toBe(201)
})

it('is confirmed by the button behind the link, and not by opening it', async () => {
  const night = await soldOut({ capacity: 1 })
  const email = visitor()
  await ask(night, email)
  const path = await linkTo(email)
  // A mail scanner opens every link, and more than once.
  for (const language of ['en', 'fr', 'en']) expect((await guest.show(path, language)).status).toBe(200)
  expect((await guest.show(path)).text).toContain('Confirm your place on the waiting list')
  expect((await guest.show(path, 'fr')).text).toContain('Confirmez votre inscription sur la liste d’attente')
  // Who has not confirmed has nothing to leave.
  expect((await guest.submit(path)).status).toBe(303)
  expect(await statuses(night)).toEqual(['unconfirmed'])
  expect((await stranger.submit(`${path}confirmation/`)).status).toBe(404)
  expect((await guest.submit(`${path}confirmation/`, {}, { origin: 'http://evil.test' })).status).toBe(403)
  const answers = [await confirm(email), await confirm(email)]
  expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
    [303, path],
    [303, path],
  ])
  expect(await statuses(night)).toEqual(['waiting'])
  expect((await guest.show(path)).text).toContain('You are on the waiting list')
  // The link was the one mail: the page says what a second one would.
  const { rows } = await client.query('select kind from mail where recipient = $1', [email])
  expect(rows).toEqual([{ kind: 'waiting_list_confirm' }])
})

/** Seen red without enqueue in confirmEntry: nothing, until the clock comes round. */
it('is offered what is free as soon as it is confirmed', async () => {
  const night = await soldOut({ capacity: 1 })
  const email = visitor()
  await ask(night, email)
  await cancel(night.bookings[0])
  await confirm(email)
  const { id } = await offerOf(night, email)
  expect((await hall.get(`/api/reservations/${id}/`)).json.tickets).toHaveLength(1)
})

/** Seen red with waitingSince set by markConfirmed: the second, whose mail came first. */
it('stands in line where it joined, whichever mail was opened first', async () => {
  const night = await soldOut()
  const [first, second] = [visitor(), visitor()]
  await ask(night, first)
  await ask(night, second)
  await confirm(second)
  await confirm(first)
  await cancel(night.bookings[0])
  await offerOf(night, first)
  expect(await statuses(night)).toEqual(['offered', 'waiting'])
})

/** Seen red without the time in openEntry: a page that confirms; and in markConfirmed as well: confirmed. */
it('is not confirmed once its time is over, and is forgotten', async () => {
  const night = await soldOut()
  const email = visitor()
  await ask(night, email)
  const path = await linkTo(email)
  const { rows } = await client.query(
    `select round(extract(epoch from confirm_until - created_at) / 3600)::int as hours,
      confirm_until = (select useful_until from mail where recipient = email) as said
     from waiting_entry where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ hours: 24, said: true }])
  await lapse(email)
  const late = await guest.show(path)
  expect([late.status, late.text.includes('confirmed in time')]).toEqual([410, true])
  expect((await guest.show(path, 'fr')).text).toContain('confirmée à temps')
  expect((await confirm(email)).headers['location']).toBe(path)
  expect(await statuses(night)).toEqual(['unconfirmed'])
  // Seen red without the time in insertEntry: nothing happens, until the clock comes round.
  await ask(night, email, 2)
  expect(await letters(email, 'waiting_list_confirm')).toHaveLength(2)
  await lapse(email)
  const kept = visitor()
  await ask(night, kept)
  await join(night, visitor())
  await run('lapse_waiting_entries')
  expect((await entries(night)).map((entry) => [entry.email === kept, entry.status])).toEqual([
    [true, 'unconfirmed'],
    [false, 'waiting'],
  ])
  await confirm(email)
  expect(await statuses(night)).toEqual(['unconfirmed', 'waiting'])
})

it('is not confirmed once the event has begun or is cancelled', async () => {
  const [begun, cancelled] = [await soldOut(), await soldOut()]
  const [late, sorry] = [visitor(), visitor()]
  await ask(begun, late)
  await client.query("update event set starts_at = now() - interval '1 minute' where id = $1", [begun.event])
  expect((await guest.show(await linkTo(late))).text).toContain('This waiting list is closed')
  expect((await confirm(late)).status).toBe(409)
  await ask(cancelled, sorry)
  await hall.post(`/api/events/${cancelled.event}/cancellation/`)
  await confirm(sorry)
  expect([...(await statuses(begun)), ...(await statuses(cancelled))]).toEqual(['unconfirmed'])
})

/** Seen red with `waiting` among what insertEntry changes: whoever waits had to confirm, and lost their turn. */
it('answers alike whether or not an address waits, and changes nothing of who does', async () => {
  const night = await soldOut()
  const [waiting, unknown] = [visitor(), visitor()]
  await join(night, waiting)
  const [known, strange] = [await ask(night, waiting, 5), await ask(night, unknown, 5)]
  const bodies = [known, strange].map(({ json: { email: _, ...rest } }) => rest)
  expect([known.status, bodies[0]]).toEqual([strange.status, bodies[1]])
  expect(await entries(night)).toMatchObject([
    { email: waiting, places: 1, status: 'waiting' },
    { email: unknown, places: 5, status: 'unconfirmed' },
  ])
  expect(await letters(waiting, 'waiting_list_confirm')).toEqual([])
})

/** Seen red without countUnconfirmed in joinWaitingList: eleven; and with staff counted as well. */
it('mails an address ten times at most that nobody confirms, whatever the events', async () => {
  const { price, product } = await hall.price('B', { stock: 0 })
  const email = visitor()
  const nights = []
  for (let number = 0; number < 12; number++) nights.push(await hall.event([product]))
  const answers = []
  for (const event of nights.slice(0, 11))
    answers.push((await ask({ event, price, bookings: [], path: '' }, email)).status)
  expect(answers).toEqual(Array(11).fill(201))
  expect(await letters(email, 'waiting_list_confirm')).toHaveLength(10)
  await join({ event: nights[11] ?? '', price, bookings: [], path: '' }, email)
  expect(await letters(email, 'waiting_list_joined')).toHaveLength(1)
  await confirm(email)
  await ask({ event: nights[10] ?? '', price, bookings: [], path: '' }, email)
  expect(await letters(email, 'waiting_list_confirm')).toHaveLength(11)
})
