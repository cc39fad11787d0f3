import { AppError } from '../errors.ts'
import type { DeskMethod } from '../features/payment/payment.ts'
import type { BookingTotal } from '../features/reservation/price-booking.ts'
import { type AtTenant, fieldsOf, tenantCurrency } from '../http/wire/answer-fields.ts'

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
