import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice, sellingRows } from '../harness/box-office.ts'
import { insertTickets, type PairedPhone, pairPhone, qrCodesOf } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { readAll } from '../harness/socket.ts'

let server: TestServer
let client: pg.Client

beforeAll(async () => {
  server = await startServer()
  client = await server.database.connect()
})

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

/** Sends bytes as they are; everything that comes back until the connection ends. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  socket.end(bytes)
  return readAll(socket)
}

it.each([
  ['what is no HTTP', 'HELLO\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: meta.localhost\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
  ['a bad header', 'GET / HTTP/1.1\r\nhost meta.localhost\r\n\r\n', 400],
])('answers %s with a problem, not with words of its parts', async (_name, bytes, status) => {
  const answer = await sendBytes(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('application/problem+json')
  const problem = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  expect(problem).toMatchObject({ status, code: 'invalid_body', request_id: expect.any(String) })
})

/**
 * Seen red without the look at `content-encoding` in checkContentType: a 400 for a body that is no JSON, or, where the
 * encoding is only claimed, a booking and a scan that were read all the same.
 */
describe('a compressed body', () => {
  let offices: readonly BoxOffice[]
  let phones: readonly PairedPhone[]

  beforeAll(async () => {
    offices = [await openBoxOffice(server, 'The Hall'), await openBoxOffice(server, 'The Other')]
    phones = await Promise.all(offices.map(({ slug }) => pairPhone(server, slug)))
  })

  /** As it is sent, what it is said to be, and the headers; the body is good where nothing is said. */
  const refused: readonly (readonly [string, (body: string) => string | Buffer, Record<string, string>])[] = [
    ['gzip', gzipSync, { 'content-encoding': 'gzip' }],
    ['gzip in capitals with space around', gzipSync, { 'content-encoding': ' GZIP ' }],
    ['gzip twice', (body) => gzipSync(gzipSync(body)), { 'content-encoding': 'gzip, gzip' }],
    ['brotli, which it is not', (body) => body, { 'content-encoding': 'br' }],
    ['gzip of a form', gzipSync, {
      'content-encoding': 'gzip',
      'content-type': 'application/x-www-form-urlencoded',
    }],
    ['gzip with an empty content type', gzipSync, { 'content-encoding': 'gzip', 'content-type': '' }],
  ] // biome-ignore format: a table reads better by rows
  const read = [
    ['nothing', {}],
    ['identity', { 'content-encoding': 'Identity' }],
  ] as const

  async function sale(office: BoxOffice) {
    const { price, product } = await office.price('B')
    const event = await office.event([product])
    const booking = { event, email: 'ada@example.org', prices: [{ uuid: price, qty: 1 }] }
    return { event, price, body: JSON.stringify(booking) }
  }

  it.each(refused)('%s is a 415 to the API, and nothing is written', async (_name, encode, headers) => {
    for (const office of offices) {
      const { body } = await sale(office)
      const written = async () => [await sellingRows(client), (await office.get('/api/products/')).json]
      const before = await written()
      const paths = { '/api/reservations/': body, '/api/products/': '{"name":"Shirt","categorie_article":"T"}' }
      for (const [path, text] of Object.entries(paths)) {
        const key = path === '/api/products/' ? { key: office.key } : {}
        const answer = await server.send(office.slug, 'POST', path, { ...key, body: encode(text), headers })
        expect(answer.status).toBe(415)
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
        expect(answer.json).toEqual({
          type: '/api/docs/errors/#unsupported_media_type',
          title: expect.any(String),
          status: 415,
          detail: expect.any(String),
          code: 'unsupported_media_type',
          request_id: expect.any(String),
        })
      }
      expect(await written()).toEqual(before)
    }
  })

  it.each(refused)('%s is a 415 at the door, and nobody is let in', async (_name, encode, headers) => {
    for (const [index, office] of offices.entries()) {
      const { ticket, body } = await ticketOf(office)
      for (const path of ['/scan/ticket/', '/scan/check_ticket/']) {
        const key = phones[index]?.key ?? ''
        const answer = await server.send(office.slug, 'POST', path, { key, body: encode(body), headers })
        expect(answer.status).toBe(415)
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
        expect(answer.json).toEqual({
          success: false,
          message: answer.json.message,
          code: 'unsupported_media_type',
          error: answer.json.message,
          detail: expect.any(String),
        })
      }
      const { rows } = await client.query('select status from ticket where id = $1', [ticket])
      expect(rows).toEqual([{ status: 'not_scanned' }])
    }
  })

  it.each(read)('of which %s is said is read', async (_name, headers) => {
    for (const [index, office] of offices.entries()) {
      const booked = await server.send(office.slug, 'POST', '/api/reservations/', {
        body: (await sale(office)).body,
        headers,
      })
      expect(booked.status).toBe(201)
      const scanned = await server.send(office.slug, 'POST', '/scan/ticket/', {
        key: phones[index]?.key ?? '',
        body: (await ticketOf(office)).body,
        headers,
      })
      expect(scanned.json).toMatchObject({ success: true })
    }
  })

  async function ticketOf(office: BoxOffice) {
    const { event, price } = await sale(office)
    const door = { slug: office.slug, tenantId: office.tenantId, eventId: event, priceId: price }
    const [ticket = ''] = await insertTickets(client, door)
    const qrcode = (await qrCodesOf(server, office.slug, [ticket])).get(ticket)
    return { ticket, body: JSON.stringify({ qrcode_data: qrcode }) }
  }
})
