import type { BasicDeps } from '../deps.ts'
import { bookProviderRefunds } from './book-provider-refunds.ts'
import { findProviderPayment } from './find-provider-payment.ts'

/**
 * Asks the provider which refunds a payment has, because it told of one that we did not ask for.
 *
 * @throws PaymentProviderError
 */
export async function checkRefunds(
  deps: BasicDeps<'secrets' | 'enqueue' | 'payments' | 'urls'>,
  tenantId: string,
  providerPaymentId: string,
): Promise<void> {
  const found = await findProviderPayment(deps, tenantId, providerPaymentId)
  if (!found) return
  const told = await found.account.listRefunds(providerPaymentId)
  await bookProviderRefunds(deps, found.tenant, found.payment, told)
}
