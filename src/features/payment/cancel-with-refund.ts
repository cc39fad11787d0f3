import type { Actor } from '../account/permission.ts'
import type { Deps } from '../deps.ts'
import {
  type AroundCancellation,
  type Cancellation,
  cancelReservation,
} from '../reservation/cancel-reservation.ts'
import type { ReservationView } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { refundReservation } from './refund-reservation.ts'
import { withdrawPayment } from './withdraw-payment.ts'

/**
 * Cancels a reservation, or some of its tickets, and promises back what was paid for them, in one transaction. Nobody can
 * pay online any more for one that is cancelled.
 *
 * @throws AppError as cancelReservation
 */
export async function cancelWithRefund(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  cancellation: Cancellation,
  around: AroundCancellation = {},
): Promise<ReservationView> {
  return cancelReservation(deps, tenant, actor, id, cancellation, {
    ...around,
    async after(tx, done) {
      if (done.isCancelled) await withdrawPayment(deps, tx, id)
      await refundReservation(deps, tx, tenant, { id, isCancelled: done.isCancelled })
      await around.after?.(tx, done)
    },
  })
}
