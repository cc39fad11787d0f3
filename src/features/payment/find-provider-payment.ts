import type { ProviderAccount } from '../../integrations/payment/payment-provider.ts'
import type { BasicDeps } from '../deps.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { checkPayment } from './check-payment.ts'
import { findPaymentOfProvider, findPaymentOfSession, type Payment } from './payment.queries.ts'
import { findProviderAccount } from './provider-account.ts'

/**
 * Finds the payment that the provider reported on, and the account to ask more of. Money that was not reported before is checked
 * first; null for a payment of somebody else at the same account.
 *
 * @throws PaymentProviderError
 */
export async function findProviderPayment(
  deps: BasicDeps<'secrets' | 'enqueue' | 'payments' | 'urls'>,
  tenantId: string,
  providerPaymentId: string,
): Promise<{ readonly tenant: Tenant; readonly account: ProviderAccount; readonly payment: Payment } | null> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  const account = await deps.database.asTenant(tenantId, (tx) => findProviderAccount(deps, tx))
  if (!tenant || !account) return null
  const find = () => deps.database.asTenant(tenantId, (tx) => findPaymentOfProvider(tx, providerPaymentId))
  let payment = await find()
  if (!payment) {
    const session = await account.findSessionOf(providerPaymentId)
    const paymentId = session && (await deps.database.asTenant(tenantId, (tx) => findPaymentOfSession(tx, session)))
    if (!paymentId) return null
    await checkPayment(deps, tenant, paymentId)
    payment = await find()
  }
  return payment && { tenant, account, payment }
}
