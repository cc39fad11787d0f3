import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endHold, openBoxOffice, runExpiry, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import {
  openPaidOffice,
  type PaidOffice,
  paidStatuses,
  pathOf,
  runTending,
  untilQuiet,
} from '../harness/payments.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import {
  eventOf,
  payOnline,
  type StripeServer,
  type StripeSession,
  signed,
  startStripe,
  tell,
} from '../harness/stripe-server.ts'

/**
 * Paying online, with the real SDK against a Stripe on loopback.
 *
 * Each was seen red without its guard: any amount taken for what is due; events parsed without their signature, and an old
 * one believed for hours; late money that settles although the event is over, and that is no refusal when the last place is
 * gone; a session that nobody ends after the hold or a payment at the desk; a clock that looks for no payment; an
 * idempotency key of its own for each request, and the same number of attempt after a refusal; a desk sale that pays
 * online; a hundredth of the yen; a session for who only looks ahead; clocks that leave archived organisations out, and
 * money settled for one; an archive that leaves its payments for later; a bank debit that failed and is waited for; a session that is
 * not known by the keys of the moment, and given up.
 */

let stripe: StripeServer
let server: TestServer
let client: pg.Client
let hall: PaidOffice
let other: PaidOffice

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({ environment: { STRIPE_API_URL: stripe.url } })
  client = await server.database.connect()
  hall = await openPaidOffice(server, stripe, 'The Hall')
  other = await openPaidOffice(server, stripe, 'The Other')
})

afterAll(async () => {
  await client.end()
  await server.stop()
  await stripe.stop()
})

let visitors = 0
const visitor = () => `visitor-${++visitors}@example.org`
const completed = (session: StripeSession) => hall.tell('checkout.session.completed', session)

const read = async (uuid: string) => (await hall.office.get(`/api/reservations/${uuid}/`)).json

async function ticketStatuses(uuid: string): Promise<readonly string[]> {
  const { rows } = await client.query('select status from ticket where reservation_id = $1', [uuid])
  return rows.map((row) => row.status)
}

describe('booking', () => {
  it('opens a payment and says where to pay, for a quarter of an hour', async () => {
    const booking = await hall.book()
    expect(booking.status).toBe('U')
    expect(booking.paiements).toHaveLength(1)
    expect(booking.checkout_url).toMatch(
      new RegExp(
        `^http://${hall.office.slug}.localhost:${server.port}/bookings/${booking.uuid}/[\\w-]{43}/pay/$`,
      ),
    )
    const { rows } = await client.query(
      'select expires_at - created_at as hold from reservation where id = $1',
      [booking.uuid],
    )
    expect(rows[0].hold).toMatchObject({ minutes: 15 })
    expect(await hall.payments(booking.uuid)).toMatchObject([
      {
        uuid: booking.paiements[0],
        method: 'online',
        status: 'open',
        amount: 25,
        received: null,
        receipt: null,
      },
    ])
    // Nobody has waited for Stripe.
    expect(
      stripe.requests.filter(({ fields }) => fields['client_reference_id'] === booking.paiements[0]),
    ).toEqual([])
  })

  it('has nothing to pay online at the desk, for what is free, and where there are no keys', async () => {
    const house = await openBoxOffice(server, 'The Barn')
    const sold = await house.price('B')
    const atDoor = await house.book({
      event: await house.event([sold.product]),
      email: visitor(),
      prices: [{ uuid: sold.price, qty: 1 }],
    })
    expect(atDoor.json).toMatchObject({ checkout_url: null, paiements: [], status: 'U' })
    expect(await hall.book({ prix: 0 })).toMatchObject({ checkout_url: null, paiements: [], status: 'F' })
    const { price, product } = await hall.office.price('B')
    const event = await hall.office.event([product])
    const desk = await hall.office.book(
      { event, prices: [{ uuid: price, qty: 1 }] },
      { key: hall.office.key },
    )
    expect(desk.json).toMatchObject({ checkout_url: null, paiements: [], status: 'U', user_mail: '' })
  })

  it('repeats the address for a repeat of the request', async () => {
    const { price, product } = await hall.office.price('B')
    const body = {
      event: await hall.office.event([product]),
      email: visitor(),
      prices: [{ uuid: price, qty: 1 }],
    }
    const headers = { 'idempotency-key': visitor() }
    const [first, again] = [
      await hall.office.book(body, { headers }),
      await hall.office.book(body, { headers }),
    ]
    expect(first.json.checkout_url).not.toBeNull()
    expect(again.json).toEqual(first.json)
  })

  it('from the page of an event leads to the page of Stripe, through a page of ours', async () => {
    const booking = await hall.book()
    const page = await hall.get(booking.path.replace('pay/', '?step=pay'))
    expect(page.headers['refresh']).toBe('0; url=pay/')
    expect(page.text).toContain('href="pay/"')
    expect(page.text).toContain('Pay €25.00')
    expect((await hall.get(booking.path.replace('pay/', ''))).headers['refresh']).toBeUndefined()
  })
})

describe('the address to pay at', () => {
  it('makes one session, with everything that Stripe shows, and leads to it again', async () => {
    const before = Date.now() / 1000
    const booking = await hall.book({}, {}, { email: 'ada@example.org' })
    const session = await hall.open(booking)
    expect((await hall.open(booking)).id).toBe(session.id)
    const asked = stripe.requests.filter(
      ({ fields }) => fields['client_reference_id'] === booking.paiements[0],
    )
    expect(asked).toHaveLength(1)
    const page = `http://${hall.office.slug}.localhost:${server.port}${booking.path.replace('pay/', '')}`
    expect(asked[0]).toMatchObject({ key: hall.keys.secretKey, idempotencyKey: `${booking.paiements[0]}-1` })
    expect(asked[0]?.fields).toMatchObject({
      mode: 'payment',
      locale: 'en',
      customer_email: 'ada@example.org',
      success_url: `${page}return/`,
      cancel_url: page,
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1250',
      'line_items[0][price_data][product_data][name]': expect.stringMatching(/^Product \d+ – Price$/),
    })
    // Half an hour, which Stripe asks for, after the end of the hold.
    expect(session.expires_at - before).toBeGreaterThan(45 * 60)
    expect(session.expires_at - before).toBeLessThan(48 * 60)
    expect(asked[0]?.headers['x-stripe-client-telemetry']).toBeUndefined()
  })

  it('makes none for who only looks ahead, and none without the proof or at another organisation', async () => {
    const { path } = await hall.book()
    const before = stripe.requests.length
    expect((await hall.get(path, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(204)
    expect((await server.send(hall.office.slug, 'HEAD', path)).status).toBe(204)
    expect((await hall.get(path.replace(/\/[\w-]{43}\//, `/${'A'.repeat(43)}/`))).status).toBe(404)
    expect((await other.get(path)).status).toBe(404)
    expect(stripe.requests).toHaveLength(before)
  })

  it('leads to the booking when there is nothing to pay any more', async () => {
    const paidFor = await hall.bookAndPay()
    const cancelled = await hall.book()
    await hall.office.post(`/api/reservations/${cancelled.uuid}/cancellation/`)
    const over = await hall.book()
    await endHold(client, over.uuid)
    for (const { path } of [paidFor, cancelled, over]) {
      const answer = await hall.get(path)
      expect(answer.headers['location']).toBe(path.replace('pay/', ''))
    }
  })

  it('counts in the unit that the currency has', async () => {
    const house = await openBoxOffice(server, 'The Teahouse')
    await client.query("update tenant set currency = 'JPY' where id = $1", [house.tenantId])
    await payOnline(server, house.slug)
    const product = await house.create('products', { name: 'Tea', categorie_article: 'B' })
    const fine = await house.post('/api/prices/', { product, name: 'Cup', prix: 1500 })
    expect(fine.json.prix).toBe(1500)
    expect((await house.post('/api/prices/', { product, name: 'Sip', prix: '1.50' })).status).toBe(400)
    const event = await house.event([product])
    const answer = await house.book({ event, email: visitor(), prices: [{ uuid: fine.json.uuid, qty: 1 }] })
    const paid = await server.send(house.slug, 'GET', pathOf(answer.json.checkout_url))
    const session = stripe.sessions.get(String(paid.headers['location']).split('/').at(-1) ?? '')
    expect([session?.amount_total, session?.currency]).toEqual([1500, 'jpy'])
  })
})

describe('money that comes', () => {
  it('is heard of by the webhook, however often it tells', async () => {
    const booking = await hall.book()
    const session = stripe.pay((await hall.open(booking)).id)
    for (let told = 0; told < 5; told++) expect((await completed(session)).status).toBe(204)
    await hall.untilPaid(booking.uuid)
    await completed(session)
    await hall.comeBack(booking)
    expect(await ticketStatuses(booking.uuid)).toEqual(['not_scanned', 'not_scanned'])
    expect(await hall.payments(booking.uuid)).toMatchObject([
      {
        uuid: booking.paiements[0],
        status: 'settled',
        received: 25,
        receipt: expect.any(Number),
        refunds: [],
      },
    ])
    expect((await read(booking.uuid)).paiements).toEqual(booking.paiements)
  })

  it('is asked for on the way back, should the webhook be lost', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    const early = await hall.comeBack(booking)
    expect(early.headers['location']).toBe(booking.path.replace('pay/', '?step=paid'))
    const page = await hall.get(String(early.headers['location']))
    expect(page.text).toContain('not confirmed yet')
    stripe.pay(session.id)
    await hall.comeBack(booking)
    expect(paidStatuses).toContain(await hall.status(booking.uuid))
  })

  it('is found before the hold ends, should nobody come back either', async () => {
    const booking = await hall.book()
    stripe.pay((await hall.open(booking)).id)
    const { rows } = await client.query(
      `select reservation.expires_at - payment.check_at as before from payment
       join reservation on reservation.id = payment.reservation_id where payment.id = $1`,
      [booking.paiements[0]],
    )
    expect(rows[0].before).toMatchObject({ minutes: 2 })
    await client.query('update payment set check_at = now() where id = $1', [booking.paiements[0]])
    await runTending(client)
    await hall.untilPaid(booking.uuid)
  })

  it('is found soon where the hold is a long one, and a session that ended makes room for another', async () => {
    const booking = await hall.book()
    await client.query("update reservation set expires_at = now() + interval '30 days' where id = $1", [
      booking.uuid,
    ])
    const session = await hall.open(booking)
    expect(session.expires_at).toBeLessThan(Date.now() / 1000 + 86_400)
    const { rows } = await client.query('select check_at - created_at as after from payment where id = $1', [
      booking.paiements[0],
    ])
    expect(rows[0].after).toMatchObject({ minutes: 15 })
    session.status = 'expired'
    await client.query("update payment set session_ends_at = now() - interval '1 second' where id = $1", [
      booking.paiements[0],
    ])
    const next = await hall.open(booking)
    expect(next.id).not.toBe(session.id)
    stripe.pay(next.id)
    await hall.comeBack(booking)
    expect(paidStatuses).toContain(await hall.status(booking.uuid))
    expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'closed' }, { status: 'settled' }])
  })

  it('by a bank debit may take days, and one that failed makes room for another', async () => {
    for (const failed of ['requires_payment_method', 'canceled'] as const) {
      const booking = await hall.book()
      const session = stripe.debit((await hall.open(booking)).id)
      await hall.comeBack(booking)
      expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'open' }])
      session.intent_status = failed
      await hall.tell('checkout.session.async_payment_failed', session)
      await untilTrue(async () => (await hall.payments(booking.uuid))[0].status === 'closed')
      stripe.pay((await hall.open(booking)).id)
      await hall.comeBack(booking)
      expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'closed' }, { status: 'settled' }])
    }
  })

  it('is believed to nobody but Stripe', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    const claim = { ...session, status: 'complete', payment_status: 'paid' }
    const body = eventOf('checkout.session.completed', claim)
    const now = Math.floor(Date.now() / 1000)
    const post = (headers: Record<string, string>, sent: string | Buffer = body) =>
      server.send(hall.office.slug, 'POST', '/payments/stripe/webhook/', {
        body: sent,
        headers: { 'content-type': 'application/json', ...headers },
      })
    const refused: readonly Answer[] = [
      await post({}),
      await post({ 'stripe-signature': 'nonsense' }),
      await post(signed(body, other.keys.webhookSecret)),
      await post(signed(body, hall.keys.webhookSecret, now - 600)),
      await post(signed(body, hall.keys.webhookSecret), body.replace('complete', 'Complete')),
    ]
    for (const answer of refused) expect([answer.status, answer.json.code]).toEqual([400, 'webhook_refused'])
    const long = eventOf('checkout.session.completed', { ...claim, filler: 'x'.repeat(300_000) })
    expect((await post(signed(long, hall.keys.webhookSecret), long)).status).toBe(413)
    // Signed, and yet not so: Stripe itself knows of no payment.
    expect((await post(signed(body, hall.keys.webhookSecret))).status).toBe(204)
    await hall.comeBack(booking)
    expect(await hall.status(booking.uuid)).toBe('U')
  })

  it('of an unknown session, or told to another organisation, changes nothing', async () => {
    const booking = await hall.book()
    const session = stripe.pay((await hall.open(booking)).id)
    const elsewhere = (object: object) => other.tell('checkout.session.completed', object)
    expect((await elsewhere(session)).status).toBe(204)
    expect((await completed({ ...session, id: 'cs_test_unknown', client_reference_id: 'x' })).status).toBe(
      204,
    )
    expect((await hall.tell('customer.created', { id: 'cus_1' })).status).toBe(204)
    const house = await openBoxOffice(server, 'The Shed')
    expect((await tell(server, house.slug, hall.keys, 'checkout.session.completed', session)).status).toBe(
      404,
    )
    const { rows } = await client.query(
      'select from payment where tenant_id = $1 and received_minor is not null',
      [other.office.tenantId],
    )
    expect(rows).toEqual([])
    expect(await hall.status(booking.uuid)).toBe('U')
  })

  it('that is not what was due pays for nothing and goes back; what is due can still be paid', async () => {
    for (const wrong of [{ amount: 100 }, { currency: 'usd' }]) {
      const booking = await hall.book()
      const session = stripe.pay((await hall.open(booking)).id, wrong)
      await hall.comeBack(booking)
      expect(await hall.status(booking.uuid)).toBe('U')
      await untilTrue(async () => (await hall.payments(booking.uuid))[0].refunds[0]?.status === 'succeeded')
      expect((await hall.payments(booking.uuid))[0]).toMatchObject({
        status: 'rejected',
        received: session.amount_total / 100,
        receipt: null,
        refunds: [{ reason: 'amount', amount: session.amount_total / 100, credit_note: null }],
      })
      expect(
        [...stripe.refunds.values()].find((refund) => refund.payment_intent === session.payment_intent),
      ).toMatchObject({
        amount: session.amount_total,
      })
      stripe.pay((await hall.open(booking)).id)
      await hall.comeBack(booking)
      expect(paidStatuses).toContain(await hall.status(booking.uuid))
      expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'rejected' }, { status: 'settled' }])
    }
  })
})

describe('a hold that ends', () => {
  const end = async (uuid: string) => {
    await endHold(client, uuid)
    await runExpiry(client)
    expect(await hall.status(uuid)).toBe('C')
  }

  it('ends its session, so that nobody can pay any more', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    await end(booking.uuid)
    await client.query('update payment set check_at = now() where id = $1', [booking.paiements[0]])
    await runTending(client)
    await untilTrue(async () => session.status === 'expired')
    await untilTrue(async () => (await hall.payments(booking.uuid))[0].status === 'closed')
    expect((await read(booking.uuid)).paiements).toEqual([])
  })

  it('before the payment comes: the places are taken again', async () => {
    const booking = await hall.book({ stock: 2 })
    const session = await hall.open(booking)
    stripe.pay(session.id)
    await end(booking.uuid)
    await completed(session)
    await hall.untilPaid(booking.uuid)
    expect(await ticketStatuses(booking.uuid)).toEqual(['not_scanned', 'not_scanned'])
    expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'settled', refunds: [] }])
  })

  it.each(['the last place is gone', 'the event is over'])('and %s: the money goes back', async (why) => {
    const booking = await hall.book({ stock: 2 })
    const session = await hall.open(booking)
    stripe.pay(session.id)
    await end(booking.uuid)
    if (why === 'the event is over')
      await client.query(
        "update event set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = $1",
        [booking.event],
      )
    else {
      const prices = [{ uuid: booking.price, qty: 1 }]
      expect((await hall.office.book({ event: booking.event, email: visitor(), prices })).status).toBe(201)
    }
    await completed(session)
    await untilTrue(async () => (await hall.payments(booking.uuid))[0].refunds[0]?.status === 'succeeded')
    expect(await hall.status(booking.uuid)).toBe('C')
    expect(await hall.payments(booking.uuid)).toMatchObject([
      { status: 'rejected', received: 25, receipt: null, refunds: [{ reason: 'late', amount: 25 }] },
    ])
    expect((await hall.get(booking.path.replace('pay/', ''))).text).toContain('€25.00 was paid back to you.')
  })
})

describe('a reservation that is paid at the desk meanwhile', () => {
  const atDesk = (uuid: string) => hall.office.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })

  it('ends the session that was open', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    expect((await atDesk(booking.uuid)).status).toBe(201)
    await untilTrue(async () => session.status === 'expired')
    expect((await read(booking.uuid)).paiements).toHaveLength(1)
    expect(await hall.payments(booking.uuid)).toMatchObject([
      { method: 'online', status: 'closed' },
      { method: 'cash', status: 'settled', receipt: expect.any(Number) },
    ])
  })

  it('gives back what came in twice', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    stripe.pay(session.id)
    await atDesk(booking.uuid)
    await untilTrue(async () => (await hall.payments(booking.uuid))[0].refunds[0]?.status === 'succeeded')
    expect(await hall.payments(booking.uuid)).toMatchObject([
      { method: 'online', status: 'rejected', receipt: null, refunds: [{ reason: 'duplicate', amount: 25 }] },
      { method: 'cash', status: 'settled', refunds: [] },
    ])
    expect(paidStatuses).toContain(await hall.status(booking.uuid))
  })
})

describe('an organisation that is archived', () => {
  const statesOf = async (booking: { readonly uuid: string }) => {
    const { rows } = await client.query(
      `select payment.status, refund.status as refund, refund.because from payment
       left join refund on refund.tenant_id = payment.tenant_id and refund.payment_id = payment.id
       where payment.reservation_id = $1`,
      [booking.uuid],
    )
    return rows
  }
  const archive = (house: PaidOffice) => server.cli('tenant', 'archive', '--tenant', house.office.slug)

  it('lets nobody pay any more, gives back what was paid, and lets go of what was held', async () => {
    const house = await openPaidOffice(server, stripe, 'The Last')
    const [idle, paid] = [await house.book(), await house.book()]
    const [open, used] = [await house.open(idle), await house.open(paid)]
    stripe.pay(used.id)
    await archive(house)
    await runTending(client)
    expect(open.status).toBe('expired')
    expect(await statesOf(idle)).toEqual([{ status: 'closed', refund: null, because: null }])
    expect(await statesOf(paid)).toEqual([{ status: 'rejected', refund: 'succeeded', because: 'late' }])
    expect(await ticketStatuses(paid.uuid)).toEqual(['not_active', 'not_active'])
    await endHold(client, idle.uuid)
    await runExpiry(client)
    const { rows } = await client.query('select status from reservation where id = $1', [idle.uuid])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  it('still pays back what it had promised', async () => {
    const house = await openPaidOffice(server, stripe, 'The Late')
    const booking = await house.bookAndPay()
    stripe.fail('refund', 429)
    await house.cancel(booking.uuid)
    await untilQuiet(client)
    await archive(house)
    await client.query("delete from graphile_worker._private_jobs where payload->>'refundId' is not null")
    await client.query('update refund set check_at = now() where reservation_id = $1', [booking.uuid])
    await runTending(client)
    expect(await statesOf(booking)).toMatchObject([{ status: 'settled', refund: 'succeeded' }])
  })
})

describe('Stripe failing', () => {
  it('leaves the booking held, says so, and the next try pays', async () => {
    for (const failures of [[500, 500], [503, 503], [429], [409, 409], ['refused']] as const) {
      const booking = await hall.book()
      stripe.fail('create', ...failures)
      const answer = await hall.get(booking.path, { headers: { accept: 'text/html' } })
      expect([failures, answer.status]).toEqual([failures, 503])
      expect(answer.headers['retry-after']).toBe('5')
      expect(answer.text).toContain('Your places are still held')
      expect(await hall.status(booking.uuid)).toBe('U')
      stripe.pay((await hall.open(booking)).id)
      await hall.comeBack(booking)
      expect(paidStatuses).toContain(await hall.status(booking.uuid))
    }
  })

  it('after the session was made, or without any answer, makes no second one', async () => {
    const sessionsOf = (id: string | undefined) =>
      [...stripe.sessions.values()].filter((session) => session.client_reference_id === id)
    const lost = await hall.book()
    stripe.fail('create', 'lost', 'lost', 'lost')
    expect((await hall.get(lost.path)).status).toBe(503)
    await hall.open(lost)
    expect(sessionsOf(lost.paiements[0])).toHaveLength(1)
    const silent = await hall.book()
    stripe.fail('create', 'silent')
    // The second try of the SDK, under the same key, is answered.
    await hall.open(silent)
    expect(sessionsOf(silent.paiements[0])).toHaveLength(1)
  })

  it('is not kept from being asked for anew when a name has changed since', async () => {
    const booking = await hall.book()
    stripe.fail('create', 'lost', 'lost', 'lost')
    expect((await hall.get(booking.path)).status).toBe(503)
    await hall.office.patch(`/api/prices/${booking.price}/`, { name: 'Renamed' })
    expect(await hall.open(booking)).toMatchObject({ status: 'open', amount_total: 2500 })
  })

  it('to know a session, by the keys of another account for a while, loses nothing', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    const setKeys =
      'update payment_keys set secret_key_encrypted = $2, webhook_secret_encrypted = $3 where tenant_id = $1'
    const { rows } = await client.query('select * from payment_keys where tenant_id = $1', [
      hall.office.tenantId,
    ])
    await payOnline(server, hall.office.slug)
    stripe.pay(session.id)
    await hall.comeBack(booking)
    expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'open' }])
    await client.query(setKeys, [
      hall.office.tenantId,
      rows[0].secret_key_encrypted,
      rows[0].webhook_secret_encrypted,
    ])
    await client.query('update payment set check_at = now() where id = $1 and check_at is not null', [
      booking.paiements[0],
    ])
    await runTending(client)
    await hall.untilPaid(booking.uuid)
  })

  it('on the way back loses nothing: it is asked again', async () => {
    const booking = await hall.book()
    const session = stripe.pay((await hall.open(booking)).id)
    stripe.fail('retrieve', 500, 500)
    expect((await hall.comeBack(booking)).status).toBe(303)
    expect(await hall.status(booking.uuid)).toBe('U')
    stripe.fail('retrieve', 503, 503)
    await completed(session)
    await hall.untilPaid(booking.uuid)
  })
})
