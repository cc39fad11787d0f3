import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findKnownCard, lockCard, markCard } from './card.queries.ts'

/**
 * Blocks a card that is known at a tenant at every till, for good, and notes who did it there. What is on it stays. A repeat
 * changes nothing, and notes nothing.
 *
 * @throws AppError not_found, alike for a card that is unknown and for one that is not known here
 */
export async function blockKnownCard(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  tagId: string,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    await lockCard(serverSide(tx), tagId)
    const card = await findKnownCard(tx, tagId, now)
    if (!card) throw new AppError('not_found')
    if (card.lostAt) return
    await markCard(serverSide(tx), card.id, { lostAt: now })
    await recordChange(tx, actor, now, {
      action: 'card.lost',
      subjectId: card.id,
      after: { number: card.number },
    })
  })
}
