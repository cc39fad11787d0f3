import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { makeFormerKey } from '../harness/former-key.ts'
import { type Operation, readOperations } from '../harness/openapi-operations.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { makeKey, openShop, type Shop } from '../harness/shop.ts'
import { someAtOnce } from '../harness/some-at-once.ts'
import { expectCleanAnswer, changesOfRows } from '../harness/traces.ts'

/**
 * Every path and query parameter of every operation of the OpenAPI document, with values nobody should send. What a path
 * names and is not there is a 404, whatever is wrong with it (ADR 0035); a filter is right by its schema, or a
 * 400 on its name. Nothing is written, and nothing of the other tenant is told.
 */
let server: TestServer
let shop: Shop
let other: Shop
let metaKey: string
let superuser: pg.Client
let operations: readonly Operation[]
/** A calendar elsewhere that the Meta reads, an event of it, and something that the shop's webhook was told. */
let made: { readonly agenda: string; readonly remoteEvent: string; readonly delivery: string }

beforeAll(async () => {
  server = await startServer({ environment: { ROLE: 'web' } })
  superuser = await server.database.connect()
  shop = await openShop(server, 'Albatross')
  other = await openShop(server, 'Kraken')
  await server.cli('user', 'grant', '--email', 'robot@robots.test', '--create-tenants')
  metaKey = await makeKey(server, 'meta', ['place:read', 'place:write', 'event:read', 'event:write'])
  made = await makeMore()
  operations = await readOperations(server)
})

afterAll(async () => {
  await superuser?.end()
  await server?.stop()
})

async function makeMore() {
  const body = { name: 'Rex', address: 'https://rex.example/agenda.ics', site_web: 'https://rex.example/' }
  const agenda = (await server.send('meta', 'POST', '/api/remote-agendas/', { key: metaKey, body })).json.uuid
  const { rows } = await superuser.query(
    `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, starts_at, all_day, time_zone, categories, state, created_at)
     select tenant_id, gen_random_uuid(), id, 'x', '', 'X', now(), false, 'UTC', '{}', 'waiting', now()
     from remote_agenda where id = $1 returning id`,
    [agenda],
  )
  const trial = `/api/webhooks/${shop.ids.webhook}/trial/`
  const delivery = (await server.send(shop.label, 'POST', trial, { key: shop.key })).json.uuid
  return { agenda, remoteEvent: rows[0].id, delivery }
}

const idOf = /\{(uuid|tag_id)\}/
const onMeta = ({ path }: Operation) => /^\/api\/(place|federation|remote-agendas|remote-events)\//.test(path)

function send(operation: Operation, address: string, body?: unknown): Promise<Answer> {
  const key = onMeta(operation) ? metaKey : operation.path.startsWith('/scan/') ? shop.deviceKey : shop.key
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE'
  return server.send(onMeta(operation) ? 'meta' : shop.label, operation.method, address, {
    key,
    ...(hasBody ? { body: body ?? {} } : {}),
  })
}

/** Every table is the same after `work`. */
async function expectNothingWritten(what: string, work: () => Promise<void>): Promise<void> {
  const before = await changesOfRows(superuser)
  await work()
  expect(await changesOfRows(superuser), what).toBe(before)
}

const nobody = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff'

/** Segments of a path that name nothing. */
const strangers: readonly (readonly [name: string, segment: string])[] = [
  ['nobody', nobody],
  ['almost a uuid', `${nobody.slice(0, -1)}g`],
  ['a uuid without dashes', nobody.replaceAll('-', '')],
  ['a uuid in braces', `%7B${nobody}%7D`],
  ['a uuid and a blank', `${nobody}%20`],
  ['a uuid and a null byte', `${nobody}%00`],
  ['a uuid and a line', `${nobody}%0A`],
  ['a uuid as a URN', `urn:uuid:${nobody}`],
  ['two uuids', `${nobody},${nobody}`],
  ['a null byte', '%00'],
  ['an encoded slash', '%2F'],
  ['a path', '..%2F..%2Fetc%2Fpasswd'],
  ['an encoded path', '%2e%2e%2f%2e%2e%2fetc'],
  ['a quote', "'%20or%201=1--"],
  ['a percent sign', '%25'],
  ['no percent code', '%zz'],
  ['half a character', '%c3'],
  ['unicode', '%C3%A9%F0%9F%8E%AA'],
  ['zero', '0'],
  ['minus one', '-1'],
  ['a huge number', '9'.repeat(40)],
  ['a word', 'null'],
  ['a prototype', '__proto__'],
  ['an asterisk', '*'],
  ['a script', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ['a long text', 'a'.repeat(499)],
  ['a longer text', 'a'.repeat(8_000)],
]

/** What a write would take, so that the address alone decides. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /api/reservations/{uuid}/payments/': { method: 'cash' },
  'POST /api/reservations/{uuid}/payment-correction/': { method: 'cash' },
  'POST /api/reservations/{uuid}/address/': { email: 'ada@example.org' },
  'POST /api/reservations/{uuid}/hand-outs/mistakes/': { hand_out: nobody },
  'POST /api/ticket/{uuid}/undo/': { reason: 'Went out again' },
  'POST /api/events/{uuid}/guests/': { price: nobody, guests: [{ last_name: 'Ada' }] },
  'PATCH /api/events/{uuid}/waiting-list/': { closed: true },
  'POST /api/memberships/{uuid}/cancellation/': { reason: 'Registered twice' },
  'POST /api/events/{uuid}/copies/': { starts: ['2900-02-10T20:00:00Z'] },
  'POST /api/products/{uuid}/copies/': { name: 'Once more' },
  'POST /api/events/{uuid}/former-ticket-keys/': { public_key: makeFormerKey().publicKey },
  'POST /api/events/{uuid}/messages/': { subject: 'Doors', message: 'Come early.' },
  'POST /api/events/{uuid}/postponement/': { datetime: '2900-01-10T20:00:00Z' },
  'POST /api/cards/{tag_id}/movements/': { kind: 'credit', amount: 1 },
  'POST /api/reservations/{uuid}/hand-outs/': { thing: nobody, quantity: 1 },
  'POST /api/webhooks/{uuid}/replay/': { from: '2026-01-01T20:00:00Z', until: '2026-01-01T23:00:00Z' },
  'POST /api/devices/{uuid}/undo/': { from: '2026-01-01T20:00:00Z', until: '2026-01-01T23:00:00Z' },
}

// Seen red with the policy of a table and the `tenant_id` of its statement taken away: another tenant's product.
describe('a path that names nothing', () => {
  it('is a 404 of its section, and writes nothing', async () => {
    const named = operations.filter(({ path }) => idOf.test(path))
    expect(named.length).toBeGreaterThan(25)
    for (const operation of named) {
      const ids = Object.entries({ ...other.ids, device: other.deviceId, mixed: other.ids.event.toUpperCase() })
      // The directory is common: there the other tenant is somebody.
      const foreign = [...ids, ...(onMeta(operation) ? [] : [['tenant', other.tenantId] as const])]
      const segments = [...strangers, ...foreign.map(([noun, id]) => [`another tenant’s ${noun}`, id] as const)]
      await expectNothingWritten(operation.name, async () => {
        await someAtOnce(segments, async ([name, segment]) => {
          const answer = await send(operation, operation.path.replace(idOf, segment), bodies[operation.name])
          const what = `${operation.name} of ${name}: ${answer.text.slice(0, 200)}`
          expectCleanAnswer(answer, what, operation.path, other.mark)
          expect.soft([answer.status, answer.json.code], what).toEqual([404, 'not_found'])
        })
      })
    }
  })

  it('is a list when the name is empty, or nothing', async () => {
    for (const operation of operations.filter(({ path }) => /\{(uuid|tag_id)\}\/$/.test(path))) {
      const answer = await send(operation, operation.path.replace(idOf, ''))
      expectCleanAnswer(answer, operation.name, operation.path, other.mark)
      expect([200, 404, 405], operation.name).toContain(answer.status)
      if (answer.status === 200) expect(operation.method).toBe('GET')
    }
  })

  it('of a pairing is no token, and consumes none', async () => {
    const pairings = operations.filter(({ path }) => path.includes('{token}'))
    expect(pairings.length).toBe(2)
    for (const operation of pairings) {
      await expectNothingWritten(operation.name, async () => {
        for (const [name, segment] of strangers) {
          const answer = await server.send(shop.label, operation.method, operation.path.replace('{token}', segment))
          const what = `${operation.name} of ${name}: ${answer.text.slice(0, 200)}`
          expectCleanAnswer(answer, what, operation.path, other.mark)
          expect.soft([answer.status, answer.json.code], what).toEqual([400, 'invalid_token'])
        }
      })
    }
  })
})

type Query = readonly [name: string, text: string]

const statuses: Readonly<Record<string, readonly string[]>> = {
  '/api/events/': ['scheduled', 'postponed', 'cancelled'],
  '/api/memberships/': ['valid', 'to_come', 'ended', 'cancelled'],
  '/api/refunds/': ['requested', 'succeeded', 'failed'],
  '/api/reservations/': ['C', 'R', 'U', 'F', 'FA', 'P', 'PE', 'PN', 'V'],
  '/api/reservations/{uuid}/payments/': ['open', 'closed', 'settled', 'rejected'],
  '/api/appearances/': ['waiting', 'agreed', 'refused'],
  '/api/federation/': ['waiting', 'member'],
  '/api/remote-events/': ['waiting', 'accepted', 'refused'],
  '/api/ticket/': ['C', 'N', 'K', 'S'],
  '/api/waiting-list/': ['unconfirmed', 'waiting', 'offered', 'taken', 'left'],
  '/api/webhooks/{uuid}/deliveries/': ['due', 'delivered', 'failed'],
}

/** By parameter: what its schema or the decisions allow, and what they do not. */
function queriesOf(
  name: string,
  path: string,
): { readonly legal: readonly Query[]; readonly illegal: readonly Query[] } {
  const never: Query[] = [
    ['a null byte', 'a%00b'],
    ['a lone null byte', '%00'],
    ['a line', 'a%0Ab'],
    ['half a character', '%c3'],
    ['no percent code', '%zz'],
    ['unicode', '%F0%9F%8E%AA'],
    ['a quote', "'%20or%201=1--"],
    ['a script', '%3Cscript%3E'],
    ['a long text', 'z'.repeat(5_000)],
  ]
  const uuids = {
    legal: [
      ['nobody', nobody],
      ['another tenant’s product', other.ids.product],
      ['another tenant’s event', other.ids.event],
      ['capitals', nobody.toUpperCase()],
      ['blanks around', `%20${nobody}%20`],
    ],
    illegal: [...never, ['almost a uuid', `${nobody}0`], ['braces', `%7B${nobody}%7D`], ['zero', '0']],
  } as const
  const times = {
    legal: [
      ['a time', '2026-05-01T20:30:00Z'],
      ['an offset with a plus', '2026-05-01T20:30:00+02:00'],
      ['an encoded plus', '2026-05-01T20:30:00%2B02:00'],
      ['no offset', '2026-05-01%2020:30'],
      // ADR 0026
      ['a day', '2026-05-01'],
      ['the first year', '1970-01-01T00:00Z'],
      ['the last year', '2999-12-31T23:59:59Z'],
    ],
    illegal: [
      ...never,
      ['a day that is none', '2026-02-30'],
      ['an hour that is none', '2026-05-01T25:00'],
      ['a far year', '9999-12-31T23:59:59Z'],
      ['year zero', '0000-01-01T00:00:00Z'],
      ['a number', '1777777777'],
      ['minus one', '-1'],
      ['a word', 'yesterday'],
      ['infinity', 'infinity'],
    ],
  } as const
  switch (name) {
    case 'limit':
      return {
        legal: [
          ['one', '1'],
          ['a thousand', '1000'],
          ['blanks around', '%205%20'],
          ['zeros before', '0005'],
        ],
        illegal: [
          ...never,
          ['zero', '0'],
          ['minus one', '-1'],
          ['1001', '1001'],
          ['a huge number', '9'.repeat(40)],
          ['past int4', '2147483648'],
          ['a fraction', '1.5'],
          ['an exponent', '1e2'],
          ['a hexadecimal number', '0x10'],
          ['a word', 'ten'],
          ['infinity', 'Infinity'],
        ],
      }
    case 'cursor':
      return {
        legal: [['after everything', cursorOf(lastKeyOf(path))]],
        illegal: [
          ...never,
          ['201 characters', 'A'.repeat(201)],
          ['a path', '../..'],
          ['padding', 'YQ=='],
          ['a word', 'abc'],
          ['200 characters', 'A'.repeat(200)],
          ['null bytes inside', cursorOf('\0\0\0')],
          ['a quote inside', cursorOf("' or 1=1")],
          ['a far date inside', cursorOf(`9999-12-31T00:00:00Z ${nobody}`)],
          // As when a line was cut on its way: an empty page would pass for the end of the list.
          ['one cut short', cursorOf(lastKeyOf(path)).slice(0, -4)],
        ],
      }
    case 'product':
    case 'event':
    case 'agenda':
    case 'subject':
      return uuids
    case 'type':
      return {
        legal: [
          ['one', 'reservation.booked'],
          ['a trial', 'trial'],
        ],
        illegal: [
          ...never,
          ['capitals', 'RESERVATION.BOOKED'],
          ['a noun', 'reservation'],
          ['two', 'trial,ticket.issued'],
        ],
      }
    case 'actor':
      return { ...uuids, legal: [...uuids.legal, ['the server', 'server']] }
    case 'noun':
      return {
        legal: [
          ['devices', 'device'],
          ['the organisation', 'organisation'],
        ],
        illegal: [...never, ['capitals', 'DEVICE'], ['an action', 'device.created'], ['a word', 'secret']],
      }
    case 'from':
    case 'to':
    case 'until':
    case 'updated_since':
      return times
    case 'sort': {
      const by = path === '/api/receipts/' ? 'number' : 'created'
      return {
        legal: [
          ['upwards', by],
          ['downwards', `-${by}`],
        ],
        illegal: [
          ...never,
          ['a column', 'tenant_id'],
          ['two', `${by},${by}`],
          ['downwards twice', `--${by}`],
          ['nothing downwards', '-'],
          ['capitals', by.toUpperCase()],
          ['a name of JavaScript', 'constructor'],
        ],
      }
    }
    case 'count':
    case 'published':
      return {
        legal: [
          ['true', 'true'],
          ['false', 'false'],
        ],
        illegal: [...never, ['one', '1'], ['zero', '0'], ['yes', 'yes'], ['capitals', 'TRUE']],
      }
    case 'status': {
      const codes = statuses[path] ?? []
      return {
        legal: [...codes, codes.join(',')].map((text) => [text, text] as const),
        illegal: [
          ...never,
          ['a small letter', 'v'],
          ['one of two', `${codes[0]},v`],
          ['a word', 'payed'],
          ['zero', '0'],
        ],
      }
    }
    case 'category':
      return {
        legal: [
          ['one', 'music'],
          ['another one', 'theatre'],
        ],
        illegal: [...never, ['capitals', 'MUSIC'], ['two', 'music,theatre'], ['a word', 'noise'], ['zero', '0']],
      }
    case 'reference':
      return {
        legal: [
          ['of nobody', '00000-00000'],
          ['without its hyphen', '0000000000'],
        ],
        illegal: [...never, ['too short', '0000-0000'], ['no digits', 'XXXXX-XXXXX'], ['a uuid', nobody]],
      }
    case 'email':
      return {
        legal: [
          ['an address', 'nobody@visitors.test'],
          ['another tenant’s', `grace@${other.label}.test`],
        ],
        illegal: [...never, ['a word', 'grace'], ['two', 'a@b.test,c@d.test'], ['an at sign', '@']],
      }
    default:
      throw new Error(`no query values are known for ${name}: add them`)
  }
}

const cursorOf = (key: string) => Buffer.from(key).toString('base64url')

/** What lists go on after: a start and an id, the ids of an event and a ticket, or an id. */
function lastKeyOf(path: string): string {
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  if (path === '/api/receipts/') return '2147483647'
  if (path === '/api/audit/' || path.endsWith('/deliveries/'))
    return `1970-01-01T00:00:00.000Z ${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`
  if (['/api/appearances/', '/api/events/', '/api/remote-events/'].includes(path))
    return `2999-12-31T00:00:00.000Z ${last}`
  if (path === '/api/devices/') return `b \u{10ffff} ${last}`
  if (path.endsWith('/hand-outs/')) return last.replaceAll('f', '0')
  return path === '/api/ticket/' ? `${last} ${last}` : last
}

/**
 * Seen red with a limit from minus one on (PageQuery), with any blank before four digits read as the plus of an offset, and with
 * a cursor that cannot be read taken for one behind the last row.
 */
describe('a query parameter', () => {
  /** A list of an event, or of a reservation, is one of the shop's. */
  const ofShop = ({ path }: Operation) =>
    path
      .replace('/events/{uuid}/', `/events/${shop.ids.event}/`)
      .replace('/reservations/{uuid}/', `/reservations/${shop.ids.reservation}/`)
      .replace('/webhooks/{uuid}/', `/webhooks/${shop.ids.webhook}/`)
  const read = (operation: Operation, query: string) => send(operation, `${ofShop(operation)}?${query}`)
  /** In days, and no list. */
  const isOfPeriod = ({ path }: Operation) => path.startsWith('/api/accounting/')
  const isOfEvent = ({ path }: Operation) => ['/scan/snapshot/', '/scan/stats/'].includes(path)
  const asking = () => operations.filter(({ parameters }) => parameters.some((one) => one.in === 'query'))
  const readers = () => asking().filter((operation) => !isOfEvent(operation) && !isOfPeriod(operation))

  it('is right by its schema, or a 400 on its name', async () => {
    expect(readers().length).toBeGreaterThan(12)
    for (const operation of readers()) {
      await expectNothingWritten(operation.name, async () => {
        for (const { name } of operation.parameters.filter((one) => one.in === 'query')) {
          const { legal, illegal } = queriesOf(name, operation.path)
          await someAtOnce(legal, async ([value, text]) => {
            const answer = await read(operation, `${name}=${text}`)
            const what = `${operation.name} with ${name} of ${value}: ${answer.text.slice(0, 200)}`
            expectCleanAnswer(answer, what, operation.path, onMeta(operation) ? '\0' : other.mark)
            expect.soft([answer.status, Array.isArray(answer.json)], what).toEqual([200, true])
            // Another tenant's, or nobody's: nothing is found.
            if (['product', 'event', 'agenda', 'email', 'reference', 'cursor'].includes(name))
              expect.soft(answer.json, what).toEqual([])
          })
          await someAtOnce(illegal, async ([value, text]) => {
            const answer = await read(operation, `${name}=${text}`)
            const what = `${operation.name} with ${name} of ${value}: ${answer.text.slice(0, 200)}`
            expectCleanAnswer(answer, what, operation.path, other.mark)
            expect.soft([answer.status, answer.json.code], what).toEqual([400, 'validation_failed'])
            expect.soft(Object.keys(answer.json.errors ?? {}), what).toEqual([name])
          })
        }
      })
    }
  })

  /** What a device asks of one event, which it has to name. */
  it('that names an event is one of its own, or a 404', async () => {
    const named = asking().filter(isOfEvent)
    expect(named).toHaveLength(2)
    const own = `event=${shop.ids.event}`
    for (const operation of named) {
      const { legal, illegal } = queriesOf('event', operation.path)
      const cursors = operation.path === '/scan/snapshot/' ? queriesOf('cursor', operation.path).illegal : []
      const tries = [
        ...legal.map(([value, text]) => ({ value, query: `event=${text}`, refused: [404, 'not_found', []] })),
        ...[...illegal, ['nothing', ''] as const].map(([value, text]) => ({
          value,
          query: `event=${text}`,
          refused: [400, 'validation_failed', ['event']],
        })),
        { value: 'no event', query: '', refused: [400, 'validation_failed', ['event']] },
        { value: 'two', query: `${own}&${own}`, refused: [400, 'validation_failed', ['event']] },
        ...cursors.map(([value, text]) => ({
          value,
          query: `${own}&cursor=${text}`,
          refused: [400, 'validation_failed', ['cursor']],
        })),
      ]
      await expectNothingWritten(operation.name, async () => {
        for (const { value, query, refused } of tries) {
          const answer = await read(operation, query)
          const what = `${operation.name} with ${value}: ${answer.text.slice(0, 200)}`
          expectCleanAnswer(answer, what, operation.path, other.mark)
          const { code, errors = {} } = answer.json
          expect.soft([answer.status, code, Object.keys(errors)], what).toEqual(refused)
        }
      })
      const answer = await read(operation, own)
      expect([answer.status, answer.json.success], operation.name).toEqual([200, true])
    }
  })

  it('that names a day is one, or a 400 on its name', async () => {
    const named = asking().filter(isOfPeriod)
    expect(named).toHaveLength(4)
    const { illegal } = queriesOf('from', '')
    for (const operation of named) {
      await expectNothingWritten(operation.name, async () => {
        for (const field of ['from', 'to']) {
          const rest = field === 'to' ? 'from=2026-05-01&' : ''
          await someAtOnce([...illegal, ['a time', '2026-05-01T20:30:00Z'] as const], async ([value, text]) => {
            const answer = await read(operation, `${rest}${field}=${text}`)
            const what = `${operation.name} with ${field} of ${value}: ${answer.text.slice(0, 200)}`
            expectCleanAnswer(answer, what, operation.path, other.mark)
            const { code, errors = {} } = answer.json ?? {}
            expect.soft([answer.status, code, Object.keys(errors)], what).toEqual([400, 'validation_failed', [field]])
          })
        }
        const answer = await read(operation, 'from=2026-05-01&to=2026-05-02')
        expect(answer.status, operation.name).toBe(200)
      })
    }
  })

  it('is given once, and is left out when it is empty', async () => {
    for (const operation of readers()) {
      for (const { name } of operation.parameters.filter((one) => one.in === 'query')) {
        const [, text] = queriesOf(name, operation.path).legal[0] ?? ['', '']
        const twice = await read(operation, `${name}=${text}&${name}=${text}`)
        expectCleanAnswer(twice, operation.name, operation.path, other.mark)
        // Of statuses it takes several.
        if (name === 'status') expect(twice.json).toEqual((await read(operation, `${name}=${text}`)).json)
        else
          expect([twice.status, twice.json.errors], name).toEqual([
            400,
            { [name]: ['This was sent more than once. Send it once.'] },
          ])
        for (const empty of [`${name}=`, name, `${name}=%20`]) {
          const answer = await read(operation, empty)
          expect([answer.status, answer.json], empty).toEqual([200, (await read(operation, '')).json])
        }
      }
    }
  })

  it('that nobody knows is refused by lists, and changes nothing elsewhere', async () => {
    const unknown = [
      'x=1',
      `tenant=${other.label}&tenant_id=${other.tenantId}`,
      '__proto__=1&constructor=2&constructor[prototype]=3',
      'limit[]=1&limit[a]=2',
      'Limit=0&LIMIT=-1',
      '%00=%00',
      '%zz=%zz',
      '&&&=&=',
      '?',
      `x=${'y'.repeat(10_000)}`,
      Array.from({ length: 1_500 }, (_, index) => `x${index}=1`).join('&'),
    ]
    const reading = operations.filter(
      ({ name, method, path }) =>
        // The connection test tells the time, who pairs changes something, and a document says when it was made.
        (method === 'GET' && !path.startsWith('/scan/') && !/\.(pdf|xlsx)$/.test(path)) || name === 'POST /api/prices/',
    )
    const { json } = await server.send(shop.label, 'GET', `/api/events/${shop.ids.event}/`, { key: shop.key })
    const slug = String(json.slug)
    for (const operation of reading) {
      const noun = /\/api\/([\w-]+?)s?\/\{/.exec(operation.path)?.[1] ?? ''
      const own =
        {
          ...shop.ids,
          optionticket: shop.ids.option,
          'promotional-code': shop.ids.code,
          place: shop.tenantId,
          card: shop.card.tag,
          import: shop.ids.file,
          device: shop.deviceId,
          'remote-agenda': made.agenda,
          'remote-event': made.remoteEvent,
          eventslug: slug,
        }[noun] ?? ''
      const path = operation.path
        .replace(/\{slug\}/, own)
        .replace(idOf, own)
        .replace('{delivery}', made.delivery)
      const plain = await send(operation, path)
      expect(plain.status, operation.name).toBe(200)
      await expectNothingWritten(operation.name, async () => {
        for (const query of unknown) {
          const answer = await send(operation, `${path}?${query}`)
          const what = `${operation.name}?${query.slice(0, 50)}`
          // A list would answer with everything.
          const isList = operation.parameters.some((parameter) => parameter.in === 'query')
          const isRefused = (isList || operation.path === '/api/takings/') && query !== '&&&=&='
          if (isRefused) expect([answer.status, answer.json.code], what).toEqual([400, 'validation_failed'])
          else expect([answer.status, answer.text], what).toEqual([200, plain.text])
          if (isRefused) expect(Object.keys(answer.json.errors).length, what).toBeLessThanOrEqual(50)
        }
      })
    }
  })
})

// Seen red without `rewriteUrl` in build-app.ts: the framework answers in its own words and repeats the address.
it('an address that cannot be read is nobody’s, in the face of its section', async () => {
  for (const path of ['/%zz', '/api/products/%ff', `/api/products/${'a'.repeat(600)}/`]) {
    const answer = await server.send(shop.label, 'GET', path, { key: shop.key })
    expect([answer.status, answer.json.code, answer.headers['content-type']], path).toEqual([
      404,
      'not_found',
      'application/problem+json',
    ])
    // It is told by its id, and one of the interface is read by a page elsewhere, as every other answer.
    const names = ['x-request-id', 'x-content-type-options', 'cache-control', ...(path === '/%zz' ? [] : ['vary'])]
    expect(Object.keys(answer.headers), path).toEqual(expect.arrayContaining(names))
    expect(answer.headers['x-request-id']).toBe(answer.json.request_id)
  }
  const page = await server.send(shop.label, 'GET', '/%zz', { headers: { accept: 'text/html' } })
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  // A phone that read half a code is told what it is told of any other that is none.
  for (const token of ['secret%zz', '%FF%FE', 'secret/secret', `secret${'a'.repeat(600)}`]) {
    const answer = await server.send(shop.label, 'GET', `/scan/${token}/pair`)
    expect([answer.status, answer.json.success, answer.json.code]).toEqual([400, false, 'invalid_token'])
    expect(answer.text).not.toContain('secret')
  }
})
