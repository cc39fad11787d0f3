import type { Deps } from '../deps.ts'
import { getCardLocked, markCard } from './card.queries.ts'

/**
 * Takes a card from its person. The money stays theirs, under their address; the card is worth nothing from now on, until
 * somebody puts something on it. May be repeated.
 *
 * @throws AppError not_found
 */
export async function unlinkCard(deps: Pick<Deps, 'database'>, tagId: string): Promise<void> {
  await deps.database.asServer(async (tx) => {
    const card = await getCardLocked(tx, tagId)
    await markCard(tx, card.id, { accountId: null })
  })
}
