import { describe, expect, it } from 'vitest'
import { withAnotherProof } from '../harness/another-proof.ts'
import { one, visitor } from '../harness/booking.ts'
import { sellingRows } from '../harness/box-office.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Who waits at an event that is sold out: how they join, and how they leave. */
const { server, client, hall, other } = await twoOffices()
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]
const [hereRoom, otherRoom] = [waitingRoomAt(server, client, hall), waitingRoomAt(server, client, other)]
const { soldOut, ask, join, entries, statuses, cancel, letters } = hereRoom

/** Somebody asks this organisation to forget them. */
function forget(cookie: string) {
  return server.send(hall.slug, 'POST', '/account/erasure/', {
    cookie,
    body: '',
    headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
  })
}

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
    expect(answers.map(({ headers }) => headers['location'])).toEqual([`${path}?step=confirm`, `${path}?step=confirm`])
    expect((await guest.show(`${path}?step=confirm`)).text).toContain('within 24 hours')
    expect((await guest.show(`${path}?step=confirm`, 'fr')).text).toContain('dans les 24\u00a0heures')
    expect(await entries(night)).toMatchObject([{ email, places: 2, status: 'unconfirmed', reservation: null }])
    expect(await letters(email, 'waiting_list_confirm')).toHaveLength(1)
  })

  /** Seen red with either sentence for all of them. */
  it('says whether places are left or nothing is on sale, where there is nothing to wait for', async () => {
    const night = async (fields: Record<string, unknown>, eventFields = {}) => {
      const { product } = await hall.price('B', { prix: 0, ...fields })
      const poster = await hall.price('T')
      const event = await hall.event([product, poster.product], eventFields)
      const { slug } = (await hall.get(`/api/events/${event}/`)).json
      return { event, path: `/events/${slug}/waiting-list/` }
    }
    const open = await night({ stock: 5 })
    const closed = await night({ sales_end: new Date(Date.now() - 60_000).toISOString() })
    const called = await night({ stock: 5 })
    await hall.post(`/api/events/${called.event}/cancellation/`)
    const said = async ({ path }: typeof open, language: string, ...sentences: string[]) => {
      const { text } = await guest.show(path, language)
      return sentences.map((sentence) => text.includes(sentence))
    }
    const en = ['no need to wait: places are left', 'Nothing is on sale here']
    const fr = ['Inutile d’attendre\u00a0: il reste des places', 'Rien n’est en vente ici']
    for (const [language, sentences] of [['en', en] as const, ['fr', fr] as const]) {
      expect(await said(open, language, ...sentences)).toEqual([true, false])
      expect(await said(closed, language, ...sentences)).toEqual([false, true])
      expect(await said(called, language, ...sentences)).toEqual([false, true])
    }
  })

  /** Seen red with `trusted` always false in joinWithinLimit: unconfirmed. */
  it('needs no confirmation of the person signed in, nor where staff answers for the address', async () => {
    const night = await soldOut()
    const [email, elsewhere, told] = [visitor(), visitor(), visitor()]
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const origin = originOf(server, hall.slug)
    const options = { cookie, headers: { origin, 'content-type': 'application/x-www-form-urlencoded' } }
    const body = new URLSearchParams({ price: night.price, places: '1' }).toString()
    const path = `${night.path}waiting-list/`
    const answer = await server.send(hall.slug, 'POST', path, { ...options, body })
    expect(answer.headers['location']).toBe(`${path}?step=joined`)
    const { event, price } = night
    const forAnother = await server.send(hall.slug, 'POST', '/api/waiting-list/', {
      cookie,
      headers: { origin },
      body: { event, price, email: elsewhere, places: 1 },
    })
    expect(forAnother.json).toMatchObject({ email: elsewhere, to_confirm: true })
    expect((await join(night, told)).json).toMatchObject({ email: told, to_confirm: false })
    expect(await statuses(night)).toEqual(['waiting', 'unconfirmed', 'waiting'])
    for (const joined of [email, told]) expect(await letters(joined, 'waiting_list_joined')).toHaveLength(1)
  })

  it('is for what is sold out, of this organisation', async () => {
    const night = await soldOut()
    const { price, product } = await hall.price('B')
    const event = await hall.event([product])
    const email = visitor()
    const before = await sellingRows(client)
    const refused = async (body: object, office = hall) =>
      (await server.send(office.slug, 'POST', '/api/waiting-list/', { body: { email, places: 1, ...body } })).json.code
    expect(await refused({ event, price })).toBe('places_left')
    expect(await refused({ event: night.event, price })).toBe('validation_failed')
    expect(await refused({ event: night.event, price: night.price }, other)).toBe('validation_failed')
    // Seen red without the price in requireSoldOut.
    const tooMany = { event: night.event, price: night.price, email, places: 11 }
    const { json } = await server.send(hall.slug, 'POST', '/api/waiting-list/', { body: tooMany })
    expect([json.code, json.line]).toEqual(['max_per_user', { price: night.price }])
    expect((await stranger.show(`${night.path}waiting-list/`)).status).toBe(404)
    expect(await sellingRows(client)).toEqual(before)
    expect((await other.get('/api/waiting-list/')).json).toEqual([])
  })
})

it('is left by the link in every mail, which works nowhere else', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  const path = (await letters(email, 'waiting_list_joined'))[0]?.path ?? ''
  expect((await guest.show(path)).text).toContain('Leave the waiting list')
  expect(await statuses(night)).toEqual(['waiting'])
  expect((await stranger.submit(path)).status).toBe(404)
  expect((await guest.submit(withAnotherProof(path))).status).toBe(404)
  expect((await guest.submit(path)).headers['location']).toBe(path)
  expect((await guest.show(path)).text).toContain('You are not on the waiting list')
  expect(await statuses(night)).toEqual(['left'])
  // What is free now is for everybody.
  await cancel(night.bookings[0])
  const booked = await hall.book({ event: night.event, email: visitor(), prices: one(night.price) })
  expect(booked.status).toBe(201)
})

/** Seen red without removeEntriesOf in erasePerson: the place stayed held for nobody. */
it('what was offered to whoever is forgotten goes to the next in line at once, and at no other organisation', async () => {
  const [night, elsewhere] = [await soldOut({ capacity: 1 }), await otherRoom.soldOut({ capacity: 1 })]
  const [email, next] = [visitor(), visitor()]
  for (const [room, at] of [
    [hereRoom, night],
    [otherRoom, elsewhere],
  ] as const) {
    for (const one of [email, next]) await room.join(at, one)
    await room.cancel(at.bookings[0])
    await room.offerOf(at, email)
  }
  const offer = await hereRoom.offerOf(night, email)
  await forget(await signIn(server, hall.slug, hall.slug, email))
  expect((await hereRoom.offerOf(night, next)).id).not.toBe(offer.id)
  expect((await hall.get(`/api/reservations/${offer.id}/`)).json.status).toBe('C')
  expect(await statuses(night)).toEqual(['offered'])
  expect(await hereRoom.heldAt(night)).toBe(1)
  expect(
    (await client.query('select from mail where recipient = $1 and tenant_id = $2', [email, hall.tenantId])).rowCount,
  ).toBe(0)
  expect(await otherRoom.statuses(elsewhere)).toEqual(['offered', 'waiting'])
})

/** Seen red without eraseEntries in erasePerson: the address stays. */
it('whoever wants to be forgotten waits no longer', async () => {
  const night = await soldOut()
  const email = visitor()
  await ask(night, email)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  expect((await server.send(hall.slug, 'GET', '/account/data.json', { cookie })).text).toContain('"waiting"')
  await forget(cookie)
  expect(await entries(night)).toEqual([])
})
