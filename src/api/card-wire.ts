import { type Static, Type } from 'typebox'
import { movementKinds, tillKinds } from '../features/card/card.ts'
import type { CardView } from '../features/card/describe-card.ts'
import type { NotedMembership } from '../features/membership/membership.queries.ts'
import type { Movement } from '../features/card/purse.queries.ts'
import {
  EnumIn,
  MachineText,
  Maybe,
  PositiveAmountIn,
  Seldom,
  Text,
  UuidIn,
  withExample,
} from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { type AtTenant, fieldsOf, tenantCurrency } from '../http/wire/answer-fields.ts'
import { RepeatHeaders } from '../http/repeat-wire.ts'

const tagPattern = '^[0-9A-Fa-f]{8}$'
const exampleTag = '04A3B2C1'

/** One that is malformed in a path is a 404, like an unknown one. */
export const TagParams = Type.Object({
  tag_id: Type.Unsafe<string>({ type: 'string', pattern: tagPattern, examples: [exampleTag] }),
})

export const CardIn = Type.Object(
  {
    tag_id: Type.Unsafe<string>({
      type: 'string',
      'x-wire': 'machine_text',
      pattern: tagPattern,
      examples: [exampleTag],
    }),
    number: MachineText({ max: 30, example: 'A-00042' }),
  },
  { title: 'CardOpening' },
)

/** The most a till moves at once, so that a slip of the finger costs no fortune. */
const mostAmount = 99_999.99

export const MovementIn = Type.Object(
  {
    kind: withExample(EnumIn(tillKinds), 'debit'),
    amount: Maybe(Type.Unsafe<number>({ ...PositiveAmountIn, maximum: mostAmount })),
    reversal_of: Seldom(UuidIn),
    note: Maybe(Text({ max: 200, example: 'Two lemonades' })),
  },
  { title: 'CardMovementCreation' },
)

export const MovementHeaders = RepeatHeaders(
  'A repeat of the same request with the same key gets the first movement again.',
)

const ofMovement = fieldsOf<Movement, AtTenant>(tenantCurrency)
export const movement = ofMovement.object('CardMovement', {
  uuid: ofMovement.uuid('id'),
  kind: ofMovement.choice(movementKinds, 'kind', 'debit'),
  amount: ofMovement.amount(({ changeMinor }) => Math.abs(changeMinor), 12.5),
  change: ofMovement.amount('changeMinor', -12.5),
  balance: ofMovement.amount('balanceMinor', 7.5),
  reversal_of: ofMovement.uuidOrNull('reversalOf', null),
  reservation: ofMovement.uuidOrNull('reservationId', null),
  note: ofMovement.textOrNull('note', 'Two lemonades'),
  datetime: ofMovement.moment('createdAt'),
})

const ofNoted = fieldsOf<NotedMembership, AtTenant>()
const notedMembership = ofNoted.object('CardMembership', {
  product: ofNoted.uuid('productId'),
  name: ofNoted.text('productName', 'Association'),
  valid_until: ofNoted.momentOrNull('validUntil'),
})

const ofCard = fieldsOf<CardView, AtTenant>(tenantCurrency)
/** A card as a till sees it: whether it belongs to somebody, and whether they are a member, but not to whom. */
export const card = ofCard.object('Card', {
  tag_id: ofCard.text('tagId', exampleTag),
  number: ofCard.text('number', 'A-00042'),
  linked: ofCard.yesNo(({ email }) => email !== null),
  member: ofCard.yesNo('isMember'),
  membership: ofCard.oneOrNull(notedMembership, 'membership'),
  lost: ofCard.yesNo(({ lostAt }) => lostAt !== null, false),
  balance: ofCard.amount('balanceMinor', 7.5),
  movements: ofCard.each(movement, 'movements'),
})
/** @throws AppError validation_failed naming the field */
export function readMovement(body: Static<typeof MovementIn>, currency: string) {
  return {
    kind: body.kind,
    amountMinor: readOptionalAmount(body.amount, { field: 'amount', currency }),
    reversalOf: body.reversal_of ?? null,
    note: body.note ?? null,
  }
}
