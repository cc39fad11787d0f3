import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stillClock } from '../harness/bent-clock.ts'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/**
 * Promotional codes cannot be tried until one fits: ten a minute that there are none of, per address and organisation,
 * through all entrances together (ADR 0028).
 *
 * Each was seen red without its guard: the try at each of the three entrances; the tenant and the address in what is
 * counted; a right code that is not uncounted; a wrong one that is.
 */
let server: TestServer
let hall: House
let other: House

type House = {
  readonly office: BoxOffice
  /** Every way in which a code can be typed, each with that code. */
  readonly entrances: Readonly<Record<string, (code: string, from: string) => Promise<Answer>>>
  /** A booking at the API. */
  book(fields: object, from: string, key?: string): Promise<Answer>
}

const right = 'RIGHT-ONE'

beforeAll(async () => {
  server = await startServer({ environment: { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })
  hall = await openHouse('The Hall')
  other = await openHouse('The Other')
})

afterAll(() => server?.stop())

async function openHouse(organisation: string): Promise<House> {
  const office = await openBoxOffice(server, organisation)
  const { slug } = office
  const { price, product } = await office.price('B')
  const event = await office.event([product])
  const page = (await office.get(`/api/events/${event}/`)).json.slug
  const member = await office.price('A', { subscription_type: 'Y' })
  const products = [product, member.product]
  await office.create('promotional-codes', { code: right, discount_rate: 10, products })
  const offer = await offerAt(office)
  const send = (path: string, from: string, body: unknown, headers = {}) =>
    server.send(slug, 'POST', path, { body, headers: { 'x-forwarded-for': from, ...headers } })
  const submit = (path: string, from: string, fields: Record<string, string>) =>
    send(path, from, new URLSearchParams(fields).toString(), {
      accept: 'text/html',
      origin: originOf(server, slug),
      'content-type': 'application/x-www-form-urlencoded',
    })
  const book: House['book'] = (fields, from, key) =>
    server.send(slug, 'POST', '/api/reservations/', {
      body: { event, email: visitor(), prices: one(price), ...fields },
      headers: { 'x-forwarded-for': from },
      ...(key === undefined ? {} : { key }),
    })
  const form = () => ({ key: randomUUID(), price, email: visitor() })
  return {
    office,
    book,
    entrances: {
      booking: (code, from) => book({ promotional_code: code }, from),
      'booking form': (code, from) =>
        submit(`/events/${page}/booking/`, from, { ...form(), qty: '1', promotional_code: code }),
      membership: (code, from) =>
        send('/api/memberships/', from, { email: visitor(), price: member.price, promotional_code: code }),
      'membership form': (code, from) =>
        submit('/membership/', from, { ...form(), price: member.price, promotional_code: code }),
      offer: (code, from) => submit(offer, from, { promotional_code: code }),
    },
  }
}

/** The page of an offer of the waiting list. */
async function offerAt(office: BoxOffice): Promise<string> {
  const client = await server.database.connect()
  try {
    const { soldOut, join, cancel, offerOf } = waitingRoomAt(server, client, office)
    const night = await soldOut({ prix: 10 })
    const email = visitor()
    await join(night, email)
    await cancel(night.bookings[0])
    return (await offerOf(night, email)).path
  } finally {
    await client.end()
  }
}

it('ten wrong codes are enough, through every entrance together; a right one in between passes', async () => {
  const from = '203.0.113.7'
  const entrances = Object.entries(hall.entrances)
  for (const round of [1, 2])
    for (const [name, use] of entrances) {
      expect((await hall.book({ promotional_code: right }, from)).status).toBe(201)
      expect((await use(`WRONG-${round}`, from)).status, name).toBe(400)
    }
  for (const [name, use] of entrances)
    for (const code of ['WRONG-3', right]) {
      const refused = await use(code, from)
      expect([refused.status, refused.headers['ratelimit-limit']], `${name} ${code}`).toEqual([429, '10'])
      expect(Number(refused.headers['retry-after']), name).toBeGreaterThan(0)
    }
  expect((await hall.book({ promotional_code: right }, from)).json.code).toBe('too_many_requests')
  // Neither others, nor another organisation, nor staff, nor a booking without a code.
  expect((await hall.book({}, from)).status).toBe(201)
  for (const [name, use] of entrances) expect((await use('WRONG-4', '203.0.113.8')).status, name).toBe(400)
  for (const [name, use] of Object.entries(other.entrances)) expect((await use(right, from)).status, name).not.toBe(429)
  expect((await hall.book({ promotional_code: 'WRONG-5' }, from, hall.office.key)).status).toBe(400)
  expect((await hall.book({ promotional_code: right }, from, hall.office.key)).status).toBe(201)
})

it('many at once are counted exactly', async () => {
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, index) => hall.book({ promotional_code: `GUESS-${index}` }, '203.0.113.9')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(10).fill(400), ...Array(5).fill(429)])
})

it('a right code counts for nothing, whatever it is refused for', async () => {
  const from = '203.0.113.10'
  const unknownOption = { options: ['0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff'], promotional_code: right }
  for (let tried = 1; tried <= 11; tried++) {
    expect((await hall.book(unknownOption, from)).status).toBe(400)
    expect((await hall.book({ promotional_code: right }, from)).status).toBe(201)
  }
})
