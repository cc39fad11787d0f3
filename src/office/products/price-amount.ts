import type { Price } from '../../features/catalog/catalog.queries.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { productTexts } from '../../messages/office/product.ts'

/** Writes a price as lists of staff do: "from" where the payer chooses. */
export function priceAmount(
  { amountMinor, openAmount }: Pick<Price, 'amountMinor' | 'openAmount'>,
  { currency }: { readonly currency: string },
  language: Language,
): string {
  const amount = amountText(amountMinor, currency, language)
  return openAmount ? productTexts[language].from({ amount }) : amount
}
