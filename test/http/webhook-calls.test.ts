import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { nightsAt, one, visitor } from '../harness/booking.ts'
import {
  type BoxOffice,
  createKey,
  endHold,
  hoursAhead,
  runClockJob,
  runExpiry,
  untilQuiet,
  untilTrue,
} from '../harness/box-office.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { bookTwo, giveTicket } from '../harness/given-ticket.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { hurryJobs } from '../harness/payments.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'
import { type ReceivedCall, startWebhookReceiver } from '../harness/webhook-receiver.ts'

/** What programs are told, with a receiver on loopback that reads signatures by the library of the standard (ADR 0273). */
const receiver = await startWebhookReceiver()
const mails = await startMailServer()
afterAll(async () => {
  await receiver.stop()
  await mails.stop()
})
const environment = { FETCH_ALLOW: receiver.host, SMTP_URL: mails.url }
const { server, client, hall, other } = await twoOffices({ environment })
const keyOf = ({ slug }: BoxOffice) =>
  createKey(server, slug, ['--permission', 'place:read', '--permission', 'place:write'])
const keys = new Map([
  [hall.slug, await keyOf(hall)],
  [other.slug, await keyOf(other)],
])

let paths = 0
const made: Made[] = []
/** There are ten of an organisation at most. */
afterEach(async () => {
  for (const { office, uuid } of made.splice(0)) await ask(office, 'DELETE', `${uuid}/`)
})
type Made = {
  readonly uuid: string
  readonly path: string
  readonly secret: string
  readonly public_key: string
  readonly office: BoxOffice
}

const ask = (office: BoxOffice, method: string, path: string, body?: object) =>
  server.send(office.slug, method, `/api/webhooks/${path}`, {
    key: keys.get(office.slug) ?? '',
    ...(body ? { body } : {}),
  })

/** Makes a webhook at a path of its own. */
async function listen(
  events: readonly string[],
  { office = hall, ...fields }: Record<string, unknown> & { office?: BoxOffice } = {},
): Promise<Made> {
  const path = `/told-${++paths}`
  const answer = await ask(office, 'POST', '', { name: path, url: receiver.url(path), events, ...fields })
  expect(answer.status, answer.text).toBe(201)
  const hook = { ...answer.json, path, office }
  made.push(hook)
  return hook
}

const show = async ({ uuid, office }: Made) => (await ask(office, 'GET', `${uuid}/`)).json
const deliveries = async ({ uuid, office }: Made) => (await ask(office, 'GET', `${uuid}/deliveries/`)).json
/** Waits until a delivery has so many attempts, and returns it. */
async function attempted(webhook: Made, count: number) {
  await untilTrue(async () => (await deliveries(webhook))[0]?.attempts.length >= count)
  return (await deliveries(webhook))[0]
}
/** Lets what waits for a time be sent now. */
async function hurry(): Promise<void> {
  await client.query("update webhook_delivery set next_attempt_at = now() - interval '1 second' where state = 'due'")
  await client.query('update webhook set resumes_at = null')
  await runClockJob(client, 'send_late_webhooks')
  await untilQuiet(client)
}
/** How long after an attempt the next one is due, the time that the call took left out. */
const waitOf = ({ attempts, next_attempt_at }: Attempted) => {
  const last = attempts.at(-1)
  return Date.parse(String(next_attempt_at)) - Date.parse(String(last?.datetime)) - Number(last?.duration_ms)
}
type Attempted = {
  readonly attempts: readonly { readonly datetime: string; readonly duration_ms: number }[]
  readonly next_attempt_at: string | null
}

const verified = (secret: string, { body, headers }: ReceivedCall) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
const typesOf = (calls: readonly ReceivedCall[]) => calls.map(({ said }) => said.type)
const nights = nightsAt(hall)
const pay = (uuid: string) => hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
const cancel = (uuid: string) => hall.post(`/api/reservations/${uuid}/cancellation/`, { handed_over: true })

describe('what is told', () => {
  it('of a sale: that it was booked and paid, each ticket, and its end, in ids alone', async () => {
    const hook = await listen([
      'reservation.booked',
      'reservation.paid',
      'reservation.cancelled',
      'reservation.refunded',
      'ticket.issued',
      'ticket.cancelled',
    ])
    const { price, event } = await nights({ prix: 10 })
    const email = visitor()
    const prices = [
      {
        uuid: price,
        qty: 2,
        customers: [
          { first_name: 'Ada', last_name: 'Lovelace' },
          { first_name: 'Ben', last_name: 'Bova' },
        ],
      },
    ]
    const { uuid: reservation, tickets } = (await hall.book({ event, email, prices })).json
    await pay(reservation)
    await cancel(reservation)
    const calls = await receiver.until(hook.path, 8)
    expect(calls.map(({ said: { type, data } }) => [type, data])).toEqual([
      ['reservation.booked', { reservation, event }],
      ['reservation.paid', { reservation, event }],
      ['ticket.issued', { ticket: tickets[0], reservation, event }],
      ['ticket.issued', { ticket: tickets[1], reservation, event }],
      ['reservation.cancelled', { reservation, event, cause: 'cancellation' }],
      ['ticket.cancelled', { ticket: expect.any(String), reservation, event }],
      ['ticket.cancelled', { ticket: expect.any(String), reservation, event }],
      ['reservation.refunded', { reservation, event, refund: expect.any(String) }],
    ])
    for (const { body } of calls) expect(body).not.toMatch(/@|Ada|Lovelace|Ben|Bova/)
    for (const { said } of calls) expect(said.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('of what is free or sold as it is booked: its tickets and memberships at once', async () => {
    const hook = await listen(['reservation.booked', 'ticket.issued', 'membership.granted', 'membership.ended'])
    const { price, event } = await nights({ prix: 0 })
    const sale = await hall.post('/api/sales/', { event, prices: one(price), method: 'cash' })
    expect(sale.status, sale.text).toBeLessThan(300)
    const card = await hall.price('A', { prix: 0 })
    const granted = await hall.post('/api/memberships/', { email: visitor(), price: card.price })
    await hall.post(`/api/memberships/${granted.json.uuid}/cancellation/`, { reason: 'a mistake' })
    const calls = await receiver.until(hook.path, 4)
    expect(calls.map(({ said: { type, data } }) => [type, data])).toEqual([
      ['reservation.booked', { reservation: sale.json.uuid, event }],
      ['ticket.issued', { ticket: sale.json.tickets[0], reservation: sale.json.uuid, event }],
      ['membership.granted', { membership: granted.json.uuid }],
      ['membership.ended', { membership: granted.json.uuid }],
    ])
  })

  it('of a hold that lapses, with its cause', async () => {
    const hook = await listen(['reservation.cancelled'])
    const { book, event } = await nights({ prix: 10 })
    const { uuid: reservation } = (await book()).json
    await endHold(client, reservation)
    await runExpiry(client)
    const [call] = await receiver.until(hook.path, 1)
    expect(call?.said.data).toEqual({ reservation, event, cause: 'expiry' })
  })

  it('of an order at no event', async () => {
    const hook = await listen(['reservation.booked', 'reservation.paid', 'membership.granted'])
    const { price } = await hall.price('A', { prix: 12 })
    const order = await hall.post('/api/memberships/sales/', { email: visitor(), price, method: 'cash' })
    expect(order.status, order.text).toBeLessThan(300)
    const calls = await receiver.until(hook.path, 3)
    expect(typesOf(calls)).toEqual(['reservation.booked', 'reservation.paid', 'membership.granted'])
    expect(calls[0]?.said.data).toEqual({ reservation: expect.any(String), event: null })
    expect(calls[1]?.said.data).toEqual(calls[0]?.said.data)
  })

  it('of the door: devices, each entry, and what is undone, also all at once and without network', async () => {
    const hook = await listen(['device.paired', 'device.archived', 'ticket.scanned', 'ticket.undone'])
    const { id: reservation, tickets, event } = await bookTwo(server, hall)
    const phone = await pairPhone(server, hall.slug)
    const device = phone.id
    const codes = await qrCodesOf(server, hall.slug, tickets)
    const scan = (ticket = '') =>
      server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: codes.get(ticket) } })
    const [first = '', second = ''] = tickets
    await scan(first)
    await scan(first)
    expect((await hall.post(`/api/ticket/${first}/undo/`, { reason: 'a mistake' })).status).toBe(200)
    await scan(first)
    await scan(second)
    const undone = await hall.post(`/api/devices/${device}/undo/`, { from: hoursAhead(-1), until: hoursAhead(1) })
    expect(undone.status, undone.text).toBe(200)
    await hall.post(`/api/devices/${device}/archive/`)
    const calls = await receiver.until(hook.path, 8)
    const of = (ticket: unknown) => ({ ticket, reservation, event })
    expect(calls.map(({ said: { type, data } }) => [type, data])).toEqual([
      ['device.paired', { device }],
      ['ticket.scanned', { ...of(first), device }],
      ['ticket.undone', of(first)],
      ['ticket.scanned', { ...of(first), device }],
      ['ticket.scanned', { ...of(second), device }],
      ['ticket.undone', of(expect.any(String))],
      ['ticket.undone', of(expect.any(String))],
      ['device.archived', { device }],
    ])
    expect(calls.slice(5, 7).map(({ said }) => said.data['ticket'])).toEqual(expect.arrayContaining([first, second]))
  })

  it('of a ticket that is given away: the one that ends, and the one in its place', async () => {
    const hook = await listen(['ticket.given', 'ticket.cancelled'])
    const booked = await bookTwo(server, hall)
    const given = await giveTicket({ server, client, office: hall }, booked, booked.tickets[0])
    const of = { reservation: booked.id, event: booked.event }
    expect((await receiver.until(hook.path, 2)).map(({ said: { type, data } }) => [type, data])).toEqual([
      ['ticket.cancelled', { ticket: booked.tickets[0], ...of }],
      ['ticket.given', { ticket: given.ticket, former: booked.tickets[0], ...of }],
    ])
  })

  it('of events: published, changed, postponed, cancelled; of none that nobody has heard of, and of no change of nothing', async () => {
    const hook = await listen(['event.published', 'event.changed', 'event.postponed', 'event.cancelled'])
    const { product } = await hall.price('B')
    const event = await hall.event([product], { published: false })
    const change = (fields: object) => hall.patch(`/api/events/${event}/`, fields as Record<string, unknown>)
    await change({ name: 'Still a secret' })
    await change({ published: true })
    await change({ name: 'Known' })
    await change({ name: 'Known' })
    await hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(72) })
    await hall.post(`/api/events/${event}/cancellation/`)
    const calls = await receiver.until(hook.path, 4)
    expect(typesOf(calls)).toEqual(['event.published', 'event.changed', 'event.postponed', 'event.cancelled'])
    for (const { said } of calls) expect(said.data).toEqual({ event })
  })

  it('of places that are offered to somebody who waits', async () => {
    const hook = await listen(['waiting_entry.offered'])
    const room = waitingRoomAt(server, client, hall)
    const night = await room.soldOut()
    const email = visitor()
    await room.join(night, email)
    await room.cancel(night.bookings[0])
    const [call] = await receiver.until(hook.path, 1)
    expect(call?.said.data).toEqual({ waiting_entry: (await room.entryOf(night, email)).uuid, event: night.event })
  })

  it('of the last tenth and of the last place, once each, of the event and of a price', async () => {
    const hook = await listen(['stock.low', 'stock.sold_out'])
    const { event, price, book } = await nights({ stock: 20, prix: 0, max_per_user: 20 }, { capacity: 21 })
    for (const qty of [17, 1, 1, 1]) expect((await book({ prices: one(price, qty) })).status).toBe(201)
    const calls = await receiver.until(hook.path, 3)
    expect(calls.map(({ said: { type, data } }) => [type, data])).toEqual([
      ['stock.low', { event, price: null, left: 3 }],
      ['stock.low', { event, price, left: 2 }],
      ['stock.sold_out', { event, price }],
    ])
  })

  /** Seen red without tellOfStock. */
  it('of the last place also where a booking that lapsed takes it again', async () => {
    const hook = await listen(['reservation.booked', 'stock.sold_out'])
    const { event, price, book } = await nights({ stock: 1, prix: 5 })
    const { uuid } = (await book()).json
    await endHold(client, uuid)
    await runExpiry(client)
    expect((await pay(uuid)).status).toBe(201)
    const calls = await receiver.until(hook.path, 4)
    expect(typesOf(calls)).toEqual(['reservation.booked', 'stock.sold_out', 'reservation.booked', 'stock.sold_out'])
    expect(calls.at(-1)?.said.data).toEqual({ event, price })
  })

  it('to whom listens for it, and to no other organisation', async () => {
    const mine = await listen(['reservation.booked'])
    const paidOnly = await listen(['reservation.paid'])
    const theirs = await listen(['reservation.booked', 'ticket.issued'], { office: other })
    const { book } = await nights({ prix: 0 })
    await book()
    await receiver.until(mine.path, 1)
    const sold = await nightsAt(other)({ prix: 0 })
    const { uuid } = (await sold.book()).json
    const [call] = await receiver.until(theirs.path, 1)
    expect(call?.said.data['reservation']).toBe(uuid)
    expect(receiver.calls(mine.path)).toHaveLength(1)
    expect(await deliveries(paidOnly)).toEqual([])
    expect(await deliveries(theirs)).toHaveLength(1)
  })

  it('and nothing of what was refused: it rolled back with its transaction', async () => {
    const hook = await listen(['reservation.booked'])
    const { book } = await nights({ stock: 1, prix: 0 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => book()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    await receiver.until(hook.path, 1)
    expect(await deliveries(hook)).toHaveLength(1)
  })
})

describe('a call', () => {
  it('is signed so that the library of the standard takes it, and not when it is altered, late, or signed by another', async () => {
    const [hook, another] = [await listen(['reservation.booked']), await listen(['reservation.paid'])]
    await (await nights({ prix: 0 })).book()
    const [call] = await receiver.until(hook.path, 1)
    if (!call) throw new Error('there was no call')
    expect(verified(hook.secret, call)).toEqual(call.said)
    expect(call.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Guichet' })
    expect(() => verified(another.secret, call)).toThrow()
    expect(() => verified(hook.secret, { ...call, body: call.body.replace('booked', 'paid') })).toThrow()
    const late = { ...call.headers, 'webhook-timestamp': `${Number(call.headers['webhook-timestamp']) - 301}` }
    expect(() => verified(hook.secret, { ...call, headers: late })).toThrow()
    expect(() => verified(hook.secret, { ...call, headers: { ...call.headers, 'webhook-id': another.uuid } })).toThrow()
  })

  it('is signed by both secrets for a day after a new one was made', async () => {
    const hook = await listen(['reservation.booked'])
    const rolled = await ask(hall, 'POST', `${hook.uuid}/roll/`)
    const { book } = await nights({ prix: 0 })
    await book()
    const [both] = await receiver.until(hook.path, 1)
    if (!both) throw new Error('there was no call')
    expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    expect(verified(hook.secret, both)).toEqual(verified(rolled.json.secret, both))
    await client.query("update webhook set former_until = now() - interval '1 second' where id = $1", [hook.uuid])
    await book()
    const [, one] = await receiver.until(hook.path, 2)
    if (!one) throw new Error('there was one call')
    expect(verified(rolled.json.secret, one)).toEqual(one.said)
    expect(() => verified(hook.secret, one)).toThrow()
  })

  it('is signed by a key of its own, which the organisation publishes and no other', async () => {
    const hook = await listen(['reservation.booked'], { signature: 'ed25519' })
    await (await nights({ prix: 0 })).book()
    const [call] = await receiver.until(hook.path, 1)
    if (!call) throw new Error('there was no call')
    const [, signature = ''] = /^v1a,(\S+)$/.exec(String(call.headers['webhook-signature'])) ?? []
    const signed = Buffer.from(`${call.headers['webhook-id']}.${call.headers['webhook-timestamp']}.${call.body}`)
    const published = async ({ slug }: BoxOffice) =>
      (await server.send(slug, 'GET', '/.well-known/jwks.json')).json.keys.map(({ x }: { x: string }) => x)
    const x = Buffer.from(hook.public_key.replace('whpk_', ''), 'base64').toString('base64url')
    expect(await published(hall)).toContain(x)
    expect(await published(other)).not.toContain(x)
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
    expect(verify(null, signed, key, Buffer.from(signature, 'base64'))).toBe(true)
    expect(verify(null, Buffer.from(`${signed}.`), key, Buffer.from(signature, 'base64'))).toBe(false)
  })

  it('that fails comes again, the same, while others wait a little; the answer is kept to its first 1,024 bytes', async () => {
    const hook = await listen(['reservation.booked'])
    receiver.answer(hook.path, { status: 500, body: `NUL \0 ${'é'.repeat(5_000)}` })
    const { book } = await nights({ prix: 0 })
    await book()
    const failed = await attempted(hook, 1)
    expect(failed).toMatchObject({ status: 'due', attempts: [{ status_code: 500, refusal: null }] })
    expect(Buffer.byteLength(failed.attempts[0].answer)).toBeLessThan(1_040)
    expect(waitOf(failed)).toBeGreaterThanOrEqual(5_000)
    expect(waitOf(failed)).toBeLessThan(7_000)
    await book()
    receiver.answer(hook.path, { status: 200 })
    await hurry()
    const calls = await receiver.until(hook.path, 3)
    expect(calls[1]).toMatchObject({ body: calls[0]?.body, headers: { 'webhook-id': calls[0]?.headers['webhook-id'] } })
    expect(calls[2]?.headers['webhook-id']).not.toBe(calls[0]?.headers['webhook-id'])
    expect((await deliveries(hook)).map(({ status }: { status: string }) => status)).toEqual(['delivered', 'delivered'])
  })

  it('is made ten times over three days and given up then', async () => {
    const hook = await listen(['reservation.booked'])
    receiver.answer(hook.path, { status: 503 })
    await (await nights({ prix: 0 })).book()
    const hours: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      const failed = await attempted(hook, attempt)
      if (failed.next_attempt_at !== null) hours.push(waitOf(failed) / 3_600_000)
      await hurry()
    }
    for (const [index, hour] of [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].entries()) {
      expect(hours[index]).toBeGreaterThanOrEqual(hour)
      expect(hours[index]).toBeLessThan(hour * 1.11 + 0.001)
    }
    expect((await deliveries(hook))[0]).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(receiver.calls(hook.path)).toHaveLength(10)
  })

  /** Seen red without giveUpBeyond. */
  it('waits beside 100,000 others at most: of more, what happened first is given up once it fails', async () => {
    const [hook, beside] = [await listen(['event.published']), await listen(['event.published'], { office: other })]
    receiver.answer(hook.path, { status: 500 })
    const waiting = `insert into webhook_delivery (tenant_id, id, webhook_id, kind, body, happened_at, next_attempt_at, state)
      select $1, gen_random_uuid(), $2, 'event.published', '{}', now() - number * interval '1 second', now() + interval '1 hour', 'due'
      from generate_series(1, $3::int) as number`
    await client.query(waiting, [other.tenantId, beside.uuid, 2])
    // The statistics know of one who waits alone. Seen red by `in`: all were sorted once for each of them.
    await client.query('analyze webhook_delivery')
    await client.query(waiting, [hall.tenantId, hook.uuid, 100_001])
    await ask(hall, 'POST', `${hook.uuid}/trial/`)
    await receiver.until(hook.path, 1)
    const counted = 'select state, count(*)::int from webhook_delivery where webhook_id = $1 group by 1 order by 1'
    const of = async ({ uuid }: Made) => (await client.query(counted, [uuid])).rows.map(Object.values)
    await expect
      .poll(() => of(hook))
      .toEqual([
        ['due', 100_000],
        ['failed', 2],
      ])
    expect(await of(beside)).toEqual([['due', 2]])
  })

  it('that is redirected has failed, and nobody is called at the other address', async () => {
    const hook = await listen(['reservation.booked'])
    receiver.answer(hook.path, { status: 307, headers: { location: receiver.url('/elsewhere') } })
    await (await nights({ prix: 0 })).book()
    expect((await attempted(hook, 1)).attempts[0]).toMatchObject({ status_code: 307 })
    expect(receiver.calls('/elsewhere')).toEqual([])
  })

  it('waits as long as it is asked to, and no longer than a day', async () => {
    const hook = await listen(['reservation.booked'])
    const { book } = await nights({ prix: 0 })
    receiver.answer(hook.path, { status: 429, headers: { 'retry-after': '3600' } })
    await book()
    const hour = await attempted(hook, 1)
    expect(Date.parse(hour.next_attempt_at) - Date.parse(hour.attempts[0].datetime)).toBeGreaterThanOrEqual(3_600_000)
    receiver.answer(hook.path, {
      status: 503,
      headers: { 'retry-after': new Date(Date.now() + 9 * 86_400_000).toUTCString() },
    })
    await hurry()
    const day = await attempted(hook, 2)
    const waited = Date.parse(day.next_attempt_at) - Date.parse(day.attempts[1].datetime)
    expect([waited > 86_000_000, waited < 87_000_000]).toEqual([true, true])
  })

  it('goes to no address within our own network, however it got there', async () => {
    const hook = await listen(['reservation.booked'])
    await client.query('update webhook set address = $2 where id = $1', [hook.uuid, 'https://127.0.0.1:1/inside'])
    await (await nights({ prix: 0 })).book()
    expect((await attempted(hook, 1)).attempts[0]).toMatchObject({ status_code: null, refusal: 'forbidden_address' })
  })

  it('comes again when somebody asks for it, with its id', async () => {
    const hook = await listen(['reservation.booked'])
    await (await nights({ prix: 0 })).book()
    await receiver.until(hook.path, 1)
    await untilTrue(async () => (await deliveries(hook))[0].status === 'delivered')
    const [{ uuid }] = await deliveries(hook)
    await ask(hall, 'POST', `${hook.uuid}/deliveries/${uuid}/replay/`)
    const [first, again] = await receiver.until(hook.path, 2)
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(again?.body).toBe(first?.body)
  })

  it('is kept for thirty days', async () => {
    const hook = await listen(['reservation.booked'])
    const { book } = await nights({ prix: 0 })
    await book()
    await book()
    await receiver.until(hook.path, 2)
    const old = "update webhook_delivery set happened_at = now() - interval '30 days' where webhook_id = $1 and id = $2"
    await client.query(old, [hook.uuid, receiver.calls(hook.path)[0]?.headers['webhook-id']])
    await runClockJob(client, 'forget_old')
    expect((await deliveries(hook)).map(({ uuid }: { uuid: string }) => uuid)).toEqual([
      receiver.calls(hook.path)[1]?.headers['webhook-id'],
    ])
  })
})

describe('a webhook is switched off', () => {
  it('by 410 at once: its owners get a mail, what waited is given up, and nothing more is told', async () => {
    const hook = await listen(['reservation.booked'], { name: 'The till' })
    const beside = await listen(['reservation.booked'])
    receiver.answer(hook.path, { status: 410 })
    const { book } = await nights({ prix: 0 })
    await book()
    const mail = await mails.mailTo('admin@example.org', /The till/)
    expect(mail.text).toContain(`/admin/webhooks/${hook.uuid}/`)
    expect(await show(hook)).toMatchObject({ active: false, off_reason: 'gone' })
    expect((await deliveries(hook))[0]).toMatchObject({ status: 'failed' })
    await book()
    await receiver.until(beside.path, 2)
    expect(await deliveries(hook)).toHaveLength(1)
  })

  it('by five days of nothing but failures, and not by fewer', async () => {
    const hook = await listen(['reservation.booked'], { name: 'The newsletter' })
    receiver.answer(hook.path, { status: 500 })
    await (await nights({ prix: 0 })).book()
    await attempted(hook, 1)
    const since = (days: string) =>
      client.query('update webhook set failing_since = now() - $2::interval where id = $1', [hook.uuid, days])
    await since('4 days 23 hours')
    await hurry()
    await attempted(hook, 2)
    expect(await show(hook)).toMatchObject({ active: true })
    await since('5 days')
    await hurry()
    await mails.mailTo('admin@example.org', /The newsletter/)
    expect(await show(hook)).toMatchObject({ active: false, off_reason: 'failing' })
  })

  it('and what failed longer ago does not count once something was taken', async () => {
    const hook = await listen(['reservation.booked'])
    const { book } = await nights({ prix: 0 })
    receiver.answer(hook.path, { status: 500 })
    await book()
    await attempted(hook, 1)
    await client.query("update webhook set failing_since = now() - interval '9 days' where id = $1", [hook.uuid])
    receiver.answer(hook.path, { status: 200 })
    await hurry()
    await untilTrue(async () => (await deliveries(hook))[0].status === 'delivered')
    receiver.answer(hook.path, { status: 500 })
    await book()
    await attempted(hook, 1)
    expect(await show(hook)).toMatchObject({ active: true })
  })

  it('and not because it failed once, a week after it failed before and had nothing to say since', async () => {
    const hook = await listen(['reservation.booked'])
    receiver.answer(hook.path, { status: 500 })
    const { book } = await nights({ prix: 0 })
    await book()
    await attempted(hook, 1)
    await client.query(
      `update webhook set failing_since = now() - interval '9 days', failed_at = now() - interval '31 hours' where id = $1`,
      [hook.uuid],
    )
    await hurry()
    await attempted(hook, 2)
    expect(await show(hook)).toMatchObject({ active: true })
  })

  it('and not by the answer of an address that it has left meanwhile', async () => {
    const [hook, next] = [await listen(['reservation.booked']), `/told-${++paths}`]
    receiver.answer(hook.path, async () => {
      const changed = await ask(hall, 'PATCH', `${hook.uuid}/`, { url: receiver.url(next) })
      expect(changed.status, changed.text).toBe(200)
      return { status: 410 }
    })
    await (await nights({ prix: 0 })).book()
    await untilTrue(async () => (await deliveries(hook))[0]?.attempts.length === 1)
    await hurry()
    const [call] = await receiver.until(next, 1)
    expect(call?.said.type).toBe('reservation.booked')
    expect(await show(hook)).toMatchObject({ active: true, off_reason: null })
  })

  it('by hand, also while a call is under way: what waits behind it is not sent', async () => {
    const hook = await listen(['reservation.booked'])
    const { price, event } = await nights({ prix: 0 })
    const book = () => hall.book({ event, email: visitor(), prices: one(price) })
    receiver.answer(hook.path, async () => {
      await book()
      await ask(hall, 'PATCH', `${hook.uuid}/`, { active: false })
      return { status: 200 }
    })
    await book()
    await untilTrue(async () => (await show(hook)).active === false)
    await hurry()
    expect(receiver.calls(hook.path)).toHaveLength(1)
    expect((await deliveries(hook)).map(({ status }: { status: string }) => status)).toContain('failed')
  })
})

// Seen red where `findNextCall` passes over what somebody sends to.
it('what a process that died was sending is sent by another, once it would have been done', async () => {
  const hook = await listen(['reservation.booked'])
  await client.query("update webhook set sending_until = now() + interval '30 seconds' where id = $1", [hook.uuid])
  await (await nights({ prix: 0 })).book()
  const waiting =
    "select from graphile_worker.jobs where task_identifier = 'send_webhooks' and run_at > now() + interval '5 seconds'"
  await untilTrue(async () => (await client.query(waiting)).rowCount === 1)
  expect(receiver.calls(hook.path)).toEqual([])
  await client.query('update webhook set sending_until = null where id = $1', [hook.uuid])
  await hurryJobs(client)
  await receiver.until(hook.path, 1)
})

it('what does not answer holds up no other webhook, of its own organisation or another', async () => {
  const slow = await listen(['reservation.booked'])
  const [beside, theirs] = [
    await listen(['reservation.booked']),
    await listen(['reservation.booked'], { office: other }),
  ]
  let isAnswered = false
  receiver.answer(slow.path, async () => {
    await Promise.all([receiver.until(beside.path, 1), receiver.until(theirs.path, 1)])
    isAnswered = true
    return { status: 200 }
  })
  await (await nights({ prix: 0 })).book()
  await receiver.until(slow.path, 1)
  await (await nightsAt(other)({ prix: 0 })).book()
  await untilTrue(async () => isAnswered)
})
