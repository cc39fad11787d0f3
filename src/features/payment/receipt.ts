/** What a receipt or a credit note lists; amounts include VAT, as prices do. */
export type ReceiptLine = {
  readonly description: string
  readonly quantity: number
  readonly unitAmountMinor: number
  /** Null: none is charged (`NA`). */
  readonly vatRateHundredths: number | null
}

/** What was sold at one rate: net and VAT add up to the gross amount. */
export type VatShare = {
  readonly rateHundredths: number | null
  readonly grossMinor: number
  readonly netMinor: number
  readonly vatMinor: number
}

/** The seller as it was when the receipt was issued. */
export type Seller = {
  readonly organisation: string
  readonly address: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly website: string | null
  /** The seller's legal mentions: a text, or where to read them. */
  readonly legalDocuments: string | null
}

export function totalOf(lines: readonly Pick<ReceiptLine, 'quantity' | 'unitAmountMinor'>[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.unitAmountMinor, 0)
}

/**
 * VAT per rate, rounded once per rate and document (docs/adr, "Receipts"). A credit note counts from what went back
 * before it, so that the notes of a payment add up to its receipt, to the cent.
 *
 * @param before the lines of the credit notes before this one
 * @returns the highest rate first, no VAT last
 */
export function vatShares(
  lines: readonly ReceiptLine[],
  before: readonly ReceiptLine[] = [],
): readonly VatShare[] {
  const rates = [...new Set(lines.map((line) => line.vatRateHundredths))]
  return rates
    .toSorted((left, right) => (right ?? -1) - (left ?? -1))
    .map((rateHundredths) => {
      const grossAt = (some: readonly ReceiptLine[]) =>
        totalOf(some.filter((line) => line.vatRateHundredths === rateHundredths))
      const [grossMinor, grossBefore] = [grossAt(lines), grossAt(before)]
      const vatMinor =
        vatWithin(grossBefore + grossMinor, rateHundredths) - vatWithin(grossBefore, rateHundredths)
      return { rateHundredths, grossMinor, netMinor: grossMinor - vatMinor, vatMinor }
    })
    .filter((share) => share.grossMinor > 0)
}

/** The VAT in an amount that includes it, half a unit rounded up. Products of the two leave the safe integers. */
function vatWithin(grossMinor: number, rateHundredths: number | null): number {
  if (rateHundredths === null) return 0
  const whole = 10_000n + BigInt(rateHundredths)
  return Number((2n * BigInt(grossMinor) * BigInt(rateHundredths) + whole) / (2n * whole))
}
