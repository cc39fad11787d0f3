import { minorDigits } from '../../lib/money.ts'

/** What Stripe counts otherwise than in hundredths: a closed list of its own, which is not that of ISO 4217. */
const wholeUnits = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const thousandths = 'BHD JOD KWD OMR TND'.split(' ')

/** An amount in the smallest unit of its currency, as Stripe counts it; shillings of Uganda in hundredths, without any. */
export function toStripeAmount(amountMinor: number, currency: string): number {
  return (amountMinor * 10 ** stripeDigits(currency)) / 10 ** minorDigits(currency)
}

export function fromStripeAmount(amount: number, currency: string): number {
  return (amount * 10 ** minorDigits(currency)) / 10 ** stripeDigits(currency)
}

function stripeDigits(currency: string): number {
  if (wholeUnits.includes(currency)) return 0
  return thousandths.includes(currency) ? 3 : 2
}
