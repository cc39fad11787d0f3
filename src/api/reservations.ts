import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { cancelWithRefund } from '../features/payment/cancel-with-refund.ts'
import { payReservation } from '../features/payment/pay-reservation.ts'
import { deskMethods } from '../features/payment/payment.ts'
import { eraseByStaff } from '../features/person/erase-by-staff.ts'
import { bookingPath } from '../features/reservation/booking-proof.ts'
import {
  getReservationView,
  listReservations,
  type ReservationView,
  type ReservationWithThings,
} from '../features/reservation/reservation.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { sha256 } from '../lib/hash.ts'
import { normalizeEmail } from '../lib/text.ts'
import { parseDateTime } from '../lib/time.ts'
import { bookWithinLimit } from '../http/book-within-limit.ts'
import { needs, open, route, strangersBodyBytes } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import {
  AmountIn,
  ArrayIn,
  BooleanIn,
  DateTimeQuery,
  EmailIn,
  EnumIn,
  Maybe,
  PageQuery,
  UuidIn,
} from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { answerList, byId } from './answer-list.ts'
import { BookingHeaders, BookingIn, readBooking } from './booking-wire.ts'
import { readOwnKey } from './own-key.ts'
import { UuidParams } from '../http/wire/params.ts'
import {
  BookedOut,
  presentBooked,
  presentReservation,
  ReservationOut,
  statusCodes,
  statusOfCode,
} from './reservation-wire.ts'

const ReservationQuery = Type.Object({
  ...PageQuery,
  event: Type.Optional(UuidIn),
  status: Type.Optional(EnumIn(statusCodes)),
  updated_since: Type.Optional(DateTimeQuery),
  email: Type.Optional(EmailIn),
  /** As it is said on the phone: "8E2B1-03F0D". */
  reference: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      maxLength: 11,
      pattern: '^[0-9A-Fa-f]{5}-?[0-9A-Fa-f]{5}$',
      description: 'The booking number, as mails and the page of the booking give it.',
      examples: ['8E2B1-03F0D'],
    }),
  ),
})

/** Bookings, their payment and their cancellation (docs/interface/reservations.md). */
export function registerReservations(app: FastifyInstance, context: Context): void {
  const tag = 'Reservations'

  route(app, {
    method: 'GET',
    url: '/api/reservations/',
    access: needs('reservation:read', 'reservations'),
    tag,
    summary: 'List reservations',
    query: ReservationQuery,
    response: { 200: Type.Array(ReservationOut) },
    handler: ({ tenant, query, request, reply }) => {
      const filter = defined({
        eventId: query.event,
        status: query.status && statusOfCode(query.status),
        updatedSince:
          query.updated_since === undefined
            ? undefined
            : (parseDateTime(query.updated_since, tenant.timeZone) ?? undefined),
        email: query.email === undefined ? undefined : normalizeEmail(query.email),
        reference: query.reference?.replace('-', '').toLowerCase(),
      })
      return answerList<ReservationWithThings, typeof ReservationOut, string>(
        { query, request, reply },
        {
          item: ReservationOut,
          present: (reservation) => presentReservation(reservation, tenant.currency),
          keys: byId,
          next: (after, limit) =>
            context.database.asTenant(tenant.id, (tx) =>
              listReservations(tx, { ...filter, limit, ...defined({ after }) }),
            ),
        },
      )
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/reservations/:uuid/',
    access: needs('reservation:read', 'reservations'),
    tag,
    summary: 'Read one reservation',
    params: UuidParams,
    response: { 200: ReservationOut },
    handler: ({ tenant, params }) => readOne(context, tenant, params.uuid),
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/',
    access: open,
    tag,
    summary: 'Book',
    description:
      'All lines are had, or none. `qty` is the number of `customers` when it is missing. `custom_amount` is what is paid for each at a price with `free_price`; without it the least. Free bookings of an unknown visitor wait at F for the e-mail to be confirmed; what costs something waits at U: `checkout_url` is where the visitor pays online, or null where it is paid at the door. What is not paid online holds its places for 30 minutes until its address is confirmed; too much that strangers neither confirmed nor paid online is refused with `too_many_unconfirmed`, and while much of that is booked at an event it takes a solved challenge: 428 `proof_of_work_needed` with a `challenge`, whose solution is sent again as `altcha`. A key with `reservation:write` may leave `email` out. With an `Idempotency-Key` header, a repeat within 24 hours gets the first answer again; a refusal is not kept.',
    headers: BookingHeaders,
    // A thousand places with their names.
    mostBytes: 2 * strangersBodyBytes,
    body: BookingIn,
    response: { 201: BookedOut },
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const { altcha, ...asked } = body
      const booking = readBooking(asked, actor, { language, currency: tenant.currency })
      const key = readOwnKey(request, booking.email)
      const present = (reservation: ReservationView) =>
        presentBooked(reservation, tenant.currency, checkoutUrl(context, request, reservation))
      const answer = await bookWithinLimit(
        context,
        { request, reply },
        booking,
        key === null
          ? null
          : {
              key,
              bodyHash: sha256(JSON.stringify(asked)),
              render: (reservation) => JSON.stringify(present(reservation)),
            },
        altcha ? { kind: 'solution', altcha } : { kind: 'nothing' },
      )
      if (answer.kind === 'booked') return present(answer.reservation)
      reply.code(answer.statusCode)
      return JSON.parse(answer.response) as unknown
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/payments/',
    access: needs('reservation:write', 'reservations'),
    tag,
    summary: 'Take a payment at the desk',
    description:
      'Pays everything that is due; an `amount` that differs is refused. With `free` it is given away: the amount is 0. An expired reservation takes its places again, if they are still there. Answers with the reservation.',
    params: UuidParams,
    body: Type.Object({ method: EnumIn(deskMethods), amount: Maybe(AmountIn) }),
    response: { 201: ReservationOut },
    handler: async ({ tenant, actor, params, body }) => {
      const { currency } = tenant
      const amountMinor = readOptionalAmount(body.amount, { field: 'amount', currency })
      const payment = { method: body.method, amountMinor }
      return presentReservation(await payReservation(context, tenant, actor, params.uuid, payment), currency)
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/cancellation/',
    access: needs('reservation:write', 'reservations'),
    tag,
    summary: 'Cancel a reservation',
    description:
      'Releases the places, and promises to refund what was paid. One with a scanned ticket is refused, unless an administrator sends `insist`; the scanned ticket then stays scanned. With `tickets` only these are cancelled and refunded, of a reservation that is settled. What was paid at the desk is owed until it is handed over there; with `handed_over` it is handed over at this moment.',
    params: UuidParams,
    body: Type.Object({
      insist: Maybe(BooleanIn),
      handed_over: Maybe(BooleanIn),
      tickets: Type.Optional(ArrayIn(UuidIn, { min: 1, max: 1000 })),
    }),
    response: { 200: ReservationOut },
    handler: async ({ tenant, actor, params, body }) =>
      presentReservation(
        await cancelWithRefund(context, tenant, actor, params.uuid, {
          insist: body.insist ?? false,
          handsOver: body.handed_over ?? false,
          ticketIds: body.tickets ? [...new Set(body.tickets)] : null,
        }),
        tenant.currency,
      ),
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/erasure/',
    access: needs('reservation:write', 'erasure'),
    asksAgain: true,
    tag,
    summary: 'Erase the data of whoever booked',
    description:
      'Erases at this organisation everything of the person who has the address of the reservation, as the person could themselves; without an address, the names of this reservation. Amounts and statuses stay, and tickets open the door as before. It cannot be undone: it takes the session of an owner or a manager who signed in during the last half an hour, and a key is refused. A repeat changes nothing. Answers with the reservation.',
    params: UuidParams,
    response: { 200: ReservationOut },
    handler: async ({ tenant, actor, params }) => {
      const id = params.uuid
      await eraseByStaff(context, tenant, actor, { noun: 'reservation', id, seen: null })
      return readOne(context, tenant, id)
    },
  })
}

/** @throws AppError not_found */
async function readOne(context: Context, { id: tenantId, currency }: Tenant, id: string) {
  const reservation = await context.database.asTenant(tenantId, (tx) => getReservationView(tx, id))
  return presentReservation(reservation, currency)
}

/** Our own address, which makes the session when it is opened: a booking does not wait for the provider. */
function checkoutUrl(context: Context, { tenant, base }: FastifyRequest, reservation: ReservationView) {
  return reservation.paymentIds.length === 0 ? null : `${base}${bookingPath(context, tenant.id, reservation.id)}pay/`
}
