import { Type } from 'typebox'
import { fieldError } from '../../errors.ts'
import { amountFromMinor, parseAmountMinor } from '../../lib/money.ts'
import { NullableTextOut, NumberOut, withExample } from '../wire/schemas.ts'

/** An amount that may be left out, in the smallest unit. @throws AppError validation_failed naming the field */
export function readAmount(
  amount: number | null | undefined,
  { field, currency }: { readonly field: string; readonly currency: string },
): number | null {
  if (amount == null) return null
  const minor = parseAmountMinor(amount, currency)
  if (minor === null) throw fieldError(field, 'amount')
  return minor
}

/** What something cost, and what a promotional code took off before (ADR 0121). */
export const CostFields = {
  amount: withExample(NumberOut, 19.2),
  promotional_code: withExample(NullableTextOut, 'EARLY-2026'),
  discount: withExample(NumberOut, 4.8),
}

const CostOut = Type.Object(CostFields)

type Cost = {
  readonly amountMinor: number
  readonly discountMinor: number
  readonly promotionalCode: string | null
}

export function presentCost(cost: Cost, currency: string): Type.Static<typeof CostOut> {
  return {
    amount: amountFromMinor(cost.amountMinor, currency),
    promotional_code: cost.promotionalCode,
    discount: amountFromMinor(cost.discountMinor, currency),
  }
}
