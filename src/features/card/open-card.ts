import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findCard, findKnownCard, noteKnownCard, shareCard } from './card.queries.ts'
import { type CardView, getCardView } from './describe-card.ts'
import { lockPurse } from './purse.queries.ts'

export type CardInHand = {
  readonly tagId: string
  /** The number printed on it, in its one form: somebody who has read a tag from afar does not know it. */
  readonly number: string
}

/**
 * Makes a card known at a tenant, to whose tills nothing else does: from now on they can take it. May be repeated.
 *
 * @throws AppError category_rule; not_found, alike whether there is no such tag or its number is another; card_lost
 */
export async function openCard(
  deps: BasicDeps,
  tenant: Tenant,
  { tagId, number }: CardInHand,
): Promise<{ readonly card: CardView; readonly wasKnown: boolean }> {
  requireSelling(tenant)
  return deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    await shareCard(serverSide(tx), tagId)
    const card = await findCard(serverSide(tx), tagId)
    if (card?.number !== number) throw new AppError('not_found')
    const known = await findKnownCard(tx, tagId, now)
    if (card.lostAt || known?.lostAt) throw new AppError('card_lost')
    await noteKnownCard(tx, card.id, now)
    await lockPurse(tx, card.email === null ? { cardId: card.id } : { email: card.email }, now)
    return { card: await getCardView(tx, tagId, now), wasKnown: known !== null }
  })
}
