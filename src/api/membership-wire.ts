import { type Static, Type } from 'typebox'
import type { Membership } from '../features/membership/membership.queries.ts'
import type { DeskMembership } from '../features/payment/sell-membership.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import type { Language } from '../lib/language.ts'
import { amountFromMinor } from '../lib/money.ts'
import { normalizeEmail } from '../lib/text.ts'
import { AmountIn, EmailIn, Seldom, UuidIn } from '../http/wire/schemas.ts'
import { costFields, readOptionalAmount } from './amount-wire.ts'
import { type AtTenant, fieldsOf } from '../http/wire/answer-fields.ts'
import { PromotionalCodeIn, readCode } from './booking-wire.ts'
import { NameIn, readName } from './name-wire.ts'
import { ReturnUrlIn, readReturnUrl } from './return-url-wire.ts'

/** A membership that is asked for: by whom, and at which price. */
export const MembershipIn = Type.Object(
  {
    email: EmailIn,
    ...NameIn,
    price: UuidIn,
    custom_amount: Seldom(AmountIn),
    promotional_code: PromotionalCodeIn,
    return_url: ReturnUrlIn,
  },
  { title: 'MembershipCreation' },
)

const ofMembership = fieldsOf<Membership, AtTenant>()
export const membership = ofMembership.object('Membership', {
  uuid: ofMembership.uuid('id'),
  email: ofMembership.text('email', 'ada@example.org'),
  first_name: ofMembership.textOrNull(({ firstName }) => firstName || null, 'Ada'),
  last_name: ofMembership.textOrNull(({ lastName }) => lastName || null, 'Lovelace'),
  number: ofMembership.integerOrNull('number', 127),
  product: ofMembership.uuid('productId'),
  price: ofMembership.uuid('priceId'),
  reservation: ofMembership.uuidOrNull('reservationId'),
  ...costFields,
  valid_from: ofMembership.moment('validFrom'),
  valid_until: ofMembership.momentOrNull('validUntil'),
  cancelled_at: ofMembership.momentOrNull('cancelledAt'),
  renews: ofMembership.yesNo(({ renewalState }) => renewalState === 'running'),
  renews_at: ofMembership.momentOrNull(({ renewalState, renewsAt }) => (renewalState === 'running' ? renewsAt : null)),
  renewal_amount: ofMembership.numberOrNull(
    ({ renewalState, renewalMinor }, { tenant }) =>
      renewalState === 'running' && renewalMinor !== null ? amountFromMinor(renewalMinor, tenant.currency) : null,
    25,
  ),
  datetime: ofMembership.moment('createdAt'),
})

type Asked = { readonly tenant: Pick<Tenant, 'currency' | 'sites'>; readonly language: Language }

/** The wire form in our words. @throws AppError validation_failed naming the field */
export function readMembership(body: Static<typeof MembershipIn>, { tenant, language }: Asked): DeskMembership {
  return {
    email: normalizeEmail(body.email),
    priceId: body.price,
    language,
    ...readName(body),
    chosenMinor: readOptionalAmount(body.custom_amount, { field: 'custom_amount', currency: tenant.currency }),
    promotionalCode: readCode(body.promotional_code),
    returnUrl: readReturnUrl(body.return_url, tenant.sites),
  }
}
