import { plainAmount } from '../../lib/format.ts'
import { minorDigits } from '../../lib/money.ts'
import { longestAmount, typedAmountPattern } from '../../lib/typed-amount.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { useReader } from '../reader.ts'
import { formParts } from './form-script.ts'
import { BesideField, type FormProblem, markWrong } from './problems.tsx'

export function amountId(priceId: string): string {
  return `amount-${priceId}`
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
        maxLength={longestAmount}
        value={typed ?? plainAmount(price.amountMinor, currency, language)}
        pattern={typedAmountPattern(currency)}
        {...{ [formParts.wrong]: bookingTexts[language].amountWrong[minorDigits(currency)] }}
        {...markWrong({ problems, id })}
      />
    </div>
  )
}
