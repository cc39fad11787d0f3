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

/** Stripe's smallest payment, in the smallest unit of the currency (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). */
const leastCharges: Readonly<Record<string, number>> = {
  ...{ AED: 200, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, CZK: 1500, DKK: 250, EUR: 50, GBP: 30 },
  ...{ HKD: 400, HUF: 17_500, INR: 50, JPY: 50, MXN: 1000, MYR: 200, NOK: 300, NZD: 50, PLN: 200 },
  ...{ RON: 200, SEK: 300, SGD: 50, THB: 1000, USD: 50 },
}

/** Eight digits, as Stripe counts. */
const mostCharge = 99_999_999

/**
 * Whether Stripe takes a payment of that amount, in the smallest unit. Of a currency whose least charge it does not name it
 * decides by what it converts to, which is not known here. In thousandths, the last digit has to be 0
 * (docs.stripe.com/currencies, "Three-decimal currencies").
 */
export function isChargeable(amountMinor: number, currency: string): boolean {
  return (
    amountMinor >= (leastCharges[currency] ?? 1) &&
    toStripeAmount(amountMinor, currency) <= mostCharge &&
    (!thousandths.includes(currency) || amountMinor % 10 === 0)
  )
}
