import { AppError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { reverseMembershipPurchase } from '../card/credit-purchase.ts'
import { changeUses } from '../catalog/promotional-code.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { findMembership, lockMembershipsOf, markCancelled } from '../membership/membership.queries.ts'
import { isLive, refusedMembershipMove } from '../membership/membership.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { changeCounters, lockWholePrice } from './counters.queries.ts'

/**
 * Ends at once a membership that was granted alone: its place and its use of a code are released, and what it had put on a card is
 * reversed. One that was booked ends with its booking, which knows what was paid (ADR 0159).
 *
 * @param reason in the words of the person who cancels it
 * @throws AppError not_found (also for a membership that belongs to nobody any more), invalid_transition (booked, ended, or cancelled
 *   before), top_up_spent
 */
export async function cancelMembership(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const found = await findMembership(tx, id)
    if (!found || found.email === '') throw new AppError('not_found')
    const { priceId, email, amountMinor, promotionalCodeId } = found
    await lockWholePrice(tx, priceId)
    await changeUses(tx, [promotionalCodeId], -1)
    if ((await lockMembershipsOf(tx, id)).length === 0) throw new AppError('not_found')
    const now = deps.now()
    if (found.reservationId !== null || !isLive(found, now) || !(await markCancelled(tx, id, now)))
      throw refusedMembershipMove(found, now, 'cancelled')
    const place = { eventId: nilUuid, countedEventId: nilUuid, makesTickets: false }
    await changeCounters(tx, [{ ...place, email, priceId, delta: -1 }])
    await reverseMembershipPurchase(tx, { email, amountMinor, at: found.createdAt }, now)
    await recordChange(tx, actor, now, 'membership.cancelled', id, {
      personal: [{ field: 'reason', personEmail: email, after: reason }],
    })
  })
}
