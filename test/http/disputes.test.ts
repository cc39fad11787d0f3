import { expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { type PaidOffice, refundsAtStripe, twoPaidOffices } from '../harness/payments.ts'
import { signIn } from '../harness/sign-in.ts'
import type { StripeDispute } from '../harness/stripe-server.ts'

/**
 * A payment that somebody disputes with their bank: what the bank takes leaves the books and what it gives again comes back,
 * in whatever order, however often and late Stripe tells of it; staff sees it, and tickets stay as they are.
 */
const { stripe, server, client, hall, other } = await twoPaidOffices()

const events = ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed']
/** Every event there is, the last first, and again. */
async function tellAll(house: PaidOffice, dispute: StripeDispute): Promise<void> {
  for (const event of [...events.toReversed(), ...events])
    expect((await house.tell(`charge.dispute.${event}`, dispute)).status).toBe(204)
  await untilQuiet(client)
}
const takingsOf = async ({ office }: PaidOffice) => {
  const [{ received, kept, refunded, owed }] = (await office.get('/api/takings/')).json
  return { received, kept, refunded, owed }
}
async function pageOf({ office: { slug } }: PaidOffice, language = 'en', path = '/admin/refunds/'): Promise<string> {
  const cookie = await signIn(server, slug, slug, 'admin@example.org')
  const headers = { accept: 'text/html', 'accept-language': language }
  return (await server.send(slug, 'GET', path, { cookie, headers })).text
}
const ticketsOf = async (uuid: string) =>
  (
    await client.query('select count(*)::int as live from ticket where reservation_id = $1 and cancelled_at is null', [
      uuid,
    ])
  ).rows[0].live

/**
 * What the lists of payments come to: what came, less what was refunded and what banks have. Seen red below with the disputes
 * of other reservations in each list.
 */
async function sumOfLists({ office, payments }: PaidOffice): Promise<number> {
  let kept = 0
  for (const { uuid } of (await office.get('/api/reservations/')).json) {
    for (const { received, refunds, disputes } of (await payments(uuid)) as Listed[]) {
      const gone = [...refunds, ...disputes.filter(({ withdrawn }) => withdrawn)]
      kept += gone.reduce((left, { amount }) => left - amount, received ?? 0)
    }
  }
  return kept
}
type Listed = {
  readonly received: number | null
  readonly refunds: readonly { readonly amount: number }[]
  readonly disputes: readonly { readonly amount: number; readonly withdrawn: boolean }[]
}
/** Of the one payment of a reservation. */
async function disputesOf({ payments }: PaidOffice, { uuid }: { readonly uuid: string }) {
  return (await payments(uuid))[0].disputes.map(
    ({ status, amount, withdrawn }: { status: string; amount: number; withdrawn: boolean }) => [
      status,
      amount,
      withdrawn,
    ],
  )
}

/** Seen red with what is withdrawn left out of takings. */
it('is out of the books while the bank has the money, and in them again when it is won', async () => {
  const booking = await hall.bookAndPay()
  const before = await takingsOf(hall)
  const elsewhere = [await pageOf(other), (await other.office.get('/api/takings/')).json]
  const dispute = stripe.dispute(booking.session)
  await tellAll(hall, dispute)
  expect(await takingsOf(hall)).toEqual({ ...before, kept: before.kept - 25, refunded: before.refunded + 25 })
  expect(await disputesOf(hall, booking)).toEqual([['open', 25, true]])
  expect(await sumOfLists(hall)).toBe(before.kept - 25)
  expect(await pageOf(hall)).toMatch(/Disputed with a bank.*€25\.00.*the bank has taken the money/s)
  expect(await pageOf(hall, 'fr')).toContain('la banque a repris l’argent')
  stripe.decide(dispute, 'won')
  await tellAll(hall, dispute)
  expect(await takingsOf(hall)).toEqual(before)
  expect(await disputesOf(hall, booking)).toEqual([['won', 25, false]])
  expect(await sumOfLists(hall)).toBe(before.kept)
  expect(await pageOf(hall)).toContain('Won: the money is yours')
  expect([await ticketsOf(booking.uuid), (await hall.payments(booking.uuid))[0].refunds]).toEqual([2, []])
  expect([await pageOf(other), (await other.office.get('/api/takings/')).json]).toEqual(elsewhere)
  expect((await client.query('select from dispute')).rowCount).toBe(1)
})

/** Seen red without sumWithdrawn in refundReservation: Stripe was asked for what the bank had refunded. */
it('that is lost is not refunded once more by a cancellation', async () => {
  const booking = await hall.bookAndPay()
  const before = await takingsOf(hall)
  const dispute = stripe.dispute(booking.session, { amount: 1500 })
  stripe.decide(dispute, 'lost')
  await tellAll(hall, dispute)
  expect(await pageOf(hall)).toContain('Lost: the bank keeps the money')
  expect(await takingsOf(hall)).toMatchObject({ kept: before.kept - 15 })
  expect((await hall.cancel(booking.uuid, { tickets: booking.tickets.slice(0, 1) })).status).toBe(200)
  await untilQuiet(client)
  expect([refundsAtStripe(stripe, booking.session), await ticketsOf(booking.uuid)]).toEqual([[], 1])
  expect(await takingsOf(hall)).toMatchObject({ kept: before.kept - 15, owed: before.owed })
  expect(await disputesOf(hall, booking)).toEqual([['lost', 15, true]])
  expect(await sumOfLists(hall)).toBe(before.kept - 15)
})

it('takes nothing while the bank only asks', async () => {
  const booking = await hall.bookAndPay()
  const before = await takingsOf(hall)
  const dispute = stripe.dispute(booking.session, { asks: true })
  await tellAll(hall, dispute)
  expect(await disputesOf(hall, booking)).toEqual([['open', 25, false]])
  expect(await sumOfLists(hall)).toBe(before.kept)
  expect(await pageOf(hall)).toContain('the bank asks, and has not taken the money')
  stripe.decide(dispute, 'won')
  await tellAll(hall, dispute)
  expect(await takingsOf(hall)).toEqual(before)
})

/** Seen red with one line for each: once it was lost, nobody saw that it had been opened. */
it('stands in the story of its booking, opened and then decided, and in no other', async () => {
  const [booking, quiet] = [await hall.bookAndPay(), await hall.bookAndPay()]
  const story = (language = 'en', { uuid } = booking) => pageOf(hall, language, `/admin/reservations/${uuid}/`)
  const dispute = stripe.dispute(booking.session)
  await tellAll(hall, dispute)
  expect(await story()).toContain('€25.00 disputed with the bank, which has taken the money')
  expect(await story('fr')).toContain('contestés auprès de la banque, qui a repris l’argent')
  stripe.decide(dispute, 'lost')
  await tellAll(hall, dispute)
  expect(await story()).toMatch(
    /€25\.00 paid.*€25\.00 disputed with the bank<.*Dispute over €25\.00 lost: the bank keeps the money/s,
  )
  expect(await story('fr')).toMatch(/Contestation de 25,00.€ perdue.: la banque garde l’argent/)
  expect(await story('en', quiet)).not.toMatch(/dispute/i)
})

it('is known before the money is, and of the shop next door changes nothing', async () => {
  const booking = await hall.book()
  const session = stripe.pay((await hall.open(booking)).id)
  const before = await takingsOf(hall)
  await tellAll(hall, stripe.dispute(session))
  expect(await takingsOf(hall)).toMatchObject({ received: before.received + 25, kept: before.kept })
  const count = async () => (await client.query('select from dispute')).rowCount
  const disputes = await count()
  const foreign = await other.bookAndPay()
  await tellAll(hall, stripe.dispute(foreign.session))
  expect(await count()).toBe(disputes)
  const stuck = 'select from graphile_worker._private_jobs where attempts > 0'
  expect((await client.query(stuck)).rowCount).toBe(0)
})

/** Without a credit note the VAT of 4.17 stays due. Seen red with what is withdrawn left out of what is left. */
it('comes off what the artists of its event share, in full, until it is won', async () => {
  const booking = await hall.bookAndPay()
  const cost = { costs: [{ label: 'The hall', amount: 5 }] }
  const settled = async (body: object = {}) => {
    const { json } = await hall.office.patch(`/api/events/${booking.event}/settlement/`, { ...body })
    return [json.takings, json.withdrawn, json.left, json.shared, json.house]
  }
  expect(await settled(cost)).toEqual([20.83, 0, 15.83, 15.83, 15.83])
  const dispute = stripe.dispute(booking.session)
  await tellAll(hall, dispute)
  expect(await settled()).toEqual([20.83, 25, -9.17, 0, -9.17])
  stripe.decide(dispute, 'won')
  await tellAll(hall, dispute)
  expect(await settled()).toEqual([20.83, 0, 15.83, 15.83, 15.83])
})

/**
 * Without VAT; the artist gets 70 % of what tickets brought. 1000.00 for tickets alone, 500.00 for shirts alone, and
 * 150.00 for a ticket and a shirt together: 770.00. The bank withdraws the 500.00: still 770.00. Of the 150.00 it withdraws 60.00, 40.00 for
 * the ticket and 20.00 for the shirt: 70 % of 1060.00. Seen red with all of it taken off the tickets.
 */
it('comes off tickets and other things as they were paid by it', async () => {
  const { office } = hall
  const [ticket, shirt] = [
    await office.price('B', { prix: 100, vat: 'NA' }),
    await office.price('T', { prix: 50, vat: 'NA' }),
  ]
  const night = await office.event([ticket.product, shirt.product])
  const pay = async (tickets: number, shirts: number) => {
    const wanted = [
      { uuid: ticket.price, qty: tickets },
      { uuid: shirt.price, qty: shirts },
    ]
    const prices = wanted.filter(({ qty }) => qty > 0)
    return (await hall.bookAndPay({}, {}, { event: night, prices })).session
  }
  await pay(10, 0)
  const [shirts, both] = [await pay(0, 10), await pay(1, 1)]
  const artist = await office.create('artists', { name: 'Anna' })
  await office.patch(`/api/events/${night}/settlement/`, { artists: [{ uuid: artist, deal: 'share', share: 70 }] })
  const settled = async () => {
    const { json } = await office.get(`/api/events/${night}/settlement/`)
    return [json.takings, json.withdrawn, json.left, json.others, json.shared, json.owed, json.house]
  }
  expect(await settled()).toEqual([1650, 0, 1650, 550, 1100, 770, 880])
  await tellAll(hall, stripe.dispute(shirts))
  expect(await settled()).toEqual([1650, 500, 1150, 50, 1100, 770, 380])
  await tellAll(hall, stripe.dispute(both, { amount: 6000 }))
  expect(await settled()).toEqual([1650, 560, 1090, 30, 1060, 742, 348])
})
