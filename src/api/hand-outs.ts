import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { actorId } from '../features/account/actor.ts'
import { listHandOuts } from '../features/reservation/hand-out.queries.ts'
import { handOutThings } from '../features/reservation/hand-out-things.ts'
import { mostPlaces } from '../features/reservation/places.ts'
import { getReservation, getReservationView } from '../features/reservation/reservation.queries.ts'
import { undoHandOut } from '../features/reservation/undo-hand-out.ts'
import { sha256 } from '../lib/hash.ts'
import { formatDateTime } from '../lib/time.ts'
import { needs, route } from '../http/route.ts'
import {
  AcceptLanguage,
  BooleanIn,
  BooleanOut,
  DateTimeOut,
  IntegerIn,
  IntegerOut,
  Maybe,
  NullableTextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { keyPattern, readIdempotencyKey } from './booking-wire.ts'
import { UuidParams } from '../http/wire/params.ts'
import { presentReservation, ReservationOut } from './reservation-wire.ts'

const HandOutHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      description: 'A repeat of the same request with the same key hands out nothing more.',
      pattern: keyPattern.source,
      examples: ['5c1f0a52-1f5e-4a86-9a6f-7e1d2b3c4d5e'],
    }),
  ),
  'Accept-Language': AcceptLanguage,
})

const HandOutOut = Type.Object(
  {
    uuid: UuidOut,
    thing: UuidOut,
    quantity: withExample(IntegerOut, 1),
    handed_out: withExample(IntegerOut, 1),
    by: withExample(NullableTextOut, 'ada@example.org'),
    taken_back: BooleanOut,
    datetime: DateTimeOut,
  },
  { title: 'HandOut' },
)

/** Clothing, merchandise and packs over the desk (ADR 0110). */
export function registerHandOuts(app: FastifyInstance, context: Context): void {
  route(app, {
    method: 'GET',
    url: '/api/reservations/:uuid/hand-outs/',
    access: needs('reservation:read', 'reservations'),
    tag: 'Reservations',
    summary: 'List what was handed out',
    description:
      'The latest first. A `quantity` below zero came back; `handed_out` is how many were out then. `by` is the address of an account, or the name of an API key or a device; null when it is gone. One that was undone is `taken_back`.',
    params: UuidParams,
    response: { 200: Type.Array(HandOutOut) },
    handler: async ({ tenant, params }) => {
      const log = await context.database.asTenant(tenant.id, async (tx) => {
        await getReservation(tx, params.uuid)
        return listHandOuts(tx, params.uuid)
      })
      return log.map((noted) => ({
        uuid: noted.id,
        thing: noted.thingId,
        quantity: noted.quantity,
        handed_out: noted.handedOut,
        by: noted.by,
        taken_back: noted.isUndone,
        datetime: formatDateTime(noted.at),
      }))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/hand-outs/',
    access: needs('reservation:write', 'reservations'),
    tag: 'Reservations',
    summary: 'Hand out things',
    description:
      'Notes that `quantity` of a thing of the reservation went over the desk; with `take_back`, that they came back. Answers with the reservation.',
    headers: HandOutHeaders,
    params: UuidParams,
    body: Type.Object({
      thing: UuidIn,
      quantity: IntegerIn({ min: 1, max: mostPlaces, example: 1 }),
      take_back: Maybe(BooleanIn),
    }),
    response: { 201: ReservationOut },
    handler: async ({ tenant, actor, params, body, request }) => {
      const asked = {
        reservationId: params.uuid,
        thingId: body.thing,
        quantity: body.quantity,
        isUndo: body.take_back ?? false,
      }
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      const repeatable = key === null ? null : { key, hash: sha256(JSON.stringify(asked)) }
      const handOut = { ...asked, actorId: actorId(actor), repeatable }
      const view = await handOutThings(context, tenant, asked.reservationId, [handOut])
      return presentReservation(view, tenant.currency)
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/hand-outs/mistakes/',
    access: needs('reservation:write', 'reservations'),
    tag: 'Reservations',
    summary: 'Undo a hand-out',
    description:
      'It is undone once, whoever noted it; a repeat changes nothing. The list keeps both. One that came back, or of which fewer are out by now, is refused with `invalid_transition`. Answers with the reservation.',
    params: UuidParams,
    body: Type.Object({ hand_out: UuidIn }),
    response: { 200: ReservationOut },
    handler: async ({ tenant, actor, params, body }) => {
      const [reservationId, handOutId] = [params.uuid, body.hand_out]
      await undoHandOut(context, tenant, { reservationId, handOutId, actorId: actorId(actor) })
      const view = await context.database.asTenant(tenant.id, (tx) => getReservationView(tx, reservationId))
      return presentReservation(view, tenant.currency)
    },
  })
}
