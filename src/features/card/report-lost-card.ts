import type { BasicDeps } from '../deps.ts'
import { getCardLocked, markCard } from './card.queries.ts'

/**
 * Blocks a card at every till. What is on it stays: its person gets at it with another card.
 *
 * @returns since when it is lost; a repeat changes nothing
 * @throws AppError not_found
 */
export async function reportLostCard(deps: BasicDeps, tagId: string): Promise<Date> {
  return deps.database.asServer(async (tx) => {
    const card = await getCardLocked(tx, tagId)
    if (card.lostAt) return card.lostAt
    const lostAt = deps.now()
    await markCard(tx, card.id, { lostAt })
    return lostAt
  })
}
