import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placedIn, type Schema } from '../harness/openapi-operations.ts'
import { openTrial, send, type Trial, workingRequest } from '../harness/trial.ts'

/**
 * How long anything may be is looked at before what it holds (half a million elements were each looked at, and stood the process
 * for a second). Every array and every text of every body and query, of pages too, has a limit; one over each limit of the
 * interface is one error.
 */
let trial: Trial

beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial?.close())

type ListedRoute = {
  readonly method: string
  readonly url: string
  readonly access: string
  readonly body?: Schema
  readonly query?: Schema
}

/** Their form says how long they are, a use case looks at their length before anything else, or their body is as long as they may be. */
function isShort(schema: Schema, path: string): boolean {
  const hasLimit = schema.maxLength !== undefined || schema.enum !== undefined || schema.format === 'uuid'
  return hasLimit || path.endsWith('qrcode_data') || path === 'tag_id' || path === 'content'
}

type Part = { readonly path: readonly string[]; readonly schema: Schema }

/** Each part of a schema; `0` stands for any element. */
function partsOf(schema: Schema, path: readonly string[] = []): readonly Part[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => partsOf(field, [...path, name]))
  return [{ path, schema }, ...fields, ...(schema.items ? partsOf(schema.items, [...path, '0']) : [])]
}

const isOf = (type: string, schema: Schema) => [schema.type].flat().includes(type)

// Seen red with the limit taken out of TextQuery, and with that of `prices`.
it('every array and every text that a route takes has a longest length', async () => {
  const { routes } = (await trial.server.cli('routes')) as { routes: ListedRoute[] }
  const unlimited = routes.flatMap(({ method, url, body, query }) =>
    [body, query].flatMap((schema) =>
      partsOf(schema ?? {})
        .filter(
          ({ path, schema: part }) =>
            (isOf('array', part) && part.maxItems === undefined) ||
            (isOf('string', part) && !isShort(part, path.join('.'))),
        )
        .map(({ path }) => `${method} ${url} ${path.join('.')}`),
    ),
  )
  expect(unlimited).toEqual([])
  expect(routes.filter(({ body }) => body !== undefined).length).toBeGreaterThan(150)
})

/** Seen red with the schema as it is written (compileWhenAsked without lengthsFirst): an error for each element, and two for a text. */
it('one over each limit is one error, and no element is looked at', async () => {
  let tried = 0
  for (const operation of trial.operations.filter(({ path }) => !path.startsWith('/scan/'))) {
    const request = await workingRequest(trial, operation)
    for (const { path, schema } of partsOf(operation.schema)) {
      const { maxItems, maxLength } = schema
      const limit = isOf('array', schema) ? maxItems : isOf('string', schema) ? maxLength : undefined
      if (limit === undefined || limit > 20_000) continue
      const value = isOf('array', schema) ? Array(limit + 1).fill(0) : '\u0001'.repeat(limit + 1)
      const answer = await send(trial, operation, request, { body: placedIn(path, value) })
      const what = `${operation.name} ${path.join('.')}: ${answer.text.slice(0, 300)}`
      expect.soft([answer.status, answer.json.code], what).toEqual([400, 'validation_failed'])
      const errors = Object.entries<string[]>(answer.json.errors ?? {})
      const place = path.join('.')
      const here = errors.filter(([field]) => field === place || field.startsWith(`${place}.`))
      expect.soft(here, what).toEqual([[place, [expect.stringContaining(String(limit))]]])
      tried++
    }
  }
  expect(tried).toBeGreaterThan(150)
})

it('what anybody may send has 64 KiB; what shows credentials first has what the route can need, a mebibyte at most', async () => {
  const { server, shop } = trial
  const ask = (path: string, bytes: number, key?: string, type = 'application/json') =>
    server.send(shop.label, 'POST', path, {
      ...(key === undefined ? {} : { key }),
      body: type === 'application/json' ? `{"x":"${'a'.repeat(bytes - 8)}"}` : `x=${'a'.repeat(bytes - 2)}`,
      headers: { 'content-type': type, origin: `http://${shop.label}.localhost:${server.port}` },
    })
  const codeOf = async (...asked: Parameters<typeof ask>) => {
    const { status, json } = await ask(...asked)
    return [status, json?.code]
  }
  const [most, more, guests] = [64 * 1024, 1024 * 1024, `/api/events/${trial.shop.ids.event}/guests/`]
  expect(await codeOf('/api/memberships/', most)).toEqual([400, 'validation_failed'])
  expect(await codeOf('/api/memberships/', most + 1)).toEqual([413, 'body_too_large'])
  // A thousand places with their names are more.
  expect(await codeOf('/api/reservations/', 2 * most)).toEqual([400, 'validation_failed'])
  expect(await codeOf('/api/reservations/', 2 * most + 1)).toEqual([413, 'body_too_large'])
  expect(await codeOf('/api/reservations/', 2 * most + 1, shop.key)).toEqual([413, 'body_too_large'])
  const form = 'application/x-www-form-urlencoded'
  expect(await codeOf('/sign-in/', most + 1, undefined, form)).toEqual([413, 'body_too_large'])
  expect(await codeOf(guests, more, shop.key)).toEqual([400, 'validation_failed'])
  expect(await codeOf(guests, more + 1, shop.key)).toEqual([413, 'body_too_large'])
  // A key has no more than that: five hundred guests have more to say than one product, and one option next to nothing.
  expect(await codeOf('/api/products/', 3 * most, shop.key)).toEqual([400, 'validation_failed'])
  expect(await codeOf('/api/products/', more, shop.key)).toEqual([413, 'body_too_large'])
  expect(await codeOf('/api/optionticket/', most, shop.key)).toEqual([400, 'validation_failed'])
  expect(await codeOf('/api/optionticket/', most + 1, shop.key)).toEqual([413, 'body_too_large'])
  // Who shows none is refused before anything is read.
  expect(await codeOf('/api/products/', more + 1)).toEqual([401, 'credentials_required'])
})

/** Bodies that are cheap to send: each is refused, or taken for what it is, without a fault. Seen red without hasMoreMembers in content-type.ts. */
it('many keys, many of one key and deep nesting are no fault, and are not read', async () => {
  const { server, shop } = trial
  const keys = (many: number) => `{${Array.from({ length: many }, (_, index) => `"k${index}":0`).join()}}`
  const nested = (deep: number) => `{"options":${'['.repeat(deep - 1)}${']'.repeat(deep - 1)}}`
  const bodies: [body: string, code: string][] = [
    [keys(4090), 'validation_failed'],
    [keys(4100), 'body_too_large'],
    [`{"options":[${Array(9000).fill(0).join()}]}`, 'body_too_large'],
    // What stands in a text is text.
    [`{"email":"${'\\",:[{'.repeat(6000)}"}`, 'validation_failed'],
    ['['.repeat(65_000), 'body_too_large'],
    ['['.repeat(1000), 'invalid_body'],
    [nested(8000), 'validation_failed'],
    [nested(30_000), 'body_too_large'],
    [`{"prices":${'{"a":'.repeat(10_000)}0${'}'.repeat(10_000)}}`, 'body_too_large'],
    [`{"email":"${'@'.repeat(60_000)}","event":"${'a'.repeat(5000)}"}`, 'validation_failed'],
    [`{${'"__proto__":{},'.repeat(2500)}"x":0}`, 'invalid_body'],
  ]
  for (const [body, code] of bodies) {
    const answer = await server.send(shop.label, 'POST', '/api/reservations/', { body })
    const status = code === 'body_too_large' ? 413 : 400
    expect([answer.status, answer.json.code], body.slice(0, 40)).toEqual([status, code])
    expect(Object.keys(answer.json.errors ?? {}).length).toBeLessThan(10)
  }
  // Nor with a key: it has no more than a stranger, where its route needs no more.
  const known = await server.send(shop.label, 'POST', '/api/products/', { key: shop.key, body: keys(2100) })
  expect([known.status, known.json.code]).toEqual([413, 'body_too_large'])
})

/** Of every list of the interface. Seen red with leastMembers for every route. */
it('a list that is full, of elements that say everything, is not too large', async () => {
  let tried = 0
  for (const operation of trial.operations) {
    const request = await workingRequest(trial, operation)
    for (const { path, schema } of partsOf(operation.schema)) {
      const { maxItems, items } = schema
      if (maxItems === undefined || items === undefined) continue
      const value = Array(maxItems).fill(filled(items))
      const answer = await send(trial, operation, request, { body: placedIn(path, value) })
      expect.soft(answer.status, `${operation.name} ${path.join('.')}`).not.toBe(413)
      tried++
    }
  }
  expect(tried).toBeGreaterThan(10)
})

function filled({ properties, items }: Schema): unknown {
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, filled(field)]))
  // Wrong wherever more than letters are taken: most of it changes nothing.
  return items ? [] : '\u0001'
}

it('the longest text is taken, however a program writes it', async () => {
  const { server, shop } = trial
  const long_description = '\\ud83c\\udfad'.repeat(20_000)
  const { status, json } = await server.send(shop.label, 'POST', '/api/products/', {
    key: shop.key,
    body: `{"name":"Long","categorie_article":"B","long_description":"${long_description}"}`,
  })
  expect([status, json.long_description]).toEqual([201, '🎭'.repeat(20_000)])
})

// Seen red without discardRest (unfinished-requests.ts): the connection was reset while the body was on its way, and nobody read why.
it('whoever is still sending hears that it is too large', async () => {
  const { server, shop } = trial
  const socket = connect(server.port, '127.0.0.1').pause()
  await once(socket, 'connect')
  // More than what the system keeps for both sides.
  const [chunk, chunks] = ['a'.repeat(64 * 1024), 120]
  socket.write(
    `POST /api/products/ HTTP/1.1\r\nhost: ${shop.label}.localhost:${server.port}\r\nauthorization: Api-Key ${shop.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${chunk.length * chunks}\r\n\r\n`,
  )
  for (let sent = 0; sent < chunks; sent++)
    await new Promise<void>((resolve, reject) =>
      socket.write(chunk, (error) => (error ? reject(error) : setImmediate(resolve))),
    )
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.resume()
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toContain('"code":"body_too_large"')
})
