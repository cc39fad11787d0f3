import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { findCardToTopUp, shareCardById } from './card.queries.ts'
import { moveMoney } from './move-money.ts'
import {
  findMembershipCredit,
  findSuccessor,
  listCreditsOf,
  lockPurse,
  lockPurseById,
  lockPurseOf,
  type Purse,
  type PurseHolder,
  type TopUp,
} from './purse.queries.ts'

/**
 * Puts what a paid reservation has bought for cards on the purses of those whose they are now. Nobody held a card up for it, so the
 * movement names none: what a stranger buys for a number makes no card one that was used here (ADR 0160).
 */
export async function creditPurchase(
  tx: TenantTx,
  reservation: { readonly id: string; readonly bookerEmail: string },
  topUps: readonly TopUp[],
  now: Date,
): Promise<void> {
  for (const { amountMinor: changeMinor, cardId } of topUps) {
    const holder = await holderOf(tx, cardId, reservation.bookerEmail)
    // None is ordered without an address or a card: its booker asked to be erased, and there is nobody to give it to.
    if (holder === null) continue
    const purse = await lockPurse(tx, holder, now)
    await moveMoney(tx, purse.id, { kind: 'top_up', changeMinor, reservationId: reservation.id, now })
  }
}

/**
 * Whose the money for a card is: its person's, also when it is blocked, for their other cards are worth the same; while it is nobody's
 * the card's own. With one that is nobody's and blocked nobody could pay: what was bought for it is whoever paid's (ADR 0263).
 */
async function holderOf(tx: TenantTx, cardId: string | null, payer: string): Promise<PurseHolder | null> {
  const payers = payer === '' ? null : { email: payer }
  if (cardId === null) return payers
  // Locked first, and read afterwards: somebody who links it meanwhile moves what is on it.
  await shareCardById(serverSide(tx), cardId)
  const card = await findCardToTopUp(tx, { id: cardId })
  if (card && card.email !== null) return { email: card.email }
  return card?.lostAt && payers ? payers : { cardId }
}

/**
 * Reverses what a reservation that is being cancelled had put on a purse.
 *
 * @param insist reverses what is left, where not all of it is
 * @throws AppError top_up_spent
 */
export async function reversePurchase(
  tx: TenantTx,
  reservationId: string,
  { insist, now }: { readonly insist: boolean; readonly now: Date },
): Promise<void> {
  const credits = await listCreditsOf(tx, reservationId)
  const [first] = credits
  if (!first) return
  const purse = await lockPresentPurse(tx, first)
  let { balanceMinor: left } = purse
  for (const { id, changeMinor } of credits) {
    const taken = Math.min(changeMinor, left)
    if (taken < changeMinor && !insist) throw new AppError('top_up_spent')
    if (taken === 0) continue
    const change = { kind: 'cancellation', changeMinor: -taken, reversalOf: id, reservationId, now } as const
    left = (await moveMoney(tx, purse.id, change)).balanceMinor
  }
}

/**
 * Locks the purse that has now what was put on one: when a card that was nobody's was linked, that of the person it went to then, whoever
 * has the card today. That of the card is locked first, as by whoever links it.
 */
async function lockPresentPurse(
  tx: TenantTx,
  credit: { readonly id: string; readonly purseId: string },
): Promise<Purse> {
  const purse = await lockPurseById(tx, credit.purseId)
  const next = purse.cardId === null ? null : await findSuccessor(tx, purse.cardId, credit.id)
  return next === null ? purse : lockPurseById(tx, next)
}

/**
 * Reverses what a membership that was taken alone had put on the purse of its person, where it did (ADR 0090).
 *
 * @throws AppError top_up_spent
 */
export async function reverseMembershipPurchase(
  tx: TenantTx,
  taken: { readonly email: string; readonly amountMinor: number; readonly at: Date },
  now: Date,
): Promise<void> {
  const purse = await lockPurseOf(tx, { email: taken.email })
  const credit = purse && (await findMembershipCredit(tx, purse.id, taken))
  if (!credit) return
  if (purse.balanceMinor < credit.changeMinor) throw new AppError('top_up_spent')
  const change = { kind: 'cancellation', changeMinor: -credit.changeMinor, reversalOf: credit.id, now } as const
  await moveMoney(tx, purse.id, change)
}
