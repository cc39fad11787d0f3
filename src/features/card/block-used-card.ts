import { serverSide } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findUsedCard, lockCard, markCardHere } from './card.queries.ts'

/**
 * Blocks a card that was used at a tenant at its tills, and notes who did it; elsewhere it goes on: that is its person's affair, and
 * Root's (ADR 0091). What is on it stays. A repeat changes nothing, and notes nothing.
 *
 * @throws AppError not_found, alike for a card that is unknown and for one that was not used here (ADR 0160)
 */
export async function blockUsedCard(deps: BasicDeps, tenant: Tenant, actor: Actor, tagId: string): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    await lockCard(serverSide(tx), tagId)
    const card = orNotFound(await findUsedCard(tx, tagId, now))
    if (card.lostAt) return
    await markCardHere(tx, card.id, now)
    await recordChange(tx, actor, now, 'card.lost', card.id, { after: { number: card.number } })
  })
}
