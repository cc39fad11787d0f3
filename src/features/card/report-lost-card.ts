import type { Deps } from '../deps.ts'
import { getCard, lockCard, markCard } from './card.queries.ts'

/**
 * Blocks a card at every till. What is on it stays: its person gets at it with another card.
 *
 * @returns since when it is lost; a repeat changes nothing
 * @throws AppError not_found
 */
export async function reportLostCard(deps: Pick<Deps, 'database' | 'now'>, tagId: string): Promise<Date> {
  return deps.database.asServer(async (tx) => {
    await lockCard(tx, tagId)
    const card = await getCard(tx, tagId)
    if (card.lostAt) return card.lostAt
    const lostAt = deps.now()
    await markCard(tx, card.id, { lostAt })
    return lostAt
  })
}
