import type { Deps } from '../deps.ts'
import { listTenantIds } from '../tenant/tenant.queries.ts'
import { getCardLocked, markCard, markCardHere } from './card.queries.ts'

/**
 * Lets a card be used again that was found, or blocked by mistake: everywhere, and at each organisation that blocked it for itself, in
 * a transaction of its own. A repeat changes nothing.
 *
 * @returns whether it was blocked anywhere
 * @throws AppError not_found
 */
export async function unblockCard(deps: Pick<Deps, 'database'>, tagId: string): Promise<boolean> {
  const { card, tenantIds } = await deps.database.asServer(async (tx) => {
    const found = await getCardLocked(tx, tagId)
    if (found.lostAt) await markCard(tx, found.id, { lostAt: null })
    return { card: found, tenantIds: await listTenantIds(tx) }
  })
  let wasBlocked = card.lostAt !== null
  for (const id of tenantIds)
    if (await deps.database.asTenant(id, (tx) => markCardHere(tx, card.id, null))) wasBlocked = true
  return wasBlocked
}
