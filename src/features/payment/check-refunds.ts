import type { Deps } from '../deps.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { bookProviderRefunds } from './book-provider-refunds.ts'
import { checkPayment } from './check-payment.ts'
import { findPaymentOfProvider, findPaymentOfSession } from './payment.queries.ts'
import { findProviderKeys } from './payment-keys.ts'

/**
 * Asks the provider which refunds a payment has, because it told of one that we did not ask for. Of money that nobody has
 * told of yet it first sees what came; a payment of somebody else at the same account is left alone.
 *
 * @throws PaymentProviderError
 */
export async function checkRefunds(
  deps: Pick<Deps, 'database' | 'now' | 'secrets' | 'enqueue' | 'payments' | 'urls'>,
  tenantId: string,
  providerPaymentId: string,
): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  const keys = await deps.database.asTenant(tenantId, (tx) => findProviderKeys(deps, tx))
  if (!tenant || !keys) return
  const find = () => deps.database.asTenant(tenantId, (tx) => findPaymentOfProvider(tx, providerPaymentId))
  let payment = await find()
  if (!payment) {
    const session = await deps.payments.findSessionOf(keys, providerPaymentId)
    const paymentId =
      session && (await deps.database.asTenant(tenantId, (tx) => findPaymentOfSession(tx, session)))
    if (!paymentId) return
    await checkPayment(deps, tenant, paymentId)
    payment = await find()
  }
  if (!payment) return
  const told = await deps.payments.listRefunds(keys, providerPaymentId)
  await bookProviderRefunds(deps, tenant, payment, told)
}
