import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { startServer, type TestServer } from '../harness/server.ts'

type Media = { readonly schema: Schema; readonly example?: unknown }
type Operation = {
  readonly operationId?: string
  readonly 'x-refuses'?: readonly string[]
  readonly security?: readonly object[]
  readonly 'x-permission'?: string
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> }
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly responses: Record<
    string,
    { readonly description?: string; readonly content?: Record<string, Media>; readonly headers?: unknown }
  >
}

let server: TestServer
let json: Answer['json']
let operations: ReadonlyMap<string, Operation>

beforeAll(async () => {
  server = await startServer()
  // The page of the documentation makes the document too, first: made twice, it must stay as it is.
  await server.send('meta', 'GET', '/api/docs/')
  ;({ json } = await server.send('meta', 'GET', '/api/openapi.json'))
  operations = new Map(
    Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
})
afterAll(() => server.stop())

// Seen red with a version of its own.
it('says which version of the package describes itself', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(json.info.version).toBe(version)
})

function operation(name: string): Operation {
  const found = operations.get(name)
  if (!found) throw new Error(`the document has no ${name}`)
  return found
}

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}
const nameOf = (schema: Schema | undefined) => schema?.$ref?.replace('#/components/schemas/', '') ?? ''
const named = (schema: Schema | undefined) => json.components.schemas[nameOf(schema)]

/** Removed once in openapi.ts, each turned its test red: `consumes`, `isRequired`, `addLinks`; and the example of ScanOut. */
describe('the document', () => {
  it('is the one in docs, however often it is made', async () => {
    expect(json).toEqual(JSON.parse(await readFile('docs/openapi.json', 'utf8')))
  })

  // Seen red with the text sent as it is.
  it('is sent compressed, and to whoever has it only that nothing changed', async () => {
    const ask = (headers: Record<string, string>) => server.send('meta', 'GET', '/api/openapi.json', { headers })
    const { headers } = await ask({ 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/-gzip"$/) })
    const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': String(headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it.each(['POST /api/products/', 'PATCH /api/products/{uuid}/', 'POST /api/events/', 'PATCH /api/events/{uuid}/'])(
    'has the forms of %s beside JSON, and the file in the one that takes files',
    (name) => {
      const content = operation(name).requestBody?.content ?? {}
      expect(Object.keys(content)).toEqual([
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ])
      expect(named(content['multipart/form-data']?.schema).properties.img).toMatchObject({
        type: 'string',
        format: 'binary',
      })
      expect(named(content['application/json']?.schema).properties).not.toHaveProperty('img')
    },
  )

  it('says where a body may be left out', () => {
    const required = (name: string) => operation(name).requestBody?.required
    expect(required('POST /api/prices/')).toBe(false)
    expect(required('POST /api/reservations/{uuid}/cancellation/')).toBe(false)
    expect(required('POST /api/products/')).toBe(true)
    expect(required('POST /api/reservations/')).toBe(true)
  })

  it('names the headers that change what is done, and the link and the count of each list', () => {
    const headersOf = (name: string) =>
      operation(name)
        .parameters?.filter((parameter) => parameter.in === 'header')
        .map((parameter) => parameter.name)
    expect(headersOf('POST /api/reservations/')).toEqual(['Idempotency-Key', 'Accept-Language'])
    expect(headersOf('POST /scan/ticket/')).toEqual(['Accept-Language'])
    for (const [name, { parameters = [], responses }] of operations) {
      const takes = (asked: string) => parameters.some((parameter) => parameter.name === asked)
      const told = [...(takes('cursor') ? ['Link'] : []), ...(takes('count') ? ['Total-Count'] : [])]
      expect(Object.keys(responses['200']?.headers ?? {}), name).toEqual(told)
    }
  })

  // Seen red with the `operationId` of sales left out, and with that of exports alike for all of them.
  it('names each operation, a verb and a noun, and no two alike', () => {
    const names = [...operations].map(([, { operationId }]) => operationId)
    for (const [at, { operationId }] of operations) expect(operationId, at).toMatch(/^[a-z]+([A-Z][a-z]*)+$/)
    expect(names).toEqual([...new Set(names)])
    expect(names).toEqual(
      expect.arrayContaining(['listAuditEntries', 'readProduct', 'createEvent', 'cancelReservation']),
    )
  })

  // Clients that are generated have a type for each. Seen red with the titles of JwksOut and of the body of a product's copy taken away.
  it('has a name for each body and each answer', () => {
    const used = new Set<string>()
    for (const [name, { requestBody, responses }] of operations)
      for (const { content } of [requestBody ?? {}, ...Object.values(responses)])
        for (const { schema } of Object.values(content ?? {})) {
          if (schema.format === 'binary') continue
          const one = schema.type === 'array' ? schema.items : schema
          expect.soft(named(one), `${name}: ${JSON.stringify(schema).slice(0, 200)}`).toBeDefined()
          used.add(nameOf(one))
        }
    expect(used.size).toBeGreaterThan(90)
    const text = JSON.stringify(json)
    for (const name of Object.keys(json.components.schemas))
      expect.soft(text, name).toContain(`"#/components/schemas/${name}"`)
    expect(
      named(operation('GET /api/products/').responses['200']?.content?.['application/json']?.schema.items),
    ).toMatchObject({ properties: { prices: { type: 'array', items: { $ref: '#/components/schemas/Price' } } } })
  })

  // Seen red with the meanings of `prix` and of `stock` taken out of field-meanings.ts, and that of null out of `capacity`.
  it('says what each field means, and null where it may be null', () => {
    let known = 0
    const look = (schema: Schema, place: string): void => {
      for (const inner of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) look(inner, place)
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const mayBeNull = [field, ...(field.anyOf ?? [])].some(({ type }) => [type].flat().includes('null'))
        expect.soft(field.description ?? '', `${place}.${name}`).toMatch(mayBeNull ? /\bnull\b/i : /\w/)
        known += 1
        look(field, `${place}.${name}`)
      }
    }
    for (const [name, schema] of Object.entries(json.components.schemas)) look(schema as Schema, name)
    expect(known).toBeGreaterThan(1000)
  })

  // Seen red with `PN` left out of the meaning of `status`, and with another word for a category.
  it.each([
    ['reservations', '| Code | Meaning |', ['Reservation', 'status']],
    ['tickets', '| Code | Meaning |', ['Ticket', 'status']],
    ['catalogue', '| `categorie_article` | Type |', ['Product', 'categorie_article']],
    ['tenants', '| | | Locations |', ['Place', 'categorie']],
  ])('says what letters mean as the page of %s does', async (page, head, [schema = '', field = '']) => {
    const text = await readFile(`docs/interface/${page}.md`, 'utf8')
    const table = text.slice(text.indexOf(head)).split('\n\n')[0] ?? ''
    const letters = [...table.matchAll(/^\| ([A-Z]{1,2}) \| ([^|]+) \|/gm)]
    const { description, enum: codes } = json.components.schemas[schema].properties[field]
    expect(letters.map(([, letter]) => letter).sort()).toEqual([...codes].sort())
    for (const [, letter, meaning = ''] of letters)
      expect.soft(description.toLowerCase()).toContain(`\`${letter}\` ${meaning}`.toLowerCase())
  })

  // Seen red without the problems of imports.
  it('says what each value of the long lists means, as pages do', async () => {
    const field = (schema: string, name: string) => json.components.schemas[schema].properties[name]
    const { text } = await server.send('meta', 'GET', '/api/docs/errors/', { headers: { 'accept-language': 'en' } })
    const titles = [...text.matchAll(/<span class="name"><code>(\w+)<\/code> ([^<]+)</g)]
    const imports = await readFile('docs/interface/imports.md', 'utf8')
    const problems = [...imports.slice(imports.indexOf('## Why lines')).matchAll(/^\| `(\w+)` \| (.+)\. \|$/gm)]
    for (const [said, { description, enum: codes }] of [
      [titles, field('Problem', 'code')],
      [titles, field('ScanRefusal', 'code')],
      [problems, field('ImportRefusal', 'problem')],
    ] as const) {
      expect(said.map(([, code]) => code)).toEqual(codes)
      for (const [, code, meaning] of said) expect.soft(description).toContain(`\`${code}\`: ${meaning}.`)
    }
    const lists = [
      [field('Event', 'category'), '`film_media`: Film'],
      [field('EventChange', 'category'), '`music`: Music'],
      [field('Import', 'kind'), '`options`: '],
      // Seen red with a sentence about them all.
      [field('Webhook', 'events'), '`reservation.booked`: Somebody booked.'],
      [field('WebhookCreation', 'events'), '`ticket.scanned`: A ticket was scanned at the door.'],
      [field('WebhookDelivery', 'type'), '`trial`: A trial.'],
      [field('FirstKeyCreation', 'permissions'), '`ticket:secret`: Read the codes of tickets, which open the door.'],
      ...['Reservations', 'Tickets', 'Things', 'Members', 'Payments', 'Refunds'].map(
        (list) => [field(`${list}Export`, 'columns'), '`currency`: Currency.'] as const,
      ),
    ] as const
    for (const [{ description, items, enum: values = items.enum }, example] of lists) {
      expect(description).toContain(example)
      for (const value of values.filter((each: unknown) => each !== null))
        expect.soft(description).toContain(`\`${value}\`: `)
    }
  })

  /**
   * That an operation refuses with nothing else, every test of it holds (`requireListed`): seen red with `sold_out` taken out of that of the
   * booking, in reservation-rules.test.ts.
   */
  it('lists why each operation refuses, at the answers by status', () => {
    const page = json.components.schemas.Problem.properties.code.enum
    for (const [name, { 'x-refuses': codes = [], responses }] of operations) {
      expect(page, name).toEqual(expect.arrayContaining([...codes]))
      const refusing = Object.entries(responses).filter(([status]) => status.startsWith('4'))
      const said = refusing.flatMap(([, { description = '' }]) => [...description.matchAll(/`(\w+)`/g)])
      expect(said.map(([, code]) => code).sort(), name).toEqual([...codes].sort())
    }
    const { 'x-refuses': ofBooking, responses } = operation('POST /api/reservations/')
    expect(ofBooking).toEqual(expect.arrayContaining(['validation_failed', 'sold_out', 'proof_of_work_needed']))
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '401', '409', '428', 'default']))
  })

  // Seen red with [{}, { apiKey: [] }] in securityOf.
  it('names the session where a signed-in person does what nobody else may', () => {
    for (const path of ['reservations', 'memberships', 'waiting-list', 'prices'])
      expect(operation(`POST /api/${path}/`).security).toEqual([{}, { apiKey: [] }, { session: [] }])
    expect(json.components.securitySchemes.session).toMatchObject({ type: 'apiKey', in: 'cookie' })
  })

  // Seen red with the example taken out of `refusal`.
  it('shows a refusal of each operation', () => {
    const { Problem, ScanRefusal } = json.components.schemas
    for (const [name, { responses }] of operations) {
      const [type, media] = Object.entries(responses['default']?.content ?? {})[0] ?? []
      const example = media?.example as { readonly code: string }
      expect(type, name).toBe(name.includes(' /scan/') ? 'application/json' : 'application/problem+json')
      const known = name.includes(' /scan/') ? ScanRefusal : Problem
      expect(media?.schema.$ref, name).toMatch(name.includes(' /scan/') ? /ScanRefusal$/ : /Problem$/)
      expect(Object.keys(known.properties), name).toEqual(expect.arrayContaining(Object.keys(example)))
      expect(Object.keys(example), name).toEqual(expect.arrayContaining(known.required))
      expect(known.properties.code.enum, name).toContain(example.code)
    }
  })

  it('shows answers that can occur', () => {
    const scan = operation('POST /scan/ticket/').responses['200']?.content?.['application/json']?.example
    expect(scan).toMatchObject({ success: true, message: 'Ticket successfully scanned' })
    expect(scan).not.toHaveProperty('code')
    for (const [name, { requestBody, responses }] of operations) {
      const media = [...Object.values(responses).map(({ content }) => content), requestBody?.content]
      const examples = media.flatMap((content) => Object.values(content ?? {})).map(({ example }) => example)
      expect(JSON.stringify(examples), name).not.toContain('"text"')
    }
  })
})

// Seen red with five codes missing from the page in docs, and with a status changed there.
it('the table of refusals in docs has every code, with its status', async () => {
  const { text } = await server.send('meta', 'GET', '/api/docs/errors/')
  const shown = [...text.matchAll(/<code>(\w+)<\/code>.*?<span class="figure">(\d{3})</gs)]
  const page = await readFile('docs/interface/errors.md', 'utf8')
  const written = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \| \S/gm)]
  expect(written.map(([, status, code]) => `${code} ${status}`).sort()).toEqual(
    shown.map(([, code, status]) => `${code} ${status}`).sort(),
  )
  expect(shown.map(([, code]) => code)).toEqual(json.components.schemas.Problem.properties.code.enum)
  expect(shown.length).toBeGreaterThan(40)
})

// Seen red without the rows of memberships, promotional codes and notices.
it('the table of permissions in docs has every one that an operation needs', async () => {
  const page = await readFile('docs/interface/keys-and-devices.md', 'utf8')
  const written = [...page.matchAll(/^\| .* \|.*`(\w+:\w+)`/gm)].map(([, permission]) => permission)
  const needed = new Set([...operations.values()].flatMap((each) => each['x-permission'] ?? []))
  expect(written).toEqual(expect.arrayContaining([...needed]))
  expect(needed.size).toBeGreaterThan(10)
})
