import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { everyCategory } from '../harness/every-category.ts'
import { whileLocked } from '../harness/rendezvous.ts'

const { server, call, read, make, create, first } = await everyCategory()

describe('the list', () => {
  const names = async (query: string, options = {}) =>
    (await server.send('agency', 'GET', `/api/events/${query}`, options)).json.map(
      (event: { name: string }) => event.name,
    )

  beforeAll(async () => {
    for (const [name, datetime] of [
      ['third', '2026-03-03T20:00:00Z'],
      ['first', '2026-03-01T20:00:00Z'],
      ['second', '2026-03-02T20:00:00Z'],
      ['second too', '2026-03-02T20:00:00Z'],
    ])
      await make('agency', { name, datetime })
  })

  it('comes by start, whole or in pages', async () => {
    const all = ['first', 'second', 'second too', 'third']
    expect(await names('')).toEqual(all)
    const paged: string[] = []
    let next: string | undefined = '/api/events/?limit=1&from=2026-03-01T20:00:00Z'
    while (next !== undefined) {
      const page = await read('agency', next)
      paged.push(...page.json.map((event: { name: string }) => event.name))
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1]
    }
    expect(paged).toEqual(all)
    expect((await read('agency', `/api/events/?cursor=nonsense`)).json.errors).toHaveProperty('cursor')
  })

  it('is filtered', async () => {
    expect(await names('?from=2026-03-02T20:00:00Z')).toEqual(['second', 'second too', 'third'])
    expect(await names('?to=2026-03-02T20:00:00Z')).toEqual(['first'])
    // A plus sign that was not escaped, as answers give it.
    expect(await names('?from=2026-03-02T21:00:00.000000+00:00')).toEqual(['third'])
    const since = new Date(Date.now() + 60_000).toISOString()
    expect(await names(`?updated_since=${since}`)).toEqual([])
    expect(await names('?updated_since=2020-01-01T00:00:00Z&limit=2')).toHaveLength(2)
    for (const query of ['?from=soon', '?limit=0', '?limit=1001', '?product=x', '?published=perhaps'])
      expect((await read('agency', `/api/events/${query}`)).status, query).toBe(400)
  })

  // A form of filters sends all of them. Red with normalizeBody in the place of normalizeQuery: 400 for each.
  it('takes an empty filter for one left out', async () => {
    const all = await names('')
    expect(await names('?from=&to=&updated_since=%20&product=&published=&limit=&cursor=')).toEqual(all)
    expect(await names('?published=&from=2026-03-03T00:00:00Z')).toEqual(['third'])
  })

  // Red without queryTime: 400. Red with midnight in UTC (`T00:00Z`): "midnight" is left out.
  it('takes a date alone for its midnight in the time zone of the tenant', async () => {
    for (const [name, datetime] of [
      ['eve', '2031-01-01T22:59:00Z'],
      ['midnight', '2031-01-01T23:00:00Z'],
      ['evening', '2031-01-02T22:59:00Z'],
      ['after', '2031-01-02T23:00:00Z'],
    ])
      await make('tour', { name, datetime })
    const day = await read('tour', '/api/events/?from=2031-01-02&to=2031-01-03')
    expect(day.json.map((event: { name: string }) => event.name)).toEqual(['midnight', 'evening'])
    for (const date of ['2031-02-30', '2031-1-2', '20310102', '2031-01', '20310102T2300Z5', '20310230T2300Z'])
      expect((await read('tour', `/api/events/?from=${date}`)).json.code, date).toBe('validation_failed')
  })
})

// Seen red with the extended form alone: 400 for each.
it('a time may have the hyphens and colons of ISO 8601 or not', async () => {
  for (const [given, meant] of [
    ['20270501T203000Z', '2027-05-01T20:30:00'],
    ['20270501T2030+0200', '2027-05-01T18:30:00'],
    ['20270501T203000.5-03', '2027-05-01T23:30:00.5'],
    ['20270501T203000', '2027-05-01T18:30:00'],
  ] as const) {
    const made = await make('festival', { name: 'Basic', datetime: given })
    expect(made.status, made.text).toBe(201)
    expect(made.json.datetime.startsWith(meant), made.json.datetime).toBe(true)
    const found = await read('festival', `/api/events/?from=${given}`)
    expect(found.json.map(({ uuid }: { uuid: string }) => uuid)).toContain(made.json.uuid)
  }
  for (const wrong of [
    '20270501 203000Z',
    '2027-05-01T203000Z',
    '20270501T20:30:00Z',
    '20270501T20Z',
    '20270532T203000Z',
  ])
    expect((await make('festival', { datetime: wrong })).json.errors, wrong).toHaveProperty('datetime')
})

describe('places and projects', () => {
  // Seen red with insertFirstProgramme as it was for A and P (no first location), and with the default for S and F only.
  it.each(['venue', 'festival', 'tour', 'agency'] as const)('of a %s fall back on the first one', async (label) => {
    const expected = {
      location: await first(label, '/api/locations/'),
      stage: await first(label, '/api/stages/'),
      project: label === 'agency' ? await first(label, '/api/projects/') : null,
    }
    expect(expected.location).toEqual(expect.any(String))
    expect(expected.stage).toEqual(expect.any(String))
    expect((await make(label, {})).json).toMatchObject(expected)
    expect((await make(label, { location: null, stage: null, project: null })).json).toMatchObject(expected)
  })

  // Seen red with `stage?.locationId ?? first`: 400, the stage is not at the first location.
  it('leave the location open for a stage that travels, and the stage where the location has none', async () => {
    const stage = await create('tour', '/api/stages/', { name: 'Truck' })
    expect((await make('tour', { stage })).json).toMatchObject({ stage, location: null })
    const location = await create('tour', '/api/locations/', { name: 'Field' })
    expect((await make('tour', { location })).json).toMatchObject({ stage: null, location })
  })

  // Seen red with findFirstStageAt alone: null.
  it('fall back on the first stage where there is no location', async () => {
    await server.cli('tenant', 'create', '--organisation', 'Nomads', '--category', 'A', '--email', 'ada@example.org')
    const words = ['--tenant', 'nomads', '--user', 'ada@example.org', '--name', 'test']
    const { api_key } = await server.cli('api-key', 'create', ...words, '--permission', 'event:write')
    const send = (method: string, path: string, body?: unknown) =>
      server.send('nomads', method, path, { key: String(api_key), ...(body === undefined ? {} : { body }) })
    const firstOf = async (path: string) => (await send('GET', path)).json[0].uuid
    const [location, stage] = [await firstOf('/api/locations/'), await firstOf('/api/stages/')]
    await send('PATCH', `/api/stages/${stage}/`, { location: null })
    expect((await send('DELETE', `/api/locations/${location}/`)).status).toBe(204)
    const made = await send('POST', '/api/events/', { name: 'Night', datetime: '2030-05-01T20:00:00Z' })
    expect(made.json).toMatchObject({ stage, location: null })
  })

  it('keep every event of a producer in a project', async () => {
    const { uuid } = (await make('agency', {})).json
    expect((await call('agency', 'PATCH', `/api/events/${uuid}/`, { project: null })).json.code).toBe('category_rule')
  })

  it('put a stage at its own location', async () => {
    const barn = await create('tour', '/api/locations/', { name: 'Barn' })
    const yard = await create('tour', '/api/locations/', { name: 'Yard' })
    const stage = await create('tour', '/api/stages/', { name: 'Cart', location: yard })
    expect((await make('tour', { location: barn, stage })).json.errors).toHaveProperty('stage')
    const { uuid, location } = (await make('tour', { stage })).json
    expect(location).toBe(yard)
    expect((await call('tour', 'PATCH', `/api/events/${uuid}/`, { location: barn })).json.errors).toHaveProperty(
      'stage',
    )
    // The stage cannot be carried away from under the event, nor anything the event names be deleted.
    expect((await call('tour', 'PATCH', `/api/stages/${stage}/`, { location: barn })).json.code).toBe('in_use')
    for (const path of [`/api/stages/${stage}/`, `/api/locations/${yard}/`])
      expect((await call('tour', 'DELETE', path)).json.code).toBe('in_use')
    expect((await call('tour', 'DELETE', `/api/events/${uuid}/`)).status).toBe(204)
    expect((await call('tour', 'DELETE', `/api/stages/${stage}/`)).status).toBe(204)
  })

  it('keep artists and options that an event names', async () => {
    const artist = await create('tour', '/api/artists/', { name: 'Duo' })
    const option = await create('tour', '/api/optionticket/', { name: 'Meal' })
    await make('tour', { artists: [{ uuid: artist }], options: [option] })
    for (const path of [`/api/artists/${artist}/`, `/api/optionticket/${option}/`])
      expect((await call('tour', 'DELETE', path)).json).toMatchObject({ status: 409, code: 'in_use' })
  })
})

describe('tickets_left', () => {
  it('is what capacity and the stocks of ticket prices leave', async () => {
    const left = async (body: Record<string, unknown>) => (await make('venue', body)).json.tickets_left
    const ticket = await create('venue', '/api/products/', { name: 'Seat', categorie_article: 'B' })
    const shirt = await create('venue', '/api/products/', { name: 'Shirt', categorie_article: 'T' })
    await create('venue', '/api/prices/', { product: shirt, name: 'M', prix: 20, stock: 1 })
    const price = await create('venue', '/api/prices/', { product: ticket, name: 'Full', prix: 10, stock: 30 })
    expect(await left({ products: [shirt] })).toBeNull()
    expect(await left({ products: [ticket, shirt] })).toBe(30)
    expect(await left({ products: [ticket], capacity: 10 })).toBe(10)
    await create('venue', '/api/prices/', { product: ticket, name: 'Half', prix: 5, stock: 12 })
    expect(await left({ products: [ticket], capacity: 100 })).toBe(42)
    const unlimited = await create('venue', '/api/prices/', { product: ticket, name: 'Guest', prix: 0 })
    expect(await left({ products: [ticket] })).toBeNull()
    expect(await left({ products: [ticket], capacity: 100 })).toBe(100)
    await call('venue', 'PATCH', `/api/prices/${unlimited}/`, { stock: 0 })

    const event = (await make('venue', { products: [ticket], capacity: 41 })).json.uuid
    const client = await server.database.connect()
    await client.query('update event_counter set held = 3 where event_id = $1', [event])
    await client.query(
      'insert into price_counter (tenant_id, price_id, event_id, held) select tenant_id, $2, $1, 5 from event where id = $1',
      [event, price],
    )
    await client.end()
    expect((await read('venue', `/api/events/${event}/`)).json.tickets_left).toBe(37)
    await call('venue', 'PATCH', `/api/events/${event}/`, { capacity: 2 })
    expect((await read('venue', `/api/events/${event}/`)).json.tickets_left).toBe(0)
  })
})

describe('the shared calendar', () => {
  const entry = async (uuid: string) => {
    const client = await server.database.connect()
    const { rows } = await client.query('select * from calendar_entry where event_id = $1', [uuid])
    await client.end()
    return rows[0]
  }

  it('has what is published, as it is now', async () => {
    const location = await create('festival', '/api/locations/', { name: 'Dune', city: 'Arcachon' })
    const { uuid, slug } = (await make('festival', { name: 'Sunrise', location })).json
    expect(await entry(uuid)).toMatchObject({ slug, name: 'Sunrise', location_name: 'Dune', city: 'Arcachon' })
    await call('festival', 'PATCH', `/api/events/${uuid}/`, { name: 'Sunset', short_description: 'Late' })
    await call('festival', 'PATCH', `/api/locations/${location}/`, { name: 'Big dune' })
    expect(await entry(uuid)).toMatchObject({
      slug,
      name: 'Sunset',
      short_description: 'Late',
      location_name: 'Big dune',
    })
    await call('festival', 'PATCH', `/api/events/${uuid}/`, { published: false })
    expect(await entry(uuid)).toBeUndefined()
    await call('festival', 'PATCH', `/api/events/${uuid}/`, { published: true })
    expect(await entry(uuid)).toMatchObject({ name: 'Sunset' })
    await call('festival', 'DELETE', `/api/events/${uuid}/`)
    expect(await entry(uuid)).toBeUndefined()
  })
})

describe('deleting', () => {
  it('takes everything of the event, and nothing that was booked', async () => {
    const { uuid } = (await make('tour', {})).json
    const booked = (await make('tour', {})).json.uuid
    const client = await server.database.connect()
    await client.query(
      `insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, 'ada@example.org', 'cancelled', 0, 1, 'en', now(), now() from event where id = $1`,
      [booked],
    )
    expect((await call('tour', 'DELETE', `/api/events/${booked}/`)).json).toMatchObject({ status: 409, code: 'in_use' })
    expect((await read('tour', `/api/events/${booked}/`)).status).toBe(200)
    expect((await call('tour', 'DELETE', `/api/events/${uuid}/`)).status).toBe(204)
    expect((await call('tour', 'DELETE', `/api/events/${uuid}/`)).status).toBe(404)
    const counters = await client.query('select event_id from event_counter where event_id = any($1)', [[uuid, booked]])
    expect(counters.rows).toEqual([{ event_id: booked }])
    await client.end()
  })

  // Seen red with the foreign key from reservation to event dropped: a reservation of nothing was left.
  it.each([
    ['a booking', 'the deletion', [201, 409]],
    ['the deletion', 'a booking', [204, 400]],
  ])('when %s comes before %s', async (former, _latter, expected) => {
    const product = await create('tour', '/api/products/', { name: 'Guest', categorie_article: 'F' })
    const price = await create('tour', '/api/prices/', { product, name: 'Guest', prix: 0 })
    const event = (await make('tour', { products: [product], datetime: '2090-05-01T20:30:00Z' })).json.uuid
    const remove = () => call('tour', 'DELETE', `/api/events/${event}/`)
    const book = () =>
      call('tour', 'POST', '/api/reservations/', { event, email: 'ben@example.org', prices: [{ uuid: price, qty: 1 }] })
    const setUp = await server.database.connect()
    // A price that was booked before: the first booking of all makes this row in a transaction of its own.
    await setUp.query('insert into price_counter select tenant_id, $2, id from event where id = $1', [event, price])
    await setUp.end()
    const order = former === 'a booking' ? [book, remove] : [remove, book]
    const lock = `select from event_counter where event_id = '${event}' for update`
    const answers = await whileLocked(server, lock, async (release) => {
      const client = await server.database.connect()
      const running: Promise<Answer>[] = []
      for (const start of order) {
        running.push(start())
        await untilWaitingForLock(client, running.length)
      }
      await client.end()
      await release()
      return Promise.all(running)
    })
    expect(answers.map((answer) => answer.status)).toEqual(expected)
  })
})
