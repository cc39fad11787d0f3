import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { execCli } from '../harness/cli.ts'
import {
  hurryJobs,
  openPaidOffice,
  type PaidOffice,
  paidStatuses,
  refundsAtStripe,
  restFailedJobs,
  runTending,
  twoPaidOffices,
} from '../harness/payments.ts'
import { visitorAt } from '../harness/visitor.ts'

/**
 * Refunds. Each was seen red without its guard: what was refunded before counted once more; VAT of a credit note
 * by itself; a refund sent without asking whether Stripe has it; a session left open after a cancellation; tickets cancelled
 * one by one before they are paid; a retry under the number of the attempt that failed;
 * a look at Stripe that is refused, and leaves it asked for.
 */

const { stripe, server, client, hall, other } = await twoPaidOffices()
await restFailedJobs(client)

const refundsOf = async (uuid: string) =>
  (await hall.payments(uuid)).flatMap(({ refunds }: { refunds: object[] }) => refunds)
const untilRefund = (uuid: string, status: string) =>
  untilTrue(async () => (await refundsOf(uuid)).at(-1)?.status === status)

describe('a reservation that was paid online and is cancelled', () => {
  it('is refunded once, with a credit note', async () => {
    const booking = await hall.bookAndPay()
    const elsewhere = await other.bookAndPay()
    expect((await hall.cancel(booking.uuid)).json.status).toBe('C')
    expect((await hall.cancel(booking.uuid)).status).toBe(409)
    await untilRefund(booking.uuid, 'succeeded')
    const [payment] = await hall.payments(booking.uuid)
    expect(payment).toMatchObject({
      status: 'settled',
      received: 25,
      refunds: [{ status: 'succeeded', amount: 25, reason: 'cancellation', credit_note: payment.receipt + 1 }],
    })
    expect(refundsAtStripe(stripe, booking.session)).toMatchObject([{ amount: 2500, status: 'succeeded' }])
    expect((await hall.get(booking.path.replace('pay/', ''))).text).toContain('You have been refunded: €25.00.')
    expect(refundsAtStripe(stripe, elsewhere.session)).toEqual([])
    expect(await other.payments(elsewhere.uuid)).toMatchObject([{ status: 'settled', refunds: [] }])
  })

  it('ticket by ticket gets back what each cost, and the VAT of all notes is that of the receipt', async () => {
    const booking = await hall.bookAndPay({ prix: '9.99', vat: '20' }, {}, {})
    const [first = '', second = ''] = booking.tickets
    const one = await hall.cancel(booking.uuid, { tickets: [first] })
    expect([one.status, one.json.code]).toEqual([200, undefined])
    expect(paidStatuses).toContain(await hall.status(booking.uuid))
    expect((await hall.cancel(booking.uuid, { tickets: [first] })).status).toBe(409)
    expect((await hall.cancel(booking.uuid, { tickets: [elsewhereTicket] })).status).toBe(404)
    const { rows: tickets } = await client.query(
      'select id, status from ticket where reservation_id = $1 order by id',
      [booking.uuid],
    )
    expect(tickets).toEqual([
      { id: first, status: 'not_active' },
      { id: second, status: 'not_scanned' },
    ])
    const { rows: counters } = await client.query('select held from event_counter where event_id = $1', [booking.event])
    expect(counters).toEqual([{ held: 1 }])
    expect((await hall.cancel(booking.uuid)).json.status).toBe('C')
    await untilQuiet(client)
    expect(refundsAtStripe(stripe, booking.session).map(({ amount }) => amount)).toEqual([999, 999])
    const { rows: notes } = await client.query<{ kind: string; gross: number; vat: number }>(
      `select kind, (vat->0->>'grossMinor')::int as gross, (vat->0->>'vatMinor')::int as vat
       from receipt where reservation_id = $1 order by number`,
      [booking.uuid],
    )
    // 19.98 has 3.33 in it; 9.99 alone would have 1.67, which twice is a cent too much.
    expect(notes).toEqual([
      { kind: 'receipt', gross: 1998, vat: 333 },
      { kind: 'credit_note', gross: 999, vat: 167 },
      { kind: 'credit_note', gross: 999, vat: 166 },
    ])
  })

  const elsewhereTicket = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff'

  it('not before it is paid: nothing of one that is held is cancelled alone, and nothing is refunded', async () => {
    const booking = await hall.book()
    expect((await hall.cancel(booking.uuid, { tickets: booking.tickets.slice(0, 1) })).status).toBe(409)
    const session = await hall.open(booking)
    await hall.cancel(booking.uuid)
    await untilTrue(async () => session.status === 'expired')
    expect(await hall.payments(booking.uuid)).toMatchObject([{ status: 'closed', refunds: [] }])
  })

  it('refunds what comes in although it was cancelled', async () => {
    const booking = await hall.book()
    const session = await hall.open(booking)
    stripe.pay(session.id)
    await hall.cancel(booking.uuid)
    await untilRefund(booking.uuid, 'succeeded')
    expect(await hall.payments(booking.uuid)).toMatchObject([
      { status: 'rejected', receipt: null, refunds: [{ reason: 'duplicate', credit_note: null }] },
    ])
  })
})

describe('what was paid at the desk', () => {
  const paidAtDesk = async (method = 'cash') => {
    const booking = await hall.book()
    await hall.office.post(`/api/reservations/${booking.uuid}/payments/`, { method })
    return booking
  }
  const handOver = (house: PaidOffice, uuid: string) => house.office.post(`/api/refunds/${uuid}/handover/`)
  const pageOf = async ({ path }: { readonly path: string }) => (await hall.get(path.replace('pay/', ''))).text
  const owed = async () => {
    const { json } = await hall.office.get('/api/takings/')
    expect(json).toHaveLength(1)
    const [{ received, kept, refunded, owed }] = json
    expect(Math.round((kept + refunded + owed) * 100)).toBe(Math.round(received * 100))
    return owed as number
  }

  /** Seen red with the status `succeeded` for every refund at the desk, and without `from` in markHandedOver. */
  it('is owed until staff says that it was handed over, once, with its credit note at once', async () => {
    const booking = await paidAtDesk()
    const before = await owed()
    await hall.cancel(booking.uuid)
    const [refund] = await refundsOf(booking.uuid)
    expect(refund).toMatchObject({
      status: 'requested',
      amount: 25,
      handed_over: null,
      credit_note: expect.any(Number),
    })
    expect(await owed()).toBe(before + 25)
    expect(await pageOf(booking)).toContain('You can collect your refund at the box office: €25.00.')
    const listed = (await hall.office.get(`/api/refunds/?status=requested&event=${booking.event}`)).json
    expect(listed).toMatchObject([
      { uuid: refund.uuid, method: 'cash', reservation: booking.uuid, status: 'requested' },
    ])
    expect((await handOver(other, refund.uuid)).status).toBe(404)
    expect((await hall.office.post(`/api/refunds/${refund.uuid}/attempts/`)).status).toBe(409)
    const done = await handOver(hall, refund.uuid)
    expect(done.json).toMatchObject({ status: 'succeeded', handed_over: expect.any(String), amount: 25 })
    expect((await handOver(hall, refund.uuid)).status).toBe(409)
    expect(await owed()).toBe(before)
    expect(await pageOf(booking)).toContain('You have been refunded: €25.00.')
    expect((await other.office.get('/api/refunds/')).text).not.toContain(refund.uuid)
  })

  it('is done at once when staff hands it over at that moment; of what was paid online that says nothing', async () => {
    const booking = await paidAtDesk('card')
    await hall.cancel(booking.uuid, { handed_over: true })
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'succeeded', handed_over: expect.any(String) }])
    const online = await hall.bookAndPay()
    stripe.fail('refund', 429)
    await hall.cancel(online.uuid, { handed_over: true })
    expect(await refundsOf(online.uuid)).toMatchObject([{ status: 'requested', handed_over: null }])
    const [refund] = await refundsOf(online.uuid)
    expect((await handOver(hall, refund.uuid)).status).toBe(409)
    // Until it has failed: what is hurried before that rests for long afterwards.
    await untilQuiet(client)
    await hurryJobs(client)
    await untilRefund(online.uuid, 'succeeded')
    expect(refundsAtStripe(stripe, online.session)).toHaveLength(1)
  })

  /** Seen red without the refund before the mail in cancelReservation: no amount is named. */
  it('is named in the mail of the cancellation, with the way it goes', async () => {
    const letterOf = async (uuid: string) => {
      const { rows } = await client.query(
        "select letter::text from mail where reservation_id = $1 and kind = 'cancellation'",
        [uuid],
      )
      return rows.map(({ letter }) => letter).join()
    }
    const [here, later] = [await paidAtDesk(), await paidAtDesk()]
    await hall.cancel(here.uuid, { handed_over: true })
    expect(await letterOf(here.uuid)).toContain('€25.00 was refunded to you at the box office.')
    await hall.cancel(later.uuid, { tickets: later.tickets.slice(0, 1) })
    expect(await letterOf(later.uuid)).toContain('You can collect your refund at the box office: €12.50.')
    const [online, unpaid] = [await hall.bookAndPay(), await hall.book()]
    await hall.cancel(online.uuid)
    expect(await letterOf(online.uuid)).toContain('€25.00 goes back to the card or account you paid with')
    await hall.cancel(unpaid.uuid)
    expect(await letterOf(unpaid.uuid)).not.toMatch(/€|refund/i)
  })

  it('as a gift of the house refunds nothing', async () => {
    const booking = await paidAtDesk('free')
    await hall.cancel(booking.uuid)
    expect(await refundsOf(booking.uuid)).toEqual([])
  })
})

describe('Stripe failing at a refund', () => {
  it('is asked again until it is done, and does it once', async () => {
    for (const failures of [[500, 500], [503, 503], [429], [409, 409]] as const) {
      const booking = await hall.bookAndPay()
      stripe.fail('refund', ...failures)
      await hall.cancel(booking.uuid)
      await untilQuiet(client)
      expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'requested' }])
      await hurryJobs(client)
      expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'succeeded' }])
      expect(refundsAtStripe(stripe, booking.session)).toHaveLength(1)
    }
  })

  it('after it was done, and the answer lost: it is found, not done again', async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('refund', 'lost', 'lost')
    // One of two tickets: of all of it Stripe itself would refuse a second refund.
    await hall.cancel(booking.uuid, { tickets: booking.tickets.slice(0, 1) })
    await untilQuiet(client)
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'requested' }])
    // Even when Stripe has forgotten the idempotency key.
    stripe.forgetKeys()
    await hurryJobs(client)
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'succeeded' }])
    expect(refundsAtStripe(stripe, booking.session)).toMatchObject([{ amount: 1250 }])
  })

  it('for good is seen by staff, who have it sent again', async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('refund', 'refused')
    await hall.cancel(booking.uuid)
    await untilRefund(booking.uuid, 'failed')
    const [refund] = await refundsOf(booking.uuid)
    expect(refund).toMatchObject({ failure: 'account_closed', amount: 25 })
    expect((await hall.get(booking.path.replace('pay/', ''))).text).toContain('could not be refunded yet')
    const retry = (slug: string) => execCli(server.environment, ['refund', 'retry', '--tenant', slug, refund.uuid])
    expect((await retry(other.office.slug)).exitCode).toBe(1)
    expect((await retry(hall.office.slug)).exitCode).toBe(0)
    await untilRefund(booking.uuid, 'succeeded')
    expect(refundsAtStripe(stripe, booking.session)).toHaveLength(1)
    expect((await retry(hall.office.slug)).exitCode).toBe(1)
  })

  it('later, at the bank, is heard of by the webhook', async () => {
    const booking = await hall.bookAndPay()
    await hall.cancel(booking.uuid)
    await untilRefund(booking.uuid, 'succeeded')
    const [atStripe] = refundsAtStripe(stripe, booking.session)
    if (!atStripe) throw new Error('there is no refund')
    Object.assign(atStripe, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    await hall.tell('refund.failed', atStripe)
    await untilRefund(booking.uuid, 'failed')
    expect(await refundsOf(booking.uuid)).toMatchObject([{ failure: 'expired_or_canceled_card' }])
  })

  it('whose job gave up is taken up by the clock', async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('refund', 429)
    await hall.cancel(booking.uuid)
    await untilQuiet(client)
    await client.query("delete from graphile_worker._private_jobs where payload->>'refundId' is not null")
    await client.query("update refund set check_at = now() - interval '1 ms' where reservation_id = $1", [booking.uuid])
    await runTending(client)
    await untilRefund(booking.uuid, 'succeeded')
  })

  it('for good at the look before it is seen, and can be sent again', async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('list', 'refused')
    await hall.cancel(booking.uuid)
    await untilRefund(booking.uuid, 'failed')
    const [refund] = await refundsOf(booking.uuid)
    expect(refund).toMatchObject({ failure: 'account_closed' })
    await server.cli('refund', 'retry', '--tenant', hall.office.slug, refund.uuid)
    await untilRefund(booking.uuid, 'succeeded')
    expect(refundsAtStripe(stripe, booking.session)).toHaveLength(1)
  })

  /** Seen red without the moment of the handover in sendRefund, markRefund and the table: failed once more. */
  it('for good can be handed over at the desk instead, and is never sent then', async () => {
    const booking = await hall.bookAndPay()
    await hall.cancel(booking.uuid)
    await untilRefund(booking.uuid, 'succeeded')
    const [atStripe] = refundsAtStripe(stripe, booking.session)
    if (!atStripe) throw new Error('there is no refund')
    Object.assign(atStripe, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    await hall.tell('refund.failed', atStripe)
    await untilRefund(booking.uuid, 'failed')
    const [refund] = await refundsOf(booking.uuid)
    expect((await hall.office.post(`/api/refunds/${refund.uuid}/handover/`)).status).toBe(200)
    expect((await hall.office.post(`/api/refunds/${refund.uuid}/attempts/`)).status).toBe(409)
    await hall.tell('refund.failed', atStripe)
    await untilQuiet(client)
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'succeeded', failure: null }])
    expect(refundsAtStripe(stripe, booking.session)).toHaveLength(1)
  })

  it('because somebody has refunded it there: it is done', async () => {
    const booking = await hall.bookAndPay()
    stripe.refundByHand(booking.session)
    await hall.cancel(booking.uuid)
    await untilRefund(booking.uuid, 'succeeded')
    expect(refundsAtStripe(stripe, booking.session)).toHaveLength(1)
  })

  it('without keys fails in sight, and can be sent when they are back', async () => {
    const house = await openPaidOffice(server, stripe, 'The Barn')
    const booking = await house.bookAndPay()
    await server.cli('payment-keys', 'clear', '--tenant', house.office.slug)
    await house.cancel(booking.uuid)
    await untilTrue(async () => (await house.payments(booking.uuid))[0].refunds[0]?.status === 'failed')
    expect((await house.payments(booking.uuid))[0].refunds).toMatchObject([{ failure: 'no_keys' }])
  })
})

describe('a top-up that was paid online', () => {
  /** Seen red with the page that every refusal has: the sentence was staff's, and nothing led back. */
  it('and is spent keeps its booker from cancelling, in words for them and with the way back', async () => {
    await server.cli('tenant', 'set', '--tenant', hall.office.slug, '--cancellation-hours', '1')
    const topUp = await hall.office.price('R', { prix: 20 })
    const email = visitor()
    const [card] = await newCards(server, 1)
    if (!card) throw new Error('no card was made')
    await server.cli('card', 'link', card.tag, '--email', email)
    const till = createTill(hall.office.slug, hall.office.key)
    await till.open(server, card)
    const balance = async () => (await till.read(server, card.tag)).json.balance
    const booking = await hall.bookAndPay({}, {}, { email, prices: [{ uuid: topUp.price, qty: 1 }] })
    const path = booking.path.replace('pay/', '')
    await till.move(server, card.tag, { kind: 'debit', amount: 5 })
    const guest = visitorAt(server, hall.office)
    for (const [language, said] of [
      ['en', 'has been spent, so the whole booking cannot be cancelled here. Please ask at the box office.'],
      ['fr', 'est dépensé, au moins en partie'],
    ] as const) {
      const refused = await guest.submit(`${path}cancellation/`, { whole: '1' }, { language })
      expect(refused.status).toBe(409)
      expect(refused.text).toContain(said)
      expect(refused.text).toContain(`<a href="${path}">`)
      expect(refused.text).not.toMatch(/administrator|administrateur/)
    }
    expect([await balance(), paidStatuses.includes(await hall.status(booking.uuid))]).toEqual([15, true])
    expect((await visitorAt(server, other.office).submit(`${path}cancellation/`, { whole: '1' })).status).toBe(404)
    await till.move(server, card.tag, { kind: 'credit', amount: 5 })
    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(303)
    expect(await balance()).toBe(0)
  })
})
