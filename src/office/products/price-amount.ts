import type { Price } from '../../features/catalog/catalog.queries.ts'
import { amountText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { productTexts } from '../../messages/office/product.ts'

/** What a price comes to, as lists of staff say it: "from" where whoever pays chooses. */
export function priceAmount(
  { amountMinor, openAmount }: Pick<Price, 'amountMinor' | 'openAmount'>,
  { currency }: { readonly currency: string },
  language: Language,
): string {
  const amount = amountText(amountMinor, currency, language)
  return openAmount ? productTexts[language].from({ amount }) : amount
}
