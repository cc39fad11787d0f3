import { type Actor, actorId } from '../account/actor.ts'
import { notedMoney } from '../audit/noted-money.ts'
import { recordChange } from '../audit/record-change.ts'
import type { TellDeps } from '../deps.ts'
import { type AroundCancellation, type Cancellation, cancelReservation } from '../reservation/cancel-reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { refundReservation } from './refund-reservation.ts'
import { withdrawPayment } from './withdraw-payment.ts'

type PaidCancellation = Cancellation & {
  /** Staff hands over at this moment what was paid at the desk; otherwise it is due. */
  readonly handsOver?: boolean
}

/**
 * Cancels a reservation, or some of its tickets, and promises to refund what was paid for them, in one transaction. Nobody can
 * pay online any more for one that is cancelled. What the server itself cancels, as for a cancelled event, is not noted in
 * the audit log, which names the person who cancelled the event.
 *
 * @throws AppError as cancelReservation
 */
export async function cancelWithRefund(
  deps: TellDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  { handsOver = false, ...cancellation }: PaidCancellation,
  around: Omit<AroundCancellation, 'refund'> = {},
): Promise<void> {
  await cancelReservation(deps, tenant, actor, id, cancellation, {
    ...around,
    async refund(tx, { isCancelled }) {
      if (isCancelled) await withdrawPayment(deps, tx, id)
      const now = deps.now()
      const back = await refundReservation(deps, tx, tenant, { id, isCancelled, handsOver, actorId: actorId(actor) })
      const tickets = isCancelled ? undefined : cancellation.ticketIds
      const after = {
        ...(Array.isArray(tickets) ? { tickets } : {}),
        ...(back === null ? {} : { goesBack: notedMoney(back), refund: back.refundId }),
      }
      if (actor.kind !== 'server') {
        const action = isCancelled ? 'reservation.cancelled' : 'reservation.tickets_cancelled'
        await recordChange(tx, actor, now, action, id, Object.keys(after).length === 0 ? {} : { after })
      }
      return back
    },
  })
}
