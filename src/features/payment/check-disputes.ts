import type { BasicDeps } from '../deps.ts'
import { lockReservation } from '../reservation/reservation.queries.ts'
import { noteDispute } from './dispute.queries.ts'
import { findProviderPayment } from './find-provider-payment.ts'

/**
 * Asks the provider for the present state of the disputes over a payment, because it told of one, and notes each once: where its
 * money is now, whatever was told before. Tickets stay as they are (ADR 0087).
 *
 * @throws PaymentProviderError
 */
export async function checkDisputes(
  deps: BasicDeps<'secrets' | 'enqueue' | 'payments' | 'urls'>,
  tenantId: string,
  providerPaymentId: string,
): Promise<void> {
  const found = await findProviderPayment(deps, tenantId, providerPaymentId)
  if (!found) return
  const told = await found.account.listDisputes(providerPaymentId)
  await deps.database.asTenant(tenantId, async (tx) => {
    // Against a cancellation, which counts what the bank took.
    await lockReservation(tx, found.payment.reservationId)
    for (const dispute of told) await noteDispute(tx, found.payment, dispute, deps.now())
  })
}
