import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import type { RefundNotice } from '../reservation/refund-notice.ts'
import type { Reservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { sumWithdrawn } from './dispute.queries.ts'
import { issueCreditNote, receiptLine } from './issue-receipts.ts'
import { listPayments } from './payment.queries.ts'
import { listSoldLines, type SoldLine } from './receipt.queries.ts'
import { totalOf } from './receipt.ts'
import { countCancelledTickets, listRefundedLines } from './refund.queries.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Promises to refund what was paid for whatever of a reservation is cancelled and was not refunded yet: some tickets, or with
 * the reservation itself everything but tickets that were scanned and things that were handed out. In the transaction that
 * cancelled it, which holds the lock of the reservation. What staff refunded at the provider counts first (ADR 0087).
 *
 * @param reservation as it is now; `isCancelled` when all of it is; `handsOver` and `actorId` as in requestRefund
 */
export async function refundReservation(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Pick<Reservation, 'id'> & {
    readonly isCancelled: boolean
    readonly handsOver: boolean
    readonly actorId: string | null
  },
): Promise<(RefundNotice & { readonly refundId: string }) | null> {
  const payment = (await listPayments(tx, [reservation.id])).find(({ status }) => status === 'settled')
  if (!payment || payment.receivedMinor === 0) return null
  const sold = (await listSoldLines(tx, reservation.id)).filter((line) => line.unitAmountMinor > 0)
  const refunded = new Map(
    (await listRefundedLines(tx, reservation.id)).map((line) => [line.reservationLineId, line.quantity]),
  )
  const cancelledTickets = await countCancelledTickets(tx, reservation.id)
  const cancelled = (line: SoldLine) =>
    line.makesTickets
      ? (cancelledTickets.get(line.priceId) ?? 0)
      : reservation.isCancelled
        ? line.quantity - line.handedOut
        : 0
  // What staff refunded at the provider, or a bank withdrew, counts first: nobody is refunded twice.
  const worthMinor = totalOf(sold.map((line) => receiptLine(line, cancelled(line))))
  const amountMinor = worthMinor - payment.refundedMinor - (await sumWithdrawn(tx, payment.id))
  if (amountMinor <= 0) return null
  const back = sold
    .map((line) => ({ line, quantity: cancelled(line) - (refunded.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const { currency } = payment
  const { handsOver, actorId } = reservation
  const refundId = await requestRefund(deps, tx, {
    payment,
    amountMinor,
    currency,
    because: 'cancellation',
    handsOver,
    actorId,
    lines: back.map(({ line, quantity }) => ({ reservationLineId: line.id, quantity })),
  })
  const lines = back.map(({ line, quantity }) => receiptLine(line, quantity))
  await issueCreditNote(tx, tenant, { payment, refundId, amountMinor, lines, now: deps.now() })
  const way = payment.method === 'online' ? 'online' : handsOver ? 'handed_over' : 'desk'
  return { amountMinor, currency, way, refundId }
}
