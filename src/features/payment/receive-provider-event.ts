import { AppError, orNotFound } from '../../errors.ts'
import { isUuid } from '../../lib/text.ts'
import type { BasicDeps } from '../deps.ts'
import { findRenewalOfProvider } from '../membership/renewal.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findPaymentOfSession } from './payment.queries.ts'
import { findProviderAccount } from './provider-account.ts'
import { findRefund } from './refund.queries.ts'

/**
 * Receives a webhook of the payment provider: enqueues a check of what it names, and believes nothing else of it. So the
 * provider is answered at once, and an event that is late, repeated, out of order or somebody else's does no harm.
 *
 * @throws AppError not_found (nothing is paid online here), webhook_refused (not signed with this tenant's secret)
 */
export async function receiveProviderEvent(
  deps: BasicDeps<'secrets' | 'enqueue' | 'payments'>,
  tenant: Tenant,
  sent: { readonly body: Buffer; readonly signature: string },
): Promise<void> {
  const account = orNotFound(await deps.database.asTenant(tenant.id, (tx) => findProviderAccount(deps, tx)))
  const event = await account.readEvent({ ...sent, now: deps.now() })
  if (!event) throw new AppError('webhook_refused')
  if (event.kind === 'other') return
  await deps.database.asTenant(tenant.id, async (tx) => {
    if (event.kind === 'checkout') {
      const paymentId = await findPaymentOfSession(tx, event)
      if (paymentId) await deps.enqueue(tx, { name: 'check_payment', tenantId: tenant.id, paymentId })
      return
    }
    if (event.kind === 'renewal') {
      const renewalId = await findRenewalOfProvider(tx, event.renewalId)
      if (renewalId) await deps.enqueue(tx, { name: 'check_renewal', tenantId: tenant.id, renewalId })
      return
    }
    const { providerPaymentId } = event
    if (event.kind === 'dispute') {
      if (providerPaymentId !== null)
        await deps.enqueue(tx, { name: 'check_disputes', tenantId: tenant.id, providerPaymentId })
      return
    }
    const { refundId } = event
    const refund = refundId !== null && isUuid(refundId) ? await findRefund(tx, refundId) : null
    if (refund) await deps.enqueue(tx, { name: 'send_refund', tenantId: tenant.id, refundId: refund.id })
    else if (providerPaymentId !== null)
      await deps.enqueue(tx, { name: 'check_refunds', tenantId: tenant.id, providerPaymentId })
  })
}
