import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { normalizeNumber } from '../features/card/card.ts'
import { blockUsedCard } from '../features/card/block-used-card.ts'
import { describeCard, describeUsedCard } from '../features/card/describe-card.ts'
import { openCard } from '../features/card/open-card.ts'
import { recordMovement } from '../features/card/record-movement.ts'
import { sha256 } from '../lib/hash.ts'
import { countRequest } from '../http/plugins/rate-limit.ts'
import { needs, route, type Asked } from '../http/route.ts'
import { readIdempotencyKey } from './booking-wire.ts'
import {
  CardIn,
  CardOut,
  MovementIn,
  MovementOut,
  presentCard,
  presentMovement,
  RepeatHeaders,
  readMovement,
  TagParams,
} from './card-wire.ts'

/** Cashless cards at the tills of a tenant (ADR 0090 and 0091). */
export function registerCards(app: FastifyInstance, context: Context): void {
  const tag = 'Cards'

  route(app, {
    method: 'GET',
    url: '/api/cards/:tag_id/',
    access: needs('card:read', 'people'),
    tag,
    summary: 'Read a card',
    description:
      'What is on it here, and its last 20 movements, the latest first. A card that this organisation does not know is 404, whether or not it exists.',
    params: TagParams,
    response: { 200: CardOut },
    handler: async ({ tenant, params }) =>
      presentCard(await describeCard(context, tenant, params.tag_id.toUpperCase()), tenant.currency),
  })

  route(app, {
    method: 'POST',
    url: '/api/cards/',
    access: needs('card:write', 'people'),
    tag,
    summary: 'Make a card known here',
    description:
      'For whoever holds it: what the reader shows and what is printed on it must belong together. 201 when it was not known here before, else 200.',
    body: CardIn,
    response: { 200: CardOut, 201: CardOut },
    handler: async ({ tenant, body, request, reply }) => {
      const inHand = { tagId: body.tag_id.toUpperCase(), number: normalizeNumber(body.number) ?? '' }
      const { card, wasKnown } = await withinLimit(context, { request, reply }, () => openCard(context, tenant, inHand))
      if (!wasKnown) reply.code(201)
      return presentCard(card, tenant.currency)
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/cards/:tag_id/movements/',
    access: needs('card:write', 'people'),
    tag,
    summary: 'Move money on or off a card',
    description:
      '`credit` puts money on it, `debit` takes it off, never below zero. `reversal` undoes the credit or debit that `reversal_of` names, once: all of it, or the `amount`. A repeat with the same `Idempotency-Key` gets the first movement again, whenever it comes.',
    headers: RepeatHeaders,
    params: TagParams,
    body: MovementIn,
    response: { 201: MovementOut },
    handler: async ({ tenant, actor, params, body, request }) => {
      const asked = { tagId: params.tag_id.toUpperCase(), ...readMovement(body, tenant.currency) }
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      const repeatable = key === null ? null : { key, hash: sha256(JSON.stringify(asked)) }
      return presentMovement(
        await recordMovement(context, tenant, actor, { ...asked, isInHand: actor.kind === 'api_key', repeatable }),
        tenant.currency,
      )
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/cards/:tag_id/loss/',
    access: needs('card:write', 'people'),
    tag,
    summary: 'Block a card that was lost',
    description:
      'At the tills of this organisation; elsewhere its person blocks it, or whoever runs the server. What is on it stays. For a card that was used here: any other is 404, whether or not it exists. A repeat changes nothing.',
    params: TagParams,
    response: { 200: CardOut },
    handler: async ({ tenant, actor, params }) => {
      const tagId = params.tag_id.toUpperCase()
      await blockUsedCard(context, tenant, actor, tagId)
      return presentCard(await describeUsedCard(context, tenant, tagId), tenant.currency)
    },
  })
}

/** Cards that a tenant does not hold are what is counted: it could otherwise try numbers until they fit. */
async function withinLimit<T>(context: Context, { request, reply }: Asked, open: () => Promise<T>): Promise<T> {
  const counted = await countRequest(context, reply, 'wrong_card', request.tenant.id)
  try {
    const opened = await open()
    await counted.undo()
    return opened
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) await counted.undo()
    throw error
  }
}
