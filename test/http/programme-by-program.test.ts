import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createKey } from '../harness/box-office.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The programme and the catalogue as their pages keep them, by programs (ADR 0190). */
const { server, client, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', hall.slug, '--time-zone', 'Europe/Paris')

const keyFor = (permission: string) => createKey(server, hall.slug, ['--permission', permission])
const [writer, reader] = [await keyFor('event:write'), await keyFor('event:read')]
const read = async (path: string) => (await hall.get(path)).json

describe('an event that is archived', () => {
  const archive = (id: string, body: Record<string, unknown> = { archived: true }) =>
    hall.patch(`/api/events/${id}/`, body)
  const readAs = (key: string | undefined, id: string) =>
    server.send(hall.slug, 'GET', `/api/events/${id}/`, key === undefined ? {} : { key })

  /** Seen red without `archived` among the fields that are read: it stays published. */
  it('is published no more, comes back unpublished, and is restored by publishing it', async () => {
    const id = await hall.event([])
    const asked = async (body: Record<string, unknown>) => {
      const { status, json } = await archive(id, body)
      return [status, json.archived, json.published]
    }
    for (const _ of ['once', 'again']) expect(await asked({ archived: true })).toEqual([200, true, false])
    expect((await readAs(undefined, id)).status).toBe(404)
    expect(await read(`/api/events/${id}/`)).toMatchObject({ archived: true, published: false })
    expect(await asked({ archived: false })).toEqual([200, false, false])
    expect(await asked({ archived: true })).toEqual([200, true, false])
    expect(await asked({ published: true })).toEqual([200, false, true])
    expect(await asked({ archived: null })).toEqual([200, false, true])
  })

  /** Seen red with `archived` shown to whoever reads the event. */
  it('says so to those alone who keep the programme', async () => {
    const id = await hall.event([])
    expect((await readAs(reader, id)).json.archived).toBe(false)
    for (const key of [undefined, writer]) expect((await readAs(key, id)).json).not.toHaveProperty('archived')
    const changed = await server.send(hall.slug, 'PATCH', `/api/events/${id}/`, {
      key: writer,
      body: { archived: true },
    })
    expect(changed.status).toBe(200)
    expect(changed.json).not.toHaveProperty('archived')
    expect(await read(`/api/events/${id}/`)).toMatchObject({ archived: true })
  })

  it('is not one that people will come to, and not one of a neighbour', async () => {
    const { product, price } = await hall.price('B', { prix: 0 })
    const event = await hall.event([product])
    const { json } = await hall.book({ event, email: visitor(), prices: one(price) })
    const refused = await archive(event)
    expect([refused.status, refused.json.code]).toEqual([409, 'in_use'])
    expect((await other.patch(`/api/events/${event}/`, { archived: true })).json.code).toBe('not_found')
    expect(await read(`/api/events/${event}/`)).toMatchObject({ archived: false, published: true })
    await hall.post(`/api/reservations/${json.uuid}/cancellation/`)
    expect((await archive(event)).status).toBe(200)
  })
})

describe('an event made again', () => {
  const copy = (id: string, body: Record<string, unknown>) => hall.post(`/api/events/${id}/copies/`, body)
  const starts = ['2900-11-02T20:30', '2900-10-05T20:30']
  const eventsNamed = async (name: string) =>
    (await client.query('select id from event where name = $1', [name])).rows.length

  it('is on other dates, with all that is said of it, by the clocks of the organisation', async () => {
    const { product } = await hall.price('B')
    const artist = await hall.create('artists', { name: 'The Owls' })
    const id = await hall.event([product], {
      name: 'Weekly',
      capacity: 70,
      short_description: 'Loud',
      published: false,
      datetime: '2900-10-03T20:30',
      doors_open: '2900-10-03T19:30',
      end_datetime: '2900-10-04T01:00',
      artists: [{ uuid: artist, datetime: '2900-10-03T21:00' }],
    })
    const made = await copy(id, { starts: [...starts, '2900-10-05T18:30Z'] })
    expect(made.status, made.text).toBe(201)
    const { uuid: _, slug: __, ...said } = await read(`/api/events/${id}/`)
    const at = (day: string, time: string) => `2900-${day}T${time}:00.000000+00:00`
    expect(made.json).toEqual([
      expect.objectContaining({
        ...said,
        datetime: at('10-05', '18:30'),
        doors_open: at('10-05', '17:30'),
        end_datetime: at('10-05', '23:00'),
        artists: [{ uuid: artist, datetime: at('10-05', '19:00') }],
      }),
      // An hour later by the sun: the clocks have changed.
      expect.objectContaining({ datetime: at('11-02', '19:30'), doors_open: at('11-02', '18:30') }),
    ])
    for (const { uuid, ...event } of made.json) expect(await read(`/api/events/${uuid}/`)).toEqual({ ...event, uuid })
    const shown = await copy(id, { starts: ['2900-12-01T20:30'], published: true })
    expect(shown.json).toMatchObject([{ published: true, archived: false }])
  })

  /** Seen red without isAskedAgain in copyEvent: the repeat makes what was deleted, and other dates are made as well. */
  it('is made once under a `uuid`, also at once, and refused with anything else', async () => {
    const [id, another] = [await hall.event([], { name: 'Once' }), await hall.event([], { name: 'Else' })]
    const uuid = randomUUID()
    const body = { uuid, starts }
    const answers = await meetAtLock(server, ['lock table event in share row exclusive mode'], 2, () =>
      Promise.all([copy(id, body), copy(id, { ...body, uuid: uuid.toUpperCase() })]),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
    expect(await eventsNamed('Once')).toBe(3)
    for (const [event, other] of [
      [id, { starts: [...starts, '2900-12-01T20:30'] }],
      [id, { published: false }],
      [another, {}],
    ] as const) {
      const refused = await copy(event, { ...body, ...other })
      expect([refused.status, refused.json.code]).toEqual([422, 'idempotency_mismatch'])
    }
    const [gone, stays] = answers[0]?.json ?? []
    await server.send(hall.slug, 'DELETE', `/api/events/${gone.uuid}/`, { key: hall.key })
    const repeat = await copy(id.toUpperCase(), { ...body, starts: starts.toReversed() })
    expect([repeat.status, repeat.json]).toEqual([201, [stays]])
    expect([await eventsNamed('Once'), await eventsNamed('Else')]).toEqual([2, 1])
    // The same elsewhere is another one.
    const theirs = await other.event([], { name: 'Theirs' })
    const elsewhere = await other.post(`/api/events/${theirs}/copies/`, body)
    expect([elsewhere.status, await eventsNamed('Theirs')]).toEqual([201, 3])
  })

  it('is not one of a neighbour, takes the right to write, and is not made where a date is none', async () => {
    const id = await hall.event([], { name: 'Guarded' })
    const path = `/api/events/${id}/copies/`
    expect((await other.post(path, { starts })).json.code).toBe('not_found')
    const asReader = await server.send(hall.slug, 'POST', path, { key: reader, body: { starts } })
    expect(asReader.status).toBe(403)
    const day = (index: number) => new Date(Date.UTC(2900, 0, index + 1)).toISOString()
    for (const wrong of [[], ['2900-02-30T20:00'], Array.from({ length: 53 }, (_, index) => day(index))]) {
      const refused = await copy(id, { starts: wrong })
      expect([refused.status, Object.keys(refused.json.errors)[0]]).toEqual([400, expect.stringMatching(/^starts/)])
    }
    expect(await eventsNamed('Guarded')).toBe(1)
    // What was refused was not asked.
    const uuid = randomUUID()
    expect((await copy(randomUUID(), { uuid, starts })).status).toBe(404)
    expect((await copy(id, { uuid, starts })).status).toBe(201)
  })
})

describe('a product made again', () => {
  const copy = (id: string, body: Record<string, unknown>) => hall.post(`/api/products/${id}/copies/`, body)

  it('has another name and the prices that are sold, and is not on sale yet', async () => {
    const { product, price } = await hall.price('A', { prix: 12, subscription_type: 'Y', scan_note: 'Blue' })
    await hall.patch(`/api/products/${product}/`, { send_to_cashless: true, short_description: 'Soft' })
    const gone = await hall.create('prices', { product, name: 'Gone', prix: 1 })
    await hall.patch(`/api/prices/${gone}/`, { archived: true })
    const made = await copy(product, { name: 'Next year' })
    expect(made.status, made.text).toBe(201)
    const { uuid: id, prices: _, ...said } = await read(`/api/products/${product}/`)
    const { uuid, prices, ...copied } = made.json
    expect(copied).toEqual({ ...said, name: 'Next year', publish: false, send_to_cashless: false })
    expect(uuid).not.toBe(id)
    const of = await read(`/api/prices/${price}/`)
    expect(prices).toEqual([{ ...of, uuid: expect.any(String), product: uuid }])
    expect(await read(`/api/products/${uuid}/`)).toEqual(made.json)
    const shown = await server.send(hall.slug, 'GET', '/api/products/')
    expect(shown.text).not.toContain(uuid)
  })

  /** Seen red without isAskedAgain in copyProduct: another name gets the first copy. */
  it('is made once under a `uuid`, also at once, and refused with anything else', async () => {
    const { product } = await hall.price('T')
    const another = await hall.price('T')
    const body = { uuid: randomUUID(), name: 'Made once' }
    const answers = await meetAtLock(server, ['lock table product in share row exclusive mode'], 2, () =>
      Promise.all([copy(product, body), copy(product, body)]),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
    for (const [id, other] of [
      [product, { name: 'Made twice' }],
      [another.product, {}],
    ] as const) {
      const refused = await copy(id, { ...body, ...other })
      expect([refused.status, refused.json.code]).toEqual([422, 'idempotency_mismatch'])
    }
    const named = await client.query("select from product where name in ('Made once', 'Made twice')")
    expect(named.rows).toHaveLength(1)
  })

  it('is not one of a neighbour, has a name, and takes the right to write', async () => {
    const { product } = await hall.price('T')
    const path = `/api/products/${product}/copies/`
    expect((await other.post(path, { name: 'Taken' })).json.code).toBe('not_found')
    for (const body of [{}, { name: ' ' }, { name: 'a'.repeat(201) }]) {
      const refused = await copy(product, body)
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['name']])
    }
    const key = await keyFor('product:read')
    expect((await server.send(hall.slug, 'POST', path, { key, body: { name: 'Read' } })).status).toBe(403)
    const write = await keyFor('product:write')
    const made = await server.send(hall.slug, 'POST', path, { key: write, body: { name: 'Written' } })
    expect(made.status).toBe(201)
    for (const seen of [made.json, ...made.json.prices]) expect(seen).not.toHaveProperty('archived')
  })
})
