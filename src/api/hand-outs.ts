import { Type } from 'typebox'
import { actorId } from '../features/account/actor.ts'
import { listHandOuts, type NotedHandOut } from '../features/reservation/hand-out.queries.ts'
import { handOutThings } from '../features/reservation/hand-out-things.ts'
import { mostPlaces } from '../features/reservation/places.ts'
import { getReservation } from '../features/reservation/reservation.queries.ts'
import { undoHandOut } from '../features/reservation/undo-hand-out.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { BooleanIn, IntegerIn, Maybe, UuidIn, withExample } from '../http/wire/schemas.ts'
import { RepeatHeaders, readRepeat } from '../http/repeat-wire.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { chooseWhole } from './answer-list.ts'
import { byId, listOffer } from './list-offer.ts'
import { answerReservation, reservation } from './reservation-wire.ts'

const HandOutHeaders = RepeatHeaders('A repeat of the same request with the same key hands out nothing more.')

const ofHandOut = fieldsOf<NotedHandOut>()
const noted = ofHandOut.object('HandOut', {
  uuid: ofHandOut.uuid('id'),
  thing: ofHandOut.uuid('thingId'),
  quantity: ofHandOut.integer('quantity', 1),
  handed_out: ofHandOut.integer('handedOut', 1),
  by: ofHandOut.textOrNull('by', 'ada@example.org'),
  taken_back: ofHandOut.yesNo(({ undoneAt }) => undoneAt !== null),
  datetime: ofHandOut.moment('at'),
})

const handOuts = section({
  tag: 'Reservations',
  url: '/api/reservations/:uuid/hand-outs/',
  access: needs('reservation:read', 'reservations'),
  writes: needs('reservation:write', 'reservations'),
})

/** Clothing, merchandise and packs over the desk (ADR 0110). */
export const registerHandOuts = handOuts.register

const offer = listOffer({ dates: 'was handed out', sorts: { created: byId }, usual: '-created' })

handOuts.get('', {
  operationId: 'listHandOuts',
  summary: 'List what was handed out',
  description:
    'The latest first. A `quantity` below zero came back; `handed_out` is how many were out then. `by` is the address of an account, or the name of an API key or a device; null when it is gone. One that was undone is `taken_back`.',
  query: offer.query,
  response: { 200: Type.Array(noted.out) },
  handler: (call) =>
    call.inTenant(async (tx) => {
      await getReservation(tx, call.id)
      const all = await listHandOuts(tx, call.id)
      const changes = ({ at, undoneAt }: NotedHandOut) => [at, ...(undoneAt ? [undoneAt] : [])]
      return chooseWhole(call, offer, all, { changes, at: ({ at }) => at }).map(noted.present)
    }),
})

handOuts.post('', {
  operationId: 'handOutThings',
  madeAt: '/api/reservations/',
  refuses: ['invalid_transition', 'already_handed_out'],
  summary: 'Hand out things',
  description:
    'Notes that `quantity` of a thing of the reservation went over the desk; with `take_back`, that they came back. Answers with the reservation.',
  headers: HandOutHeaders,
  body: Type.Object(
    {
      thing: UuidIn,
      quantity: IntegerIn({ min: 1, max: mostPlaces, example: 1 }),
      take_back: Maybe(withExample(BooleanIn, false)),
    },
    { title: 'HandOutCreation' },
  ),
  response: { 201: reservation.out },
  handler: async (call) => {
    const { context, id, tenant, actor, body, request } = call
    const asked = { reservationId: id, thingId: body.thing, quantity: body.quantity, isUndo: body.take_back ?? false }
    const handOut = { ...asked, actorId: actorId(actor), repeatable: readRepeat(request, asked) }
    await handOutThings(context, tenant, id, [handOut])
    return answerReservation(id, call)
  },
})

handOuts.post('mistakes/', {
  operationId: 'undoHandOut',
  refuses: ['invalid_transition', 'already_handed_out'],
  summary: 'Undo a hand-out',
  description:
    'It is undone once, whoever noted it; a repeat changes nothing. The list keeps both. One that came back, or of which fewer are out by now, is refused with `invalid_transition`. Answers with the reservation.',
  body: Type.Object({ hand_out: UuidIn }, { title: 'HandOutMistake' }),
  response: { 200: reservation.out },
  handler: async (call) => {
    const { context, id, tenant, actor, body } = call
    await undoHandOut(context, tenant, { reservationId: id, handOutId: body.hand_out, actorId: actorId(actor) })
    return answerReservation(id, call)
  },
})
