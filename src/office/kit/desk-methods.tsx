import { type DeskMethod, deskMethods } from '../../features/payment/payment.ts'
import type { BookingTotal } from '../../features/reservation/price-booking.ts'
import { amountText } from '../../lib/format.ts'
import { type SaleTexts, saleTexts } from '../../messages/office/sale.ts'
import { RunningTotal, type RunningTotalProps } from '../../pages/booking/running-total.tsx'
import { useReader } from '../../pages/reader.ts'
import { Submit } from '../../pages/parts.tsx'

/** The value of the button for a sale that costs nothing; no sale that costs something is made with it. */
export const takesNothing = 'nothing'

type CheckoutProps = {
  /** The prices that may be chosen: where all are free, nobody is asked how they pay. */
  readonly prices: readonly { readonly amountMinor: number; readonly openAmount: boolean }[]
  /** The number of places chosen, in words. */
  readonly count: string
  /** What they come to; null: nobody asked. */
  readonly priced: BookingTotal | null
  /** The wording of the count, where other things than places are counted. */
  readonly counted?: NonNullable<NonNullable<RunningTotalProps['taken']>['counted']>
  /** The ways to pay that there are; all of the desk where it is not said. */
  readonly methods?: readonly DeskMethod[]
  readonly words: {
    readonly methods: Readonly<Record<DeskMethod, string>>
    /** The button in place of the ways to pay, where the sale costs nothing. */
    readonly handOver: string
  }
}

/**
 * The total, and the ways to pay it: pressing one of these sells, and nothing else does (ADR 0172). The first button is the one that Enter
 * presses in any field: it takes no money, and says what there is to pay.
 */
export function DeskCheckout({ prices, count, priced, counted, methods, words }: CheckoutProps) {
  const { currency, language } = useReader()
  const { checkTotal, beforeCode, less } = saleTexts[language]
  const free = prices.every(({ amountMinor, openAmount }) => amountMinor === 0 && !openAmount)
  const off = priced?.discountMinor ? [less({ amount: amountText(priced.discountMinor, currency, language) })] : []
  const total = priced && { count: [count, ...off].join(' · '), totalMinor: priced.totalMinor }
  return (
    <>
      <Submit look="quiet">{checkTotal}</Submit>
      <div class="checkout ways">
        <RunningTotal taken={{ beforeCode, priced: total, ...(counted === undefined ? {} : { counted }) }} />
        {free || priced?.totalMinor === 0 ? (
          <Submit name="method" value={takesNothing}>
            {words.handOver}
          </Submit>
        ) : (
          <DeskMethods words={words.methods} {...(methods === undefined ? {} : { methods })} />
        )}
      </div>
    </>
  )
}

type MethodsProps = { readonly words: Readonly<Record<DeskMethod, string>>; readonly methods?: readonly DeskMethod[] }

/** A button for each way to pay at the desk: pressing it is all there is to do. */
export function DeskMethods({ words, methods = deskMethods }: MethodsProps) {
  const [first] = methods
  return (
    <>
      {methods.map((method) => (
        <Submit key={method} look={method === first ? 'main' : 'quiet'} name="method" value={method}>
          {words[method]}
        </Submit>
      ))}
    </>
  )
}

/** A promotional code that somebody shows at the desk. */
export function deskCodeWords({ code, codeHelp }: SaleTexts) {
  return { haveOne: code, label: code, help: codeHelp }
}
