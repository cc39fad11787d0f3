import { type Static, Type } from 'typebox'
import { AppError } from '../errors.ts'
import type { DeskMethod } from '../features/payment/payment.ts'
import type { BookingTotal } from '../features/reservation/price-booking.ts'
import { amountFromMinor } from '../lib/money.ts'
import { NumberOut, TextOut, withExample } from '../http/wire/schemas.ts'

export const QuoteOut = Type.Object(
  {
    amount: withExample(NumberOut, 19.2),
    discount: withExample(NumberOut, 4.8),
    currency: withExample(TextOut, 'EUR'),
  },
  { title: 'Quote' },
)

export function presentQuote(priced: BookingTotal, currency: string): Static<typeof QuoteOut> {
  return {
    amount: amountFromMinor(priced.totalMinor, currency),
    discount: amountFromMinor(priced.discountMinor, currency),
    currency,
  }
}

/** What a sale must come to; a gift is whatever it is worth, and its amount is 0. @throws AppError amount_mismatch */
export function expectedTotal(method: DeskMethod, toldMinor: number | null): { readonly expectedMinor?: number } {
  if (method === 'free' && (toldMinor ?? 0) !== 0) throw new AppError('amount_mismatch')
  return method === 'free' || toldMinor === null ? {} : { expectedMinor: toldMinor }
}
