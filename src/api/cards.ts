import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { normalizeNumber } from '../features/card/card.ts'
import { blockUsedCard } from '../features/card/block-used-card.ts'
import { describeCard, describeUsedCard } from '../features/card/describe-card.ts'
import { openCard } from '../features/card/open-card.ts'
import { recordMovement } from '../features/card/record-movement.ts'
import { countRequest } from '../http/plugins/rate-limit.ts'
import { needs, type Asked } from '../http/route.ts'
import { section } from '../http/section.ts'
import { readRepeat } from '../http/repeat-wire.ts'
import { CardIn, card, MovementHeaders, MovementIn, movement, readMovement, TagParams } from './card-wire.ts'

const cards = section({
  tag: 'Cards',
  url: '/api/cards/',
  access: needs('card:read', 'people'),
  writes: needs('card:write', 'people'),
})

/** Cashless cards at the tills of a tenant (ADR 0090 and 0091). */
export const registerCards = cards.register

cards.get(':tag_id/', {
  operationId: 'readCard',
  summary: 'Read a card',
  description:
    'What is on it here, and its last 20 movements, the latest first. A card that this organisation does not know is 404, whether or not it exists.',
  params: TagParams,
  response: { 200: card.out },
  handler: async ({ context, tenant, params }) =>
    card.present(await describeCard(context, tenant, params.tag_id.toUpperCase()), { tenant }),
})

cards.post('', {
  operationId: 'openCard',
  refuses: ['category_rule', 'card_lost'],
  madeAt: '/api/cards/',
  // A repeat finds the card known. Its tries are counted beside the transaction that a key would keep open.
  keepsAnswer: false,
  summary: 'Make a card known here',
  description:
    'For whoever holds it: what the reader shows and what is printed on it must belong together. 201 when it was not known here before, else 200.',
  body: CardIn,
  response: { 200: card.out, 201: card.out },
  handler: async ({ context, tenant, body, request, reply }) => {
    const inHand = { tagId: body.tag_id.toUpperCase(), number: normalizeNumber(body.number) ?? '' }
    const { card: opened, wasKnown } = await withinLimit(context, { request, reply }, () =>
      openCard(context, tenant, inHand),
    )
    if (!wasKnown) reply.code(201)
    return card.present(opened, { tenant })
  },
})

cards.post(':tag_id/movements/', {
  operationId: 'recordCardMovement',
  madeAt: '/api/cards/:tag_id/',
  refuses: ['category_rule', 'insufficient_balance', 'already_reversed', 'card_lost'],
  summary: 'Move money on or off a card',
  description:
    '`credit` puts money on it, `debit` takes it off, never below zero. `reversal` undoes the credit or debit that `reversal_of` names, once: all of it, or the `amount`. A repeat with the same `Idempotency-Key` gets the first movement again, whenever it comes.',
  headers: MovementHeaders,
  params: TagParams,
  body: MovementIn,
  response: { 201: movement.out },
  handler: async ({ context, tenant, actor, params, body, request }) => {
    const asked = { tagId: params.tag_id.toUpperCase(), ...readMovement(body, tenant.currency) }
    const wanted = { ...asked, isInHand: actor.kind === 'api_key', repeatable: readRepeat(request, asked) }
    return movement.present(await recordMovement(context, tenant, actor, wanted), { tenant })
  },
})

cards.post(':tag_id/loss/', {
  operationId: 'blockCard',
  summary: 'Block a card that was lost',
  description:
    'At the tills of this organisation; elsewhere its person blocks it, or whoever runs the server. What is on it stays. For a card that was used here: any other is 404, whether or not it exists. A repeat changes nothing.',
  params: TagParams,
  response: { 200: card.out },
  handler: async ({ context, tenant, actor, params }) => {
    const tagId = params.tag_id.toUpperCase()
    await blockUsedCard(context, tenant, actor, tagId)
    return card.present(await describeUsedCard(context, tenant, tagId), { tenant })
  },
})

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
