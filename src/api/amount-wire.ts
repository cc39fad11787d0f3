import { Type } from 'typebox'
import { type FieldProblem, fieldError } from '../errors.ts'
import { amountFromMinor, type MinorDigits, minorDigits, parseAmountMinor } from '../lib/money.ts'
import { NullableTextOut, NumberOut, withExample } from '../http/wire/schemas.ts'

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

/** What something cost, and what a promotional code took off before (ADR 0121). */
export const CostFields = {
  amount: withExample(NumberOut, 19.2),
  promotional_code: withExample(NullableTextOut, 'EARLY-2026'),
  discount: withExample(NumberOut, 4.8),
}

const CostOut = Type.Object(CostFields)

type Cost = { readonly amountMinor: number; readonly discountMinor: number; readonly promotionalCode: string | null }

export function presentCost(cost: Cost, currency: string): Type.Static<typeof CostOut> {
  return {
    amount: amountFromMinor(cost.amountMinor, currency),
    promotional_code: cost.promotionalCode,
    discount: amountFromMinor(cost.discountMinor, currency),
  }
}
