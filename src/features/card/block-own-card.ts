import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { getCardLocked, markCard } from './card.queries.ts'

/**
 * Blocks a card at every till, as its person asks. What is on it stays. A repeat changes nothing.
 *
 * @throws AppError not_found, alike for a card that is unknown and for one that is not this account's
 */
export async function blockOwnCard(deps: BasicDeps, accountId: string, tagId: string): Promise<void> {
  await deps.database.asServer(async (tx) => {
    const card = await getCardLocked(tx, tagId)
    if (card.accountId !== accountId) throw new AppError('not_found')
    if (!card.lostAt) await markCard(tx, card.id, { lostAt: deps.now() })
  })
}
