import { type Static, Type } from 'typebox'
import type { Membership } from '../features/membership/membership.queries.ts'
import type { DeskMembership } from '../features/payment/sell-membership.ts'
import type { Language } from '../lib/language.ts'
import { normalizeEmail } from '../lib/text.ts'
import { formatDateTime } from '../lib/time.ts'
import {
  AmountIn,
  DateTimeOut,
  EmailIn,
  Maybe,
  NullableDateTimeOut,
  NullableIntegerOut,
  NullableTextOut,
  NullableUuidOut,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { CostFields, presentCost, readOptionalAmount } from './amount-wire.ts'
import { PromotionalCodeIn, readCode } from './booking-wire.ts'
import { NameIn, readName } from './name-wire.ts'

/** Whose, and at which price. */
export const MembershipIn = Type.Object({
  email: EmailIn,
  ...NameIn,
  price: UuidIn,
  custom_amount: Maybe(AmountIn),
  promotional_code: PromotionalCodeIn,
})

export const MembershipOut = Type.Object(
  {
    uuid: UuidOut,
    email: withExample(TextOut, 'ada@example.org'),
    first_name: withExample(NullableTextOut, 'Ada'),
    last_name: withExample(NullableTextOut, 'Lovelace'),
    number: withExample(NullableIntegerOut, 127),
    product: UuidOut,
    price: UuidOut,
    reservation: NullableUuidOut,
    ...CostFields,
    valid_from: DateTimeOut,
    valid_until: NullableDateTimeOut,
    cancelled_at: NullableDateTimeOut,
    datetime: DateTimeOut,
  },
  { title: 'Membership' },
)

const optionalTime = (time: Date | null) => (time === null ? null : formatDateTime(time))

export function presentMembership(membership: Membership, currency: string): Static<typeof MembershipOut> {
  return {
    uuid: membership.id,
    email: membership.email,
    first_name: membership.firstName === '' ? null : membership.firstName,
    last_name: membership.lastName === '' ? null : membership.lastName,
    number: membership.number,
    product: membership.productId,
    price: membership.priceId,
    reservation: membership.reservationId,
    ...presentCost(membership, currency),
    valid_from: formatDateTime(membership.validFrom),
    valid_until: optionalTime(membership.validUntil),
    cancelled_at: optionalTime(membership.cancelledAt),
    datetime: formatDateTime(membership.createdAt),
  }
}

type Asked = { readonly currency: string; readonly language: Language }

/** The wire form in our words. @throws AppError validation_failed naming the field */
export function readMembership(body: Static<typeof MembershipIn>, { currency, language }: Asked): DeskMembership {
  return {
    email: normalizeEmail(body.email),
    priceId: body.price,
    language,
    ...readName(body),
    chosenMinor: readOptionalAmount(body.custom_amount, { field: 'custom_amount', currency }),
    promotionalCode: readCode(body.promotional_code),
  }
}
