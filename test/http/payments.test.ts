import { describe, expect, it } from 'vitest'
import { endHold, openBoxOffice, runExpiry, untilQuiet, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { openPaidOffice, type PaidOffice, paidStatuses, runTending, twoPaidOffices } from '../harness/payments.ts'
import { eventOf, type StripeSession, signed, tell } from '../harness/stripe-server.ts'

/**
 * Money that comes, late, twice, wrong or not at all, with the real SDK against a Stripe on loopback.
 *
 * Each was seen red without its guard: any amount taken for what is due; events parsed without their signature, and an old
 * one believed for hours; late money that settles although the event is over, and that is no refusal when the last place is
 * gone; a session that nobody ends after the hold or a payment at the desk; a clock that looks for no payment; clocks that
 * leave archived organisations out, and money settled for one; an archive that leaves its payments for later; a bank debit
 * that failed and is waited for.
 */
const { stripe, server, client, hall, other } = await twoPaidOffices()

let visitors = 0
const visitor = () => `visitor-${++visitors}@example.org`
const completed = (session: StripeSession) => hall.tell('checkout.session.completed', session)

const read = async (uuid: string) => (await hall.office.get(`/api/reservations/${uuid}/`)).json

async function ticketStatuses(uuid: string): Promise<readonly string[]> {
  const { rows } = await client.query('select status from ticket where reservation_id = $1', [uuid])
  return rows.map((row) => row.status)
}

/** Seen red with nobody asked whether there is a way to pay online; http/booking-pages has the words where there is none. */
it('that is taken online is not said to be paid at the door', async () => {
  const { price, product } = await hall.office.price('B', { prix: 12 })
  const { slug } = (await hall.office.get(`/api/events/${await hall.office.event([product])}/`)).json
  const { text } = await server.send(hall.office.slug, 'GET', `/events/${slug}/`, { headers: { accept: 'text/html' } })
  expect(text).toContain(price)
  expect(text).not.toMatch(/paid at the door|Nothing to pay now/)
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
      { uuid: booking.paiements[0], status: 'settled', received: 25, receipt: expect.any(Number), refunds: [] },
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
    await client.query("update payment set check_at = now() - interval '1 ms' where id = $1", [booking.paiements[0]])
    await runTending(client)
    await hall.untilPaid(booking.uuid)
  })

  it('is found soon where the hold is a long one, and a session that ended makes room for another', async () => {
    const booking = await hall.book()
    await client.query("update reservation set expires_at = now() + interval '30 days' where id = $1", [booking.uuid])
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
    expect((await completed({ ...session, id: 'cs_test_unknown', client_reference_id: 'x' })).status).toBe(204)
    expect((await hall.tell('customer.created', { id: 'cus_1' })).status).toBe(204)
    const house = await openBoxOffice(server, 'The Shed')
    expect((await tell(server, house.slug, hall.keys, 'checkout.session.completed', session)).status).toBe(404)
    const { rows } = await client.query('select from payment where tenant_id = $1 and received_minor is not null', [
      other.office.tenantId,
    ])
    expect(rows).toEqual([])
    expect(await hall.status(booking.uuid)).toBe('U')
  })

  it('that is not what was due pays for nothing and is refunded; what is due can still be paid', async () => {
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
      ).toMatchObject({ amount: session.amount_total })
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
    await client.query("update payment set check_at = now() - interval '1 ms' where id = $1", [booking.paiements[0]])
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

  it.each(['the last place is gone', 'the event is over'])('and %s: the money is refunded', async (why) => {
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
    expect((await hall.get(booking.path.replace('pay/', ''))).text).toContain('You have been refunded: €25.00.')
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

  it('refunds what came in twice', async () => {
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
  const archive = (house: PaidOffice) =>
    server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', house.office.slug)

  it('lets nobody pay any more, refunds what was paid, and releases what was held', async () => {
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

  it('still refunds what it had promised', async () => {
    const house = await openPaidOffice(server, stripe, 'The Late')
    const booking = await house.bookAndPay()
    stripe.fail('refund', 429)
    await house.cancel(booking.uuid)
    await untilQuiet(client)
    await archive(house)
    await client.query("delete from graphile_worker._private_jobs where payload->>'refundId' is not null")
    await client.query("update refund set check_at = now() - interval '1 ms' where reservation_id = $1", [booking.uuid])
    await runTending(client)
    expect(await statesOf(booking)).toMatchObject([{ status: 'settled', refund: 'succeeded' }])
  })
})
