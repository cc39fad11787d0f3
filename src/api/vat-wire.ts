import { rateText } from '../lib/money.ts'
import { TextOut, withExample } from '../http/wire/schemas.ts'

/** A rate in percent with two decimals, or `NA` for what is not subject to VAT. */
export const VatOut = withExample(TextOut, '5.50')

export function presentVat(rateHundredths: number | null): string {
  return rateHundredths === null ? 'NA' : rateText(rateHundredths)
}
