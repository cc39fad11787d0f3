import { minorDigits } from '../../lib/money.ts'

/** Where Stripe counts otherwise than ISO 4217: in hundredths of what has none, and in whole units of what has some. */
const ownDigits: Readonly<Record<string, number>> = { ISK: 2, MGA: 0 }

/** An amount in the smallest unit of its currency, as Stripe counts it. */
export function toStripeAmount(amountMinor: number, currency: string): number {
  return (amountMinor * 10 ** stripeDigits(currency)) / 10 ** minorDigits(currency)
}

export function fromStripeAmount(amount: number, currency: string): number {
  return (amount * 10 ** minorDigits(currency)) / 10 ** stripeDigits(currency)
}

function stripeDigits(currency: string): number {
  return ownDigits[currency] ?? minorDigits(currency)
}
