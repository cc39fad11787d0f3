import { integer, listOf, nullable, optional, shapeOf, text } from '../../lib/shape.ts'
import type { Mentioned } from '../mail/sender.ts'

/** A line of a receipt or a credit note; amounts include VAT, as prices do. */
export type ReceiptLine = {
  readonly description: string
  readonly quantity: number
  readonly unitAmountMinor: number
  /** The VAT rate; null when none is charged (`NA`). */
  readonly vatRateHundredths: number | null
  /** The discount of a promotional code on each item before; on a receipt, where there was one. */
  readonly discount?: ReceiptDiscount | undefined
  /** The sold item, for the books; missing where the line is an amount and no thing, and on documents issued before it was kept. */
  readonly item?: ReceiptItem | undefined
}

/** A sold item, by the names of that time. */
export type ReceiptItem = {
  readonly productId: string
  readonly product: string
  readonly priceId: string
  readonly price: string
}

export type ReceiptDiscount = { readonly code: string; readonly unitMinor: number }

/** The sales at one rate: net and VAT add up to the gross amount. */
export type VatShare = {
  readonly rateHundredths: number | null
  readonly grossMinor: number
  readonly netMinor: number
  readonly vatMinor: number
}

/** Reads the lines of a receipt as they were kept. @throws TypeError */
export const readLines = listOf(
  shapeOf<ReceiptLine>({
    description: text,
    quantity: integer,
    unitAmountMinor: integer,
    vatRateHundredths: nullable(integer),
    discount: optional(shapeOf<ReceiptDiscount>({ code: text, unitMinor: integer })),
    item: optional(shapeOf<ReceiptItem>({ productId: text, product: text, priceId: text, price: text })),
  }),
)

export const readVat = listOf(
  shapeOf<VatShare>({ rateHundredths: nullable(integer), grossMinor: integer, netMinor: integer, vatMinor: integer }),
)

/** The seller as it was when the receipt was issued. @throws TypeError */
export const readSeller = shapeOf<Mentioned>({
  organisation: text,
  address: nullable(text),
  postalCode: nullable(text),
  city: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  website: nullable(text),
  legalDocuments: nullable(text),
})

export function totalOf(lines: readonly Pick<ReceiptLine, 'quantity' | 'unitAmountMinor'>[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.unitAmountMinor, 0)
}

/**
 * VAT per rate, rounded once per rate and document (ADR 0088). A credit note counts from what was refunded
 * before it, so that the notes of a payment add up to its receipt, to the cent.
 *
 * @param before the lines of the credit notes before this one
 * @returns the highest rate first, no VAT last
 */
export function vatShares(lines: readonly ReceiptLine[], before: readonly ReceiptLine[] = []): readonly VatShare[] {
  const rates = [...new Set(lines.map((line) => line.vatRateHundredths))]
  return rates
    .toSorted((left, right) => (right ?? -1) - (left ?? -1))
    .map((rateHundredths) => {
      const grossMinor = grossAt(lines, rateHundredths)
      const grossBefore = grossAt(before, rateHundredths)
      const vatMinor = vatWithin(grossBefore + grossMinor, rateHundredths) - vatWithin(grossBefore, rateHundredths)
      return { rateHundredths, grossMinor, netMinor: grossMinor - vatMinor, vatMinor }
    })
    .filter((share) => share.grossMinor > 0)
}

/**
 * The lines of a credit note: what was refunded, when that is the amount and the receipt has as much left at each rate.
 * Otherwise the amount, shared out over the rates in proportion to what is left: of money that was refunded at the provider
 * nobody said what for (ADR 0088).
 *
 * @param amountMinor not more than is left
 * @param wanted `description`: of lines that name nothing
 */
export function creditLines(
  amountMinor: number,
  wanted: { readonly lines: readonly ReceiptLine[]; readonly description: string },
  issued: { readonly sold: readonly ReceiptLine[]; readonly credited: readonly ReceiptLine[] },
): readonly ReceiptLine[] {
  const rates = [...new Set(issued.sold.map((line) => line.vatRateHundredths))]
  const left = rates.map((rate) => grossAt(issued.sold, rate) - grossAt(issued.credited, rate))
  const fits = rates.every((rate, index) => grossAt(wanted.lines, rate) <= (left[index] ?? 0))
  if (fits && totalOf(wanted.lines) === amountMinor) return wanted.lines
  return shareOut(amountMinor, left)
    .map((unitAmountMinor, index) => ({
      description: wanted.description,
      quantity: 1,
      unitAmountMinor,
      vatRateHundredths: rates[index] ?? null,
    }))
    .filter((line) => line.unitAmountMinor > 0)
}

/** Shares an amount out in proportion, to the last unit; none gets more than its part. Products leave the safe integers. */
function shareOut(amountMinor: number, parts: readonly number[]): readonly number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const shares = parts.map((part) => Number((BigInt(amountMinor) * BigInt(part)) / BigInt(whole)))
  let rest = amountMinor - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, index) => {
    const more = rest > 0 && share < (parts[index] ?? 0) ? 1 : 0
    rest -= more
    return share + more
  })
}

function grossAt(lines: readonly ReceiptLine[], rate: number | null): number {
  return totalOf(lines.filter((line) => line.vatRateHundredths === rate))
}

/** The VAT in an amount that includes it, half a unit rounded up. Products of the two leave the safe integers. */
function vatWithin(grossMinor: number, rateHundredths: number | null): number {
  if (rateHundredths === null) return 0
  const whole = 10_000n + BigInt(rateHundredths)
  return Number((2n * BigInt(grossMinor) * BigInt(rateHundredths) + whole) / (2n * whole))
}
