import { orNotFound } from '../../errors.ts'
import { type Actor, actorId } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findMembershipCreditById } from './membership-credits.queries.ts'
import { moveMoney } from './move-money.ts'
import { findReversible, lockPurseById } from './purse.queries.ts'

/**
 * Reverses what is left of the money that a membership has put on a card (ADR 0090).
 *
 * @returns the amount; 0 when nothing is left of it, or somebody has reversed it before
 * @throws AppError not_found (no such credit)
 */
export async function reverseMembershipCredit(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
): Promise<number> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const { purseId, changeMinor } = orNotFound(await findMembershipCreditById(tx, id))
    const { balanceMinor } = await lockPurseById(tx, purseId)
    const credit = await findReversible(tx, purseId, id)
    const left = credit?.isReversed ? 0 : Math.min(changeMinor, balanceMinor)
    const reversal = { kind: 'reversal', changeMinor: -left, reversalOf: id, actorId: actorId(actor) } as const
    if (left > 0) await moveMoney(tx, purseId, { ...reversal, now: deps.now() })
    return left
  })
}
