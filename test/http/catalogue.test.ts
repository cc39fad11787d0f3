import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PictureServer, plainPicture, startPictureServer } from '../harness/picture-server.ts'
import { meetAtLock, whileLocked } from '../harness/rendezvous.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let beside: TestServer
let pictures: PictureServer
let superuser: pg.Client
const keys: Record<string, string> = {}
const readers: Record<string, string> = {}
const labels = ['one', 'two', 'three'] as const
type Label = (typeof labels)[number] | 'meta'
const unknown = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'

beforeAll(async () => {
  pictures = await startPictureServer()
  server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  beside = await startServer({ beside: server })
  superuser = await server.database.connect()
  for (const label of labels) {
    const words = ['--organisation', label, '--category', 'S', '--email', 'ada@example.org']
    await server.cli('tenant', 'create', ...words)
  }
  for (const label of [...labels, 'meta']) {
    keys[label] = await keyFor(label, 'product:write')
    readers[label] = await keyFor(label, 'product:read')
  }
})
afterAll(async () => {
  await superuser.end()
  await beside.stop()
  await server.stop()
  await pictures.stop()
})

async function keyFor(tenant: string, permission: string): Promise<string> {
  const words = [
    '--tenant',
    tenant,
    '--user',
    'ada@example.org',
    '--name',
    'test',
    '--permission',
    permission,
  ]
  return String((await server.cli('api-key', 'create', ...words))['api_key'])
}

const call = (label: Label, method: string, path: string, body?: unknown) =>
  server.send(label, method, path, { key: keys[label] ?? '', ...(body === undefined ? {} : { body }) })
const read = (label: Label, path: string) => server.send(label, 'GET', path)
const reader = (label: Label) => ({ key: readers[label] ?? '' })

async function product(label: Label, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await call(label, 'POST', '/api/products/', {
    name: 'Seat',
    categorie_article: 'B',
    ...body,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json.uuid
}
const makePrice = (label: Label, body: Record<string, unknown>) =>
  call(label, 'POST', '/api/prices/', { name: 'Full', prix: 10, ...body })

async function sendForm(label: Label, method: string, path: string, fields: Record<string, string | Buffer>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : new Blob([Uint8Array.from(value)]))
  const encoded = new Response(form)
  return server.send(label, method, path, {
    key: keys[label] ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

describe('a product', () => {
  it.each([
    ['B', 'B'],
    ['P', 'P'],
    ['R', 'R'],
    ['S', 'R'],
    ['T', 'T'],
    ['M', 'M'],
    ['A', 'A'],
    ['F', 'F'],
  ])('of letter %s is a %s', async (letter, stored) => {
    const made = await call('one', 'POST', '/api/products/', { name: 'Thing', categorie_article: letter })
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      uuid: expect.any(String),
      name: 'Thing',
      short_description: null,
      long_description: null,
      terms_and_conditions_document: null,
      publish: true,
      img: null,
      categorie_article: stored,
      send_to_cashless: false,
      prices: [],
    })
    expect((await read('one', `/api/products/${made.json.uuid}`)).json).toEqual(made.json)
  })

  it('takes every field as JSON, and a change of any of them', async () => {
    const fields = {
      name: 'Évening',
      short_description: 'Short',
      long_description: 'Long\nand longer',
      terms_and_conditions_document: 'https://example.org/terms',
      publish: false,
    }
    const made = await call('one', 'POST', '/api/products/', { ...fields, categorie_article: 'B', other: 1 })
    expect(made.json).toMatchObject(fields)
    const path = `/api/products/${made.json.uuid}/`
    const changed = await call('one', 'PATCH', path, {
      publish: 'true',
      short_description: '',
      name: 'Night',
    })
    expect(changed.json).toEqual({ ...made.json, publish: true, short_description: null, name: 'Night' })
    // The letter decides what was sold: it does not change.
    expect((await call('one', 'PATCH', path, { categorie_article: 'T' })).json.categorie_article).toBe('B')
  })

  it('comes as a form, with its image', async () => {
    const img = await plainPicture(500, 400)
    const fields = {
      name: 'Poster',
      categorie_article: 'M',
      publish: 'true',
      send_to_cashless: 'false',
      short_description: '',
    }
    const made = await sendForm('one', 'POST', '/api/products/', { ...fields, img })
    expect(made.status, made.text).toBe(201)
    expect(made.json).toMatchObject({ name: 'Poster', short_description: null, publish: true })
    const address = new RegExp(`^http://one\\.localhost:${server.port}(/media/.*\\.webp)$`).exec(
      made.json.img,
    )
    const picture = await read('one', address?.[1] ?? '')
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])

    const body = new URLSearchParams({ name: 'Plain form', categorie_article: 'S' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const plain = await server.send('one', 'POST', '/api/products/', {
      key: keys['one'] ?? '',
      body,
      headers,
    })
    expect(plain.json).toMatchObject({ name: 'Plain form', categorie_article: 'R', img: null })

    const broken = await sendForm('one', 'POST', '/api/products/', {
      ...fields,
      img: Buffer.from('no image'),
    })
    expect([broken.status, Object.keys(broken.json.errors)]).toEqual([400, ['img']])
    const changed = await sendForm('one', 'PATCH', `/api/products/${plain.json.uuid}/`, { img })
    expect(changed.json).toEqual({ ...plain.json, img: made.json.img })
  })

  it('fetches its image from an address, and loses it for null', async () => {
    const uuid = await product('one', { img_url: pictures.url('/picture.png') })
    expect((await read('one', `/api/products/${uuid}/`)).json.img).toMatch(/\.webp$/)
    const kept = await call('one', 'PATCH', `/api/products/${uuid}/`, { name: 'Kept' })
    expect(kept.json.img).toMatch(/\.webp$/)
    const without = await call('one', 'PATCH', `/api/products/${uuid}/`, { img_url: null })
    expect(without.json.img).toBeNull()
    const body = { name: 'Bad', categorie_article: 'B', img_url: pictures.url('/text.png') }
    expect((await call('one', 'POST', '/api/products/', body)).json.errors).toHaveProperty('img_url')
  })

  it.each([
    [{ categorie_article: 'X' }, 'categorie_article'],
    [{ categorie_article: null }, 'categorie_article'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ publish: 'perhaps' }, 'publish'],
    [{ send_to_cashless: 1 }, 'send_to_cashless'],
    [{ terms_and_conditions_document: 'javascript:alert(1)' }, 'terms_and_conditions_document'],
  ])('refuses %j', async (body, field) => {
    const refused = await call('one', 'POST', '/api/products/', {
      name: 'Seat',
      categorie_article: 'B',
      ...body,
    })
    expect([refused.status, refused.json.code, Object.keys(refused.json.errors)]).toEqual([
      400,
      'validation_failed',
      [field],
    ])
  })

  it('is hidden until it is published, with its prices', async () => {
    const uuid = await product('one', { publish: false })
    const price = (await makePrice('one', { product: uuid })).json.uuid
    for (const [path, id] of [
      ['/api/products/', uuid],
      ['/api/prices/', price],
    ]) {
      const inList = async (options: object) =>
        (await server.send('one', 'GET', `${path}`, options)).json.some(
          (row: { uuid: string }) => row.uuid === id,
        )
      expect([(await read('one', `${path}${id}/`)).status, await inList({})]).toEqual([404, false])
      const seen = await server.send('one', 'GET', `${path}${id}/`, reader('one'))
      expect([seen.status, await inList(reader('one'))]).toEqual([200, true])
    }
  })

  it('keeps to its tenant', async () => {
    const uuid = await product('one')
    const price = (await makePrice('one', { product: uuid })).json.uuid
    for (const path of [`/api/products/${uuid}/`, `/api/prices/${price}/`]) {
      expect((await read('two', path)).status).toBe(404)
      expect((await server.send('two', 'GET', path, reader('two'))).status).toBe(404)
      expect((await call('two', 'PATCH', path, { name: 'Mine' })).status).toBe(404)
      expect((await server.send('two', 'GET', path, reader('one'))).json.code).toBe('key_invalid')
    }
    expect((await makePrice('two', { product: uuid })).json.errors).toHaveProperty('product')
    expect((await read('two', `/api/prices/?product=${uuid}`)).json).toEqual([])
    expect((await read('one', `/api/prices/?product=${uuid}`)).json).toHaveLength(1)
  })

  it('is written with product:write only, where something is sold', async () => {
    const body = { name: 'Seat', categorie_article: 'B' }
    expect((await server.send('one', 'POST', '/api/products/', { body: {} })).json.code).toBe(
      'credentials_required',
    )
    expect((await server.send('one', 'POST', '/api/products/', { body, ...reader('one') })).json.code).toBe(
      'permission_denied',
    )
    expect((await call('meta', 'POST', '/api/products/', body)).json.code).toBe('category_rule')
  })
})

describe('the one product for cashless cards', () => {
  it('is one, until it lets go', async () => {
    const holder = await product('one', { send_to_cashless: true, categorie_article: 'A' })
    const refused = await call('one', 'POST', '/api/products/', {
      name: 'B',
      categorie_article: 'A',
      send_to_cashless: true,
    })
    expect(refused.json).toMatchObject({ status: 409, code: 'cashless_product_exists' })
    const other = await product('one', { categorie_article: 'A' })
    expect((await call('one', 'PATCH', `/api/products/${other}/`, { send_to_cashless: true })).status).toBe(
      409,
    )
    await product('two', { send_to_cashless: true })
    await call('one', 'PATCH', `/api/products/${holder}/`, { send_to_cashless: false })
    expect((await call('one', 'PATCH', `/api/products/${other}/`, { send_to_cashless: true })).status).toBe(
      200,
    )
  })

  // Seen red with the index product_one_cashless dropped: all fifty were made.
  it('is one when fifty ask at once, of two processes', async () => {
    const body = { name: 'Card', categorie_article: 'A', send_to_cashless: true }
    const answers = await meetAtLock(server, ['lock table product in exclusive mode'], 16, () =>
      Promise.all(
        Array.from({ length: 50 }, (_, number) =>
          (number % 2 === 0 ? server : beside).send('three', 'POST', '/api/products/', {
            body,
            key: keys['three'] ?? '',
          }),
        ),
      ),
    )
    const counted = Object.groupBy(answers, (answer) => answer.status)
    expect([counted[201]?.length, counted[409]?.length]).toEqual([1, 49])
    expect((await read('three', '/api/products/')).json).toHaveLength(1)
  })
})

describe('a price', () => {
  it('needs a product, a name and an amount', async () => {
    const uuid = await product('one')
    const made = await makePrice('one', { product: uuid })
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      uuid: expect.any(String),
      product: uuid,
      name: 'Full',
      short_description: null,
      long_description: null,
      prix: 10,
      vat: 'NA',
      stock: null,
      max_per_user: 10,
      subscription_type: null,
      adhesion_obligatoire: null,
    })
    expect((await read('one', `/api/prices/${made.json.uuid}`)).json).toEqual(made.json)
    const listed = (await read('one', '/api/products/')).json.find(
      (row: { uuid: string }) => row.uuid === uuid,
    )
    expect(listed.prices).toEqual([made.json])
  })

  it('takes every field, and a change of any of them', async () => {
    const membership = await product('one', { categorie_article: 'A' })
    const made = await makePrice('one', {
      product: await product('one'),
      short_description: 'Short',
      long_description: 'Long\nand longer',
      prix: '12.50',
      vat: 5.5,
      max_per_ser: '4',
      stock: '100',
      subscription_type: 'Y',
      adhesion_obligatoire: membership,
    })
    expect(made.json).toMatchObject({
      short_description: 'Short',
      long_description: 'Long\nand longer',
      prix: 12.5,
      vat: '5.50',
      max_per_user: 4,
      stock: 100,
      subscription_type: 'Y',
      adhesion_obligatoire: membership,
    })
    const path = `/api/prices/${made.json.uuid}/`
    const changed = await call('one', 'PATCH', path, {
      stock: null,
      vat: 'NA',
      adhesion_obligatoire: '',
      prix: 0,
      max_per_user: 2,
    })
    const expected = {
      ...made.json,
      stock: null,
      vat: 'NA',
      adhesion_obligatoire: null,
      prix: 0,
      max_per_user: 2,
    }
    expect(changed.json).toEqual(expected)
    expect((await call('one', 'PATCH', path, {})).json).toEqual(expected)
    expect(
      (await call('one', 'PATCH', `/api/prices/${unknown}/`, { adhesion_obligatoire: unknown })).status,
    ).toBe(404)
  })

  it.each([
    ['NA', 'NA'],
    ['', 'NA'],
    [null, 'NA'],
    [0, '0.00'],
    ['5.5', '5.50'],
    [20, '20.00'],
    ['DX', '10.00'],
    ['VG', '20.00'],
    ['HC', '8.50'],
    ['DD', '2.20'],
    [100, '100.00'],
  ])('reads the VAT %j as %s', async (vat, expected) => {
    expect((await makePrice('one', { product: await product('one'), vat })).json.vat).toBe(expected)
  })

  it.each([
    [{ max_per_ser: 3 }, 3],
    [{ max_per_user: 3 }, 3],
    [{ max_per_ser: 3, max_per_user: '3' }, 3],
    [{ max_per_ser: null, max_per_user: 3 }, 3],
    [{ max_per_ser: '' }, 10],
  ])('reads the personal maximum of %j', async (body, expected) => {
    expect((await makePrice('one', { product: await product('one'), ...body })).json.max_per_user).toBe(
      expected,
    )
  })

  it.each([
    [{ max_per_ser: 3, max_per_user: 4 }, 'max_per_ser'],
    [{ max_per_user: 0 }, 'max_per_user'],
    [{ prix: -1 }, 'prix'],
    [{ prix: 1.005 }, 'prix'],
    [{ prix: 1e12 }, 'prix'],
    [{ prix: 'free' }, 'prix'],
    [{ prix: undefined }, 'prix'],
    [{ vat: 101 }, 'vat'],
    [{ vat: -1 }, 'vat'],
    [{ vat: 'XX' }, 'vat'],
    [{ vat: 5.555 }, 'vat'],
    [{ stock: -1 }, 'stock'],
    [{ stock: 2.5 }, 'stock'],
    [{ stock: 2_147_483_648 }, 'stock'],
    [{ subscription_type: 'W' }, 'subscription_type'],
    [{ product: unknown }, 'product'],
    [{ product: 7 }, 'product'],
    [{ adhesion_obligatoire: unknown }, 'adhesion_obligatoire'],
  ])('refuses %j', async (body, field) => {
    const refused = await makePrice('one', { product: await product('one'), ...body })
    expect([refused.status, refused.json.code]).toEqual([400, 'validation_failed'])
    expect(Object.keys(refused.json.errors)).toEqual([field])
  })

  it('asks for a membership product of the same tenant', async () => {
    const ticket = await product('one')
    for (const other of [ticket, await product('two', { categorie_article: 'A' })]) {
      const refused = await makePrice('one', { product: ticket, adhesion_obligatoire: other })
      expect(refused.json.errors).toHaveProperty('adhesion_obligatoire')
    }
  })
})

describe('POST /api/prices/', () => {
  it('lists without a body, and for an empty one, for everybody', async () => {
    await makePrice('two', { product: await product('two') })
    const listed = await read('two', '/api/prices/')
    expect([listed.status, listed.json.length]).toEqual([200, 1])
    const json = { 'content-type': 'application/json' }
    for (const options of [
      {},
      { body: {} },
      { body: ' { } ' },
      { body: '', headers: json },
      { headers: json },
      // What curl adds to `-d ''`.
      { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]) {
      const answer = await server.send('two', 'POST', '/api/prices/', options)
      expect([answer.status, answer.json]).toEqual([200, listed.json])
    }
    expect((await server.send('two', 'POST', '/api/prices', { key: keys['two'] ?? '' })).json).toEqual(
      listed.json,
    )
    expect((await server.send('two', 'POST', '/api/prices/?limit=0')).status).toBe(400)
  })

  it('creates for any other body, which takes the right before it is read', async () => {
    const good = { product: await product('two'), name: 'Full', prix: 1 }
    const before = (await read('two', '/api/prices/')).json.length
    for (const body of [good, { unknown: true }, { prix: 'x' }, '[]', '"text"', 'true']) {
      const anonymous = await server.send('two', 'POST', '/api/prices/', { body })
      expect([anonymous.status, anonymous.json.code], JSON.stringify(body)).toEqual([
        401,
        'credentials_required',
      ])
      const other = await server.send('two', 'POST', '/api/prices/', { body, ...reader('two') })
      expect([other.status, other.json.code]).toEqual([403, 'permission_denied'])
    }
    for (const body of [{ unknown: true }, { prix: 'x' }, '[]', '"text"', 'true'])
      expect((await call('two', 'POST', '/api/prices/', body)).json.code).toBe('validation_failed')
    expect((await read('two', '/api/prices/')).json).toHaveLength(before)
  })

  it('gives pages like GET', async () => {
    const uuid = await product('two')
    for (let number = 0; number < 3; number++) await makePrice('two', { product: uuid, name: `${number}` })
    const names: string[] = []
    let next: string | undefined = `/api/prices/?limit=2&product=${uuid}`
    while (next !== undefined) {
      const page = await server.send('two', 'POST', next)
      names.push(...page.json.map((row: { name: string }) => row.name))
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1]
    }
    expect(names).toEqual(['0', '1', '2'])
  })
})

describe('the list that is kept in memory', () => {
  const names = async (process: TestServer, label: Label) =>
    (await process.send(label, 'GET', '/api/products/')).json.map((row: { name: string }) => row.name)

  async function untilListed(process: TestServer, label: Label, expected: string[]): Promise<void> {
    await expect.poll(() => names(process, label), { timeout: 10_000, interval: 20 }).toEqual(expected)
  }

  async function freshTenant(...products: string[]): Promise<Label> {
    const label = `shop${Math.random().toString(36).slice(2, 8)}` as Label
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      label,
      '--category',
      'A',
      '--email',
      'ada@example.org',
    )
    keys[label] = await keyFor(label, 'product:write')
    for (const name of products) await product(label, { name })
    return label
  }

  it('is the same as the one that is not', async () => {
    const kept = await read('one', '/api/products/')
    const fresh = await read('one', '/api/products/?limit=1000')
    expect(kept.json).toEqual(fresh.json)
    expect(kept.headers['content-type']).toBe('application/json; charset=utf-8')
    expect((await server.send('one', 'HEAD', '/api/products/')).text).toBe('')
  })

  it('shows a change to whoever made it at once, and to every process', async () => {
    const label = await freshTenant('old')
    await untilListed(beside, label, ['old'])
    for (const name of ['new', 'newer', 'newest']) {
      const [{ uuid }] = (await read(label, '/api/products/')).json
      await call(label, 'PATCH', `/api/products/${uuid}/`, { name })
      expect(await names(server, label)).toEqual([name])
      await untilListed(beside, label, [name])
    }
    await product(label, { name: 'second' })
    expect(await names(server, label)).toEqual(['newest', 'second'])
    await untilListed(beside, label, ['newest', 'second'])
  })

  /** Waits until `process` has heard of everything that was committed before: messages come in order. */
  async function untilHeard(process: TestServer): Promise<void> {
    const word = `heard ${Math.random()}`
    await rename('marker', word)
    await untilListed(process, 'marker' as Label, [word])
  }

  /** As another process would do it: the change and its message in one transaction. */
  async function rename(label: string, name: string): Promise<void> {
    await superuser.query('begin')
    const { rows } = await superuser.query('select id from tenant where slug = $1', [label])
    await superuser.query('update product set name = $2 where tenant_id = $1', [rows[0].id, name])
    await superuser.query("select pg_notify('guichet_change', $1)", [`catalogue ${rows[0].id}`])
    await superuser.query('commit')
  }

  beforeAll(async () => {
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      'Marker',
      '--category',
      'A',
      '--email',
      'ada@example.org',
    )
    keys['marker'] = await keyFor('marker', 'product:write')
    await product('marker' as Label, { name: 'marker' })
  })

  // Seen red with `kept` never filled: the answer waits for the lock.
  it('answers without the database', async () => {
    const label = await freshTenant('kept')
    await untilHeard(server)
    await untilListed(server, label, ['kept'])
    await whileLocked(server, 'lock table product in access exclusive mode', async () => {
      const answer = names(server, label)
      await expect(Promise.race([answer, untilSomebodyWaits()])).resolves.toEqual(['kept'])
    })
  })

  /** Resolves when a connection stands before a lock. */
  async function untilSomebodyWaits(): Promise<string> {
    const waiting = "datname = current_database() and wait_event_type = 'Lock'"
    await expect
      .poll(
        async () => (await superuser.query(`select 1 from pg_stat_activity where ${waiting}`)).rows.length,
        {
          timeout: 8000,
        },
      )
      .toBe(1)
    return 'somebody waits'
  }

  // Seen red with every loaded list kept, whatever arrived meanwhile: the old name stayed.
  it('forgets what was being read while it changed', async () => {
    const label = await freshTenant('old')
    await untilHeard(server)
    // An empty list is read without prices, so this one can be asked for while they are locked.
    const canary = await freshTenant('canary')
    await untilListed(server, canary, ['canary'])
    await untilHeard(server)
    // The list is read in two steps; it stands between them, the old name in hand.
    await rename(label, 'still old')
    await untilHeard(server)
    await whileLocked(server, 'lock table price in access exclusive mode', async (release) => {
      const reading = names(server, label)
      await untilSomebodyWaits()
      await rename(label, 'new')
      await superuser.query("update product set published = false where name = 'canary'")
      await rename(canary, 'hidden')
      await untilListed(server, canary, [])
      await release()
      expect(await reading).toEqual(['still old'])
      expect(await names(server, label)).toEqual(['new'])
    })
  })

  // Seen red with forgetAll of change-feed.ts doing nothing: the name before stayed.
  it('is not trusted after the change feed was away', async () => {
    const label = await freshTenant('before')
    await untilHeard(server)
    await untilListed(server, label, ['before'])
    // Nobody is told of this change.
    await superuser.query("update product set name = 'after' where name = 'before'")
    expect(await names(server, label)).toEqual(['before'])
    const feeds = "datname = current_database() and application_name = 'guichet change feed'"
    const { rows: ended } = await superuser.query(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${feeds}`,
    )
    const endedPids = ended.map(({ pid }) => pid)
    await expect
      .poll(
        async () =>
          (
            await superuser.query(
              `select pid from pg_stat_activity where ${feeds} and state = 'idle' and pid <> all($1)`,
              [endedPids],
            )
          ).rows.length,
        { timeout: 10_000 },
      )
      .toBe(endedPids.length)
    await untilHeard(server)
    expect(await names(server, label)).toEqual(['after'])
  })
})

it('streams a list longer than a batch, whole and in order', async () => {
  const uuid = await product('three')
  await superuser.query(
    `insert into price (tenant_id, id, product_id, name, amount_minor, max_per_user, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'Price ' || number, number, 10, now(), now()
     from product, generate_series(1, 1200) number where id = $1`,
    [uuid],
  )
  const all = (await read('three', `/api/prices/?product=${uuid}`)).json
  expect(all).toHaveLength(1200)
  expect(new Set(all.map((price: { name: string }) => price.name)).size).toBe(1200)
  const ids = all.map((price: { uuid: string }) => price.uuid)
  expect(ids).toEqual([...ids].sort())
  const rest = (
    await read('three', `/api/prices/?product=${uuid}&cursor=${Buffer.from(ids[99]).toString('base64url')}`)
  ).json
  expect(rest).toEqual(all.slice(100))
})
