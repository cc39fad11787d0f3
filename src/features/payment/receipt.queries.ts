import type { TenantTx } from '../../db/database.ts'
import {
  type ReceiptLine,
  readLines,
  readSeller,
  readVat,
  type Seller,
  totalOf,
  type VatShare,
  vatShares,
} from './receipt.ts'

export type NewReceipt = {
  readonly id: string
  readonly reservationId: string
  readonly paymentId: string
  /** Of a credit note; null for a receipt. */
  readonly refundId: string | null
  readonly currency: string
  readonly seller: Seller
  readonly lines: readonly ReceiptLine[]
  /** Of a credit note: the lines of those before it. */
  readonly before?: readonly ReceiptLine[]
  readonly now: Date
}

/**
 * Issues a receipt or credit note under the tenant's next number. The counter stays locked until the commit, which is what
 * leaves no gap: best sent with it.
 */
export function insertReceipt(tx: TenantTx, receipt: NewReceipt) {
  const { lines, before, seller, now, ...fields } = receipt
  return tx
    .with('counter', (withs) =>
      withs
        .insertInto('receiptCounter')
        .values({ tenantId: tx.tenantId, lastNumber: 1 })
        .onConflict((conflict) =>
          conflict
            .column('tenantId')
            .doUpdateSet((counter) => ({ lastNumber: counter('receiptCounter.lastNumber', '+', 1) })),
        )
        .returning('lastNumber'),
    )
    .insertInto('receipt')
    .values((values) => ({
      tenantId: tx.tenantId,
      number: values.selectFrom('counter').select('lastNumber'),
      kind: receipt.refundId === null ? 'receipt' : 'credit_note',
      ...fields,
      amountMinor: totalOf(lines),
      seller: JSON.stringify(seller),
      lines: JSON.stringify(lines),
      vat: JSON.stringify(vatShares(lines, before)),
      createdAt: now,
    }))
}

export type SoldLine = {
  readonly id: string
  readonly productId: string
  readonly priceId: string
  readonly makesTickets: boolean
  readonly quantity: number
  /** Of its things: they stay sold. */
  readonly handedOut: number
  readonly productName: string
  readonly priceName: string
  readonly unitAmountMinor: number
  /** What the code of the reservation took off before. */
  readonly unitDiscountMinor: number
  readonly promotionalCode: string | null
  readonly vatRateHundredths: number | null
}

/** What a reservation sold, in words, in the order it was booked. */
export async function listSoldLines(tx: TenantTx, reservationId: string): Promise<readonly SoldLine[]> {
  return tx
    .selectFrom('reservationLine as line')
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'line.tenantId').onRef('price.id', '=', 'line.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'line.tenantId').onRef('product.id', '=', 'line.productId'),
    )
    .innerJoin('reservation', (join) =>
      join.onRef('reservation.tenantId', '=', 'line.tenantId').onRef('reservation.id', '=', 'line.reservationId'),
    )
    .leftJoin('promotionalCode', (join) =>
      join
        .onRef('promotionalCode.tenantId', '=', 'reservation.tenantId')
        .onRef('promotionalCode.id', '=', 'reservation.promotionalCodeId'),
    )
    .select(['line.id', 'line.productId', 'line.priceId', 'line.makesTickets'])
    .select(['line.quantity', 'line.unitAmountMinor'])
    .select(['line.unitDiscountMinor', 'promotionalCode.code as promotionalCode'])
    .select(['line.vatRateHundredths', 'line.handedOut', 'product.name as productName', 'price.name as priceName'])
    .where('line.tenantId', '=', tx.tenantId)
    .where('line.reservationId', '=', reservationId)
    .orderBy('line.id')
    .execute()
}

export type ReceiptNumber = {
  readonly id: string
  readonly number: number
  readonly paymentId: string
  /** Of a credit note. */
  readonly refundId: string | null
}

/** The receipts and credit notes of a reservation, in the order they were issued. */
export async function listReceiptNumbers(tx: TenantTx, reservationId: string): Promise<readonly ReceiptNumber[]> {
  return tx
    .selectFrom('receipt')
    .select(['id', 'number', 'paymentId', 'refundId'])
    .where('tenantId', '=', tx.tenantId)
    .where('reservationId', '=', reservationId)
    .orderBy('number')
    .execute()
}

export type Receipt = {
  readonly id: string
  readonly number: number
  readonly kind: 'receipt' | 'credit_note'
  readonly reservationId: string
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: string
  readonly seller: Seller
  readonly lines: readonly ReceiptLine[]
  readonly vat: readonly VatShare[]
  readonly createdAt: Date
}

export async function findReceipt(tx: TenantTx, id: string): Promise<Receipt | null> {
  const row = await tx
    .selectFrom('receipt')
    .select(['id', 'number', 'kind', 'reservationId', 'paymentId', 'amountMinor', 'currency'])
    .select(['seller', 'lines', 'vat', 'createdAt'])
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    // Held by a check constraint.
    kind: row.kind as Receipt['kind'],
    seller: readSeller(row.seller),
    lines: readLines(row.lines),
    vat: readVat(row.vat),
  }
}

/** What the receipt of a payment lists, and what its credit notes have taken off it so far. */
export async function findIssuedLines(
  tx: TenantTx,
  paymentId: string,
): Promise<{ readonly sold: readonly ReceiptLine[]; readonly credited: readonly ReceiptLine[] }> {
  const rows = await tx
    .selectFrom('receipt')
    .select(['kind', 'lines'])
    .where('tenantId', '=', tx.tenantId)
    .where('paymentId', '=', paymentId)
    .orderBy('number')
    .execute()
  const linesOf = (kind: Receipt['kind']) =>
    rows.filter((row) => row.kind === kind).flatMap((row) => readLines(row.lines))
  return { sold: linesOf('receipt'), credited: linesOf('credit_note') }
}

/** Whether the mail with a document was written before. */
export async function hasMailWith(tx: TenantTx, documentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mail')
    .select('id')
    .where('tenantId', '=', tx.tenantId)
    .where('documentId', '=', documentId)
    .executeTakeFirst()
  return row !== undefined
}
