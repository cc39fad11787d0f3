import { AppError } from '../../errors.ts'

/** A price that somebody wants to buy. */
type Priced = {
  readonly id: string
  readonly amountMinor: number
  /** The buyer chooses the amount, and amountMinor is the least. */
  readonly openAmount: boolean
}

/**
 * What one unit of a price costs (ADR 0120).
 *
 * @param chosenMinor what the buyer wants to pay for each; null: the least
 * @param field the name of the amount's field, for a refusal
 * @throws AppError validation_failed (less than the least, or a choice where there is none)
 */
export function amountOf(
  { id, openAmount, amountMinor }: Priced,
  { chosenMinor, field }: { readonly chosenMinor: number | null; readonly field: string },
): number {
  if (chosenMinor === null || chosenMinor === amountMinor) return amountMinor
  if (openAmount && chosenMinor > amountMinor) return chosenMinor
  const problem = openAmount ? 'below_least_amount' : 'amount_is_fixed'
  throw new AppError('validation_failed', { fields: { [field]: [problem] }, priceId: id })
}
