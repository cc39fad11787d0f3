import { type FieldProblem, fieldError } from '../errors.ts'
import { type MinorDigits, minorDigits, parseAmountMinor } from '../lib/money.ts'
import { type AtTenant, fieldsOf, tenantCurrency } from '../http/wire/answer-fields.ts'

/** Says how many decimals the currency has. */
const tooFine = { 0: 'whole_amount', 2: 'amount_in_hundredths', 3: 'amount_in_thousandths' } as const satisfies Record<
  MinorDigits,
  FieldProblem
>

type About = { readonly field: string; readonly currency: string }

/** An amount in the smallest unit of its currency (ADR 0057). @throws AppError validation_failed naming the field */
export function readAmount(amount: number, { field, currency }: About): number {
  const minor = parseAmountMinor(amount, currency)
  if (minor === null) throw fieldError(field, tooFine[minorDigits(currency)])
  return minor
}

/** Reads an amount that may be left out. @throws AppError validation_failed naming the field */
export function readOptionalAmount(amount: number | null | undefined, about: About): number | null {
  return amount == null ? null : readAmount(amount, about)
}

type Discounted = { readonly discountMinor: number; readonly promotionalCode: string | null }
const ofPaid = fieldsOf<{ readonly amountMinor: number }, AtTenant>(tenantCurrency)
const ofDiscounted = fieldsOf<Discounted, AtTenant>(tenantCurrency)

/** What something cost, and what a promotional code took off before (ADR 0121). */
export const costFields = {
  amount: ofPaid.amount('amountMinor', 19.2),
  promotional_code: ofDiscounted.textOrNull('promotionalCode', 'EARLY-2026'),
  discount: ofDiscounted.amount('discountMinor', 4.8),
}
