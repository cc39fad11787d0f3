/** What a cell of a table in a file holds; null: nothing. */
export type Cell =
  | string
  | number
  | null
  /** An amount in the smallest unit of a currency that has so many decimals. */
  | { readonly minor: number; readonly digits: number }
  | { readonly at: Date }
  /** `2026-05-01` */
  | { readonly day: string }

export type Row = readonly Cell[]

/** Digits with a point, exact: no floating point on the way (1050 with two decimals is "10.50"). */
export function decimalText({ minor, digits }: { readonly minor: number; readonly digits: number }): string {
  const sign = minor < 0 ? '-' : ''
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
