import { expect, it } from 'vitest'
import { fromStripeAmount, toStripeAmount } from '../../src/integrations/payment/stripe-amounts.ts'
import { amountText } from '../../src/lib/format.ts'
import { amountFromMinor, minorDigits, parseAmountMinor } from '../../src/lib/money.ts'

/**
 * Seen red with the decimals that Intl shows, which are none for most of these: cents of a forint were refused, and Stripe
 * asked for a hundredth of what was due.
 */
it.each([
  ['EUR', 2, 1250, 1250],
  ['HUF', 2, 1250, 1250],
  ['COP', 2, 1250, 1250],
  ['IDR', 2, 1250, 1250],
  ['PKR', 2, 1250, 1250],
  ['ALL', 2, 1250, 1250],
  ['LBP', 2, 1250, 1250],
  ['MMK', 2, 1250, 1250],
  ['JPY', 0, 12, 12],
  ['KRW', 0, 12, 12],
  ['XOF', 0, 12, 12],
  // Of no decimals, and yet counted in hundredths there.
  ['UGX', 0, 12, 1200],
  ['ISK', 0, 12, 1200],
  // Of two decimals, and counted whole there.
  ['MGA', 2, 1200, 12],
  ['KWD', 3, 12_500, 12_500],
  ['TND', 3, 12_500, 12_500],
])('counts %s with %i decimals, and as Stripe does', (currency, decimals, minor, atStripe) => {
  expect(minorDigits(currency)).toBe(decimals)
  expect(parseAmountMinor(amountFromMinor(minor, currency), currency)).toBe(minor)
  expect(toStripeAmount(minor, currency)).toBe(atStripe)
  expect(fromStripeAmount(atStripe, currency)).toBe(minor)
})

/** Seen red with the decimals that Intl shows. */
it('shows every decimal that is due', () => {
  expect(amountText(1250, 'HUF', 'en')).toMatch(/^HUF\s12\.50$/)
  expect(amountText(12, 'JPY', 'en')).toBe('JP¥12')
})
