import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Nobody works on jobs here: what is offered was offered by hand (ADR 0169). */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })
const guest = visitorAt(server, hall)
const { soldOut, ask, join, statuses, entryOf, cancel, letters, heldAt } = waitingRoomAt(server, client, hall)

await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@desk.test', '--role', 'box_office')
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'door@desk.test', '--role', 'steward')
const manager = await staffOf(server, hall)
const seller = await staffOf(server, hall, 'box@desk.test')
const steward = await staffOf(server, hall, 'door@desk.test')
const stranger = await staffOf(server, other)

type Night = Awaited<ReturnType<typeof soldOut>>

const path = '/admin/waiting-lists/'
const offerNow = ({ event }: Night, by = seller) => by.press(`${path}${event}/offers/`, [])
const offerTo = (uuid: string, by = seller) => by.press(`${path}entries/${uuid}/offer/`, [])
const setWaitingList = ({ event }: Night, way: 'closing' | 'opening', price = '', by = seller) =>
  by.press(`${path}${event}/${way}/`, price === '' ? [] : [['price', price]])
/** What the page of an event in the log says. */
const logOf = async ({ event }: Night) => (await manager.show(`/admin/audit/?of=${event}`)).text

/** Of a night whose list has somebody for each number of places. */
async function waiting(...places: readonly number[]) {
  const night = await soldOut()
  const people = places.map((wanted) => ({ email: visitor(), wanted }))
  for (const { email, wanted } of people) await join(night, email, wanted)
  return { night, emails: people.map(({ email }) => email) }
}

describe('what is free', () => {
  it('is offered to the first in line at a press, as much as there is, and noted', async () => {
    const { night, emails } = await waiting(2, 1)
    await cancel(night.bookings[0])
    expect(await statuses(night)).toEqual(['waiting', 'waiting'])
    const answer = await offerNow(night)
    expect([answer.status, answer.headers['location']]).toEqual([303, `${path}${night.event}/?done=offered`])
    expect((await seller.show(String(answer.headers['location']))).text).toContain('Offered:')
    expect(await statuses(night)).toEqual(['offered', 'waiting'])
    expect(await heldAt(night)).toBe(2)
    const [letter] = await letters(emails[0] ?? '', 'waiting_list_offer')
    expect((await guest.show(letter?.path ?? '')).text).toContain('This place is held for you')
    const log = await logOf(night)
    expect(log).toContain('Offered places to somebody on a waiting list')
    expect([log.includes('box@desk.test'), log.includes(emails[0] ?? '')]).toEqual([true, true])
    expect((await manager.show(`/admin/audit/?of=${night.event}`, 'fr')).text).toContain(
      'A proposé des places à quelqu’un d’une liste d’attente',
    )
  })

  /** Seen red with the limits left out of placesToOffer: 303, and a third place held of two. */
  it('is offered to whoever is chosen, before who stands before them, and to nobody then', async () => {
    const { night, emails } = await waiting(1, 1)
    const [first = '', second = ''] = emails
    await cancel(night.bookings[0])
    expect((await offerTo((await entryOf(night, second)).uuid)).status).toBe(303)
    expect(await statuses(night)).toEqual(['waiting', 'offered'])
    const refused = await offerTo((await entryOf(night, first)).uuid)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Nothing is free of what they wait for.')
    expect(await statuses(night)).toEqual(['waiting', 'offered'])
    expect(await heldAt(night)).toBe(2)
    expect(await letters(first, 'waiting_list_offer')).toEqual([])
    const twice = await offerTo((await entryOf(night, second)).uuid)
    expect([twice.status, twice.text.includes('They do not wait any more')]).toEqual([409, true])
  })

  /** Seen red without expireDueHolds in offerNow: 409. */
  it('is a hold that nobody has paid in time, too', async () => {
    const night = await soldOut({ prix: 10 })
    await join(night, visitor())
    await client.query("update reservation set expires_at = now() - interval '1 minute' where id = $1", [
      night.bookings[0],
    ])
    expect((await offerNow(night)).status).toBe(303)
    expect(await statuses(night)).toEqual(['offered'])
  })

  it('is not offered, with the reason, where there is none to offer or nobody to take it', async () => {
    const { night, emails } = await waiting(1)
    const reason = async (answer: Promise<{ status: number; text: string }>) => {
      const { status, text } = await answer
      expect(status).toBe(409)
      expect(text).toContain('Nothing was offered')
      return text
    }
    expect(await reason(offerNow(night))).toContain('Nothing is free of what they wait for.')
    const { uuid } = await entryOf(night, emails[0] ?? '')
    await hall.patch(`/api/events/${night.event}/`, { capacity: 10, published: false })
    for (const press of [() => offerNow(night), () => offerTo(uuid)])
      expect(await reason(press())).toContain('The event is not published.')
    await hall.patch(`/api/events/${night.event}/`, { published: true })
    const { products } = (await hall.get(`/api/events/${night.event}/`)).json
    await hall.patch(`/api/products/${products[0]}/`, { publish: false })
    expect(await reason(offerTo(uuid))).toContain('not on sale at the moment')
    await hall.patch(`/api/products/${products[0]}/`, { publish: true })
    expect((await offerNow(night)).status).toBe(303)
    expect(await reason(offerNow(night))).toContain('Nobody waits for this event any more')
    const late = await soldOut()
    const asked = visitor()
    await ask(late, asked)
    const unconfirmed = await reason(offerTo((await entryOf(late, asked)).uuid))
    expect(unconfirmed).toContain('have not confirmed their address yet')
    await client.query("update event set starts_at = now() - interval '1 hour' where id = $1", [late.event])
    expect(await reason(offerNow(late))).toContain('The event has begun')
  })
})

describe('a list', () => {
  /** Seen red without `waitingClosed` in requireSoldOut: 201. */
  it('that is closed takes nobody new, and keeps who is on it', async () => {
    const { night, emails } = await waiting(1)
    const asked = visitor()
    await ask(night, asked)
    const answer = await setWaitingList(night, 'closing')
    expect(answer.headers['location']).toBe(`${path}${night.event}/?done=closed`)
    expect((await ask(night, visitor())).json).toMatchObject({
      code: 'not_on_sale',
      detail: 'The organisation has closed this waiting list to new people.',
    })
    expect((await join(night, visitor())).status).toBe(409)
    // Neither page has a way to join, and both say why.
    for (const page of [night.path, `${night.path}waiting-list/`]) {
      const { text } = await guest.show(page)
      expect(text).toContain('The waiting list is closed')
      expect(text).not.toContain('Join the waiting list')
    }
    const posted = await guest.submit(`${night.path}waiting-list/`, {
      price: night.price,
      places: '1',
      email: visitor(),
    })
    expect([posted.status, posted.text.includes('has closed this waiting list')]).toEqual([409, true])
    const [joined] = await letters(emails[0] ?? '', 'waiting_list_joined')
    expect((await guest.show(joined?.path ?? '')).text).toContain('You keep your place in line')
    const [letter] = await letters(asked, 'waiting_list_confirm')
    expect((await guest.show(letter?.path ?? '')).text).toContain('can still confirm')
    await guest.submit(`${letter?.path}confirmation/`)
    expect(await statuses(night)).toEqual(['waiting', 'waiting'])
    await cancel(night.bookings[0])
    expect((await offerNow(night)).status).toBe(303)
    expect(await statuses(night)).toEqual(['offered', 'waiting'])
  })

  it('is opened again, and each is noted once', async () => {
    const night = await soldOut()
    for (const way of ['closing', 'closing', 'opening', 'opening'] as const) await setWaitingList(night, way)
    expect((await ask(night, visitor())).status).toBe(201)
    expect((await guest.show(night.path)).text).toContain('Join the waiting list')
    const log = await logOf(night)
    expect(log.match(/Closed a waiting list/g)).toHaveLength(1)
    expect(log.match(/Opened a waiting list again/g)).toHaveLength(1)
  })

  it('of one price is closed, and the other’s is not', async () => {
    const night = await soldOut()
    const [{ product }] = (await client.query('select product_id as product from price where id = $1', [night.price]))
      .rows
    const { json } = await hall.post('/api/prices/', { product, name: 'Reduced <i>', prix: 0 })
    await setWaitingList(night, 'closing', night.price)
    expect((await ask(night, visitor())).json.code).toBe('not_on_sale')
    expect((await ask({ ...night, price: json.uuid }, visitor())).status).toBe(201)
    const form = (await guest.show(`${night.path}waiting-list/`)).text
    expect([form.includes(night.price), form.includes(json.uuid)]).toEqual([false, true])
    expect((await guest.show(night.path)).text).toContain('Join the waiting list')
    const log = await logOf(night)
    expect(log).toMatch(/Closed a waiting list.*Price/s)
    expect((await setWaitingList(night, 'closing', '0197b5f0-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await setWaitingList(night, 'closing', 'nothing')).status).toBe(400)
  })

  /** Seen red with all of these routes of `staff('overview')`. */
  it('is neither another organisation’s nor the steward’s', async () => {
    const { night, emails } = await waiting(1)
    await cancel(night.bookings[0])
    const { uuid } = await entryOf(night, emails[0] ?? '')
    for (const [by, status] of [
      [stranger, 404],
      [steward, 403],
    ] as const) {
      expect((await offerNow(night, by)).status).toBe(status)
      expect((await offerTo(uuid, by)).status).toBe(status)
      expect((await setWaitingList(night, 'closing', '', by)).status).toBe(status)
      expect((await setWaitingList(night, 'opening', '', by)).status).toBe(status)
    }
    expect(await statuses(night)).toEqual(['waiting'])
    expect((await ask(night, visitor())).status).toBe(201)
  })
})
