import { type Static, Type } from 'typebox'
import type { TenantTx } from '../db/database.ts'
import { AppError, fieldError } from '../errors.ts'
import { getEvent } from '../features/event/event.queries.ts'
import { listWaitingClosures } from '../features/event/waiting.queries.ts'
import { closeList } from '../features/waiting-list/close-list.ts'
import { type OfferedByHand, offerNow, offerToChosen } from '../features/waiting-list/offer-by-hand.ts'
import { nilUuid } from '../lib/ids.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { BooleanIn, BooleanOut, Maybe, UuidIn, UuidOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'

const ofOffer = fieldsOf<OfferedByHand>()
const offer = ofOffer.object('WaitingOffer', {
  offered: ofOffer.yesNo(({ why }) => why === null, false),
  reason: ofOffer.textOrNull('why', 'nothing_free'),
})

const WaitingListOut = Type.Object(
  { event: UuidOut, closed: withExample(BooleanOut, false), closed_prices: Type.Array(UuidOut) },
  { title: 'WaitingList' },
)

const reasons =
  'Where nobody was offered anything, `reason` says why: `nothing_free`, `no_member` or `has_most` of whom it would have been offered, `begun`, `cancelled`, `unpublished` or `off_sale` of the event or the price, `nobody` where nobody waits, `unconfirmed` or `moved` of the one who was chosen.'

const lists = section({
  tag: 'Reservations',
  url: '/api/',
  access: needs('reservation:read', 'people'),
  writes: needs('reservation:write', 'people'),
})

/** What staff do with waiting lists (ADR 0169). Not in the interface. */
export const registerWaitingLists = lists.register

lists.post('waiting-list/:uuid/offer/', {
  operationId: 'offerToWaitingEntry',
  summary: 'Offer what is free to somebody who waits',
  description: `Before whoever stands before them: what they wait for, or as much of it as nobody holds. ${reasons}`,
  response: { 200: offer.out },
  handler: async ({ context, id, tenant, actor }) => offer.present(await offerToChosen(context, tenant, actor, id)),
})

lists.post('events/:uuid/waiting-list/offers/', {
  operationId: 'offerToWaitingList',
  summary: 'Offer what is free to those who wait for an event',
  description: `Now, to the first in line first, as happens within a minute by itself. ${reasons}`,
  response: { 200: offer.out },
  handler: async ({ context, id, tenant, actor }) => offer.present(await offerNow(context, tenant, actor, id)),
})

lists.get('events/:uuid/waiting-list/', {
  operationId: 'readWaitingList',
  summary: 'Read whether a waiting list takes anybody new',
  description: 'That of an event is `closed` as a whole, or that of some of its prices is.',
  response: { 200: WaitingListOut },
  handler: ({ id, inTenant }) => inTenant((tx) => readList(tx, id)),
})

lists.patch('events/:uuid/waiting-list/', {
  operationId: 'changeWaitingList',
  summary: 'Close a waiting list, or open it again',
  description:
    'That of one `price`, or of the whole event. Who waits keeps their place and is offered what becomes free; whoever would join is refused with `not_on_sale`. A list that was closed as a whole is opened as a whole. A repeat changes nothing.',
  body: Type.Object({ closed: BooleanIn, price: Maybe(UuidIn) }, { title: 'WaitingListChange' }),
  response: { 200: WaitingListOut },
  handler: async ({ context, id, inTenant, tenant, actor, body }) => {
    const priceId = body.price ?? null
    const read = () => inTenant((tx) => readList(tx, id))
    await read()
    try {
      await closeList(context, tenant, actor, { eventId: id, priceId, closed: body.closed })
    } catch (error) {
      const isPrice = error instanceof AppError && error.code === 'not_found' && priceId !== null
      throw isPrice ? fieldError('price', 'unknown_price') : error
    }
    return read()
  },
})

/** @throws AppError not_found */
async function readList(tx: TenantTx, eventId: string): Promise<Static<typeof WaitingListOut>> {
  await getEvent(tx, eventId)
  const closed = await listWaitingClosures(tx, eventId)
  return { event: eventId, closed: closed.has(nilUuid), closed_prices: [...closed].filter((id) => id !== nilUuid) }
}
