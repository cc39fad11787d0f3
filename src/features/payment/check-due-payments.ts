import type { TenantTx } from '../../db/database.ts'
import { hasDueRows, takeDueRows } from '../../db/due-rows.ts'
import type { EnqueueDeps } from '../deps.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { checkPayment } from './check-payment.ts'
import { checkRenewal } from './check-renewal.ts'

const mostAtOnce = 200
/** The time until the next check: by then the job has ended one way or the other. */
const nextCheckMs = 15 * 60_000
const nextRefundCheckMs = 24 * 3_600_000

/**
 * Asks for a look at every payment whose time has come: its hold ends, so that its session must too, or nobody has told of
 * the money that came; at every renewal that is to be paid by now; and at refunds whose job gave up. What is lost on the way costs a minute, not a booking. Archived
 * tenants are not left out: their sessions can still be paid, and the refunds that they promised are due.
 *
 * @throws TenantsFailedError
 */
export async function checkDuePayments(deps: EnqueueDeps): Promise<void> {
  const now = deps.now()
  const take = async (tx: TenantTx, table: 'payment' | 'refund' | 'renewal', afterMs: number) => {
    const next = new Date(now.getTime() + afterMs)
    const ids = await takeDueRows(tx, table, { now, next, most: mostAtOnce })
    if (ids.length > 0) await noteDue(tx, 'payments', next)
    return ids
  }
  await forEachDue(deps, 'payments', (tenantId) =>
    deps.database.asTenant(tenantId, async (tx) => {
      for (const paymentId of await take(tx, 'payment', nextCheckMs))
        await deps.enqueue(tx, { name: 'check_payment', tenantId, paymentId })
      for (const renewalId of await take(tx, 'renewal', nextCheckMs))
        await deps.enqueue(tx, { name: 'check_renewal', tenantId, renewalId })
      for (const refundId of await take(tx, 'refund', nextRefundCheckMs))
        await deps.enqueue(tx, { name: 'send_refund', tenantId, refundId })
      const left = await Promise.all((['payment', 'renewal', 'refund'] as const).map((of) => hasDueRows(tx, of, now)))
      return left.includes(true)
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

/** As checkRenewal, for a job. */
export async function checkRenewalOf(
  deps: Parameters<typeof checkRenewal>[0],
  tenantId: string,
  renewalId: string,
): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant) await checkRenewal(deps, tenant, renewalId)
}
