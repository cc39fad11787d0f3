import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { insertRows, isThere, sameTenant, selectRows } from '../../db/rows.ts'
import type { Mentioned } from '../mail/sender.ts'
import { selectLines } from '../reservation/reservation.queries.ts'
import { type ReceiptLine, readLines, readSeller, readVat, totalOf, vatShares } from './receipt.ts'

export type NewReceipt = {
  readonly id: string
  readonly reservationId: string
  readonly paymentId: string
  /** The refund of a credit note; null for a receipt. */
  readonly refundId: string | null
  readonly currency: string
  readonly seller: Mentioned
  readonly lines: readonly ReceiptLine[]
  /** For a credit note, the lines of the credit notes before it. */
  readonly before?: readonly ReceiptLine[]
  readonly now: Date
}

/**
 * Issues a receipt or credit note under the tenant's next number. The counter stays locked until the commit, which is what
 * leaves no gap: best sent with it. Two statements that travel together: a distributed database inserts what it selects from a table
 * of the tenant, but not what another part of the same statement returns.
 */
export function insertReceipt(tx: TenantTx, receipt: NewReceipt) {
  const { id, reservationId, paymentId, refundId, currency, lines, before, seller, now } = receipt
  const counted = insertRows(tx, 'receiptCounter', { lastNumber: 1 }).onConflict((conflict) =>
    conflict
      .column('tenantId')
      .doUpdateSet((counter) => ({ lastNumber: counter('receiptCounter.lastNumber', '+', 1) })),
  )
  const kind: ReceiptKind = refundId === null ? 'receipt' : 'credit_note'
  const issued = sql`insert into receipt (tenant_id, number, id, kind, reservation_id, payment_id, refund_id, currency, amount_minor,
      seller, lines, vat, created_at)
    select tenant_id, last_number, ${id}::uuid, ${kind}, ${reservationId}::uuid, ${paymentId}::uuid, ${refundId}::uuid, ${currency},
      ${totalOf(lines)}::bigint, ${JSON.stringify(seller)}::jsonb, ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(vatShares(lines, before))}::jsonb, ${now}::timestamptz
    from receipt_counter where tenant_id = ${tx.tenantId}`
  return { execute: () => Promise.all([counted.execute(), issued.execute(tx)]) }
}

export type SoldLine = Awaited<ReturnType<typeof listSoldLines>>[number]

/** Lists what a reservation sold, in words, in the order it was booked. What is `handedOut` of its things stays sold. */
export async function listSoldLines(tx: TenantTx, reservationId: string) {
  return selectLines(tx, reservationId)
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .innerJoin('reservation', sameTenant('reservation.id', 'line.reservationId'))
    .leftJoin('promotionalCode', sameTenant('promotionalCode.id', 'reservation.promotionalCodeId'))
    .select(['line.id', 'line.productId', 'line.priceId', 'line.makesTickets', 'line.quantity', 'line.handedOut'])
    .select(['line.unitAmountMinor', 'line.unitDiscountMinor', 'promotionalCode.code as promotionalCode'])
    .select(['line.vatRateHundredths', 'product.name as productName', 'price.name as priceName'])
    .orderBy('line.id')
    .execute()
}

/** Lists the receipts and credit notes of some reservations, in the order they were issued; those of a refund are credit notes. */
export async function listReceiptNumbers(tx: TenantTx, reservationIds: readonly string[]) {
  return selectRows(tx, 'receipt')
    .select(['id', 'number', 'paymentId', 'refundId'])
    .where(isAmong('reservationId', reservationIds))
    .orderBy('number')
    .execute()
}

type ReceiptKind = 'receipt' | 'credit_note'

export type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

export async function findReceipt(tx: TenantTx, id: string) {
  const row = await selectRows(tx, 'receipt')
    .select(['id', 'number', 'kind', 'reservationId', 'paymentId', 'amountMinor', 'currency'])
    .select(['seller', 'lines', 'vat', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return { ...row, seller: readSeller(row.seller), lines: readLines(row.lines), vat: readVat(row.vat) }
}

/** Finds the lines of the receipt of a payment, and what its credit notes have taken off it so far. */
export async function findIssuedLines(tx: TenantTx, paymentId: string) {
  const rows = await selectRows(tx, 'receipt')
    .select(['kind', 'lines'])
    .where('paymentId', '=', paymentId)
    .orderBy('number')
    .execute()
  const linesOf = (kind: ReceiptKind) => rows.filter((row) => row.kind === kind).flatMap((row) => readLines(row.lines))
  return { sold: linesOf('receipt'), credited: linesOf('credit_note') }
}

/** Whether the mail with a document was written before. */
export async function hasMailWith(tx: TenantTx, documentId: string): Promise<boolean> {
  return selectRows(tx, 'mail').where('documentId', '=', documentId).$call(isThere)
}
