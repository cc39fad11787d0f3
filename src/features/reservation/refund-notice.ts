import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { reservationTexts } from '../../messages/mail/reservation.ts'

/** The refund of a cancellation, as far as the booker is told about it. */
export type RefundNotice = {
  readonly amountMinor: number
  readonly currency: string
  /** `desk`: the booker can collect it there. `handed_over`: it was handed over when the booking was cancelled. */
  readonly way: 'online' | 'desk' | 'handed_over'
}

/** What a mail says about a refund, and the fact beside it; nothing where nothing is refunded. */
export function describeRefund(
  back: RefundNotice | null,
  language: Language,
): { readonly paragraph: string | null; readonly fact: readonly [label: string, value: string | null] } {
  const said = reservationTexts[language].refund
  if (back === null) return { paragraph: null, fact: [said.amount, null] }
  const amount = amountText(back.amountMinor, back.currency, language)
  return { paragraph: said[back.way]({ amount }), fact: [said.amount, amount] }
}
