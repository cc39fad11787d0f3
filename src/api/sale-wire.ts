import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import { type DeskMethod, deskMethods } from '../features/payment/payment.ts'
import type { BookingTotal } from '../features/reservation/price-booking.ts'
import { type AtTenant, fieldsOf, tenantCurrency } from '../http/wire/answer-fields.ts'
import { AmountIn, EnumIn, Maybe, withExample } from '../http/wire/schemas.ts'

/** How a sale is paid, and what the buyer was told. */
export const MoneyIn = { method: withExample(EnumIn(deskMethods), 'cash'), amount: Maybe(AmountIn) }

/** A quote takes the body of its sale; how it would be paid changes nothing. */
export const QuotedMoneyIn = { ...MoneyIn, method: Type.Optional(MoneyIn.method) }

const ofQuote = fieldsOf<BookingTotal, AtTenant>(tenantCurrency)
export const quote = ofQuote.object('Quote', {
  amount: ofQuote.amount('totalMinor', 19.2),
  discount: ofQuote.amount('discountMinor', 4.8),
  currency: ofQuote.text(tenantCurrency, 'EUR'),
})

/** The total a sale must come to; none for a gift, whose amount is 0. @throws AppError amount_mismatch */
export function expectedTotal(method: DeskMethod, toldMinor: number | null): { readonly expectedMinor?: number } {
  if (method === 'free' && (toldMinor ?? 0) !== 0) throw new AppError('amount_mismatch')
  return method === 'free' || toldMinor === null ? {} : { expectedMinor: toldMinor }
}
