import { execFileSync, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { fetchHere, packClient, projectWith } from '../harness/client-package.ts'
import { blockOf, follow, readGuide } from '../harness/guide.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The package of clients/typescript as it is built, against a server with two organisations. */
const packed = await packClient()
const { connect, Refusal } = await import('../../clients/typescript/dist/index.js')
const { server, client, hall, other } = await twoOffices()
const addressOf = (slug: string) => `http://${slug}.localhost:${server.port}`
const settings = { key: hall.key, fetch: fetchHere }
const guichet = connect(addressOf(hall.slug), settings)

/** What goes between the client and the server: it counts, and loses as many answers as it is told. */
function lossy(losses: number, lost: () => Promise<Response> = () => Promise.reject(new TypeError('fetch failed'))) {
  const sent: Headers[] = []
  const fetchLossy: typeof fetch = async (address, request) => {
    sent.push(new Headers(request?.headers))
    const answer = await fetchHere(address as URL, request)
    if (sent.length > losses) return answer
    await answer.arrayBuffer()
    return lost()
  }
  return { sent, fetch: fetchLossy }
}

const refusalOf = async (asked: Promise<unknown>) => {
  const refused: unknown = await asked.catch((error: unknown) => error)
  if (!(refused instanceof Refusal)) throw new Error(`not refused: ${String(refused)}`)
  return refused
}

it('holds what a package needs, and nothing else', () => {
  const files = execFileSync('tar', ['-tzf', packed], { encoding: 'utf8' }).trim().split('\n')
  expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/dist/index.d.ts']))
  expect(
    files.filter((file) => !/^package\/(dist\/.*\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(file)),
  ).toEqual([])
})

it('has every operation of the description', async () => {
  const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8')) as { paths: Record<string, object> }
  const described = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }: { operationId?: string }) => operationId ?? []),
  )
  const { all: _all, answer, ...operations } = guichet
  expect(Object.keys(operations).toSorted()).toEqual(described.toSorted())
  expect(Object.keys(answer)).toEqual(Object.keys(operations))
})

describe('a refusal', () => {
  it('says why, and what is wrong', async () => {
    const refused = await refusalOf(guichet.createProduct({ body: { name: '', categorie_article: 'B' } }))
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(['name'])
    expect(refused.message).toBe(refused.problem.detail)
    expect(refused.requestId).toBe(refused.problem.request_id)
  })

  it('speaks the language that was asked for', async () => {
    const french = connect(addressOf(hall.slug), { ...settings, language: 'fr' })
    const wrong = { path: { uuid: '00000000-0000-7000-8000-000000000000' } }
    const [one, two] = [await refusalOf(guichet.readProduct(wrong)), await refusalOf(french.readProduct(wrong))]
    expect([one.code, two.code]).toEqual(['not_found', 'not_found'])
    expect(two.message).not.toBe(one.message)
  })

  it('meets the key of another organisation', async () => {
    const stranger = connect(addressOf(hall.slug), { ...settings, key: other.key })
    expect(await refusalOf(stranger.listReservations())).toMatchObject({ status: 401, code: 'key_invalid' })
  })

  it('is told of what is no answer of the server', async () => {
    const down = connect(addressOf(hall.slug), {
      ...settings,
      retries: 0,
      fetch: async () => new Response('<h1>', { status: 502 }),
    })
    expect(await refusalOf(down.listEvents())).toMatchObject({ status: 502, code: null, problem: {}, requestId: null })
  })
})

describe('an answer that was lost', () => {
  const products = async (name: string) => (await client.query('select from product where name = $1', [name])).rowCount

  /** Seen red with another key at each attempt. */
  it('makes nothing twice', async () => {
    const way = lossy(2)
    const made = await connect(addressOf(hall.slug), { ...settings, ...way }).createProduct({
      body: { name: 'Once', categorie_article: 'B' },
    })
    expect(way.sent).toHaveLength(3)
    expect(new Set(way.sent.map((headers) => headers.get('idempotency-key'))).size).toBe(1)
    expect([made.name, await products('Once')]).toEqual(['Once', 1])
  })

  it('is asked for again by its own key', async () => {
    const mine = { 'Idempotency-Key': 'of-the-caller' }
    const body = { name: 'Mine', categorie_article: 'B' } as const
    const [first, again] = [
      await guichet.createProduct({ body, headers: mine }),
      await guichet.createProduct({ body, headers: mine }),
    ]
    expect([again.uuid, await products('Mine')]).toEqual([first.uuid, 1])
  })

  it('of a proxy is asked for again, while it says nothing', async () => {
    const way = lossy(1, async () => new Response('', { status: 503, headers: { 'retry-after': '0' } }))
    expect(await connect(addressOf(hall.slug), { ...settings, ...way }).listProducts()).not.toHaveLength(0)
    expect(way.sent).toHaveLength(2)
  })

  it('is given up after as many attempts as were said', async () => {
    const way = lossy(9)
    const stubborn = connect(addressOf(hall.slug), { ...settings, ...way, retries: 1 })
    await expect(stubborn.listProducts()).rejects.toThrow('fetch failed')
    expect(way.sent).toHaveLength(2)
  })

  /** A repeat of it would be refused, or change what somebody else changed meanwhile. */
  it('of a change is told at once', async () => {
    const product = await guichet.createProduct({ body: { name: 'Changed', categorie_article: 'B' } })
    const way = lossy(1)
    const change = { path: { uuid: product.uuid }, body: { name: 'Changed once' } }
    await expect(connect(addressOf(hall.slug), { ...settings, ...way }).changeProduct(change)).rejects.toThrow(
      'fetch failed',
    )
    expect([way.sent.length, await products('Changed once')]).toEqual([1, 1])
  })

  it('is not waited for when the caller has gone, or too long', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    afterAll(() => silent.close())
    await once(silent, 'listening')
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const gone = connect(address).listEvents({ signal: AbortSignal.abort(new Error('gone')) })
    await expect(gone).rejects.toThrow('gone')
    const slow = connect(address, { timeoutMs: 20, retries: 0 }).listEvents()
    await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' })
    silent.closeAllConnections()
    const leaving = new AbortController()
    const full: typeof fetch = async () => {
      setImmediate(() => leaving.abort(new Error('left')))
      return new Response('', { status: 429, headers: { 'retry-after': '30' } })
    }
    const waiting = connect(address, { fetch: full }).listEvents({ signal: leaving.signal })
    await expect(waiting).rejects.toThrow('left')
  })
})

describe('what was meant for one address', () => {
  const unsent = connect(addressOf(hall.slug), { ...settings, fetch: () => Promise.reject(new Error('sent')) })

  /** Seen red without the check: the whole list came instead of one of it. */
  it('is asked for there alone, whatever stands for an id', async () => {
    for (const uuid of ['', '.', '..']) {
      await expect(unsent.readReservation({ path: { uuid } })).rejects.toThrow('path.uuid')
      await expect(unsent.cancelReservation({ path: { uuid } })).rejects.toThrow('path.uuid')
    }
    // @ts-expect-error Which one?
    await expect(unsent.readReservation({ path: {} })).rejects.toThrow('path.uuid')
    const refused = await refusalOf(guichet.readReservation({ path: { uuid: '../events' } }))
    expect(refused.status).toBeGreaterThanOrEqual(400)
  })

  /** Seen red with redirects followed. */
  it('takes its key nowhere else', async () => {
    const asked: (string | undefined)[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.headers.host)
      response.writeHead(307, { location: `http://127.0.0.1:${server.port}/api/products/` }).end()
    }).listen(0, '127.0.0.1')
    afterAll(() => elsewhere.close())
    await once(elsewhere, 'listening')
    const moved = connect(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`, { key: hall.key })
    await expect(moved.listProducts()).rejects.toThrow(`http://127.0.0.1:${server.port}/api/products/`)
    expect(asked).toHaveLength(1)
  })

  it('has a key that can be one, of which no message says it', () => {
    const broken = () => connect(addressOf(hall.slug), { key: `${hall.key}\n` })
    expect(broken).toThrow('The key is not a key')
    expect(() => connect(addressOf(hall.slug), { retries: Number.NaN })).toThrow('retries')
  })
})

it('ends a list that does not go on', async () => {
  const turning: typeof fetch = async () =>
    new Response('[{}]', {
      headers: { 'content-type': 'application/json', link: '</api/artists/?cursor=1>; rel="next"' },
    })
  const list = connect(addressOf(hall.slug), { ...settings, fetch: turning }).all.listArtists()
  const found: unknown[] = []
  const all = async () => {
    for await (const artist of list) found.push(artist)
  }
  await expect(all()).rejects.toThrow('does not go on')
  expect(found).toHaveLength(2)
})

/** Seen red with the first page alone. */
it('goes through a whole list, and no other organisation', async () => {
  const names = Array.from({ length: 7 }, (_, number) => `Room ${number}`)
  for (const name of names) await hall.create('artists', { name })
  await other.create('artists', { name: 'Elsewhere' })
  const found: string[] = []
  for await (const artist of guichet.all.listArtists({ query: { limit: 2 } })) found.push(artist.name)
  expect(found.toSorted()).toEqual(names)
})

/** Seen red with lists that took no `limit`: what type-checked failed when it ran. */
it('goes through every list, and has no pages of what is none', async () => {
  const path = { uuid: await hall.event([]) }
  const permissions = ['place:read', 'event:read', 'ticket:read'].flatMap((one) => ['--permission', one])
  const { all } = connect(addressOf(hall.slug), { ...settings, key: await createKey(server, hall.slug, permissions) })
  for (const list of [
    all.listDevices(),
    all.listWebhooks(),
    all.listEventMessages({ path }),
    all.listEventNotices({ path }),
    all.listFormerTicketKeys({ path }),
  ])
    expect(await list.next()).toMatchObject({ done: true })
  expect(Object.keys(all)).toContain('createPrice')
  // @ts-expect-error It answers what it made, in one piece.
  const { copyEvent } = all
  expect(copyEvent).toBeUndefined()
})

it('tells the headers, where they are asked for', async () => {
  const { headers, status, body } = await guichet.answer.listProducts({ query: { limit: 1, count: true } })
  expect([status, body.length]).toEqual([200, 1])
  expect(Number(headers.get('total-count'))).toBe((await guichet.listProducts()).length)
})

it('makes a price with a body, and lists them without', async () => {
  const { product } = await hall.price('B', { name: 'Listed', prix: 3 })
  const listed = await guichet.createPrice({ query: { product } })
  expect(listed.map(({ name }) => name)).toEqual(['Listed'])
})

it('brings files, and nothing where there is nothing', async () => {
  const { price, product } = await hall.price('B')
  const event = await hall.event([product])
  const sale = await guichet.sellAtDesk({ body: { event, prices: [{ uuid: price, qty: 1 }], method: 'cash' } })
  const file = await guichet.downloadTickets({ path: { uuid: sale.uuid } })
  expect((await file.text()).slice(0, 5)).toBe('%PDF-')
  const artist = await hall.create('artists', { name: 'Gone' })
  expect(await guichet.deleteArtist({ path: { uuid: artist } })).toBeUndefined()
})

it('runs the guide, and what its README shows is right by its types', async () => {
  const guide = await readGuide(server, 'typescript')
  const project = await projectWith(packed)
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: ['node'] }
  const files = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions: options }),
    'first-scan.ts': blockOf(guide, 'typescript'),
    'first-sale.ts': /```typescript\n(.*?)```/s.exec(await readFile('clients/typescript/README.md', 'utf8'))?.[1] ?? '',
    'localhost.ts': blockOf(guide, 'typescript', 1),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
  const checked = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project], {
    encoding: 'utf8',
  })
  expect([checked.status, checked.stdout]).toEqual([0, ''])
  const { stdout, stderr } = follow(
    server,
    guide,
    `'${process.execPath}' --import ./localhost.ts first-scan.ts`,
    project,
  )
  expect(stdout, stderr).toBe(blockOf(guide, 'text'))
})
