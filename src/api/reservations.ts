import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { cancelWithRefund } from '../features/payment/cancel-with-refund.ts'
import { correctPayment } from '../features/payment/correct-payment.ts'
import { payReservation } from '../features/payment/pay-reservation.ts'
import { deskMethods, moneyMethods } from '../features/payment/payment.ts'
import { eraseByStaff } from '../features/person/erase-by-staff.ts'
import { bookingPath } from '../features/reservation/booking-proof.ts'
import { listReservationsWithPayments } from '../features/payment/reservation-with-payments.queries.ts'
import { countReservations, type ReservationView } from '../features/reservation/reservation.queries.ts'
import { sha256 } from '../lib/hash.ts'
import { normalizeEmail } from '../lib/text.ts'
import { below, visitorPaths } from '../lib/paths.ts'
import { bookWithinLimit } from '../http/book-within-limit.ts'
import { needs, open, strangersBodyBytes } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { AmountIn, ArrayIn, BooleanIn, EmailIn, EnumIn, Maybe, UuidIn, withExample } from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { BookingHeaders, BookingIn, bookingRefusals, cancellationRefusals, readBooking } from './booking-wire.ts'
import { collection } from './collection.ts'
import { byId, listOffer } from './list-offer.ts'
import { readOwnKey } from '../http/repeat-wire.ts'
import { booked, readReservation, reservation, statusOfCode } from './reservation-wire.ts'

const offer = listOffer({
  filters: {
    event: Type.Optional(UuidIn),
    email: Type.Optional(EmailIn),
    /** The reference that people read out on the phone: "8E2B1-03F0D". */
    reference: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        maxLength: 11,
        pattern: '^[0-9A-Fa-f]{5}-?[0-9A-Fa-f]{5}$',
        description: 'The booking number, as mails and the page of the booking give it.',
        examples: ['8E2B1-03F0D'],
      }),
    ),
  },
  dates: 'was made',
  statuses: statusOfCode,
  sorts: { created: byId },
})

const reservations = collection({
  tag: 'Reservations',
  url: '/api/reservations/',
  access: needs('reservation:read', 'reservations'),
  writes: needs('reservation:write', 'reservations'),
  ...reservation,
  read: readReservation,
})

/** Bookings, their payment and their cancellation (docs/interface/reservations.md). */
export const registerReservations = reservations.register

reservations.list({
  summary: 'List reservations',
  offer,
  rows: (page, { inTenant, query }) =>
    inTenant((tx) => listReservationsWithPayments(tx, { ...filterOf(query), ...page })),
  count: (narrowing, { inTenant, query }) =>
    inTenant((tx) => countReservations(tx, { ...filterOf(query), ...narrowing })),
})

const filterOf = ({ event, email, reference }: Static<typeof offer.query>) =>
  defined({
    eventId: event,
    email: email && normalizeEmail(email),
    reference: reference?.replace('-', '').toLowerCase(),
  })

reservations.one({ summary: 'Read one reservation' })

reservations.post('', {
  access: open,
  operationId: 'bookReservation',
  refuses: [...bookingRefusals, 'too_many_unconfirmed', 'proof_of_work_needed'],
  summary: 'Book',
  description:
    'All lines are had, or none. `qty` is the number of `customers` when it is missing. `custom_amount` is what is paid for each at a price with `free_price`; without it the least. Free bookings of an unknown visitor wait at F for the e-mail to be confirmed; what costs something waits at U: `checkout_url` is where the visitor pays online, or null where it is paid at the door. What is not paid online holds its places for 30 minutes until its address is confirmed; too much that strangers neither confirmed nor paid online is refused with `too_many_unconfirmed`, and while much of that is booked at an event it takes a solved challenge: 428 `proof_of_work_needed` with a `challenge`, whose solution is sent again as `altcha`. A key with `reservation:write` may leave `email` out. With an `Idempotency-Key` header, a repeat within 24 hours gets the first answer again; a refusal is not kept.',
  madeAt: '/api/reservations/',
  headers: BookingHeaders,
  // A thousand places with their names.
  mostBytes: 2 * strangersBodyBytes,
  body: BookingIn,
  response: { 201: booked.out },
  handler: async ({ context, tenant, actor, language, body, request, reply }) => {
    const { altcha, ...asked } = body
    const booking = readBooking(asked, actor, { language, tenant })
    const key = readOwnKey(request, booking.email)
    const present = (view: ReservationView) =>
      booked.present({ ...view, checkoutUrl: checkoutUrl(context, request, view) }, { tenant })
    const render = (view: ReservationView) => JSON.stringify(present(view))
    const repeatable = key === null ? null : { key, bodyHash: sha256(JSON.stringify(asked)), render }
    const proof = altcha ? ({ kind: 'solution', altcha } as const) : ({ kind: 'nothing' } as const)
    const answer = await bookWithinLimit(context, { request, reply }, booking, repeatable, proof)
    if (answer.kind === 'booked') return present(answer.reservation)
    reply.code(answer.statusCode)
    return JSON.parse(answer.response) as unknown
  },
})

reservations.post(':uuid/payments/', {
  operationId: 'payReservation',
  madeAt: '/api/reservations/',
  refuses: [
    'sold_out',
    'max_per_user',
    'seat_taken',
    'promotional_code_used_up',
    'invalid_transition',
    'amount_mismatch',
    'insufficient_balance',
  ],
  summary: 'Take a payment at the desk',
  description:
    'Pays everything that is due; an `amount` that differs is refused. With `free` it is given away: the amount is 0. An expired reservation takes its places again, if they are still there. Answers with the reservation.',
  body: Type.Object({ method: EnumIn(deskMethods), amount: Maybe(AmountIn) }, { title: 'ReservationPayment' }),
  response: { 201: reservation.out },
  handler: async (call) => {
    const { context, id, tenant, actor, body } = call
    const amountMinor = readOptionalAmount(body.amount, { field: 'amount', currency: tenant.currency })
    const paid = await payReservation(context, tenant, actor, id, { method: body.method, amountMinor })
    return reservation.present(paid, call)
  },
})

reservations.act(':uuid/payment-correction/', {
  operationId: 'correctPayment',
  refuses: ['invalid_transition'],
  summary: 'Correct how the desk was paid',
  description:
    'What was recorded as cash and was paid by card, or the like. What the house still has of it leaves the one method and comes to the other in the books of this day: days that are over, the receipt and what was refunded before stay as they are. A payment that came online, a gift, one that is all refunded, and one that is under this method already are refused.',
  body: Type.Object({ method: EnumIn(moneyMethods) }, { title: 'PaymentCorrection' }),
  work: ({ context, id, tenant, actor, body }) =>
    correctPayment(context, tenant, actor, { reservationId: id, method: body.method }),
})

reservations.act(':uuid/cancellation/', {
  operationId: 'cancelReservation',
  refuses: cancellationRefusals,
  summary: 'Cancel a reservation',
  description:
    'Releases the places, and promises to refund what was paid. One with a scanned ticket is refused, unless an administrator sends `insist`; the scanned ticket then stays scanned. With `tickets` only these are cancelled and refunded, of a reservation that is settled. What was paid at the desk is owed until it is handed over there; with `handed_over` it is handed over at this moment.',
  body: Type.Object(
    {
      insist: Maybe(withExample(BooleanIn, false)),
      handed_over: Maybe(withExample(BooleanIn, false)),
      tickets: Type.Optional(ArrayIn(UuidIn, { min: 1, max: 1000 })),
    },
    { title: 'ReservationCancellation', examples: [{ insist: false, handed_over: false }] },
  ),
  work: ({ context, id, tenant, actor, body }) =>
    cancelWithRefund(context, tenant, actor, id, {
      insist: body.insist ?? false,
      handsOver: body.handed_over ?? false,
      ticketIds: body.tickets ? [...new Set(body.tickets)] : null,
    }),
})

reservations.act(':uuid/erasure/', {
  access: needs('reservation:write', 'erasure'),
  asksAgain: true,
  operationId: 'eraseBooker',
  refuses: ['changed_meanwhile', ...cancellationRefusals],
  keepsAnswer: false,
  summary: 'Erase the data of whoever booked',
  description:
    'Erases at this organisation everything of the person who has the address of the reservation, as the person could themselves; without an address, the names of this reservation. Amounts and statuses stay, and tickets open the door as before. It cannot be undone: it takes the session of an owner or a manager who signed in during the last half an hour, and a key is refused. A repeat changes nothing. Answers with the reservation.',
  work: ({ context, id, tenant, actor }) =>
    eraseByStaff(context, tenant, actor, { noun: 'reservation', id, seen: null }),
})

/** Our own address, which makes the session when it is opened: a booking does not wait for the provider. */
function checkoutUrl(context: Context, { tenant, base }: FastifyRequest, { id, paymentIds }: ReservationView) {
  return paymentIds.length === 0
    ? null
    : base + bookingPath(context, tenant.id, id) + below(visitorPaths.booking, visitorPaths.bookingPayment, {})
}
