import type { EnqueueDeps } from '../deps.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { checkPayment } from './check-payment.ts'
import { hasDue, takeDue } from './due-checks.queries.ts'

const mostAtOnce = 200
/** The time until the next check: by then the job has ended one way or the other. */
const nextCheckMs = 15 * 60_000
const nextRefundCheckMs = 24 * 3_600_000

/**
 * Asks for a look at every payment whose time has come: its hold ends, so that its session must too, or nobody has told of
 * the money that came. And at refunds whose job gave up. What is lost on the way costs a minute, not a booking. Archived
 * tenants are not left out: their sessions can still be paid, and the refunds that they promised are due.
 *
 * @throws TenantsFailedError
 */
export async function checkDuePayments(deps: EnqueueDeps): Promise<void> {
  const now = deps.now()
  const dueFor = (ms: number) => ({ now, next: new Date(now.getTime() + ms), most: mostAtOnce })
  await forEachDue(deps, 'payments', (tenantId) =>
    deps.database.asTenant(tenantId, async (tx) => {
      for (const paymentId of await takeDue(tx, 'payment', dueFor(nextCheckMs)))
        await deps.enqueue(tx, { name: 'check_payment', tenantId, paymentId })
      for (const refundId of await takeDue(tx, 'refund', dueFor(nextRefundCheckMs)))
        await deps.enqueue(tx, { name: 'send_refund', tenantId, refundId })
      return (await hasDue(tx, 'payment', now)) || (await hasDue(tx, 'refund', now))
    }),
  )
}

/** As checkPayment, for a job, which knows the tenant by its id. */
export async function checkPaymentOf(
  deps: Parameters<typeof checkPayment>[0],
  tenantId: string,
  paymentId: string,
): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant) await checkPayment(deps, tenant, paymentId)
}
