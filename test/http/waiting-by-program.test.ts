import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { createKey } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Waiting lists by a program: the use cases of the pages (ADR 0169, 0190). Nobody works on jobs here. */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })
const { soldOut, join, ask, statuses, entryOf, cancel } = waitingRoomAt(server, client, hall)
const till = await createKey(server, hall.slug, ['--permission', 'reservation:write'])

type Night = Awaited<ReturnType<typeof soldOut>>
const send = (method: string, path: string, body = {}) => server.send(hall.slug, method, path, { key: till, body })
const offers = ({ event }: Night) => `/api/events/${event}/waiting-list/offers/`
const listOf = ({ event }: Night) => `/api/events/${event}/waiting-list/`

async function waiting(count: number) {
  const night = await soldOut()
  const emails = Array.from({ length: count }, visitor)
  for (const email of emails) await join(night, email, 1)
  return { night, emails }
}

describe('what is free', () => {
  it('is offered to the first in line, and why not is said then', async () => {
    const { night } = await waiting(2)
    const full = await send('POST', offers(night))
    expect([full.status, full.json]).toEqual([200, { offered: false, reason: 'nothing_free' }])
    await cancel(night.bookings[0])
    expect((await other.post(offers(night))).status).toBe(404)
    expect(await statuses(night)).toEqual(['waiting', 'waiting'])
    expect((await send('POST', offers(night))).json).toEqual({ offered: true, reason: null })
    expect(await statuses(night)).toEqual(['offered', 'waiting'])
    expect((await send('POST', offers(await soldOut()))).json.reason).toBe('nobody')
  })

  it('is offered to whoever is chosen, once', async () => {
    const { night, emails } = await waiting(2)
    await cancel(night.bookings[0])
    const { uuid } = await entryOf(night, emails[1] ?? '')
    const path = `/api/waiting-list/${uuid}/offer/`
    expect((await other.post(path)).status).toBe(404)
    expect((await send('POST', path)).json).toEqual({ offered: true, reason: null })
    expect((await send('POST', path)).json).toEqual({ offered: false, reason: 'moved' })
    expect(await statuses(night)).toEqual(['waiting', 'offered'])
  })
})

describe('a list', () => {
  /** Seen red with the price left out of what is closed. */
  it('is closed to newcomers and opened again, of one price or as a whole', async () => {
    const { night } = await waiting(1)
    const event = night.event
    const open = { event, closed: false, closed_prices: [] }
    const state = async () => (await hall.get(listOf(night))).json
    expect(await state()).toEqual(open)
    expect((await other.get(listOf(night))).status).toBe(404)
    expect((await other.patch(listOf(night), { closed: true })).status).toBe(404)
    const closed = await send('PATCH', listOf(night), { closed: true, price: night.price })
    expect([closed.status, closed.json]).toEqual([200, { ...open, closed_prices: [night.price] }])
    const refused = await ask(night, visitor())
    expect([refused.status, refused.json.code]).toEqual([409, 'not_on_sale'])
    await send('PATCH', listOf(night), { closed: false, price: night.price })
    for (const _ of [1, 2])
      expect((await send('PATCH', listOf(night), { closed: true })).json).toEqual({ ...open, closed: true })
    expect((await ask(night, visitor())).status).toBe(409)
    expect((await send('PATCH', listOf(night), { closed: false })).json).toEqual(open)
    expect((await ask(night, visitor())).status).toBe(201)
    const wrong = await send('PATCH', listOf(night), { closed: true, price: event })
    expect([wrong.status, Object.keys(wrong.json.errors)]).toEqual([400, ['price']])
    expect(await state()).toEqual(open)
  })
})
