import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Reservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { receiptLine, sellerOf } from './issue-receipts.ts'
import { listPayments } from './payment.queries.ts'
import { issueReceipt, listSoldLines, type SoldLine } from './receipt.queries.ts'
import { totalOf } from './receipt.ts'
import { countCancelledTickets, listRefundedLines } from './refund.queries.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Promises back what was paid for whatever of a reservation is cancelled and was not refunded yet: some tickets, or with
 * the reservation itself everything but the tickets that were scanned. In the transaction that cancelled it, which holds
 * the lock of the reservation.
 *
 * @param reservation as it is now; `isCancelled` when all of it is
 */
export async function refundReservation(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Pick<Reservation, 'id'> & { readonly isCancelled: boolean },
): Promise<void> {
  const payment = (await listPayments(tx, reservation.id)).find(({ status }) => status === 'settled')
  if (!payment || payment.receivedMinor === 0) return
  const sold = await listSoldLines(tx, reservation.id)
  const refunded = new Map(
    (await listRefundedLines(tx, reservation.id)).map((line) => [line.reservationLineId, line.quantity]),
  )
  const cancelledTickets = await countCancelledTickets(tx, reservation.id)
  const cancelled = (line: SoldLine) =>
    line.makesTickets
      ? (cancelledTickets.get(line.priceId) ?? 0)
      : reservation.isCancelled
        ? line.quantity
        : 0
  const before = sold.map((line) => receiptLine(line, refunded.get(line.id) ?? 0))
  const back = sold
    .map((line) => ({ line, quantity: cancelled(line) - (refunded.get(line.id) ?? 0) }))
    .filter(({ line, quantity }) => quantity > 0 && line.unitAmountMinor > 0)
  if (back.length === 0) return
  const lines = back.map(({ line, quantity }) => receiptLine(line, quantity))
  const { currency } = payment
  const refundId = await requestRefund(deps, tx, {
    payment,
    amountMinor: totalOf(lines),
    currency,
    because: 'cancellation',
    lines: back.map(({ line, quantity }) => ({ reservationLineId: line.id, quantity })),
  })
  await issueReceipt(tx, {
    reservationId: reservation.id,
    paymentId: payment.id,
    refundId,
    currency,
    seller: sellerOf(tenant),
    lines,
    before,
    now: deps.now(),
  })
}
