import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { issueReceipt, listSoldLines, type SoldLine } from './receipt.queries.ts'
import type { ReceiptLine, Seller } from './receipt.ts'

type PaidFor = {
  readonly reservationId: string
  readonly paymentId: string
  readonly currency: string
  readonly now: Date
}

/** The receipt of a payment that settled a reservation, and its mail; what the house gave away has none. */
export async function issueReceiptOf(
  deps: Pick<Deps, 'enqueue'>,
  tx: TenantTx,
  tenant: Tenant,
  paid: PaidFor,
): Promise<void> {
  const sold = await listSoldLines(tx, paid.reservationId)
  const lines = sold.map((line) => receiptLine(line, line.quantity))
  const receiptId = await issueReceipt(tx, { ...paid, refundId: null, seller: sellerOf(tenant), lines })
  await deps.enqueue(tx, { name: 'mail_receipt', tenantId: tx.tenantId, receiptId })
}

export function receiptLine(line: SoldLine, quantity: number): ReceiptLine {
  const { productName, priceName, unitAmountMinor, vatRateHundredths } = line
  const description = productName === priceName ? productName : `${productName} – ${priceName}`
  return { description, quantity, unitAmountMinor, vatRateHundredths }
}

export function sellerOf(tenant: Tenant): Seller {
  const { organisation, address, postalCode, city, email, phone, website, legalDocuments } = tenant
  return { organisation, address, postalCode, city, email, phone, website, legalDocuments }
}
