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
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Eight digits, as Stripe counts. */
const mostCharge = 99_999_999

/** A line of a payment; amounts in the smallest unit. */
export type ChargedLine = { readonly quantity: number; readonly unitAmountMinor: number }

/** Returns the lines that Stripe is told of: those of an amount above 0. */
export function chargedLines<L extends ChargedLine>(lines: readonly L[]): readonly L[] {
  return lines.filter(({ unitAmountMinor }) => unitAmountMinor > 0)
}

/**
 * Whether Stripe takes a payment of these lines, each by itself, and can refund any part of it. Of a currency whose least
 * charge it does not name it decides by what it converts to, which is not known here.
 */
export function isChargeable(lines: readonly ChargedLine[], currency: string): boolean {
  const charged = chargedLines(lines)
  const totalMinor = charged.reduce((sum, { quantity, unitAmountMinor }) => sum + quantity * unitAmountMinor, 0)
  return (
    totalMinor >= (leastCharges[currency] ?? 1) &&
    toStripeAmount(totalMinor, currency) <= mostCharge &&
    charged.every(({ unitAmountMinor }) => isAmount(toStripeAmount(unitAmountMinor, currency), currency))
  )
}

/**
 * Whether Stripe knows an amount, as it counts: whole, and in thousandths with a last digit of 0, in sessions and in refunds
 * alike (docs.stripe.com/currencies, "Three-decimal currencies").
 */
function isAmount(amount: number, currency: string): boolean {
  return Number.isInteger(thousandths.includes(currency) ? amount / 10 : amount)
}
