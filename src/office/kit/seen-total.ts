import { AppError } from '../../errors.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import type { Language } from '../../lib/language.ts'
import { totalText } from '../../pages/booking/running-total.tsx'

/** What was sold; null: nothing was, it comes to another sum than was seen (ADR 0172). */
export async function unlessOtherTotal<Sold>(sale: Promise<Sold>): Promise<Sold | null> {
  try {
    return await sale
  } catch (error) {
    if (error instanceof AppError && error.code === 'amount_mismatch') return null
    throw error
  }
}

type Said = {
  readonly words: {
    readonly totalFirst: (given: { readonly total: string }) => string
    readonly totalChanged: (given: { readonly total: string; readonly seen: string }) => string
  }
  readonly currency: string
  readonly language: Language
}

/** What it comes to is not what the seller saw, or they saw nothing. */
export function otherTotal(
  { totalMinor }: BookingTotal,
  seenMinor: number | null,
  { words, currency, language }: Said,
): string {
  const total = totalText(totalMinor, currency, language)
  return seenMinor === null
    ? words.totalFirst({ total })
    : words.totalChanged({ total, seen: totalText(seenMinor, currency, language) })
}
