import { serverSide, type TenantTx, violates } from '../../db/database.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { type Actor, actorId } from '../account/actor.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findKnownCard, findUsedCard, shareCard } from './card.queries.ts'
import { type AskedMovement, changeOf } from './card.ts'
import { moveMoney } from './move-money.ts'
import { findMovementByRequest, findReversible, lockPurse, type Movement } from './purse.queries.ts'

export type MovementRequest = AskedMovement & {
  readonly tagId: string
  readonly note: string | null
  /** A till has the card in its hand. Staff has not: it may move what is on a card that was used here (ADR 0160). */
  readonly isInHand: boolean
  /** The Idempotency-Key, and what was asked with it, card included. */
  readonly repeatable: { readonly key: string; readonly hash: Buffer } | null
}

/**
 * Moves money on or off a card, as a till asks. A repeat with the same key gets the first movement again, also when both
 * come at once; the movement itself is the memory of it, so that it holds for ever.
 *
 * @throws AppError category_rule, not_found (unknown everywhere, or just here), card_lost, insufficient_balance; as changeOf;
 *   idempotency_mismatch
 */
export async function recordMovement(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  request: MovementRequest,
): Promise<Movement> {
  requireSelling(tenant)
  try {
    return await deps.database.asTenant(tenant.id, (tx) => recordOnce(tx, deps, actor, request))
  } catch (error) {
    // The same key at once for another card: their purses are two, so neither waited for the other.
    if (violates(error, 'purse_movement_one_request')) throw new AppError('idempotency_mismatch')
    throw error
  }
}

async function recordOnce(
  tx: TenantTx,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  { tagId, note, isInHand, repeatable, ...asked }: MovementRequest,
): Promise<Movement> {
  // Locked first, and read afterwards: somebody who links it meanwhile moves what is on it.
  await shareCard(serverSide(tx), tagId)
  const find = isInHand ? findKnownCard : findUsedCard
  const card = orNotFound(await find(tx, tagId, deps.now()))
  const holder = card.email === null ? { cardId: card.id } : { email: card.email }
  const purse = await lockPurse(tx, holder, deps.now())
  const known = repeatable && (await findMovementByRequest(tx, repeatable.key))
  if (known) {
    if (known.requestHash?.equals(repeatable.hash)) return known
    throw new AppError('idempotency_mismatch')
  }
  if (card.lostAt) throw new AppError('card_lost')
  const reversed = asked.reversalOf === null ? null : await findReversible(tx, purse.id, asked.reversalOf)
  return moveMoney(tx, purse.id, {
    kind: asked.kind,
    changeMinor: changeOf(asked, reversed),
    cardId: card.id,
    reversalOf: asked.reversalOf,
    note,
    request: repeatable,
    actorId: actorId(actor),
    now: deps.now(),
  })
}
