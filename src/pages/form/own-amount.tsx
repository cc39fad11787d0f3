import { plainAmount } from '../../lib/format.ts'
import { amountPattern, minorDigits, parseAmountMinor } from '../../lib/money.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { useReader } from '../reader.ts'
import { formParts } from './form-script.ts'
import { BesideField, type FormProblem, markWrong } from './problems.tsx'

export function amountId(priceId: string): string {
  return `amount-${priceId}`
}

/** Reads an amount, in the smallest unit; null for a text that is no amount. A comma is a decimal point to half of Europe. */
export function readTypedAmount(text: string, currency: string): number | null {
  return parseAmountMinor(text.trim().replace(',', '.'), currency)
}

/** The pattern of a field for what `readTypedAmount` reads. */
export function typedAmountPattern(currency: string): string {
  return `\\s*${amountPattern(currency, '[.,]')}\\s*`
}

type OwnAmountProps = {
  readonly price: { readonly id: string; readonly amountMinor: number }
  readonly label: string
  /** The amount as it was typed; undefined: the least. */
  readonly typed: string | undefined
  readonly problems: readonly FormProblem[]
}

/** The field for what a person wants to pay, at a price that leaves it to them. */
export function OwnAmount({ price, label, typed, problems }: OwnAmountProps) {
  const { currency, language } = useReader()
  const id = amountId(price.id)
  return (
    <div class="own-amount">
      <label for={id}>{label}</label>
      <BesideField problems={problems} id={id} />
      <input
        id={id}
        name="amount"
        inputMode="decimal"
        autocomplete="off"
        maxLength={12}
        value={typed ?? plainAmount(price.amountMinor, currency, language)}
        pattern={typedAmountPattern(currency)}
        {...{ [formParts.wrong]: bookingTexts[language].amountWrong[minorDigits(currency)] }}
        {...markWrong({ problems, id })}
      />
    </div>
  )
}
