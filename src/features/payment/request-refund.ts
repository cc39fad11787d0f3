import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { insertHandover } from './handover.queries.ts'
import { type Payment, promiseBack } from './payment.queries.ts'
import type { RefundCause } from './payment.ts'
import { insertRefund, type NewRefund } from './refund.queries.ts'

/** When to look for a refund that its job gave up. */
export const refundCheckMs = 3_600_000

type RefundOrder = {
  readonly payment: Pick<Payment, 'id' | 'reservationId' | 'method'>
  readonly amountMinor: number
  readonly currency: string
  readonly because: RefundCause
  readonly lines?: NewRefund['lines']
  /** Staff hands it over at this moment; of what was paid online it says nothing. */
  readonly handsOver?: boolean
  /** The actor. */
  readonly actorId?: string | null
}

/**
 * Notes a refund, never more than came. A job sends what was paid online; what was taken at the desk is due
 * until staff says that it handed it over (ADR 0087).
 *
 * @returns the id of the refund
 * @throws Error when more would be refunded than came
 */
export async function requestRefund(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  { payment, lines = [], handsOver = false, actorId = null, ...money }: RefundOrder,
): Promise<string> {
  const now = deps.now()
  if (!(await promiseBack(tx, payment.id, money.amountMinor))) throw new Error('a refund of more than was paid')
  const isOnline = payment.method === 'online'
  const isHandedOver = handsOver && !isOnline
  const refundId = await insertRefund(tx, {
    ...money,
    paymentId: payment.id,
    reservationId: payment.reservationId,
    lines,
    status: isHandedOver ? 'succeeded' : 'requested',
    handedOverAt: isHandedOver ? now : null,
    checkAt: isOnline ? new Date(now.getTime() + refundCheckMs) : null,
    now,
  })
  if (isHandedOver) await insertHandover(tx, { refundId, isUndo: false, actorId, failure: null, now })
  await deps.enqueue(tx, { name: 'mail_refund', tenantId: tx.tenantId, refundId })
  if (isOnline) await deps.enqueue(tx, { name: 'send_refund', tenantId: tx.tenantId, refundId })
  return refundId
}
