import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { EnqueueDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findMembership, lockMembershipsOf } from './membership.queries.ts'
import { endRenewalsOf, findRenewal } from './renewal.queries.ts'

/**
 * Cancels that a membership is paid again by itself; it stays until its end. A job tells the provider, as often as it takes.
 *
 * @param of `email`: the normalised address of the person who cancels their own; absent, staff cancels it
 * @throws AppError not_found (also somebody else's, or nobody's any more), invalid_transition (it is not paid again, or was cancelled before)
 */
export async function cancelRenewal(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  { membershipId, email }: { readonly membershipId: string; readonly email?: string },
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const seen = (await findMembership(tx, membershipId))?.renewalId ?? null
    await lockMembershipsOf(tx, membershipId)
    const membership = await findMembership(tx, membershipId)
    if (!membership || membership.email === '' || (email !== undefined && membership.email !== email))
      throw new AppError('not_found')
    const now = deps.now()
    // Paid while this waited, it goes on from another membership.
    const goesOnFrom = seen && (await findRenewal(tx, seen))?.membershipId
    const [renewalId] = await endRenewalsOf(tx, goesOnFrom ? [goesOnFrom] : [], now)
    if (renewalId === undefined) {
      const from = membership.renewalState ?? 'none'
      throw new AppError('invalid_transition', { move: { of: 'renewal', from, to: 'ending' } })
    }
    await deps.enqueue(tx, { name: 'check_renewal', tenantId: tenant.id, renewalId })
    await recordChange(tx, actor, now, 'membership.renewal_cancelled', membershipId)
  })
}
