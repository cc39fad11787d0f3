import { describe, expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { hurryJobs, restFailedJobs, twoPaidOffices } from '../harness/payments.ts'
import type { StripeRefund, StripeSession } from '../harness/stripe-server.ts'

/**
 * What staff refunds on Stripe's own pages, without asking us: it is noticed and booked once, whoever tells of it, in any
 * order and as often as they like.
 *
 * Each was seen red without its guard: what is booked under Stripe's id counted once more; money that nobody has told of
 * yet, not looked for; a refund of ours that is sent without looking for others; a cancellation that refunds what went
 * back by hand; what is owed and was paid off by hand, asked for again.
 */
const { stripe, client, hall, other } = await twoPaidOffices()
await restFailedJobs(client)

const chargeOf = ({ payment_intent }: Pick<StripeSession, 'payment_intent'>) => ({
  id: `ch_${payment_intent}`,
  object: 'charge',
  payment_intent,
  refunded: true,
})
const refundsOf = async (uuid: string) =>
  (await hall.payments(uuid)).flatMap(({ refunds }: { refunds: object[] }) => refunds)
const backAtStripe = (session: StripeSession) =>
  [...stripe.refunds.values()]
    .filter((refund) => refund.payment_intent === session.payment_intent && refund.status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)

/** In every way in which Stripe says it, in turn. */
async function tellTwentyTimes(session: StripeSession, refund: StripeRefund): Promise<void> {
  for (let told = 0; told < 5; told++) {
    for (const type of ['refund.updated', 'charge.refund.updated', 'refund.created'])
      expect((await hall.tell(type, refund)).status).toBe(204)
    expect((await hall.tell('charge.refunded', chargeOf(session))).status).toBe(204)
  }
  await untilQuiet(client)
}

/** Receipt and credit notes of a booking: gross and VAT by rate, and their kind. */
async function notesOf(uuid: string) {
  const { rows } = await client.query(
    `select kind, sum((share->>'grossMinor')::int)::int as gross, sum((share->>'vatMinor')::int)::int as vat
     from receipt, jsonb_array_elements(vat) share where reservation_id = $1 group by kind order by kind`,
    [uuid],
  )
  return rows
}

describe('money that staff refunds at Stripe', () => {
  it('is booked once, with its credit note and mail, and not refunded again by a cancellation', async () => {
    const booking = await hall.bookAndPay()
    const elsewhere = await other.bookAndPay()
    await tellTwentyTimes(booking.session, stripe.refundByHand(booking.session))
    expect(await refundsOf(booking.uuid)).toMatchObject([
      { status: 'succeeded', amount: 25, reason: 'at_provider', credit_note: expect.any(Number) },
    ])
    const { rows: mails } = await client.query(
      "select letter::text from mail where reservation_id = $1 and kind = 'refund'",
      [booking.uuid],
    )
    expect(mails).toEqual([{ letter: expect.stringContaining('€25.00') }])
    expect((await hall.cancel(booking.uuid)).status).toBe(200)
    await untilQuiet(client)
    expect(await refundsOf(booking.uuid)).toHaveLength(1)
    expect(backAtStripe(booking.session)).toBe(2500)
    expect(await other.payments(elsewhere.uuid)).toMatchObject([{ refunds: [] }])
  })

  it('in part counts for what is cancelled afterwards; all credit notes add up to the receipt', async () => {
    const booking = await hall.bookAndPay({ prix: '9.99' })
    await tellTwentyTimes(booking.session, stripe.refundByHand(booking.session, 500))
    await tellTwentyTimes(booking.session, stripe.refundByHand(booking.session, 500))
    await hall.cancel(booking.uuid, { tickets: booking.tickets.slice(0, 1) })
    expect((await refundsOf(booking.uuid)).map(({ amount }: { amount: number }) => amount)).toEqual([5, 5])
    await hall.cancel(booking.uuid)
    await untilQuiet(client)
    expect(backAtStripe(booking.session)).toBe(1998)
    expect(await refundsOf(booking.uuid)).toMatchObject([{}, {}, { reason: 'cancellation', amount: 9.98 }])
    expect(await notesOf(booking.uuid)).toEqual([
      { kind: 'credit_note', gross: 1998, vat: 333 },
      { kind: 'receipt', gross: 1998, vat: 333 },
    ])
  })

  it('is known before the money is: what came is looked for first', async () => {
    const booking = await hall.book()
    const session = stripe.pay((await hall.open(booking)).id)
    await tellTwentyTimes(session, stripe.refundByHand(session, 1000))
    expect(await hall.payments(booking.uuid)).toMatchObject([
      { status: 'settled', received: 25, refunds: [{ amount: 10, reason: 'at_provider' }] },
    ])
    await hall.tell('checkout.session.completed', session)
    await hall.comeBack(booking)
    expect(await refundsOf(booking.uuid)).toHaveLength(1)
  })

  it('and that nobody told of is found before ours is sent, which then is what is left', async () => {
    const booking = await hall.bookAndPay()
    const byHand = stripe.refundByHand(booking.session, 1000)
    await hall.cancel(booking.uuid)
    await untilQuiet(client)
    await hurryJobs(client)
    expect(backAtStripe(booking.session)).toBe(2500)
    await tellTwentyTimes(booking.session, byHand)
    const refunds: { amount: number; credit_note: number }[] = await refundsOf(booking.uuid)
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([10, 15])
    // One note was written for both. Seen red without `split_from`: null for the ten that were refunded there.
    expect(new Set(refunds.map(({ credit_note }) => credit_note))).toEqual(new Set([expect.any(Number)]))
    expect(await notesOf(booking.uuid)).toMatchObject([{ gross: 2500 }, { gross: 2500 }])
  })

  /** Seen red without the second look: ours was too large, and failed for good. */
  it('and that was refunded while ours was sent is found at the next attempt', async () => {
    const booking = await hall.bookAndPay()
    stripe.meanwhile('list', () => void stripe.refundByHand(booking.session, 1000))
    await hall.cancel(booking.uuid)
    await untilQuiet(client)
    expect(backAtStripe(booking.session)).toBe(1000)
    await hurryJobs(client)
    expect(backAtStripe(booking.session)).toBe(2500)
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
  })

  it('pays off what is owed and had failed', async () => {
    const booking = await hall.bookAndPay()
    stripe.fail('refund', 'refused')
    await hall.cancel(booking.uuid, { tickets: booking.tickets.slice(0, 1) })
    await untilQuiet(client)
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'failed' }])
    await tellTwentyTimes(booking.session, stripe.refundByHand(booking.session, 1250))
    const [refund, ...others] = await refundsOf(booking.uuid)
    expect([refund.status, others]).toEqual(['succeeded', []])
    expect((await hall.office.post(`/api/refunds/${refund.uuid}/attempts/`)).status).toBe(409)
    expect(backAtStripe(booking.session)).toBe(1250)
  })

  it('and comes back from the bank is owed again', async () => {
    const booking = await hall.bookAndPay()
    const byHand = stripe.refundByHand(booking.session)
    await tellTwentyTimes(booking.session, byHand)
    Object.assign(byHand, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    await tellTwentyTimes(booking.session, byHand)
    expect(await refundsOf(booking.uuid)).toMatchObject([{ status: 'failed', failure: 'lost_or_stolen_card' }])
  })

  it('of a payment that is not ours changes nothing', async () => {
    const before = (await client.query('select from refund')).rowCount
    const answer = await hall.tell('charge.refunded', chargeOf({ payment_intent: 'pi_of_the_shop_next_door' }))
    expect(answer.status).toBe(204)
    const elsewhere = await other.bookAndPay()
    stripe.refundByHand(elsewhere.session)
    await hall.tell('charge.refunded', chargeOf(elsewhere.session))
    await untilQuiet(client)
    expect((await client.query('select from refund')).rowCount).toBe(before)
    const stuck = 'select from graphile_worker._private_jobs where attempts > 0'
    expect((await client.query(stuck)).rowCount).toBe(0)
  })
})
