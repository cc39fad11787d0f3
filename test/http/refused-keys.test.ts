import { expect, it } from 'vitest'
import { stillClock } from '../harness/bent-clock.ts'
import type { Answer, SendOptions } from '../harness/client.ts'
import { scanningAt } from '../harness/scanning.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * What is refused counts against whoever showed a key or signed in, as against the address of a stranger, and against nobody
 * else: a program that goes wrong holds up no other one, and no door. Here a minute never ends.
 */
const doors = await twoDoors({ environment: { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })
const { server, hall, other, phone, otherPhone } = doors
const { ticket, scan } = scanningAt(doors)

const most = 1200

async function keyOf(slug: string): Promise<string> {
  const { api_key } = await server.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    'admin@example.org',
    '--name',
    'till',
    '--permission',
    'product:read',
    '--permission',
    'product:write',
  )
  return String(api_key)
}

const prefixOf = (key: string) => key.split('.')[0] ?? ''

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const statusOf = async (slug: string, path: string, options: SendOptions = {}, method = 'GET') =>
  (await server.send(slug, method, path, options)).status

/** So many of them, fifty at once; the statuses that came. */
async function often(times: number, ask: () => Promise<number>): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>()
  for (let asked = 0; asked < times; asked += 50)
    for (const status of await Promise.all(Array.from({ length: Math.min(50, times - asked) }, ask)))
      statuses.add(status)
  return statuses
}

const entered = async (by = phone, slug = hall.slug) =>
  server.send(slug, 'POST', '/scan/ticket/', {
    key: by.key,
    body: { qrcode_data: (await ticket({}, slug === hall.slug ? hall : other)).qr },
  })
const isIn = async (answer: Promise<Answer>) => [(await answer).status, (await answer).json.success]

/** Seen red without keys in refuseFloods: each was refused, as often as it was sent. */
it('counts what a key is refused against that key, which then waits; no other one does, and no door', async () => {
  const [wrong, calm] = [await keyOf(hall.slug), await keyOf(hall.slug)]
  const [elsewhere, stranger] = [await keyOf(other.slug), from('203.0.113.1')]
  const at = { ...from('203.0.113.5'), key: wrong }
  const json = { 'content-type': 'application/json', ...at.headers }
  const ways: readonly (readonly [method: string, path: string, options: SendOptions, status: number])[] = [
    ['POST', '/api/products/', { ...at, body: '{', headers: json }, 400],
    ['POST', '/api/products/', { ...at, body: {} }, 400],
    ['GET', '/api/reservations/', at, 403],
    ['GET', `/api/products/${hall.tenantId}/`, at, 404],
    ['POST', '/api/products/', { ...at, body: 'x'.repeat(2_000_000), headers: json }, 413],
    ['POST', '/api/products/', { ...at, body: '<x/>', headers: { ...json, 'content-type': 'text/xml' } }, 415],
  ]
  for (const [method, path, options, status] of ways)
    expect(await statusOf(hall.slug, path, options, method), path).toBe(status)
  // What is taken is not counted, nor what comes too late.
  expect(await often(100, () => statusOf(hall.slug, '/api/products/', at))).toEqual(new Set([200]))
  // A till that sends something wrong every second, for twenty minutes.
  const wrongly = () => statusOf(hall.slug, '/api/products/', { ...at, body: {} }, 'POST')
  expect(await often(most - ways.length, wrongly)).toEqual(new Set([400]))
  expect(await often(50, wrongly)).toContain(429)
  const refused = await server.send(hall.slug, 'GET', '/api/products/', at)
  expect([refused.status, refused.json.code, refused.headers['ratelimit-limit']]).toEqual([
    429,
    'too_many_requests',
    String(most),
  ])
  expect(refused.headers['retry-after']).toBeDefined()
  for (const [method, path, options] of ways)
    expect(await statusOf(hall.slug, path, options, method), `${method} ${path}`).toBe(429)
  // From elsewhere as well: it is the key.
  expect(await statusOf(hall.slug, '/api/products/', { ...stranger, key: wrong })).toBe(429)
  // All others, from its address, too.
  expect(await statusOf(hall.slug, '/api/products/', { ...at, key: calm })).toBe(200)
  expect(await statusOf(other.slug, '/api/products/', { ...at, key: elsewhere })).toBe(200)
  expect(await statusOf(hall.slug, '/api/products/', from('203.0.113.5'))).toBe(200)
  expect(await isIn(entered())).toEqual([200, true])
  expect(await isIn(entered(otherPhone, other.slug))).toEqual([200, true])
})

it('counts keys that open nothing against the address they came from, and lets good ones pass there', async () => {
  const [till, elsewhere] = [await keyOf(hall.slug), await keyOf(other.slug)]
  const revoked = await keyOf(hall.slug)
  await server.cli('api-key', 'revoke', '--tenant', hall.slug, prefixOf(revoked))
  const flooded = from('203.0.113.9')
  // Another organisation's, one that was revoked, one with the secret of another, and what is no key at all.
  const shown = [elsewhere, revoked, `${prefixOf(till)}.${revoked.split('.')[1]}`, 'x']
  for (const key of shown)
    expect(await statusOf(hall.slug, '/api/products/', { ...flooded, key }), key.slice(0, 9)).toBe(401)
  let turn = 0
  const tried = () => statusOf(hall.slug, '/api/products/', { ...flooded, key: shown[turn++ % shown.length] ?? '' })
  expect(await often(3000 - shown.length, tried)).toEqual(new Set([401]))
  expect(await often(50, tried)).toContain(429)
  expect(await statusOf(hall.slug, '/', flooded)).toBe(429)
  expect(await statusOf(other.slug, '/', flooded)).toBe(429)
  for (const key of shown) expect(await statusOf(hall.slug, '/api/products/', { ...flooded, key })).toBe(429)
  expect(await statusOf(hall.slug, '/', from('203.0.113.10'))).toBe(200)
  expect(await statusOf(hall.slug, '/api/products/', { ...flooded, key: till })).toBe(200)
  // Where it belongs it is good.
  expect(await statusOf(other.slug, '/api/products/', { ...flooded, key: elsewhere })).toBe(200)
  const { qr } = await ticket()
  expect((await scan({ qrcode_data: qr }, flooded)).json.success).toBe(true)
})

/** Seen red with devices counted as keys are: the phone was told to wait. */
it('counts no scan that is refused: whoever stands at the door shows what they like', async () => {
  const foreign = await ticket({}, other)
  const nobody = (await ticket()).qr.slice(0, -4)
  const { qr } = await ticket()
  expect((await scan({ qrcode_data: qr })).json.success).toBe(true)
  let turn = 0
  const shown = [qr, foreign.qr, `${nobody}AAAA`, 'hello', '']
  const statuses = await often(2 * most, async () => {
    const answer = await scan({ qrcode_data: shown[turn++ % shown.length] ?? '' })
    expect(answer.json.success).toBe(false)
    return answer.status
  })
  expect(statuses).not.toContain(429)
  expect(statuses).toContain(400)
  expect(await isIn(entered())).toEqual([200, true])
})

/** Seen red without people in refuseFloods, and with the person in place of the session. */
it('counts what somebody signed in is refused against them, and not against their colleagues', async () => {
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'eve@example.org', '--role', 'owner')
  const session = async (email: string) => ({ cookie: await signIn(server, hall.slug, hall.slug, email) })
  const [eve, ada] = [await session('eve@example.org'), await session('admin@example.org')]
  const again = await session('eve@example.org')
  const noEvent = `/admin/events/${hall.tenantId}/`
  const visit = (by: SendOptions, path: string) =>
    statusOf(hall.slug, path, { ...by, headers: { accept: 'text/html' } })
  expect(await often(most, () => visit(eve, noEvent))).toEqual(new Set([404]))
  expect(await often(50, () => visit(eve, noEvent))).toContain(429)
  expect(await visit(eve, '/admin/')).toBe(429)
  expect(await visit(ada, '/admin/')).toBe(200)
  // Nor is it the person: whoever runs a provider signs in as anybody at their own organisation.
  expect(await visit(again, '/admin/')).toBe(200)
  expect(await visit({}, '/')).toBe(200)
  expect(await isIn(entered())).toEqual([200, true])
})
