import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

const { server, client, hall, other } = await twoOffices()

async function night(office = hall, priceFields = {}, eventFields = {}) {
  const { price, product } = await office.price('B', priceFields)
  const event = await office.event([product], eventFields)
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  return { event, price, path: `/events/${slug}/` }
}

const show = (path: string, headers: Record<string, string> = {}, office = hall) =>
  server.send(office.slug, 'GET', path, { headers: { accept: 'text/html', ...headers } })

const keyIn = ({ text }: Answer) => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ''

const bookedBy = async (email: string) =>
  (await client.query('select id from reservation where booker_email = $1', [email])).rows.length

/** Seen red with each made for itself: twenty keys. */
it('is made once for a crowd that comes at the same time', async () => {
  const { path } = await night()
  const crowd = () => Promise.all(Array.from({ length: 20 }, () => show(path)))
  const pages = await meetAtLock(server, ['lock table event'], 1, crowd)
  expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200))
  // Whoever comes a quarter of a second later than the first gets another one.
  expect(new Set(pages.map(keyIn)).size).toBeLessThan(10)
})

/** Seen red with the key of the page alone: the second of the two is told that the form was sent before. */
it('several who have one copy book one booking each, and whoever presses twice one', async () => {
  const { path, price } = await night()
  const key = keyIn(await show(path))
  const visitor = visitorAt(server, hall)
  const press = (email: string) =>
    visitor.submit(`${path}booking/`, { key, price, qty: '1', first_name: 'A', last_name: 'B', email })
  const answers = [await press('one@example.org'), await press('two@example.org'), await press('one@example.org')]
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  const [first, second, repeat] = answers.map(({ headers }) => headers['location'])
  expect(repeat).toBe(first)
  expect(second).not.toBe(first)
  expect([await bookedBy('one@example.org'), await bookedBy('two@example.org')]).toEqual([1, 1])
})

it('is for caches in front, compressed and asked for again by what it holds', async () => {
  const { path } = await night()
  for (const page of [path, '/', '/legal/']) {
    const [plain, zipped] = await Promise.all([show(page), show(page, { 'accept-encoding': 'br, gzip;q=0.8' })])
    expect(plain.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=5')
    expect(plain.headers['vary']).toContain('Cookie')
    expect(zipped.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(zipped.bytes).toString()).toContain('<!doctype html>')
    expect(zipped.headers['etag']).not.toBe(plain.headers['etag'])
    const refused = await show(page, { 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  }
  const { headers } = await show('/legal/')
  const known = await show('/legal/', { 'if-none-match': `"other", W/${headers['etag']}` })
  expect([known.status, known.text, known.headers['etag']]).toEqual([304, '', headers['etag']])
  expect((await show('/legal/', { 'if-none-match': '"other"' })).status).toBe(200)
  const head = await server.send(hall.slug, 'HEAD', '/legal/', { headers: { accept: 'text/html' } })
  expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', headers['etag']])
})

/** Seen red without the language, without the address of the host, and without credentials in what tells whose a page is. */
it('is nobody’s who is somebody, and of one organisation and language', async () => {
  const { path } = await night()
  const theirs = await night(other, {}, { name: 'Only at the other place' })
  const cookie = await signIn(server, hall.slug, hall.slug, 'known@example.org')
  const [english, french, mine, foreign] = await Promise.all([
    show('/'),
    show('/', { 'accept-language': 'fr' }),
    server.send(hall.slug, 'GET', path, { cookie, headers: { accept: 'text/html' } }),
    show('/', {}, other),
  ])
  expect(english.text).toContain('lang="en"')
  expect(french.text).toContain('lang="fr"')
  expect(mine.headers['cache-control']).toBe('no-store')
  expect(mine.text).not.toContain('name="email"')
  const strangers = await show(path)
  expect(strangers.text).toContain('name="email"')
  for (const said of ['href="/account/"', 'known@example.org']) expect(strangers.text).not.toContain(said)
  expect(foreign.text).toContain(theirs.path)
  expect(foreign.text).not.toContain(`"${path}"`)
  expect(english.text).not.toContain(theirs.path)
  expect((await show(theirs.path)).status).toBe(404)
})

it('is the same for all who follow a newsletter, and another one for a search', async () => {
  const { path } = await night()
  const plain = await show(path)
  const led = await show(`${path}?utm_source=letter&utm_campaign=${encodeURIComponent('<b>')}&fbclid=123`)
  expect(led.headers['cache-control']).toContain('s-maxage')
  const links = ({ text }: Answer) => [...text.matchAll(/href="(\/(?:sign-in|report)\/[^"]*)"/g)].map(([, to]) => to)
  expect(links(led)).toEqual(links(plain))
  const page = await show('/?page=2&utm_source=letter')
  expect(page.headers['cache-control']).toBe('no-store')
})

/** Seen red without forgetting what is kept when somebody known writes. */
it('shows what staff changed to whoever asks next, and a sale soon', async () => {
  const { event, path, price } = await night(hall, { stock: 3 })
  for (let turn = 0; turn < 5; turn++) {
    await show(path)
    const name = `Renamed ${turn}`
    const changed = await server.send(hall.slug, 'PATCH', `/api/events/${event}/`, { key: hall.key, body: { name } })
    expect(changed.status, changed.text).toBe(200)
    expect((await show('/')).text).toContain(name)
  }
  await show(path)
  await visitorAt(server, hall).book(event, price, { qty: '3', email: 'last@example.org' })
  await untilTrue(async () => !(await show(path)).text.includes('name="qty"'))
})

it('of an event that is not there is no page that is kept', async () => {
  const answer = await show('/events/nothing/')
  expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store'])
})

/** Seen red without the method in what is for all: each was answered with the page, 200 and `public`, while a copy was there. */
it('is for whoever reads: another method is refused though a copy is there', async () => {
  const { path } = await night()
  for (const page of [path, '/', '/legal/'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      await show(page)
      const answer = await server.send(hall.slug, method, page, { headers: { accept: 'text/html' } })
      const { status, headers } = answer
      expect([status, headers['cache-control'], headers['etag']], `${method} ${page}`).toEqual([
        405,
        'no-store',
        undefined,
      ])
    }
})

/** Seen red with every path kept: a copy for each spelling, until the shelf is full and nothing is shared. */
it('is kept under its own address alone, however else it is written', async () => {
  const { path } = await night()
  for (const other of [path.replace('/events', '/%65vents'), path.replace('night', '%6eight'), '/%6cegal/']) {
    const { status, headers } = await show(other)
    expect([status, headers['cache-control']], other).toEqual([200, 'no-store'])
  }
  expect((await show(path)).headers['cache-control']).toContain('s-maxage')
})
