import { serverSide, type TenantTx } from '../../db/database.ts'
import { sha256 } from '../../lib/hash.ts'
import { type CardNamed, findNamedCard, findKnownCard, noteKnownCard, shareCard } from './card.queries.ts'
import { moveMoney } from './move-money.ts'
import { findMovementByRequest, lockPurse } from './purse.queries.ts'

/**
 * Puts on a card of this server what was on it at another one, once: a second time is known by the card. What is on a card of somebody's is
 * theirs.
 *
 * @param named as the file names it: every one of these that it has must be of one card
 * @returns what became of it; `differs`: another amount was put there before
 */
export async function openBalance(
  tx: TenantTx,
  named: CardNamed,
  balanceMinor: number,
  now: Date,
): Promise<'opened' | 'known' | 'unknown_card' | 'card_lost' | 'differs'> {
  const found = await findNamedCard(serverSide(tx), named)
  if (!found) return 'unknown_card'
  await shareCard(serverSide(tx), found.tagId)
  const card = await findNamedCard(serverSide(tx), named)
  const here = await findKnownCard(tx, found.tagId, now)
  if (!card || card.lostAt || here?.lostAt) return 'card_lost'
  const request = { key: `opening balance ${card.id}`, hash: sha256(String(balanceMinor)) }
  const purse = await lockPurse(tx, card.email === null ? { cardId: card.id } : { email: card.email }, now)
  const before = await findMovementByRequest(tx, request.key)
  if (before) return before.requestHash?.equals(request.hash) ? 'known' : 'differs'
  await noteKnownCard(tx, card.id, now)
  if (balanceMinor === 0) return here ? 'known' : 'opened'
  await moveMoney(tx, purse.id, { kind: 'opening_balance', changeMinor: balanceMinor, cardId: card.id, request, now })
  return 'opened'
}
