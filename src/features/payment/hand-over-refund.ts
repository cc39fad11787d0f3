import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findRefund, markHandedOver, type Refund } from './refund.queries.ts'

/**
 * Staff says that it gave a refund back by hand: what was taken at the desk, or what the provider would not send.
 *
 * @throws AppError not_found, invalid_transition (it was given back before, or is with the provider)
 */
export async function handOverRefund(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  refundId: string,
): Promise<Refund> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const found = await findRefund(tx, refundId)
    if (!found) throw new AppError('not_found')
    const from = found.method === 'online' ? 'failed' : 'requested'
    if (!(await markHandedOver(tx, refundId, from, deps.now()))) throw new AppError('invalid_transition')
    const refund = await findRefund(tx, refundId)
    if (!refund) throw new Error('the refund just handed over is missing')
    return refund
  })
}
