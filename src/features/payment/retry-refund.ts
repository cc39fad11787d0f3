import { isRefusal } from '../../errors.ts'
import type { EnqueueDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { getRefundWithHandovers, type RefundWithHandovers } from './handover.queries.ts'
import { refusedRefundMove } from './payment.ts'
import { listFailedRefunds } from './refunds-due.queries.ts'
import { countRefundAttempt, getRefund, markRefund } from './refund.queries.ts'
import { refundCheckMs } from './request-refund.ts'

/** Sends everything that failed once more, of one event or of all. What moved meanwhile is left alone. */
export async function retryFailedRefunds(deps: EnqueueDeps, tenant: Tenant, eventId: string | null): Promise<void> {
  const failed = await deps.database.asTenant(tenant.id, (tx) => listFailedRefunds(tx, eventId))
  for (const { id } of failed)
    await retryRefund(deps, tenant, id).catch((error: unknown) => {
      if (!isRefusal(error, 'invalid_transition')) throw error
    })
}

/** Sends a refund that failed once more: the card has changed, or the keys are set again. @throws AppError not_found, invalid_transition */
export async function retryRefund(deps: EnqueueDeps, tenant: Tenant, refundId: string): Promise<RefundWithHandovers> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const refund = await getRefund(tx, refundId)
    const now = deps.now()
    const asked = { status: 'requested', failure: null, endedAt: null } as const
    const checkAt = new Date(now.getTime() + refundCheckMs)
    const isAsked = refund.status === 'failed' && (await markRefund(tx, refundId, { ...asked, checkAt, now }))
    if (!isAsked) throw refusedRefundMove(refund, 'requested')
    await countRefundAttempt(tx, refundId, refund.attempt)
    await deps.enqueue(tx, { name: 'send_refund', tenantId: tenant.id, refundId })
    return getRefundWithHandovers(tx, refundId)
  })
}
