import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  findFormerFailure,
  getRefundWithHandovers,
  insertHandover,
  type RefundWithHandovers,
} from './handover.queries.ts'
import { refusedRefundMove } from './payment.ts'
import { getRefund, markHandedOver, markNotHandedOver } from './refund.queries.ts'

type Asked = {
  readonly refundId: string
  /** The actor: an API key or an account. */
  readonly actorId: string | null
  /** The reservation whose money taken at the desk may alone be handed over; any other refund is not found. */
  readonly ofSale?: string
}

/**
 * Notes that staff handed a refund over: what was taken at the desk, or what the provider would not send.
 *
 * @throws AppError not_found, invalid_transition (it was handed over before, or is with the provider)
 */
export async function handOverRefund(
  deps: BasicDeps,
  tenant: Tenant,
  { refundId, actorId, ofSale }: Asked,
): Promise<RefundWithHandovers> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const found = await getRefund(tx, refundId)
    if (ofSale !== undefined && !(found.reservationId === ofSale && found.method !== 'online'))
      throw new AppError('not_found')
    const now = deps.now()
    if (!(await markHandedOver(tx, found, now))) throw refusedRefundMove(found, 'succeeded')
    await insertHandover(tx, { refundId, isUndo: false, actorId, failure: found.failure, now })
    return getRefundWithHandovers(tx, refundId)
  })
}

/**
 * Undoes a handover: the refund is due as before, and one that the provider had refused is failed again. The log keeps
 * both, with the actor and the time.
 *
 * @throws AppError not_found, invalid_transition (it was not handed over, or is undone already)
 */
export async function undoHandover(
  deps: BasicDeps,
  tenant: Tenant,
  { refundId, actorId }: Omit<Asked, 'ofSale'>,
): Promise<RefundWithHandovers> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const found = await getRefund(tx, refundId)
    const failure = await findFormerFailure(tx, refundId)
    const now = deps.now()
    if (!(await markNotHandedOver(tx, found, { failure, now }))) throw refusedRefundMove(found, 'requested')
    await insertHandover(tx, { refundId, isUndo: true, actorId, failure: null, now })
    return getRefundWithHandovers(tx, refundId)
  })
}
