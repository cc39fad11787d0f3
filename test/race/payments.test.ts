import { expect, it } from 'vitest'
import { endHold, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import {
  type Booking,
  hurryJobs,
  paidStatuses,
  refundsAtStripe,
  twoPaidOfficesInTwoProcesses,
} from '../harness/payments.ts'
import type { StripeSession } from '../harness/stripe-server.ts'

const { stripe, first, second, client, hall, other } = await twoPaidOfficesInTwoProcesses()

const rowOf = (reservation: string) => ({
  text: 'select from reservation where id = $1 for update',
  values: [reservation],
})

async function numbers(text: string, values: readonly unknown[]): Promise<readonly number[]> {
  const { rows } = await client.query({ text, values: [...values], rowMode: 'array' })
  return (rows[0] ?? []).map(Number)
}

/** Settled payments, receipts and refunds of a reservation. */
const countsOf = (uuid: string) =>
  numbers(
    `select (select count(*) from payment where reservation_id = $1 and status = 'settled'),
      (select count(*) from receipt where reservation_id = $1), (select count(*) from refund where reservation_id = $1)`,
    [uuid],
  )

async function paidSession(booking: Booking): Promise<StripeSession> {
  return stripe.pay((await hall.open(booking)).id)
}

/** Seen red without the lock of the reservation and without the status in the condition of markReceived. */
it('twenty that are told of one payment at once settle it once, with one receipt', async () => {
  const booking = await hall.book()
  const session = await paidSession(booking)
  const elsewhere = await other.book()
  const racers = await raceForRows(first, rowOf(booking.uuid), 10, () => [
    ...Array.from({ length: 16 }, (_, index) => hall.comeBack(booking, index % 2 === 0 ? first : second)),
    ...Array.from({ length: 4 }, () => hall.tell('checkout.session.completed', session)),
  ])
  for (const answer of await Promise.all(racers)) expect([204, 303]).toContain(answer.status)
  await untilQuiet(client)
  expect(paidStatuses).toContain(await hall.status(booking.uuid))
  expect(await countsOf(booking.uuid)).toEqual([1, 1, 0])
  expect(refundsAtStripe(stripe, session)).toEqual([])
  expect(await countsOf(elsewhere.uuid)).toEqual([0, 0, 0])
})

/** Seen red without the lock of what is due in lockDueHolds and without the status in the condition of markStatus. */
it.each(['payment', 'expiry'] as const)(
  'of a payment and the end of the hold, the %s that comes first wins, and nothing is lost',
  async (winner) => {
    const booking = await hall.book({ stock: 2 })
    const session = await paidSession(booking)
    const holder = await first.database.connect()
    const watcher = await first.database.connect()
    await endHold(client, booking.uuid)
    // One is left of two: between the end of the hold and the rival's booking, whoever paid would have both again.
    await client.query('update price set stock = 1 where id = $1', [booking.price])
    await untilQuiet(client)
    await holder.query('begin')
    await holder.query(rowOf(booking.uuid))
    const pay = () => hall.comeBack(booking)
    // Somebody who needs the places ends the hold on the spot.
    const expire = () =>
      hall.office.book({ event: booking.event, email: 'rival@example.org', prices: [{ uuid: booking.price, qty: 1 }] })
    const [one, two] = winner === 'payment' ? [pay, expire] : [expire, pay]
    const begun = one()
    await untilWaitingForLock(watcher, 1)
    const followed = two()
    await untilWaitingForLock(watcher, 2)
    await holder.query('commit')
    const answers = await Promise.all([begun, followed])
    await holder.end()
    await watcher.end()
    await untilQuiet(client)
    const rival = answers[winner === 'payment' ? 1 : 0]
    if (winner === 'payment') {
      expect(rival?.json.code).toBe('sold_out')
      expect(paidStatuses).toContain(await hall.status(booking.uuid))
      expect(await countsOf(booking.uuid)).toEqual([1, 1, 0])
    } else {
      // The place is the rival's, so the money is refunded.
      expect(rival?.status).toBe(201)
      expect(await hall.status(booking.uuid)).toBe('C')
      expect(await countsOf(booking.uuid)).toEqual([0, 0, 1])
      await untilTrue(async () => refundsAtStripe(stripe, session).length === 1)
    }
  },
)

/** Seen red without lockCountersOf in settleReservation and without the receipt, whose counter holds them in line too. */
it('of two late payments for the last place, one has it and the other is refunded', async () => {
  const { price, product } = await hall.office.price('B', { stock: 1 })
  const event = await hall.office.event([product])
  const bookOne = async (): Promise<Booking> => {
    const email = `late-${Math.random().toString(36).slice(2)}@example.org`
    const { json } = await hall.office.book({ event, email, prices: [{ uuid: price, qty: 1 }] })
    return { ...json, path: new URL(json.checkout_url).pathname, event, price }
  }
  const bookings: Booking[] = []
  const sessions: StripeSession[] = []
  for (let made = 0; made < 2; made++) {
    const booking = await bookOne()
    bookings.push(booking)
    sessions.push(await paidSession(booking))
    await endHold(client, booking.uuid)
    // The next booking ends this hold; the last is ended here.
    if (made === 1) await hall.office.book({ event, email: 'x@example.org', prices: [{ uuid: price, qty: 2 }] })
  }
  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [event] }
  const racers = await raceForRows(first, lock, 2, () =>
    bookings.map((booking, index) => hall.comeBack(booking, index === 0 ? first : second)),
  )
  await Promise.all(racers)
  await untilQuiet(client)
  const statuses = await Promise.all(bookings.map(({ uuid }) => hall.status(uuid)))
  expect(statuses.filter((status) => paidStatuses.includes(status))).toHaveLength(1)
  expect(statuses.filter((status) => status === 'C')).toHaveLength(1)
  expect(sessions.flatMap((session) => refundsAtStripe(stripe, session))).toHaveLength(1)
  expect(await numbers('select held from event_counter where event_id = $1', [event])).toEqual([1])
})

/** Seen red without the lock of the reservation, without the status in that condition and without payment_one_settled. */
it('of a payment at the desk and one online, one settles and the other is refunded', async () => {
  const booking = await hall.book()
  const session = await paidSession(booking)
  const racers = await raceForRows(first, rowOf(booking.uuid), 2, () => [
    hall.comeBack(booking, second),
    hall.office.post(`/api/reservations/${booking.uuid}/payments/`, { method: 'cash' }),
  ])
  const [, desk] = await Promise.all(racers)
  await untilQuiet(client)
  const wonAtDesk = desk?.status === 201
  expect(await countsOf(booking.uuid)).toEqual([1, 1, wonAtDesk ? 1 : 0])
  if (wonAtDesk) await untilTrue(async () => refundsAtStripe(stripe, session).length === 1)
  else expect(refundsAtStripe(stripe, session)).toEqual([])
})

/** Seen red without the locks of counters and reservation, and without the status in the condition of markStatus. */
it('two that cancel at once refund once', async () => {
  const booking = await hall.bookAndPay()
  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [booking.event] }
  const racers = await raceForRows(first, lock, 2, () =>
    [first, second].map((server) =>
      server.send(hall.office.slug, 'POST', `/api/reservations/${booking.uuid}/cancellation/`, {
        key: hall.office.key,
        body: {},
      }),
    ),
  )
  expect((await Promise.all(racers)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  await untilTrue(async () => refundsAtStripe(stripe, booking.session).length > 0)
  await untilQuiet(client)
  expect(refundsAtStripe(stripe, booking.session)).toMatchObject([{ amount: 2500 }])
  expect(await countsOf(booking.uuid)).toEqual([1, 2, 1])
})

/** Seen red with the number read as the last one and one more. */
it('numbers of receipts that are taken at once leave no gap, and none is given twice', async () => {
  const bookings = await Promise.all(Array.from({ length: 8 }, () => hall.book()))
  const racers = await raceForRows(
    first,
    { text: 'select from receipt_counter where tenant_id = $1 for update', values: [hall.office.tenantId] },
    8,
    () =>
      bookings.map(({ uuid }, index) =>
        [first, second][index % 2]?.send(hall.office.slug, 'POST', `/api/reservations/${uuid}/payments/`, {
          key: hall.office.key,
          body: { method: 'cash' },
        }),
      ),
  )
  for (const answer of await Promise.all(racers)) expect(answer?.status).toBe(201)
  const { rows } = await client.query('select number from receipt where tenant_id = $1 order by number', [
    hall.office.tenantId,
  ])
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
})

it('a session is made once for two that follow the address at once', async () => {
  const booking = await hall.book()
  const racers = await raceForRows(first, rowOf(booking.uuid), 2, () =>
    [first, second].map((server) => server.send(hall.office.slug, 'GET', booking.path)),
  )
  const places = (await Promise.all(racers)).map(({ headers }) => headers['location'])
  expect(new Set(places).size).toBe(1)
  const made = [...stripe.sessions.values()].filter((session) => session.client_reference_id === booking.paiements[0])
  expect(made).toHaveLength(1)
})

/**
 * Staff refunds a part on Stripe's own pages, and the reservation is cancelled: whoever comes first, all of the money is
 * refunded, and no more. Seen red, the webhook first, with all of the worth in refundReservation, whatever was refunded before; the
 * cancellation first, with nothing of what we owe paid off in bookOne but the same amount.
 */
it.each(['webhook', 'cancellation'] as const)(
  'a part that was refunded at Stripe meets the cancellation, the %s first: money is refunded exactly once',
  async (winner) => {
    const booking = await hall.bookAndPay()
    const elsewhere = await other.bookAndPay()
    await untilQuiet(client)
    stripe.refundByHand(booking.session, 1000)
    const charge = { id: `ch_${booking.session.payment_intent}`, object: 'charge' }
    const tellOfIt = () => hall.tell('charge.refunded', { ...charge, payment_intent: booking.session.payment_intent })
    const cancel = () => hall.cancel(booking.uuid)
    const holder = await first.database.connect()
    const watcher = await first.database.connect()
    await holder.query('begin')
    await holder.query(rowOf(booking.uuid))
    const [one, two] = winner === 'webhook' ? [tellOfIt, cancel] : [cancel, tellOfIt]
    const begun = one()
    await untilWaitingForLock(watcher, 1)
    const followed = two()
    await untilWaitingForLock(watcher, 2)
    await holder.query('commit')
    const answers = await Promise.all([begun, followed])
    await holder.end()
    await watcher.end()
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 204])
    await untilQuiet(client)
    await hurryJobs(client)
    const atStripe = refundsAtStripe(stripe, booking.session).map(({ amount }) => amount)
    expect(atStripe.toSorted((a, b) => a - b)).toEqual([1000, 1500])
    const sum = 'select sum(amount_minor) from refund where reservation_id = $1 and status = $2'
    expect(await numbers(sum, [booking.uuid, 'succeeded'])).toEqual([2500])
    const notes = "select sum(amount_minor) from receipt where reservation_id = $1 and kind = 'credit_note'"
    expect(await numbers(notes, [booking.uuid])).toEqual([2500])
    expect(refundsAtStripe(stripe, elsewhere.session)).toEqual([])
  },
)
