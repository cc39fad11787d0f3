import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { hostileBodies, hostileValues } from '../harness/hostile-values.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { buildShop, type Shop, servePicture } from '../harness/shop.ts'

/**
 * For every operation of the OpenAPI document that takes a body: each field of a body that works is replaced by each
 * hostile value, and by nothing. What comes back is a success or a 4xx of the right shape; after a 4xx no table has
 * another number of rows; nothing of the inside is told. An operation without a body that works, below, fails.
 */
type Schema = { readonly properties?: Record<string, Schema>; readonly items?: Schema }
type Operation = { readonly method: string; readonly path: string; readonly schema: Schema }

let server: TestServer
let shop: Shop
let picture: Awaited<ReturnType<typeof servePicture>>
let superuser: pg.Client
let operations: readonly Operation[]

beforeAll(async () => {
  // No jobs: what they write in their own time would look like a trace of a refused request.
  picture = await servePicture()
  server = await startServer({ environment: { ROLE: 'web', FETCH_ALLOW: picture.allow } })
  shop = await buildShop(server, picture.url)
  superuser = await server.database.connect()
  const { json } = await server.send('meta', 'GET', '/api/openapi.json')
  operations = Object.entries(json.paths as Record<string, Record<string, never>>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const schema = (operation as { requestBody?: { content: Record<string, { schema: Schema }> } })
        .requestBody?.content['application/json']?.schema
      return schema ? [{ method: method.toUpperCase(), path, schema }] : []
    }),
  )
})

afterAll(async () => {
  await superuser?.end()
  await server?.stop()
  picture?.server.close()
})

/** A body that works, by operation; each call gives a fresh one. */
function workingRequest(operation: Operation): {
  readonly label: string
  readonly path: string
  readonly body: Record<string, unknown>
  readonly key: string
} {
  const found = shop.requests[`${operation.method} ${operation.path}`]
  if (!found)
    throw new Error(
      `no working request is known for ${operation.method} ${operation.path}: add it to test/harness/shop.ts`,
    )
  return found()
}

async function sendTo(
  operation: Operation,
  change: (body: Record<string, unknown>) => unknown,
): Promise<Answer> {
  const { label, path, body, key } = workingRequest(operation)
  return server.send(label, operation.method, path, { key, body: change(body) })
}

/** Counts the rows of every table but those that every request may touch. */
async function countRows(): Promise<string> {
  const { rows } = await superuser.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('rate_counter', 'schema_migration') order by 1`,
  )
  const counts = rows
    .map(({ name }) => `select '${name} ' || count(*) as line from ${name}`)
    .join(' union all ')
  const result = await superuser.query<{ line: string }>(`${counts} order by 1`)
  return result.rows.map((row) => row.line).join('\n')
}

const leaks =
  /node_modules|\bat .*\.(ts|js):\d|select .* from|insert into|\/root\/|\/work\/|syntax error|violates|ECONN|pg_/i

function expectCleanAnswer(answer: Answer, what: string, path: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  expect(answer.text, what).not.toMatch(leaks)
  if (answer.status < 400) return
  if (path.startsWith('/scan/')) {
    expect(answer.json, what).toMatchObject({
      success: false,
      message: expect.any(String),
      code: expect.any(String),
      error: expect.any(String),
    })
    return
  }
  expect(answer.headers['content-type'], what).toMatch(/^application\/problem\+json/)
  expect(answer.json, what).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status: answer.status,
    detail: expect.any(String),
    code: expect.any(String),
    request_id: expect.any(String),
  })
  if (answer.json.code === 'validation_failed')
    expect(Object.keys(answer.json.errors).length, what).toBeGreaterThan(0)
}

/** Every place in a body: `['prices', 0, 'qty']`. */
function placesOf(schema: Schema, value: unknown): (string | number)[][] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([key, child]) => [
      [key],
      ...placesOf(child, (value as Record<string, unknown> | undefined)?.[key]).map((rest) => [key, ...rest]),
    ])
  }
  if (schema.items && Array.isArray(value) && value.length > 0)
    return placesOf(schema.items, value[0]).map((rest) => [0, ...rest])
  return []
}

const nothing = Symbol('nothing')

function changed(body: unknown, place: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>
  let target = copy
  for (const step of place.slice(0, -1)) target = target[step] as Record<string | number, unknown>
  const last = place.at(-1) ?? ''
  if (value === nothing) delete target[last]
  else target[last] = value
  return copy
}

describe('every operation that takes a body', () => {
  it('works with a body that is right', async () => {
    expect(operations.length).toBeGreaterThan(10)
    for (const operation of operations) {
      const answer = await sendTo(operation, (body) => body)
      expect(answer.status, `${operation.method} ${operation.path}: ${answer.text}`).toBeLessThan(300)
    }
  })

  it('ignores keys it does not know', async () => {
    for (const operation of operations) {
      const answer = await sendTo(operation, (body) => ({
        ...body,
        tenant: 'other',
        tenant_id: shop.otherTenantId,
        x: { y: 1 },
      }))
      expect(answer.status, `${operation.method} ${operation.path}: ${answer.text}`).toBeLessThan(300)
    }
  })

  it('refuses whole bodies that are none', async () => {
    for (const operation of operations) {
      const { label, path, key } = workingRequest(operation)
      for (const hostile of hostileBodies) {
        const before = await countRows()
        const headers = { 'content-type': hostile.contentType ?? 'application/json' }
        const answer = await server.send(label, operation.method, path, { key, body: hostile.body, headers })
        const what = `${operation.method} ${operation.path} with ${hostile.name}`
        expectCleanAnswer(answer, what, path)
        if (hostile.status !== undefined) expect(answer.status, what).toBe(hostile.status)
        if (answer.status >= 400) expect(await countRows(), what).toBe(before)
      }
    }
  })

  it('refuses or takes each hostile value in each field, and never stumbles', {
    timeout: 600_000,
  }, async () => {
    for (const operation of operations) {
      const { body, path } = workingRequest(operation)
      for (const place of placesOf(operation.schema, body)) {
        for (const { name, value } of [...hostileValues, { name: 'nothing', value: nothing }]) {
          const before = await countRows()
          const answer = await sendTo(operation, (fresh) => changed(fresh, place, value))
          const what = `${operation.method} ${operation.path} with ${name} in ${place.join('.')}`
          expectCleanAnswer(answer, what, path)
          if (answer.status >= 400) expect(await countRows(), what).toBe(before)
        }
      }
    }
  })
})

describe('addresses', () => {
  // Seen red without `frameworkErrors` in build-app.ts: the framework answers in its own words and repeats the address.
  it('that cannot be read are nobody’s, in the face of their section', async () => {
    const { label, key } = workingRequest({ method: 'POST', path: '/api/products/', schema: {} })
    for (const path of ['/%zz', '/api/products/%ff', `/api/products/${'a'.repeat(600)}/`]) {
      const answer = await server.send(label, 'GET', path, { key })
      expect([answer.status, answer.json.code, answer.headers['content-type']], path).toEqual([
        404,
        'not_found',
        'application/problem+json',
      ])
    }
    for (const token of ['secret%zz', `secret${'a'.repeat(600)}`]) {
      const answer = await server.send(label, 'GET', `/scan/${token}/pair`)
      expect([answer.status, answer.json.success, answer.json.code]).toEqual([404, false, 'not_found'])
      expect(answer.text).not.toContain('secret')
    }
  })
})

describe('forms with files', () => {
  const part = (name: string, value: string) =>
    `--end\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const product = part('name', 'Form') + part('categorie_article', 'B')
  const post = (path: string, body: string, type = 'multipart/form-data; boundary=end') => {
    const { label, key } = workingRequest({ method: 'POST', path: '/api/products/', schema: {} })
    return server.send(label, 'POST', path, { key, body, headers: { 'content-type': type } })
  }

  // Seen red with the catch in plugins/read-multipart.ts taken out: 500 for each but the last two.
  it('that cannot be read to their end are refused, and write nothing', async () => {
    expect((await post('/api/products/', `${product}--end--\r\n`)).status).toBe(201)
    const before = await countRows()
    for (const [body, type, code] of [
      [`${product}--end--\r\n`, 'multipart/form-data', 'invalid_body'],
      [`${product}--end--\r\n`, 'multipart/form-data; boundary=other', 'invalid_body'],
      [product, 'multipart/form-data; boundary=end', 'invalid_body'],
      [`${product}${part('x', 'y'.repeat(100_000))}--end--\r\n`, undefined, 'body_too_large'],
      [`${product}${part('x', 'y').repeat(60)}--end--\r\n`, undefined, 'body_too_large'],
    ] as const) {
      const answer = await post('/api/products/', body, type)
      expect([answer.status, answer.json.code]).toEqual([code === 'invalid_body' ? 400 : 413, code])
    }
    expect(await countRows()).toEqual(before)
  })

  // Seen red without hasTextForImage: a product without the picture that was meant.
  it('with a text for the picture are refused, an empty field is no picture', async () => {
    const before = await countRows()
    const refused = await post('/api/products/', `${product}${part('img', 'hello')}--end--\r\n`)
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['img']])
    expect(await countRows()).toEqual(before)
    const taken = await post('/api/products/', `${product}${part('img', '')}--end--\r\n`)
    expect([taken.status, taken.json.img]).toEqual([201, null])
  })

  // Seen red with multipart taken wherever a form is: dozens of megabytes are then held for anybody who asks.
  it('are not read where no file is wanted', async () => {
    for (const path of ['/sign-in/', '/scan/none/pair', '/confirm/none/'])
      expect((await post(path, `${part('email', 'ada@example.org')}--end--\r\n`)).status, path).toBe(415)
  })
})
