import type { TenantTx } from '../../db/database.ts'
import { sendWithCommit } from '../../db/transaction.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import type { Mentioned } from '../mail/sender.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { Payment } from './payment.queries.ts'
import { findIssuedLines, insertReceipt, listSoldLines, type SoldLine } from './receipt.queries.ts'
import { creditLines, type ReceiptLine } from './receipt.ts'
import { receiptTexts } from '../../messages/documents/receipt.ts'

type PaidFor = {
  readonly reservationId: string
  readonly paymentId: string
  readonly currency: string
  readonly now: Date
}

/** Issues the receipt of a payment that settled a reservation, and its mail; a gift has none. */
export async function issueReceiptOf(
  deps: Pick<Deps, 'enqueue'>,
  tx: TenantTx,
  tenant: Tenant,
  paid: PaidFor,
): Promise<void> {
  const receiptId = newId()
  const [sold] = await Promise.all([
    listSoldLines(tx, paid.reservationId),
    deps.enqueue(tx, { name: 'mail_receipt', tenantId: tx.tenantId, receiptId }),
  ])
  const lines = sold.map((line) => ({ ...receiptLine(line, line.quantity), discount: discountOf(line) }))
  const receipt = { id: receiptId, ...paid, refundId: null, seller: sellerOf(tenant), lines }
  sendWithCommit(tx, insertReceipt(tx, receipt))
}

type Refunded = {
  readonly payment: Pick<Payment, 'id' | 'reservationId' | 'currency'>
  readonly refundId: string
  readonly amountMinor: number
  /** The refunded lines, as far as they are known. */
  readonly lines: readonly ReceiptLine[]
  readonly now: Date
}

/** Issues the credit note of a refund of a payment that settled a reservation; its mail is that of the refund. */
export async function issueCreditNote(tx: TenantTx, tenant: Tenant, refunded: Refunded): Promise<void> {
  const { payment, refundId, amountMinor, lines, now } = refunded
  const issued = await findIssuedLines(tx, payment.id)
  const description = receiptTexts[tenant.language].byAmount
  // At once: the next credit note of the same payment takes off what this one leaves.
  const creditNote = {
    id: newId(),
    reservationId: payment.reservationId,
    paymentId: payment.id,
    refundId,
    currency: payment.currency,
    seller: sellerOf(tenant),
    lines: creditLines(amountMinor, { lines, description }, issued),
    before: issued.credited,
    now,
  }
  await insertReceipt(tx, creditNote).execute()
}

export function receiptLine(line: SoldLine, quantity: number): ReceiptLine {
  const { productId, productName, priceId, priceName, unitAmountMinor, vatRateHundredths } = line
  const description = productName === priceName ? productName : `${productName} – ${priceName}`
  const item = { productId, product: productName, priceId, price: priceName }
  return { description, quantity, unitAmountMinor, vatRateHundredths, item }
}

function discountOf({ promotionalCode, unitDiscountMinor }: SoldLine): ReceiptLine['discount'] {
  if (promotionalCode === null || unitDiscountMinor === 0) return undefined
  return { code: promotionalCode, unitMinor: unitDiscountMinor }
}

function sellerOf(tenant: Tenant): Mentioned {
  const { organisation, address, postalCode, city, email, phone, website, legalDocuments } = tenant
  return { organisation, address, postalCode, city, email, phone, website, legalDocuments }
}
