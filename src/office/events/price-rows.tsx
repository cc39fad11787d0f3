import { eventTexts } from '../../messages/office/event.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { useReader } from '../../pages/reader.ts'
import { formFields } from '../kit/form-fields.tsx'
import { type FilledPrices, priceRows, rowWords, vatOfPrices, vatWords } from './filled-prices.ts'

type PriceRowsProps = { readonly filled: FilledPrices; readonly problems: readonly FormProblem[] }

/** Asks for prices of this event alone, a row each. */
export function PriceRows({ filled, problems }: PriceRowsProps) {
  const { language, currency } = useReader()
  const { title, help } = eventTexts[language].first
  const vat = formFields(vatOfPrices, { words: vatWords(language), filled, problems })
  return (
    <fieldset class="stack offer">
      <legend>{title}</legend>
      <p class="muted small">{help}</p>
      {filled['price_key'] ? <input type="hidden" name="price_key" value={filled['price_key']} /> : null}
      {priceRows.map((row, index) => {
        const field = formFields(row, { words: rowWords(index, currency, language), filled, problems })
        return (
          <div key={row.name.form} class="price-row">
            {field('name', { unnoted: true })}
            {field('amountMinor', { unnoted: true })}
            {field('stock', { unnoted: true })}
          </div>
        )
      })}
      <div class="pair">{vat('vatRateHundredths', { unnoted: true })}</div>
    </fieldset>
  )
}
