import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Nobody works on jobs here. */
const { hall } = await twoOffices({ environment: { ROLE: 'web' } })

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
