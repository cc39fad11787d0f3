import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { endHold } from '../harness/box-office.ts'
import { someAtOnce } from '../harness/some-at-once.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Nobody works on jobs here. */
const { server, client, hall } = await twoOffices({ environment: { ROLE: 'web' } })
const guest = visitorAt(server, hall)

it('what became free is offered to who waits by whoever is refused it, and to nobody before', async () => {
  const { price, product } = await hall.price('B', { prix: 0 })
  const event = await hall.event([product], { capacity: 1 })
  const book = () => hall.book({ event, email: visitor(), prices: one(price) })
  const taken = (await book()).json.uuid
  const email = visitor()
  await hall.post('/api/waiting-list/', { event, price, email, places: 1 })
  const entry = async () => (await hall.get(`/api/waiting-list/?event=${event}`)).json[0]

  expect((await book()).json.code).toBe('sold_out')
  expect(await entry()).toMatchObject({ status: 'waiting', reservation: null })

  await hall.post(`/api/reservations/${taken}/cancellation/`)
  expect(await entry()).toMatchObject({ status: 'waiting', reservation: null })
  // Seen red without the offer in bookWithinLimit, and without `awaited` in keepForWaiting: it stayed `waiting`.
  expect((await book()).json.code).toBe('sold_out')
  expect(await entry()).toMatchObject({ email, status: 'offered', reservation: expect.any(String) })
})

/** Whoever looks finds the hold ended, so that each look has an event of its own. */
it('places whose hold has run out are nowhere sold out', async () => {
  const { price, product } = await hall.price('B', { prix: 10 })
  const letGo = async () => {
    const event = await hall.event([product], { capacity: 1 })
    await endHold(client, (await hall.book({ event, email: visitor(), prices: one(price) })).json.uuid)
    return event
  }

  // Each seen red without readPlaces: "Sold out", and 0.
  const { rows } = await client.query('select slug from event where id = $1', [await letGo()])
  expect((await guest.show(`/events/${rows[0].slug}/`)).text).toContain('1 left')
  expect((await hall.get(`/api/events/${await letGo()}/`)).json.tickets_left).toBe(1)
  const listed = await letGo()
  const events: { uuid: string; tickets_left: number }[] = (await hall.get('/api/events/')).json
  expect(events.find(({ uuid }) => uuid === listed)?.tickets_left).toBe(1)
  // Seen red without expireDueHolds in joinWaitingList: 201.
  const entry = { event: await letGo(), price, email: visitor(), places: 1 }
  expect((await hall.post('/api/waiting-list/', entry)).json.code).toBe('places_left')
})

it('a membership whose order has run out is on offer again', async () => {
  const { price } = await hall.price('A', { prix: 10, stock: 1, subscription_type: 'Y' })
  const order = await server.send(hall.slug, 'POST', '/api/memberships/', { body: { email: visitor(), price } })
  await endHold(client, order.json.reservation)
  const page = (await guest.show('/membership/')).text
  // Seen red without readPlaces in readOffers.
  expect([page.includes('1 left'), page.includes('Sold out')]).toEqual([true, false])
})

it('a place is booked however many holds have run out before', async () => {
  const { price, product } = await hall.price('B', { prix: 10 })
  const event = await hall.event([product])
  const small = await hall.event([product], { capacity: 1 })
  const book = (of: string) => hall.book({ event: of, email: visitor(), prices: one(price) })
  // One more than a transaction ends, and the one that is wanted last of all.
  const held = await someAtOnce(Array<string>(200).fill(event), book)
  expect(held.map(({ status }) => status)).toEqual(Array(200).fill(201))
  await book(small)
  await client.query(
    `update reservation set expires_at = now() - case when event_id = $1 then interval '1 second' else interval '1 minute' end
     where status = 'unpaid'`,
    [small],
  )
  // Seen red when one transaction was all: `sold_out`.
  expect((await book(small)).status).toBe(201)
})
