/** Amounts are integers in the smallest unit inside, JSON numbers outside (ADR 0057). */

/** ISO 4217, as of 2026: what has not two decimals. A list of our own, since amounts in store are counted by it. */
const noDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const threeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

/** ISO 4217, in capitals. */
export function isCurrency(text: string): boolean {
  return Intl.supportedValuesOf('currency').includes(text)
}

/** How many decimals a currency can have. */
export type MinorDigits = 0 | 2 | 3

/** How many decimals a currency has: 2 of the euro, none of the yen (ISO 4217). */
export function minorDigits(currency: string): MinorDigits {
  if (noDecimals.includes(currency)) return 0
  return threeDecimals.includes(currency) ? 3 : 2
}

/** Decimals of a written amount. */
export const decimalsPattern = { 0: '0{1,2}', 2: '\\d{1,2}', 3: '\\d{1,3}' } as const satisfies Record<
  MinorDigits,
  string
>

/**
 * Smallest units of `10.5`, `"10.50"` or `10`; null when the value is negative, not a number, over a billion, or has a decimal
 * that the currency does not have (ADR 0057). Zeros count as decimals from the third on: `"12.500"` is twelve thousand to many.
 */
export function parseAmountMinor(value: number | string, currency: string): number | null {
  const text = typeof value === 'number' ? String(value) : value
  const match = new RegExp(`^(\\d{1,9})(?:\\.(${decimalsPattern[minorDigits(currency)]}))?$`).exec(text)
  if (!match) return null
  const kept = minorDigits(currency)
  const decimals = (match[2] ?? '').padEnd(kept, '0')
  return Number(match[1]) * 10 ** kept + Number(decimals.slice(0, kept) || '0')
}

export function amountFromMinor(amountMinor: number, currency: string): number {
  return amountMinor / 10 ** minorDigits(currency)
}

/** A rate in hundredths of a percent as text with two decimals: 550 → "5.50". */
export function rateText(rateHundredths: number): string {
  return (rateHundredths / 100).toFixed(2)
}

const vatCodes: Readonly<Record<string, number>> = { DX: 1000, VG: 2000, HC: 850, DD: 220 }

/** `NA`, a rate such as 5.5 or "5.50", or one of the codes of clients in the field. Undefined when it is none of them. */
export function parseVat(text: string): number | null | undefined {
  const upper = text.toUpperCase()
  if (upper === 'NA') return null
  const code = vatCodes[upper]
  if (code !== undefined) return code
  const match = /^(\d{1,2}|100)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return hundredths <= 10_000 ? hundredths : undefined
}
