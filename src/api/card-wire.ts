import { type Static, Type } from 'typebox'
import { movementKinds, tillKinds } from '../features/card/card.ts'
import type { CardView } from '../features/card/describe-card.ts'
import type { Movement } from '../features/card/purse.queries.ts'
import { amountFromMinor } from '../lib/money.ts'
import { formatDateTime } from '../lib/time.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumIn,
  EnumOut,
  MachineText,
  Maybe,
  NullableTextOut,
  NullableUuidOut,
  NumberOut,
  PositiveAmountIn,
  Text,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { RepeatHeaders } from './repeat-wire.ts'

const tagPattern = '^[0-9A-Fa-f]{8}$'
const exampleTag = '04A3B2C1'

/** One that is malformed in a path is a 404, like an unknown one. */
export const TagParams = Type.Object({
  tag_id: Type.Unsafe<string>({ type: 'string', pattern: tagPattern, examples: [exampleTag] }),
})

export const CardIn = Type.Object({
  tag_id: Type.Unsafe<string>({
    type: 'string',
    'x-wire': 'machine_text',
    pattern: tagPattern,
    examples: [exampleTag],
  }),
  number: MachineText({ max: 30, example: 'A-00042' }),
})

/** What a till moves at once at most, so that a slip of the finger costs no fortune. */
const mostAmount = 99_999.99

export const MovementIn = Type.Object({
  kind: withExample(EnumIn(tillKinds), 'debit'),
  amount: Maybe(Type.Unsafe<number>({ ...PositiveAmountIn, maximum: mostAmount })),
  reversal_of: Maybe(Type.Unsafe<string>({ ...UuidIn, examples: [null] })),
  note: Maybe(Text({ max: 200, example: 'Two lemonades' })),
})

export const MovementHeaders = RepeatHeaders(
  'A repeat of the same request with the same key gets the first movement again.',
)

export const MovementOut = Type.Object(
  {
    uuid: UuidOut,
    kind: withExample(EnumOut(movementKinds), 'debit'),
    amount: withExample(NumberOut, 12.5),
    change: withExample(NumberOut, -12.5),
    balance: withExample(NumberOut, 7.5),
    reversal_of: withExample(NullableUuidOut, null),
    reservation: withExample(NullableUuidOut, null),
    note: withExample(NullableTextOut, 'Two lemonades'),
    datetime: DateTimeOut,
  },
  { title: 'CardMovement' },
)

export const CardOut = Type.Object(
  {
    tag_id: withExample(TextOut, exampleTag),
    number: withExample(TextOut, 'A-00042'),
    linked: BooleanOut,
    member: BooleanOut,
    lost: withExample(BooleanOut, false),
    balance: withExample(NumberOut, 7.5),
    movements: Type.Array(MovementOut),
  },
  { title: 'Card' },
)

export function presentMovement(movement: Movement, currency: string): Static<typeof MovementOut> {
  return {
    uuid: movement.id,
    kind: movement.kind,
    amount: amountFromMinor(Math.abs(movement.changeMinor), currency),
    change: amountFromMinor(movement.changeMinor, currency),
    balance: amountFromMinor(movement.balanceMinor, currency),
    reversal_of: movement.reversalOf,
    reservation: movement.reservationId,
    note: movement.note,
    datetime: formatDateTime(movement.createdAt),
  }
}

/** Whom a card belongs to is nobody's business at a till: that it does, and whether they are a member, is. */
export function presentCard(card: CardView, currency: string): Static<typeof CardOut> {
  return {
    tag_id: card.tagId,
    number: card.number,
    linked: card.email !== null,
    member: card.isMember,
    lost: card.lostAt !== null,
    balance: amountFromMinor(card.balanceMinor, currency),
    movements: card.movements.map((movement) => presentMovement(movement, currency)),
  }
}

/** @throws AppError validation_failed naming the field */
export function readMovement(body: Static<typeof MovementIn>, currency: string) {
  return {
    kind: body.kind,
    amountMinor: readOptionalAmount(body.amount, { field: 'amount', currency }),
    reversalOf: body.reversal_of ?? null,
    note: body.note ?? null,
  }
}
