import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { actorId } from '../../features/account/permission.ts'
import { handOutThing } from '../../features/reservation/hand-out-thing.ts'
import { mostPlaces } from '../../features/reservation/places.ts'
import { sha256 } from '../../lib/hash.ts'
import { needs, route } from '../route.ts'
import { AcceptLanguage, BooleanIn, IntegerIn, Maybe, UuidIn } from '../wire/schemas.ts'
import { keyPattern, readIdempotencyKey } from './booking-wire.ts'
import { UuidParams } from './params.ts'
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

/** Clothing, merchandise and packs over the desk (ADR 0110). */
export function registerHandOuts(app: FastifyInstance, context: Context): void {
  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/hand-outs/',
    access: needs('reservation:write'),
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
        reservationId: params.uuid.toLowerCase(),
        thingId: body.thing.toLowerCase(),
        quantity: body.quantity,
        takesBack: body.take_back ?? false,
      }
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      const repeatable = key === null ? null : { key, hash: sha256(JSON.stringify(asked)) }
      const handOut = { ...asked, actorId: actorId(actor), repeatable }
      return presentReservation(await handOutThing(context, tenant, handOut), tenant.currency)
    },
  })
}
