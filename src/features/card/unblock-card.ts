import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { findCard, lockCard, markCard } from './card.queries.ts'

/**
 * Lets a card be used again that was found, or blocked by mistake. A repeat changes nothing.
 *
 * @returns whether it was blocked
 * @throws AppError not_found
 */
export async function unblockCard(deps: Pick<Deps, 'database'>, tagId: string): Promise<boolean> {
  return deps.database.asServer(async (tx) => {
    await lockCard(tx, tagId)
    const card = await findCard(tx, tagId)
    if (!card) throw new AppError('not_found')
    if (!card.lostAt) return false
    await markCard(tx, card.id, { lostAt: null })
    return true
  })
}
