import { expect, it } from 'vitest'
import {
  ambiguousAmountPattern,
  minorUnitsIn,
  readingsOf,
  readTypedAmount,
  typedAmountPattern,
} from '../../src/lib/typed-amount.ts'

/** What people type, and what it comes to in the smallest unit; null: it is no amount, or two at once (ADR 0310). */
const typed: readonly (readonly [currency: string, text: string, minor: number | null])[] = [
  ['EUR', '18', 1800],
  ['EUR', '18 €', 1800],
  ['EUR', '€18', 1800],
  ['EUR', '18,50', 1850],
  ['EUR', ' 18.5 ', 1850],
  ['EUR', '18,50 EUR', 1850],
  ['EUR', 'eur 18', 1800],
  ['EUR', '0', 0],
  ['EUR', '18,-', 1800],
  ['EUR', '18,– €', 1800],
  ['EUR', '1 200,00', 120_000],
  ['EUR', '1\u202f200,00\u00a0€', 120_000],
  ['EUR', '1 200', 120_000],
  ['EUR', '1.200,00', 120_000],
  ['EUR', '1,200.00', 120_000],
  ['EUR', '12,505.5', 1_250_550],
  ['EUR', '1.200.000', 120_000_000],
  ['EUR', '1,200,000.5', 120_000_050],
  ['CHF', "1'200.00", 120_000],
  ['CHF', 'CHF 1’200', 120_000],
  ['USD', '$18', 1800],
  ['USD', 'US$ 18.5', 1850],
  ['USD', '18 $US', 1800],
  ['GBP', '£9.99', 999],
  ['SEK', '120 kr', 12_000],
  ['PLN', '12,50 zł', 1250],
  ['XOF', '5 000 F CFA', 5000],
  ['JPY', '¥1,200', 1200],
  ['JPY', '1.200', 1200],
  ['JPY', '12.00', 12],
  ['TND', '12,505', 12_505],
  ['TND', '1.200,5', 1_200_500],
  // Two amounts at once.
  ['EUR', '1.200', null],
  ['EUR', '1,200', null],
  ['EUR', '12.500 €', null],
  // None.
  ['JPY', '0,001', null],
  ['JPY', '01.200', null],
  ['EUR', '', null],
  ['EUR', '€', null],
  ['EUR', 'ten', null],
  ['EUR', '-5', null],
  ['EUR', '$18', null],
  ['EUR', '18 USD', null],
  ['EUR', '€18€€', null],
  ['EUR', '12 50', null],
  ['EUR', '1 20,00', null],
  ['EUR', '1.20.00', null],
  ['EUR', '1.200 00', null],
  ['EUR', '1234567890', null],
  ['EUR', '1e3', null],
  ['JPY', '12.5', null],
  ['TND', '12.5055', null],
]

/** Seen red with spaces, with the sign of a currency, and with points between thousands left out of the pattern. */
it.each(typed)('in %s "%s" is %s', (currency, text, minor) => {
  expect(readTypedAmount(text, currency)).toBe(minor)
  // Browsers read the pattern with another flag, under which more is refused as a pattern.
  const pattern = typedAmountPattern(currency)
  expect(new RegExp(`^(?:${pattern})$`, 'v').test(text)).toBe(minor !== null)
  expect(new RegExp(`^(?:${ambiguousAmountPattern(currency)})$`, 'v').test(text)).toBe(
    readingsOf(text, currency) !== null,
  )
  expect(minorUnitsIn(text, `${pattern}|${ambiguousAmountPattern(currency)}`, 2)).toSatisfy(
    (read) => Number.isNaN(read) === (minor === null),
  )
})

it('tells what can be read in two ways from what cannot be read', () => {
  expect(readingsOf('1.200', 'EUR')).toEqual([120_000, 120])
  expect(readingsOf(' 12,500 €', 'EUR')).toEqual([1_250_000, 1250])
  for (const [currency, text] of [
    ['EUR', '18'],
    ['EUR', 'ten'],
    ['EUR', '1.2005'],
    ['EUR', '1 200'],
    ['JPY', '1.200'],
    ['TND', '1.200'],
  ] as const)
    expect(readingsOf(text, currency), text).toBeNull()
})
