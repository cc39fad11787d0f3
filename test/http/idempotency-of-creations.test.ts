import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { patientTimers } from '../harness/bent-clock.ts'
import { createKey, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { multipart } from '../harness/forms.ts'
import { processOf, startServer, type TestServer } from '../harness/server.ts'
import { makeKey, servePicture } from '../harness/shop.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** What a key of anything that is made promises, where processes meet and end (ADR 0265). */
const picture = await servePicture()
afterAll(() => picture.server.close())
const environment = { ROLE: 'web', FETCH_ALLOW: picture.allow }
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses(environment)

const newKey = randomUUID
let names = 0
const newName = () => `The Owls ${++names}`

const placeNamed = (organisation: string) => ({
  organisation,
  short_description: 'A place',
  long_description: 'A place',
  phone: '0102030405',
  email: 'owner@place.test',
  site_web: 'https://place.test/',
  postal_code: '01000',
  img_url: picture.url,
  logo_url: picture.url,
  categorie: 'S',
})

type From = { readonly server?: TestServer; readonly slug?: string; readonly key?: string }

const make = (name: string, key: string, { server = first, slug = hall.slug, key: apiKey = hall.key }: From = {}) =>
  server.send(slug, 'POST', '/api/artists/', { key: apiKey, body: { name }, headers: { 'idempotency-key': key } })

async function made(name: string): Promise<number> {
  const { rows } = await client.query('select count(*)::int as made from artist where name = $1', [name])
  return rows[0].made
}

const outcome = ({ status, json }: Answer) => json.code ?? status

describe('a key', () => {
  /** Seen red with ids that come of the key: whatever was made with one stood anywhere. */
  it('leaves what is made in the order of making', async () => {
    const key = await makeKey(first, hall.slug, ['place:write', 'place:read'])
    const asked = { url: 'https://hooks.test/', events: ['event.published'] }
    const urls: string[] = []
    for (let count = 0; count < 8; count++) {
      const body = { ...asked, name: `W${count}`, url: `https://hooks.test/${count}` }
      const headers: Record<string, string> = count % 2 === 0 ? { 'idempotency-key': newKey() } : {}
      const answer = await first.send(hall.slug, 'POST', '/api/webhooks/', { key, body, headers })
      expect(answer.status, answer.text).toBe(201)
      urls.push(body.url)
    }
    const { json } = await first.send(hall.slug, 'GET', '/api/webhooks/?sort=created', { key })
    expect((json as { url: string }[]).map(({ url }) => url)).toEqual(urls)
  })

  /** Seen red with the caller left out of readOwnKey. */
  it('is its caller’s, and the organisation’s where it was sent', async () => {
    const permission = ['--permission', 'event:write']
    const robot = await createKey(first, hall.slug, permission)
    const person = 'ada@both.test'
    const cookies: Record<string, string> = {}
    for (const { slug } of [hall, other]) {
      await first.cli('team', 'set', '--tenant', slug, '--email', person, '--role', 'owner')
      cookies[slug] = await signIn(first, slug, slug, person)
    }
    const [name, key] = [newName(), newKey()]
    const bySession = (slug: string) =>
      first.send(slug, 'POST', '/api/artists/', {
        body: { name },
        cookie: cookies[slug] ?? '',
        headers: { 'idempotency-key': key, origin: originOf(first, slug) },
      })
    const ask = () =>
      Promise.all([make(name, key), make(name, key, { key: robot }), bySession(hall.slug), bySession(other.slug)])
    const [answers, repeats] = [await ask(), await ask()]
    expect(answers.map(outcome)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ json }) => json.uuid)).size).toBe(4)
    expect(repeats.map(({ text }) => text)).toEqual(answers.map(({ text }) => text))
    expect(await made(name)).toBe(4)
  })

  /** Seen red with '' for the e-mail in answerOnce: the second stranger was answered with the address of the first. */
  it('of strangers is known by their address', async () => {
    const { product, price } = await hall.price('B', { stock: 0 })
    const event = await hall.event([product])
    const key = newKey()
    const wait = (email: string) =>
      first.send(hall.slug, 'POST', '/api/waiting-list/', {
        body: { event, price, email, places: 1 },
        headers: { 'idempotency-key': key },
      })
    const answers = [await wait('ada@example.org'), await wait('ben@example.org'), await wait('ada@example.org')]
    expect(answers.map(({ status, json }) => [status, json.email])).toEqual([
      [201, 'ada@example.org'],
      [201, 'ben@example.org'],
      [201, 'ada@example.org'],
    ])
  })

  /** Seen red with the parameters left out of keyAt: the second booking was answered with the payment of the first. */
  it('belongs to an address: a booking and payments may name the same', async () => {
    const { product, price } = await hall.price('B')
    const event = await hall.event([product])
    const headers = { 'idempotency-key': newKey() }
    const post = (path: string, body: object) => first.send(hall.slug, 'POST', path, { key: hall.key, body, headers })
    const book = (email: string) => ({ event, email, prices: [{ uuid: price, qty: 1 }] })
    const [one, two] = [
      await post('/api/reservations/', book('ada@example.org')),
      await hall.book(book('ben@example.org')),
    ]
    expect([one.status, two.status]).toEqual([201, 201])
    const pay = ({ json }: Answer) => post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
    const [paid, again, theirs] = [await pay(one), await pay(one), await pay(two)]
    expect([paid, again, theirs].map(({ json }) => [json.uuid, json.paiements.length])).toEqual([
      [one.json.uuid, 1],
      [one.json.uuid, 1],
      [two.json.uuid, 1],
    ])
    expect(again.text).toBe(paid.text)
  })

  it('without one there are two', async () => {
    const name = newName()
    const plain = () => hall.create('artists', { name })
    expect(await plain()).not.toBe(await plain())
    expect(await made(name)).toBe(2)
  })

  /** Seen red with every body taken for one that makes something: the second list was the first. */
  it('lists prices without a body, and keeps no list', async () => {
    const list = () =>
      first.send(hall.slug, 'POST', '/api/prices/', { key: hall.key, headers: { 'idempotency-key': 'prices' } })
    const before = (await list()).json.length
    await hall.price('B')
    expect((await list()).json).toHaveLength(before + 1)
  })

  /** Seen red with the files left out of the hash: another picture was answered with the first product. */
  it('knows a picture from another', async () => {
    const draw = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
    const [red, blue] = [await draw('#f00'), await draw('#00f')]
    const key = newKey()
    const send = (bytes: Buffer) => {
      const form = multipart(
        { name: 'Poster', categorie_article: 'T' },
        { img: { bytes, name: 'poster.png', type: 'image/png' } },
      )
      return first.send(hall.slug, 'POST', '/api/products/', {
        ...form,
        key: hall.key,
        headers: { ...form.headers, 'idempotency-key': key },
      })
    }
    const [drawn, again, recoloured] = [await send(red), await send(red), await send(blue)]
    expect([drawn, again, recoloured].map(outcome)).toEqual([201, 201, 'idempotency_mismatch'])
    expect(again.text).toBe(drawn.text)
  })

  /** Seen red with the claim left where it was: the key was refused as running. */
  it('keeps no refusal: it may try again', async () => {
    const friends = { categorie_article: 'A', send_to_cashless: true }
    const before = await hall.create('products', { name: 'Friends', ...friends })
    const key = newKey()
    const send = () =>
      first.send(hall.slug, 'POST', '/api/products/', {
        key: hall.key,
        body: { name: 'More friends', ...friends },
        headers: { 'idempotency-key': key },
      })
    expect(outcome(await send())).toBe('cashless_product_exists')
    await hall.patch(`/api/products/${before}/`, { send_to_cashless: false })
    const created = await send()
    expect(created.status).toBe(201)
    expect((await send()).text).toBe(created.text)
  })
})

describe('while the first runs', () => {
  it('a repeat is told so at once, in every process', async () => {
    const [name, key] = [newName(), newKey()]
    const held = await holding('lock table artist in exclusive mode')
    const running = make(name, key)
    await untilWaitingForLock(client, 1)
    for (const server of [first, second]) {
      const repeat = await make(name, key, { server })
      expect([outcome(repeat), repeat.headers['retry-after']]).toEqual(['idempotency_conflict', '1'])
    }
    await held.release()
    expect((await running).status).toBe(201)
    expect((await make(name, key, { server: second })).text).toBe((await running).text)
    expect(await made(name)).toBe(1)
  })

  it('however many meet, one is made', async () => {
    const [name, key] = [newName(), newKey()]
    const lock = { text: 'lock table idempotency_key in access exclusive mode', values: [] }
    const racers = await raceForRows(first, lock, 8, () =>
      [first, second].flatMap((server) => Array.from({ length: 4 }, () => make(name, key, { server }))),
    )
    const answers = await Promise.all(racers)
    expect(answers.map(outcome).filter((code) => code !== 201 && code !== 'idempotency_conflict')).toEqual([])
    expect(new Set(answers.flatMap(({ status, json }) => (status === 201 ? json.uuid : []))).size).toBe(1)
    expect(await made(name)).toBe(1)
  })

  /** Seen red with the outcome of keepAnswer passed over: the late first one was made as well. */
  it('whose claim was taken over may make nothing any more', async () => {
    const [name, key] = [newName(), newKey()]
    const held = await holding('lock table artist in exclusive mode')
    const late = make(name, key)
    await untilWaitingForLock(client, 1)
    await client.query("update idempotency_key set created_at = now() - interval '1 minute' where status_code is null")
    const takeover = make(name, key, { server: second })
    await untilWaitingForLock(client, 2)
    await held.release()
    expect([outcome(await late), outcome(await takeover)]).toEqual(['idempotency_conflict', 201])
    expect(await made(name)).toBe(1)
  })

  /** Seen red with all pictures of the organisation removed: the first one, which was made after all, had none. */
  it('who takes the claim over and is refused leaves the pictures of the first', async () => {
    await first.cli('user', 'grant', '--email', 'robot@robots.test', '--create-tenants')
    const apiKey = await makeKey(first, 'meta', ['place:write'])
    const headers = { 'idempotency-key': newKey() }
    const create = (server: TestServer) =>
      server.send('meta', 'POST', '/api/place/', { key: apiKey, body: placeNamed('The Taken Over'), headers })
    const held = await holding('lock table signing_key in exclusive mode')
    const late = create(first)
    await untilWaitingForLock(client, 1)
    await client.query("update idempotency_key set created_at = now() - interval '1 minute' where status_code is null")
    const shown = picture.server.listeners('request')
    picture.server.removeAllListeners('request').on('request', (_, response) => response.writeHead(404).end())
    const refused = await create(second)
    picture.server.removeAllListeners('request')
    for (const listener of shown) picture.server.on('request', listener as RequestListener)
    expect([refused.status, Object.keys(refused.json.errors).toSorted()]).toEqual([400, ['img_url', 'logo_url']])
    await held.release()
    expect(outcome(await late)).toBe('idempotency_conflict')
    const found = await create(second)
    expect(found.status, found.text).toBe(201)
    const { slug, logo_variations } = found.json
    expect((await first.send(slug, 'GET', `/${logo_variations.med}`)).status).toBe(200)
  })
})

describe('a process that is killed', () => {
  /** Seen red with every answer kept as of what is made apart: the artist was there, and the repeat made another. */
  it('while it keeps the answer leaves nothing, and the key works again at once', async () => {
    const [name, key] = [newName(), newKey()]
    await killedWhileKeeping('artist', (server) => make(name, key, { server }))
    expect(await made(name)).toBe(0)
    const answer = await make(name, key)
    expect(answer.status).toBe(201)
    expect((await make(name, key, { server: second })).text).toBe(answer.text)
    expect(await made(name)).toBe(1)
  })

  /** Seen red with a new id for each try: there were two theatres of that name. */
  it('once it has made an organisation, makes no second one: a repeat finds it', async () => {
    await first.cli('user', 'grant', '--email', 'robot@robots.test', '--create-tenants')
    const apiKey = await makeKey(first, 'meta', ['place:write'])
    // Of which nothing makes a label, so that no label is taken.
    const body = placeNamed('Театр')
    const headers = { 'idempotency-key': newKey() }
    const create = (server: TestServer) => server.send('meta', 'POST', '/api/place/', { key: apiKey, body, headers })
    await killedWhileKeeping('signing_key', create)
    const theatres = async () => (await client.query("select id from tenant where organisation = 'Театр'")).rows
    const [theatre] = await theatres()
    const [found, again] = [await create(first), await create(second)]
    expect([found.status, found.json.uuid, found.json.logo_variations]).toEqual([
      201,
      theatre.id,
      expect.objectContaining({ med: expect.any(String) }),
    ])
    expect(again.text).toBe(found.text)
    expect(await theatres()).toEqual([theatre])
    const read = (path: string) => first.send(found.json.slug, 'GET', path)
    expect((await read(`/${found.json.logo_variations.med}`)).status).toBe(200)
    // Nor where nothing is known of the answer any more, and nobody lists it.
    await client.query("delete from idempotency_key where response like '%Театр%'")
    await client.query('update tenant set archived_at = now() where id = $1', [theatre.id])
    expect(outcome(await create(second))).toBe('slug_taken')
    await client.query('update tenant set archived_at = null where id = $1', [theatre.id])
    expect((await read(`/${found.json.logo_variations.med}`)).status).toBe(200)
  })

  /** Seen red with a new list for each try: the repeat named one that is none. */
  it('while it keeps the answer of an invitation, goes on with that list', async () => {
    const { product, price } = await hall.price('B', { prix: 0 })
    const event = await hall.event([product])
    const headers = { 'idempotency-key': newKey() }
    const invite = (server: TestServer) =>
      server.send(hall.slug, 'POST', `/api/events/${event}/guests/`, {
        key: hall.key,
        body: { price, guests: [{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@guests.test' }] },
        headers,
      })
    await killedWhileKeeping('guest', invite)
    const { rows: lists } = await client.query('select id from guest_list where event_id = $1', [event])
    const [found, again] = [await invite(first), await invite(second)]
    expect([found.status, found.json]).toEqual([
      200,
      { list: lists[0]?.id, guests: 0, places: 0, known: 1, refused: [] },
    ])
    expect(again.text).toBe(found.text)
  })
})

/**
 * What is made as one holds a connection from its first statement to its last. Seen red without `wholesOfTenant` and `wholesOfAll`: ten of
 * them held all there are, and the lists were 503.
 */
it('many at once leave connections to everybody else', async () => {
  const held = await holding('lock table artist in exclusive mode')
  const makings = [hall, other].flatMap(({ slug, key }) =>
    Array.from({ length: 8 }, () => make(newName(), newKey(), { slug, key })),
  )
  try {
    await untilWaitingForLock(client, 4)
    const list = ({ slug, key }: typeof hall) => first.send(slug, 'GET', '/api/events/', { key })
    expect((await Promise.all([hall, other].map(list))).map(outcome)).toEqual([200, 200])
  } finally {
    await held.release()
  }
  expect((await Promise.all(makings)).map(outcome)).toEqual(makings.map(() => 201))
})

/**
 * The two of `hall` wait for its connections, which hold still with others of its requests. Seen red with a turn of all taken before a
 * connection of the tenant: they held the last two, and `third` waited for them.
 */
it('those of an organisation whose connections are all in use keep no turn from others', async () => {
  const limited = await startServer({
    beside: first,
    environment: { ...environment, ...patientTimers, RATE_LIMIT: 'on' },
  })
  const third = await openBoxOffice(first, 'The Third')
  const post = (path: string, body: object, { slug, key }: typeof hall, headers = {}) =>
    limited.send(slug, 'POST', path, { key, body, headers })
  const artist = () => post('/api/artists/', { name: newName() }, hall)
  const keyed = (office: typeof hall) => make(newName(), newKey(), { server: limited, ...office })
  const product = () =>
    post('/api/products/', { name: newName(), categorie_article: 'T' }, third, { 'idempotency-key': newKey() })
  const artists = await holding('lock table artist in exclusive mode')
  const options = await holding('lock table ticket_option in exclusive mode')
  try {
    const others = [keyed(other), keyed(other), ...Array.from({ length: 4 }, artist)]
    const option = post('/api/optionticket/', { name: newName() }, hall)
    await untilWaitingForLock(client, 7)
    others.push(keyed(hall), keyed(hall))
    // Both are in line for their claims before the next one comes, which holds the place that is free afterwards.
    await product()
    others.push(artist())
    await product()
    await options.release()
    expect((await option).status).toBe(201)
    await untilWaitingForLock(client, 7)
    expect((await product()).status).toBe(201)
    await artists.release()
    expect((await Promise.all(others)).map(outcome)).toEqual(others.map(() => 201))
  } finally {
    await limited.stop()
  }
})

/**
 * A postponement to the date that an event has by now writes its times before it finds out, and undoes them. Seen red with the parts of
 * one transaction without their savepoints: the event ended later.
 */
it('what a use case undoes on its way is undone within one request, too', async () => {
  const event = await hall.event([(await hall.price('B')).product])
  const postpone = (end: string, headers = {}) =>
    first.send(hall.slug, 'POST', `/api/events/${event}/postponement/`, {
      key: hall.key,
      body: { datetime: '2900-01-10T20:00:00Z', end_datetime: end },
      headers,
    })
  const told = await postpone('2900-01-10T22:00:00Z')
  const before = await hall.get(`/api/events/${event}/`)
  const again = await postpone('2900-01-10T23:00:00Z', { 'idempotency-key': newKey() })
  expect([told.status, again.status, again.json.uuid]).toEqual([200, 200, told.json.uuid])
  expect((await hall.get(`/api/events/${event}/`)).json).toEqual(before.json)
})

/** Of two that wait for each other the one that was asked for begins again, from its first part. Seen red without the retry: 500. */
it('what meets a deadlock is made by a second try', async () => {
  const [name, key] = [newName(), newKey()]
  const noting = await holding('lock table audit_entry in exclusive mode')
  const making = make(name, key)
  await untilWaitingForLock(client, 1)
  // It has made the artist. The other, who never looks whether there is a deadlock, holds its claim and waits for that.
  const rival = await holding(
    "set local deadlock_timeout = '1h'; select from idempotency_key where status_code is null for update",
  )
  const got = rival.also('lock table artist in exclusive mode')
  await untilWaitingForLock(client, 2)
  await noting.release()
  await got
  await rival.release()
  const answer = await making
  expect(answer.status, answer.text).toBe(201)
  expect((await make(name, key)).text).toBe(answer.text)
  expect(await made(name)).toBe(1)
})

/** Takes a lock as the superuser. */
async function holding(statement: string) {
  const holder = await first.database.connect()
  await holder.query('begin')
  await holder.query(statement)
  return {
    also: (more: string) => holder.query(more),
    async release() {
      await holder.query('commit')
      await holder.end()
    },
  }
}

/** Kills a process once it has made what it was asked for, and waits to keep the answer. */
async function killedWhileKeeping(table: string, ask: (server: TestServer) => Promise<Answer>): Promise<void> {
  const doomed = await startServer({ beside: first, environment })
  const making = await holding(`lock table ${table} in exclusive mode`)
  const lost = ask(doomed).catch(() => 'lost')
  await untilWaitingForLock(client, 1)
  const keeping = await holding('select from idempotency_key where status_code is null for update')
  await making.release()
  await untilWaitingFor('update "idempotency_key"')
  const ended = once(processOf(doomed), 'exit')
  processOf(doomed).kill('SIGKILL')
  await ended
  expect(await lost).toBe('lost')
  await keeping.release()
  await untilTrue(async () => {
    const busy = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'guichet' and state <> 'idle'",
    )
    const feeds = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'guichet change feed'",
    )
    return busy.rowCount === 0 && feeds.rowCount === 2
  })
}

async function untilWaitingFor(statement: string): Promise<void> {
  await untilTrue(async () => {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1",
      [`${statement}%`],
    )
    return rowCount === 1
  })
}
