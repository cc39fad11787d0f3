import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { type Night, waitingRoomAt } from '../harness/waiting-list.ts'

/** What becomes of those who wait for what is archived, or off sale (ADR 0083). */
const { server, client, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)
const room = waitingRoomAt(server, client, hall)
const otherRoom = waitingRoomAt(server, client, other)
const { soldOut, join, cancel, statuses, run, letters, offerOf } = room

const productOf = async ({ event }: Night) => (await hall.get(`/api/events/${event}/`)).json.products[0]
const pageOf = async (email: string, kind = 'waiting_list_joined', language = 'en') =>
  guest.show((await letters(email, kind))[0]?.path ?? '', language)
const endingsOf = (email: string) => letters(email, 'waiting_list_ended')

const bodyOf = async (email: string) => {
  const { rows } = await client.query(
    "select letter->>'subject' as subject, letter->'paragraphs'->>0 as said from mail where recipient = $1 and kind = 'waiting_list_ended'",
    [email],
  )
  return rows[0]
}

/** Each way by which nobody is sold any more what they wait for; seen red before: they waited without a word. */
const ways: readonly (readonly [string, (night: Night) => Promise<unknown>])[] = [
  ['a price that is archived', ({ price }) => hall.patch(`/api/prices/${price}/`, { archived: true })],
  [
    'a product that is archived',
    async (night) => hall.patch(`/api/products/${await productOf(night)}/`, { archived: true }),
  ],
  [
    'a product that the event sells no longer',
    async ({ event }) => hall.patch(`/api/events/${event}/`, { products: [(await hall.price('B')).product] }),
  ],
]

describe.each(ways)('whoever waits for %s', (_, archive) => {
  it('is told once, and may wait for something else', async () => {
    const night = await soldOut()
    const [email, theirs] = [visitor(), await otherRoom.soldOut()]
    await join(night, email)
    await otherRoom.join(theirs, visitor())
    await archive(night)
    expect((await pageOf(email)).text).toContain('The tickets you were waiting for are no longer on sale')
    expect((await pageOf(email, undefined, 'fr')).text).toContain(
      'Les billets que vous attendiez ne sont plus en vente',
    )
    await cancel(night.bookings[0])
    await run('offer_freed_places')
    await run('offer_freed_places')
    expect(await statuses(night)).toEqual(['left'])
    expect(await endingsOf(email)).toMatchObject([{ path: night.path }])
    expect(await bodyOf(email)).toEqual({
      subject: expect.stringContaining('No longer on sale: Night'),
      said: expect.stringContaining('at the price “Price” are no longer sold, so you have been taken off'),
    })
    expect((await pageOf(email)).text).toContain('you will not hear from us again')
    expect(await otherRoom.statuses(theirs)).toEqual(['waiting'])
    const rest = await hall.price('B', { prix: 0, stock: 0 })
    await hall.patch(`/api/events/${night.event}/`, { products: [rest.product] })
    expect((await join({ ...night, price: rest.price }, email)).status).toBe(201)
    expect(await statuses(night)).toEqual(['waiting'])
  })

  it('and has yet to confirm it, is told by the page of the link', async () => {
    const night = await soldOut()
    const email = visitor()
    await room.ask(night, email)
    await archive(night)
    const asked = await pageOf(email, 'waiting_list_confirm')
    expect(asked.text).toContain('The tickets you were waiting for are no longer on sale')
    expect(asked.text).not.toContain('<form method="post"')
    const [letter] = await letters(email, 'waiting_list_confirm')
    expect((await guest.submit(`${letter?.path}confirmation/`)).status).toBe(409)
    expect(await statuses(night)).toEqual(['unconfirmed'])
    expect(await endingsOf(email)).toEqual([])
  })
})

/** Seen red with these among what is unsold. */
describe.each([
  ['product', async (night: Night) => `/api/products/${await productOf(night)}/`, 'publish'],
  ['event', async ({ event }: Night) => `/api/events/${event}/`, 'published'],
] as const)('while the %s is off sale', (what, pathOf, field) => {
  it('nobody is mailed, the page says it, and the place in line is kept', async () => {
    const night = await soldOut()
    const [first, second] = [visitor(), visitor()]
    await join(night, first)
    const path = await pathOf(night)
    await hall.patch(path, { [field]: false })
    await cancel(night.bookings[0])
    await run('offer_freed_places')
    const page = (await pageOf(first)).text
    expect(page).toContain('not on sale at the moment')
    expect(page).toContain('Leave the waiting list')
    expect(page.includes(`href="${night.path}"`)).toBe(what === 'product')
    expect((await pageOf(first, undefined, 'fr')).text).toContain('pas en vente')
    expect([await statuses(night), await endingsOf(first)]).toEqual([['waiting'], []])
    await hall.patch(path, { [field]: true })
    expect((await pageOf(first)).text).not.toContain('not on sale at the moment')
    await join(night, second)
    await run('offer_freed_places')
    await offerOf(night, first)
    expect(await statuses(night)).toEqual(['offered', 'waiting'])
  })
})

/** Nothing of it has ended: it may be under repair. Seen red without `event.published` in isUnsold. */
it('of an event that is on no page, a price that is archived ends nothing until it is shown again', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  await hall.patch(`/api/events/${night.event}/`, { published: false })
  await hall.patch(`/api/prices/${night.price}/`, { archived: true })
  await run('offer_freed_places')
  expect([await statuses(night), await endingsOf(email)]).toEqual([['waiting'], []])
  await hall.patch(`/api/events/${night.event}/`, { published: true })
  await run('offer_freed_places')
  expect([await statuses(night), await endingsOf(email)]).toMatchObject([['left'], [{ path: night.path }]])
})

it('an offer that was made before is held to its own end', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  await cancel(night.bookings[0])
  const offer = await offerOf(night, email)
  await hall.patch(`/api/prices/${night.price}/`, { archived: true })
  await run('offer_freed_places')
  expect((await guest.submit(`${offer.path}acceptance/`)).status).toBe(303)
  expect([await statuses(night), await endingsOf(email)]).toEqual([['taken'], []])
})

it('the page of a price and that of a product say before how many will be told', async () => {
  const night = await soldOut()
  const staff = await staffOf(server, hall)
  const pages = [`/admin/prices/${night.price}/`, `/admin/products/${await productOf(night)}/`]
  const said = async (language = 'en') =>
    Promise.all(pages.map(async (path) => (await staff.show(path, language)).text))
  for (const text of await said()) expect(text).not.toContain('on a waiting list')
  await join(night, visitor())
  for (const text of await said()) expect(text).toContain('One person is on a waiting list for it.')
  await join(night, visitor())
  for (const text of await said()) expect(text).toContain('2 people are on a waiting list for it.')
  for (const text of await said('fr')) expect(text).toContain('2 personnes sont sur une liste d’attente.')
})
