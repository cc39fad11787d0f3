/** Amounts are integers in the smallest unit inside, JSON numbers with at most two decimals outside (decisions, section 4). */

/** Smallest units of `10.5`, `"10.50"` or `10`; null when the value is negative, not a number, over a billion or has a third decimal. */
export function parseAmountMinor(value: number | string): number | null {
  const text = typeof value === 'number' ? String(value) : value
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

export function amountFromMinor(amountMinor: number): number {
  return amountMinor / 100
}

/** A rate in hundredths of a percent as text with two decimals: 550 → "5.50". */
export function rateText(rateHundredths: number): string {
  return (rateHundredths / 100).toFixed(2)
}
