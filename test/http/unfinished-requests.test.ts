import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hastyTimers, stillClock } from '../harness/bent-clock.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { over, readAll } from '../harness/socket.ts'

/** A second here is a hundredth of one: see the harness. */
let hasty: TestServer
let limited: TestServer
let proxied: TestServer
const waiting: Socket[] = []
let office: BoxOffice

beforeAll(async () => {
  hasty = await startServer({ environment: hastyTimers })
  office = await openBoxOffice(hasty, 'The Hall')
  limited = await startServer({ environment: { ...stillClock, RATE_LIMIT: 'on' } })
  proxied = await startServer({ environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })
  for (const organisation of ['Hall', 'Other'])
    await limited.cli('tenant', 'create', '--organisation', organisation, '--category', 'S', '--email', 'ada@hall.test')
})
afterAll(async () => {
  for (const socket of waiting) socket.destroy()
  await hasty?.stop()
  await limited?.stop()
  await proxied?.stop()
})

const head = (path: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, `host: ${office.slug}.localhost`, ...more, '', ''].join('\r\n')

/** Sends the beginning, then a byte now and then, which nobody waits for; everything that came back until the other side ended it. */
async function drip(port: number, beginning: string, drop = 'x'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(beginning)
  // After what has come is read: to write where the other end has hung up takes the answer away that is there already.
  const drops = setInterval(() => setImmediate(() => socket.writable && socket.write(drop)), 20)
  const received = await readAll(socket)
  clearInterval(drops)
  return received
}

const json = 'content-type: application/json'

/** Seen red without the timer in endUnfinishedRequests: the body of a refused one, and any other, dripped for minutes. */
it.each([
  ['a body with a length', '/api/reservations/', [json, 'content-length: 60000'], '{"a":"', 408],
  ['a body in chunks', '/api/reservations/', [json, 'transfer-encoding: chunked'], 'ea60\r\n{', 408],
  ['headers', '/api/reservations/', [json, 'x-slow: '], null, 408],
  ['a body that was refused before it came', '/api/optionticket/', [json, 'content-length: 60000'], '{', 401],
])('%s that drips ends, and the connection with it', async (_name, path, headers, body, status) => {
  const whole = head(path, ...headers)
  const received = await drip(hasty.port, body === null ? whole.slice(0, -4) : `${whole}${body}`)
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect((await hasty.send(office.slug, 'GET', '/')).status).toBe(200)
})

/** Seen red without endAnswered: Node waits anew at each of them, for ever. */
it('empty lines after an answer are no request, and the connection ends', async () => {
  const received = await drip(hasty.port, `GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`, '\r\n')
  expect(received.match(/^HTTP/gm)).toHaveLength(1)
})

/** A form with a picture may take ten times as long: thirty seconds, here three tenths of one, are over in between. */
it('a picture on a slow line has minutes', async () => {
  const form = ['content-type: multipart/form-data; boundary=end', `authorization: Api-Key ${office.key}`]
  const parts = ['name', 'categorie_article'].map(
    (name, index) => `--end\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${['Slow', 'B'][index]}\r\n`,
  )
  const body = `${parts.join('')}--end--\r\n`
  const socket = connect(hasty.port, '127.0.0.1')
  const received = readAll(socket)
  socket.write(head('/api/products/', ...form, `content-length: ${body.length}`, 'connection: close'))
  socket.write(body.slice(0, 40))
  // Another that drips is ended meanwhile: its thirty seconds are over, so those of this one would be.
  await drip(hasty.port, head('/api/reservations/', json, 'content-length: 60000'))
  socket.write(body.slice(40))
  expect(await received).toMatch(/^HTTP\/1.1 201 /)
})

/** Seen red without isFull: all three hundred stayed open; and with the newest ended instead of the oldest: nobody else came in. */
it('one address has so many connections that say nothing, and others are still answered', async () => {
  const sockets: Socket[] = Array.from({ length: 300 }, () => connect(limited.port, '127.0.0.1'))
  const ended = sockets.map((socket) => over(socket.resume()))
  await Promise.all(ended.slice(0, 44).map(() => Promise.race(ended)))
  const isRefused = () => sockets.filter(({ closed, destroyed }) => closed || destroyed).length
  await expect.poll(isRefused).toBe(44)
  expect(sockets.slice(0, 44).every(({ destroyed }) => destroyed)).toBe(true)
  expect((await limited.send('hall', 'GET', '/')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await Promise.all(ended)
  await expect.poll(async () => (await limited.send('hall', 'GET', '/').catch(() => null))?.status).toBe(200)
})

/** Connections that were answered, one after the other, and wait for what they ask next; who asks again is the last to have waited. */
async function answered(
  server: TestServer,
  count: number,
): Promise<{ ask(at: number): Promise<void>; open(): string }> {
  const sockets: Socket[] = []
  const ask = async (at: number) => {
    const socket = sockets[at]
    socket?.write(`GET /healthz HTTP/1.1\r\nhost: ${at % 2 ? 'hall' : 'other'}.localhost\r\n\r\n`)
    if (socket) await once(socket, 'data')
  }
  for (let at = 0; at < count; at++) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    waiting.push(socket)
    await ask(at)
    if (at === 9) await ask(0)
  }
  return { ask, open: () => sockets.map(({ readyState }) => (readyState === 'open' ? 'o' : '-')).join('') }
}

/**
 * Seen red without the end of the longest, with the latest ended instead, and with connections of a proxy counted: all of its visitors
 * come by one address.
 */
it('one address has so many connections that wait after an answer, and a proxy as many as it likes', async () => {
  const { ask, open } = await answered(limited, 1030)
  await expect.poll(open).toBe(`o${'-'.repeat(6)}${'o'.repeat(1023)}`)
  await ask(1029)
  expect((await limited.send('hall', 'GET', '/')).status).toBe(200)
  const behind = await answered(proxied, 1030)
  await behind.ask(1)
  expect(behind.open()).toBe('o'.repeat(1030))
})

/**
 * Seen red without the hook on onResponse. Somebody with a good key behind the same address works on, and so do the pages of a
 * neighbour at another address.
 */
it('what is refused counts against its sender, and not against who shows a good key', async () => {
  const { api_key: key } = await limited.cli(
    'api-key',
    'create',
    '--tenant',
    'hall',
    '--user',
    'ada@hall.test',
    '--name',
    'robot',
    '--permission',
    'product:read',
  )
  const statusOf = async (method: string, path: string, options = {}) =>
    (await limited.send('hall', method, path, options)).status
  const bad: [method: string, path: string, options: object, status: number][] = [
    ['GET', '/nothing/', {}, 404],
    ['POST', '/api/reservations/', { body: '{' }, 400],
    ['POST', '/api/reservations/', { body: 'x'.repeat(140_000) }, 413],
    ['GET', '/api/reservations/', {}, 401],
    ['GET', '/api/reservations/', { key: 'wrong' }, 401],
    ['GET', '/api/reservations/', { cookie: 'guichet=wrong' }, 401],
  ]
  for (const [method, path, options, status] of bad) expect(await statusOf(method, path, options)).toBe(status)
  for (let batch = 0; batch < 60; batch++)
    await Promise.all(Array.from({ length: 50 }, () => statusOf('GET', '/nothing/')))
  for (const [method, path, options] of bad.slice(0, 4)) expect(await statusOf(method, path, options), path).toBe(429)
  expect(await statusOf('GET', '/')).toBe(429)
  // Seen red without a language in `answer`: the page threw, and the framework told its words.
  const page = await limited.send('hall', 'GET', '/', { headers: { accept: 'text/html', 'accept-language': 'fr' } })
  expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<html lang="fr"')
  expect(await statusOf('GET', '/', { cookie: 'guichet=wrong' })).toBe(429)
  expect(await statusOf('GET', '/api/user/keytest/', { key })).toBe(200)
  // Seen red without refuseFlood in the handler of errors: what was made up passed for good.
  const madeUp = [
    { key: 'wrong' },
    { key: `${'a'.repeat(8)}.${'b'.repeat(40)}` },
    { headers: { authorization: 'Basic eDp5' } },
    { cookie: 'guichet=wrong' },
    { cookie: 'theme=dark' },
  ]
  for (const [index, options] of madeUp.entries()) {
    expect(await statusOf('GET', '/api/reservations/', options), `known host ${index}`).toBe(429)
    const unknown = await limited.send('nobody-here', 'GET', '/', options)
    expect(unknown.status, `unknown host ${index}`).toBe(429)
  }
  const refused = await limited.send('other', 'GET', '/')
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '3000', 'retry-after': expect.any(String) })
})
