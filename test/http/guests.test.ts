import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { createKey, sellingRows, untilQuiet } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Guests by a program: as on the page, each is a booking of their own, once however often they are sent (ADR 0161, 0190). */
const { server, client, hall, other } = await twoOffices()

const full = await hall.price('B', { name: 'Full price', prix: 12, max_per_user: 4 })
const shirt = await hall.price('T', { prix: 20 })
const till = await createKey(server, hall.slug, ['--permission', 'reservation:write'])
type Guest = Record<string, unknown>

const night = (fields = {}) => hall.event([full.product, shirt.product], fields)
const invite = (event: string, guests: readonly Guest[], fields = {}) =>
  server.send(hall.slug, 'POST', `/api/events/${event}/guests/`, {
    key: till,
    body: { price: full.price, guests, ...fields },
  })
const guestsOf = async (event: string) => (await hall.get(`/api/events/${event}/guests/`)).json

describe('guests', () => {
  it('are booked free of charge, mailed where they have an address, and listed', async () => {
    const event = await night()
    const email = visitor()
    const list = randomUUID()
    const answer = await invite(
      event,
      [{ first_name: 'Ada', last_name: 'Lovelace', email, places: 2, note: 'Press' }, { last_name: 'Hopper' }],
      { list, name: 'The band' },
    )
    expect([answer.status, answer.json]).toEqual([200, { list, guests: 2, places: 3, known: 0, refused: [] }])
    await untilQuiet(client)
    const [ada, hopper] = await guestsOf(event)
    expect(ada).toMatchObject({
      list,
      list_name: 'The band',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email,
      places: 2,
      scanned: 0,
      note: 'Press',
      cancelled: false,
    })
    expect(hopper).toMatchObject({ first_name: '', last_name: 'Hopper', email: '', places: 1, note: '' })
    expect((await hall.get(`/api/reservations/${ada.reservation}/payments/`)).json).toMatchObject([
      { method: 'free', received: 0 },
    ])
    const { rows } = await client.query('select recipient from mail where reservation_id = any($1)', [
      [ada.reservation, hopper.reservation],
    ])
    expect(rows).toEqual([{ recipient: email }])
    const page = await server.send(hall.slug, 'GET', `/api/events/${event}/guests/?limit=1`, { key: hall.key })
    expect([page.json.length, page.headers['link']]).toEqual([1, expect.stringContaining('cursor=')])
    const next = /<([^>]+)>/.exec(String(page.headers['link']))?.[1] ?? ''
    expect((await hall.get(next)).json).toEqual([hopper])
  })

  it('are invited once, however often and on whatever list they are sent, and again once cancelled', async () => {
    const event = await night()
    const ada = { first_name: 'Ada', last_name: 'Lovelace' }
    await invite(event, [ada])
    const again = await invite(event, [{ ...ada, last_name: 'LOVELACE', places: 3 }, { last_name: 'Hopper' }])
    expect(again.json).toMatchObject({ guests: 1, places: 1, known: 1 })
    const [first] = await guestsOf(event)
    await hall.post(`/api/reservations/${first.reservation}/cancellation/`)
    expect((await guestsOf(event))[0]).toMatchObject({ cancelled: true, places: 0 })
    expect((await invite(event, [ada])).json).toMatchObject({ guests: 1, known: 0 })
    expect((await guestsOf(event)).map(({ cancelled }: { cancelled: boolean }) => cancelled)).toEqual([false, false])
  })

  it('who find no place are named with why, and keep nobody else out', async () => {
    const event = await night({ capacity: 2 })
    const wanted = [{ last_name: 'One' }, { last_name: 'Two', places: 2 }, { last_name: 'Three' }]
    const { status, json } = await invite(event, wanted)
    expect([status, json]).toMatchObject([200, { guests: 2, places: 2, refused: [{ guest: 1, code: 'sold_out' }] }])
    expect(await guestsOf(event)).toHaveLength(2)
  })

  /** Seen red without requireGuestPrice: a shirt for each guest. */
  it('are refused as a whole where the list or its price is wrong, and nothing is booked', async () => {
    const event = await night()
    const hidden = await night({ published: false })
    const before = await sellingRows(client)
    const ada = { first_name: 'Ada', last_name: 'Lovelace' }
    const tries = [
      [event, [ada, { first_name: 'ada', last_name: 'LOVELACE' }], {}, [400, 'guests.1']],
      [event, [ada, { note: 'Nobody' }], {}, [400, 'guests.1.last_name']],
      [event, [], {}, [400, 'guests']],
      [event, [ada], { price: shirt.price }, [400, 'price']],
      [event, [ada], { price: event }, [400, 'price']],
      [hidden, [ada], {}, [409, 'not_on_sale']],
      [randomUUID(), [ada], {}, [404, 'not_found']],
    ] as const
    for (const [at, guests, fields, [expected, said]] of tries) {
      const { status, json } = await invite(at, guests, fields)
      expect([status, Object.keys(json.errors ?? { [json.code]: 1 })]).toEqual([expected, [said]])
    }
    expect((await other.get(`/api/events/${event}/guests/`)).status).toBe(404)
    const theirs = { price: full.price, guests: [ada] }
    expect((await other.post(`/api/events/${event}/guests/`, theirs)).status).toBe(404)
    expect(await sellingRows(client)).toEqual(before)
  })
})
