import { type Static, Type } from 'typebox'
import { type ErrorCode, fieldError } from '../errors.ts'
import { type Actor, isOwn, may, speaksFor } from '../features/account/actor.ts'
import { normalizeCode } from '../features/catalog/promotional-code.ts'
import { type AskedBooking, type BookingLine, sumLines } from '../features/reservation/booking.ts'
import { mostPlaces } from '../features/reservation/places.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { freeSeating } from '../features/ticket/ticket.ts'
import type { Language } from '../lib/language.ts'
import { normalizeEmail, normalizeSeat } from '../lib/text.ts'
import { AltchaIn } from '../http/wire/altcha.ts'
import {
  AmountIn,
  alsoNamed,
  ArrayIn,
  BooleanIn,
  EmailIn,
  IntegerIn,
  MachineText,
  Maybe,
  Seldom,
  Text,
  UuidIn,
  withExample,
} from '../http/wire/schemas.ts'
import { readOptionalAmount } from './amount-wire.ts'
import { NameIn, readName } from './name-wire.ts'
import { RepeatHeaders } from '../http/repeat-wire.ts'
import { ReturnUrlIn, readReturnUrl } from './return-url-wire.ts'

const CustomerIn = Type.Object({ ...NameIn, seat: Maybe(Text({ max: 20, example: 'B12' })) }, { title: 'Customer' })

const exampleCustomers = [
  { first_name: 'Ada', last_name: 'Lovelace', seat: 'B12' },
  { first_name: 'Grace', last_name: 'Hopper', seat: 'B13' },
]

const LineIn = Type.Object(
  {
    uuid: UuidIn,
    qty: Maybe(IntegerIn({ min: 1, max: mostPlaces, example: 2 })),
    custom_amount: Seldom(AmountIn),
    customers: Type.Optional(withExample(ArrayIn(CustomerIn, { max: mostPlaces }), exampleCustomers)),
  },
  { title: 'BookingLine' },
)

export const PromotionalCodeIn = Seldom(MachineText({ max: 100 }))

export const BookingIn = Type.Object(
  {
    event: UuidIn,
    email: Maybe(alsoNamed(EmailIn, 'user_mail')),
    to_mail: Maybe(BooleanIn),
    options: Type.Optional(ArrayIn(UuidIn, { max: 50 })),
    promotional_code: PromotionalCodeIn,
    prices: ArrayIn(LineIn, { min: 1, max: 50 }),
    return_url: ReturnUrlIn,
    altcha: Seldom(AltchaIn),
  },
  { title: 'ReservationBooking' },
)

export const BookingHeaders = RepeatHeaders(
  'A repeat of the same request with the same key, within 24 hours, gets the first answer again.',
)

/** Why what is booked, ordered or sold may be refused, however it is asked for. */
export const bookingRefusals = [
  'category_rule',
  'sold_out',
  'max_per_user',
  'membership_required',
  'not_on_sale',
  'seat_taken',
  'promotional_code_used_up',
] as const satisfies readonly ErrorCode[]

/** Why what was booked may not be cancelled, for whatever reason it would be. */
export const cancellationRefusals = [
  'invalid_transition',
  'ticket_scanned',
  'insufficient_balance',
  'top_up_spent',
  'already_handed_out',
] as const satisfies readonly ErrorCode[]

/** The wire form in our words, and who asks. @throws AppError validation_failed naming the field */
export function readBooking(
  body: Static<typeof BookingIn>,
  actor: Actor,
  { language, tenant }: { readonly language: Language; readonly tenant: Pick<Tenant, 'currency' | 'sites'> },
): AskedBooking {
  const lines = body.prices.map((line, index) => readLine(line, index, tenant.currency))
  if (lines.reduce((sum, line) => sum + line.quantity, 0) > mostPlaces) throw fieldError('prices', 'too_many_places')
  const isStaff = may(actor, 'reservation:write')
  const email = readEmail(body.email ?? null, actor, isStaff)
  return {
    eventId: body.event,
    email,
    toMail: body.to_mail ?? true,
    optionIds: [...new Set(body.options)],
    lines: sumLines(lines),
    promotionalCode: readCode(body.promotional_code),
    staff: isStaff,
    atDesk: false,
    // At the desk without an address there is nothing to confirm.
    trusted: email === '' || speaksFor(actor, email),
    unasked: isStaff && !isOwn(actor, email),
    returnUrl: readReturnUrl(body.return_url, tenant.sites),
    language,
  }
}

export function readCode(text: string | null | undefined): string | null {
  return text == null ? null : normalizeCode(text)
}

/** Staff may leave the address out, a signed-in person means their own. */
function readEmail(text: string | null, actor: Actor, isStaff: boolean): string {
  if (text !== null) return normalizeEmail(text)
  if (isStaff) return ''
  if (actor.kind === 'account') return actor.email
  throw fieldError('email', 'required')
}

function readLine(line: Static<typeof LineIn>, index: number, currency: string): BookingLine {
  const customers = line.customers ?? []
  const quantity = line.qty ?? customers.length
  const field = `prices.${index}`
  if (quantity === 0) throw fieldError(`${field}.qty`, 'quantity_missing')
  if (customers.length > 0 && customers.length !== quantity) throw fieldError(`${field}.qty`, 'quantity_differs')
  const holders = customers.map((customer) => ({
    ...readName(customer),
    seat: normalizeSeat(customer.seat ?? '') || freeSeating,
  }))
  const chosenMinor = readOptionalAmount(line.custom_amount, { field: `${field}.custom_amount`, currency })
  return { priceId: line.uuid, quantity, chosenMinor, holders, field }
}
