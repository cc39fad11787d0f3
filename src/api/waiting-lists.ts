import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { TenantTx } from '../db/database.ts'
import type { Context } from '../context.ts'
import { AppError, fieldError } from '../errors.ts'
import { getEvent } from '../features/event/event.queries.ts'
import { listWaitingClosures } from '../features/event/waiting.queries.ts'
import { closeList } from '../features/waiting-list/close-list.ts'
import { type OfferedByHand, offerNow, offerToChosen } from '../features/waiting-list/offer-by-hand.ts'
import { nilUuid } from '../lib/ids.ts'
import { needs, route } from '../http/route.ts'
import { BooleanIn, BooleanOut, Maybe, NullableTextOut, UuidIn, UuidOut, withExample } from '../http/wire/schemas.ts'
import { UuidParams } from '../http/wire/params.ts'

const OfferOut = Type.Object(
  { offered: withExample(BooleanOut, false), reason: withExample(NullableTextOut, 'nothing_free') },
  { title: 'WaitingOffer' },
)

const WaitingListOut = Type.Object(
  { event: UuidOut, closed: withExample(BooleanOut, false), closed_prices: Type.Array(UuidOut) },
  { title: 'WaitingList' },
)

const reasons =
  'Where nobody was offered anything, `reason` says why: `nothing_free`, `no_member` or `has_most` of whom it would have been offered, `begun`, `cancelled`, `unpublished` or `off_sale` of the event or the price, `nobody` where nobody waits, `unconfirmed` or `moved` of the one who was chosen.'

/** Waiting lists by hand (ADR 0169). Not in the interface. */
export function registerWaitingLists(app: FastifyInstance, context: Context): void {
  const tag = 'Reservations'
  const url = '/api/events/:uuid/waiting-list/'

  route(app, {
    method: 'POST',
    url: '/api/waiting-list/:uuid/offer/',
    access: needs('reservation:write', 'people'),
    tag,
    summary: 'Offer what is free to somebody who waits',
    description: `Before whoever stands before them: what they wait for, or as much of it as nobody holds. ${reasons}`,
    params: UuidParams,
    response: { 200: OfferOut },
    handler: async ({ tenant, actor, params }) =>
      presentOffer(await offerToChosen(context, tenant, actor, params.uuid)),
  })

  route(app, {
    method: 'POST',
    url: `${url}offers/`,
    access: needs('reservation:write', 'people'),
    tag,
    summary: 'Offer what is free to those who wait for an event',
    description: `Now, to the first in line first, as happens within a minute by itself. ${reasons}`,
    params: UuidParams,
    response: { 200: OfferOut },
    handler: async ({ tenant, actor, params }) => presentOffer(await offerNow(context, tenant, actor, params.uuid)),
  })

  route(app, {
    method: 'GET',
    url,
    access: needs('reservation:read', 'people'),
    tag,
    summary: 'Read whether a waiting list takes anybody new',
    description: 'That of an event is `closed` as a whole, or that of some of its prices is.',
    params: UuidParams,
    response: { 200: WaitingListOut },
    handler: ({ tenant, params }) => context.database.asTenant(tenant.id, (tx) => readList(tx, params.uuid)),
  })

  route(app, {
    method: 'PATCH',
    url,
    access: needs('reservation:write', 'people'),
    tag,
    summary: 'Close a waiting list, or open it again',
    description:
      'That of one `price`, or of the whole event. Who waits keeps their place and is offered what becomes free; whoever would join is refused with `not_on_sale`. A list that was closed as a whole is opened as a whole. A repeat changes nothing.',
    params: UuidParams,
    body: Type.Object({ closed: BooleanIn, price: Maybe(UuidIn) }),
    response: { 200: WaitingListOut },
    handler: async ({ tenant, actor, params, body }) => {
      const [eventId, priceId] = [params.uuid, body.price ?? null]
      const read = () => context.database.asTenant(tenant.id, (tx) => readList(tx, eventId))
      await read()
      try {
        await closeList(context, tenant, actor, { eventId, priceId, closed: body.closed })
      } catch (error) {
        const isPrice = error instanceof AppError && error.code === 'not_found' && priceId !== null
        throw isPrice ? fieldError('price', 'unknown_price') : error
      }
      return read()
    },
  })
}

function presentOffer({ why }: OfferedByHand): Static<typeof OfferOut> {
  return { offered: why === null, reason: why }
}

/** @throws AppError not_found */
async function readList(tx: TenantTx, eventId: string): Promise<Static<typeof WaitingListOut>> {
  await getEvent(tx, eventId)
  const closed = await listWaitingClosures(tx, eventId)
  return { event: eventId, closed: closed.has(nilUuid), closed_prices: [...closed].filter((id) => id !== nilUuid) }
}
