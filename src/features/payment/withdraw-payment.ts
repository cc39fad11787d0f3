import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { closePayment, findOpenPayment } from './payment.queries.ts'

/**
 * Withdraws the online payment of a reservation whose row is locked. The check that follows ends the session, or
 * finds that money came after all.
 */
export async function withdrawPayment(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  reservationId: string,
): Promise<void> {
  const open = await findOpenPayment(tx, reservationId)
  if (!open || !(await closePayment(tx, open.id, open.sessionId === null ? null : deps.now()))) return
  if (open.sessionId !== null)
    await deps.enqueue(tx, { name: 'check_payment', tenantId: tx.tenantId, paymentId: open.id })
}
