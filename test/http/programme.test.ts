import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meetAtLock } from '../harness/rendezvous.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer
const keys: Record<string, string> = {}
/** A tenant of each category that sells; the festival is the other tenant wherever one is needed. */
const categories = { hall: 'S', festival: 'F', tour: 'A', agency: 'P' } as const
type Label = keyof typeof categories | 'meta'

async function keyFor(tenant: string, ...permissions: string[]): Promise<string> {
  const words = permissions.flatMap((permission) => ['--permission', permission])
  const made = await server.cli(
    'api-key',
    'create',
    '--tenant',
    tenant,
    '--user',
    'ada@example.org',
    '--name',
    'test',
    ...words,
  )
  return String(made['api_key'])
}

beforeAll(async () => {
  server = await startServer()
  for (const [name, category] of Object.entries(categories))
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      name,
      '--category',
      category,
      '--email',
      'ada@example.org',
      '--city',
      'Lyon',
    )
  for (const tenant of [...Object.keys(categories), 'meta']) keys[tenant] = await keyFor(tenant, 'event:write')
})
afterAll(() => server.stop())

const call = (label: Label, method: string, path: string, body?: unknown) =>
  server.send(label, method, path, { key: keys[label] ?? '', ...(body === undefined ? {} : { body }) })
const create = (label: Label, path: string, body: unknown) => call(label, 'POST', path, body)

async function listed(label: Label, path: string): Promise<{ uuid: string; name: string }[]> {
  return (await server.send(label, 'GET', path)).json
}

describe.each([
  ['/api/optionticket/', { name: 'Meal', description: 'Vegetarian' }, { description: null }],
  [
    '/api/locations/',
    { name: 'Barn', adress: '1 Lane', postal_code: '01000', city: 'Bourg' },
    { city: 'Lyon', adress: '' },
  ],
  ['/api/stages/', { name: 'Tent' }, { name: 'Big tent' }],
  [
    '/api/artists/',
    { name: 'The Lovelaces', short_description: 'Post-rock', site_web: 'https://example.org/' },
    { long_description: 'Two\nlines' },
  ],
])('%s', (path, body, change) => {
  it('creates, reads, lists, changes and deletes', async () => {
    const made = await create('festival', path, { ...body, ignored: [1] })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      ...body,
      ...(path === '/api/locations/' ? { postal_code: 1000, postal_code_text: '01000' } : {}),
    })
    const { uuid } = made.json

    const one = await server.send('festival', 'GET', `${path}${uuid}`)
    expect(one.json).toEqual(made.json)
    expect((await listed('festival', path)).map((entry) => entry.uuid)).toContain(uuid)

    const changed = await call('festival', 'PATCH', `${path}${uuid}/`, change)
    expect(changed.status).toBe(200)
    const expected = { ...made.json, ...change, ...('adress' in change ? { adress: null } : {}) }
    expect(changed.json).toEqual(expected)
    expect((await call('festival', 'PATCH', `${path}${uuid}/`, {})).json).toEqual(expected)

    const deleted = await call('festival', 'DELETE', `${path}${uuid}/`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call('festival', method, `${path}${uuid}/`, method === 'PATCH' ? change : undefined)).status).toBe(
        404,
      )
  })

  it('keeps to its tenant', async () => {
    const { uuid } = (await create('festival', path, body)).json
    expect(await listed('tour', path)).not.toContainEqual(expect.objectContaining({ uuid }))
    expect((await server.send('tour', 'GET', `${path}${uuid}/`)).status).toBe(404)
    expect((await call('tour', 'PATCH', `${path}${uuid}/`, change)).status).toBe(404)
    expect((await call('tour', 'DELETE', `${path}${uuid}/`)).status).toBe(404)
    expect((await server.send('festival', 'GET', `${path}${uuid}/`)).status).toBe(200)
  })

  it('is written with event:write only, and refuses what is wrong', async () => {
    expect((await server.send('festival', 'POST', path, { body })).json.code).toBe('credentials_required')
    const other = await keyFor('festival', 'product:write')
    expect((await server.send('festival', 'POST', path, { body, key: other })).json.code).toBe('permission_denied')
    expect((await create('festival', path, { ...body, name: '' })).json).toMatchObject({
      code: 'validation_failed',
      errors: { name: [expect.any(String)] },
    })
    expect((await create('festival', path, {})).status).toBe(400)
    expect((await create('meta', path, body)).json.code).toBe('category_rule')
  })

  it('gives pages', async () => {
    for (const name of ['One', 'Two', 'Three']) await create('festival', path, { ...body, name })
    const all = await listed('festival', path)
    const names: unknown[] = []
    let next: string | undefined = `${path}?limit=2`
    while (next !== undefined) {
      const page = await server.send('festival', 'GET', next)
      expect(page.json.length).toBeLessThanOrEqual(2)
      names.push(...page.json)
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1]
    }
    expect(names).toEqual(all)
    expect((await server.send('festival', 'GET', `${path}?cursor=nonsense`)).status).toBe(400)
  })
})

describe('category rules', () => {
  it('begins as the category says', async () => {
    const counts: Record<string, number[]> = {}
    for (const label of Object.keys(categories) as Label[]) {
      const lists = await Promise.all(['locations', 'stages', 'projects'].map((noun) => listed(label, `/api/${noun}/`)))
      counts[label] = lists.map((list) => list.length)
    }
    expect(counts).toMatchObject({ hall: [1, 1, 0], tour: [1, 1, 0], agency: [1, 1, 1] })
  })

  it('keeps a venue at one location and one stage', async () => {
    for (const path of ['/api/locations/', '/api/stages/']) {
      expect((await create('hall', path, { name: 'Second' })).json.code).toBe('category_rule')
      const [only] = await listed('hall', path)
      expect((await call('hall', 'DELETE', `${path}${only?.uuid}/`)).json.code).toBe('category_rule')
      expect(await listed('hall', path)).toHaveLength(1)
    }
    const [location] = await listed('hall', '/api/locations/')
    expect((await call('hall', 'PATCH', `/api/locations/${location?.uuid}/`, { name: 'Renamed' })).status).toBe(200)
  })

  it('gives projects to producers only, and never takes the last one', async () => {
    for (const label of ['hall', 'festival', 'tour'] as const)
      expect((await create(label, '/api/projects/', { name: 'Play' })).json.code).toBe('category_rule')
    const second = await create('agency', '/api/projects/', { name: 'Play', long_description: 'Long' })
    expect(second.json).toMatchObject({ name: 'Play', short_description: null, long_description: 'Long' })
    expect((await call('agency', 'DELETE', `/api/projects/${second.json.uuid}/`)).status).toBe(204)
    const [last] = await listed('agency', '/api/projects/')
    expect((await call('agency', 'DELETE', `/api/projects/${last?.uuid}/`)).json.code).toBe('category_rule')
  })

  // Seen red with the lock of countEntriesLocked taken out: both projects were deleted.
  it('leaves one when two are deleted at once', async () => {
    const [first] = await listed('agency', '/api/projects/')
    const second = (await create('agency', '/api/projects/', { name: 'Second' })).json
    // With the guard both wait at the tenant; without it both wait at their own rows.
    const locks = ["select 1 from tenant where slug = 'agency' for update", 'select 1 from project for update']
    const answers = await meetAtLock(server, locks, 2, () =>
      Promise.all([first?.uuid, second.uuid].map((uuid) => call('agency', 'DELETE', `/api/projects/${uuid}/`))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400])
    expect(await listed('agency', '/api/projects/')).toHaveLength(1)
  })
})

describe('a stage', () => {
  it('belongs to a location of its own tenant', async () => {
    const location = (await create('tour', '/api/locations/', { name: 'Arena' })).json
    const stage = await create('tour', '/api/stages/', { name: 'Left', location: location.uuid })
    expect(stage.json).toEqual({ uuid: stage.json.uuid, name: 'Left', location: location.uuid, archived: false })
    const [foreign] = await listed('hall', '/api/locations/')
    for (const uuid of [foreign?.uuid, '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10', 'x'])
      expect((await create('tour', '/api/stages/', { name: 'Wrong', location: uuid })).json.errors).toHaveProperty(
        'location',
      )
    expect(
      (await call('tour', 'PATCH', `/api/stages/${stage.json.uuid}/`, { location: foreign?.uuid })).json.errors,
    ).toHaveProperty('location')
  })

  it('keeps its location from being deleted', async () => {
    const location = (await create('tour', '/api/locations/', { name: 'Park' })).json
    const stage = (await create('tour', '/api/stages/', { name: 'Lawn', location: location.uuid })).json
    expect((await call('tour', 'DELETE', `/api/locations/${location.uuid}/`)).json).toMatchObject({
      status: 409,
      code: 'in_use',
    })
    expect((await call('tour', 'DELETE', `/api/stages/${stage.uuid}/`)).status).toBe(204)
    expect((await call('tour', 'DELETE', `/api/locations/${location.uuid}/`)).status).toBe(204)
  })
})
