import { Type } from 'typebox'
import { removeWaitingEntry } from '../features/payment/remove-waiting-entry.ts'
import { mostPlaces } from '../features/reservation/places.ts'
import { countEntries, listEntries, type WaitingEntry } from '../features/waiting-list/waiting-list.queries.ts'
import { waitingStatuses } from '../features/waiting-list/waiting-list.ts'
import { normalizeEmail } from '../lib/text.ts'
import { joinWithinLimit } from '../http/join-within-limit.ts'
import { needs, open } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { EmailIn, IntegerIn, UuidIn } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { cancellationRefusals } from './booking-wire.ts'
import { collection } from './collection.ts'
import { byId, byOwnName, listOffer } from './list-offer.ts'

type Joined = Pick<WaitingEntry, 'eventId' | 'priceId' | 'email' | 'places'>
const of = fieldsOf<Joined>()
const joinedFields = {
  event: of.uuid('eventId'),
  price: of.uuid('priceId'),
  email: of.text('email', 'ada@example.org'),
  places: of.integer('places', 2),
}

const ofJoined = fieldsOf<Joined & { readonly toConfirm: boolean }>()
const joined = ofJoined.object('Waiting', { ...joinedFields, to_confirm: ofJoined.yesNo('toConfirm', true) })

const ofEntry = fieldsOf<WaitingEntry>()
const entry = ofEntry.object('WaitingEntry', {
  uuid: ofEntry.uuid('id'),
  ...joinedFields,
  status: ofEntry.choice(waitingStatuses, 'status', 'waiting'),
  reservation: ofEntry.uuidOrNull('reservationId'),
  waiting_since: ofEntry.moment('waitingSince'),
})

const waiting = collection({
  tag: 'Reservations',
  url: '/api/waiting-list/',
  access: needs('reservation:read', 'people'),
  writes: needs('reservation:write', 'people'),
  ...entry,
})

/** The people who wait for places at events that are sold out. Not in the interface. */
export const registerWaitingEntries = waiting.register

waiting.list({
  summary: 'List who waits for places',
  description:
    'In the order they came. `unconfirmed`: the address is not confirmed, and offered nothing. `offered`: the reservation holds places for them; what became of it, that says.',
  offer: listOffer({
    filters: { event: Type.Optional(UuidIn) },
    dates: 'was written down',
    statuses: byOwnName(waitingStatuses),
    sorts: { created: byId },
  }),
  rows: (page, { inTenant, query: { event: eventId } }) =>
    inTenant((tx) => listEntries(tx, { ...defined({ eventId }), ...page })),
  count: (narrowing, { inTenant, query: { event: eventId } }) =>
    inTenant((tx) => countEntries(tx, { ...defined({ eventId }), ...narrowing })),
})

waiting.post('', {
  access: open,
  operationId: 'joinWaitingList',
  refuses: ['category_rule', 'max_per_user', 'membership_required', 'not_on_sale', 'places_left'],
  summary: 'Wait for places',
  description:
    'At a price that is sold out; refused with `places_left` otherwise. The first in line is offered what becomes free by mail, held for them for a while. `to_confirm`: it counts once the link in a mail to that address was followed; not for the person signed in, nor for a key with `reservation:write`. Whoever waits already stays where they are, and the answer is the same.',
  body: Type.Object(
    { event: UuidIn, price: UuidIn, email: EmailIn, places: IntegerIn({ min: 1, max: mostPlaces, example: 2 }) },
    { title: 'WaitingCreation' },
  ),
  response: { 201: joined.out },
  handler: async ({ context, body, request, reply }) => {
    const asked = { eventId: body.event, priceId: body.price, email: normalizeEmail(body.email), places: body.places }
    const { toConfirm } = await joinWithinLimit(context, { request, reply }, asked)
    return joined.present({ ...asked, toConfirm })
  },
})

waiting.delete(':uuid/', {
  operationId: 'removeWaitingEntry',
  refuses: cancellationRefusals,
  summary: 'Take somebody off a waiting list',
  description:
    'Whoever waited is told by mail. Places that are held for them and not taken yet go to the next in line; what was taken stays booked.',
  response: { 204: Type.Null() },
  handler: async ({ context, id, tenant, actor }) => {
    await removeWaitingEntry(context, tenant, actor, id)
  },
})
