import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { moveMoney } from './move-money.ts'
import { findMembershipCredit, listCreditsOf, lockPurse, lockPurseById, lockPurseOf } from './purse.queries.ts'

/**
 * Puts what a paid reservation has bought for the card on the purse of its booker.
 *
 * @param topUps the amount of each
 */
export async function creditPurchase(
  tx: TenantTx,
  reservation: { readonly id: string; readonly bookerEmail: string },
  topUps: readonly number[],
  now: Date,
): Promise<void> {
  // No top-up is booked without an address: its booker asked to be erased, and there is nobody to give it to.
  if (reservation.bookerEmail === '' || topUps.length === 0) return
  const purse = await lockPurse(tx, { email: reservation.bookerEmail }, now)
  for (const changeMinor of topUps)
    await moveMoney(tx, purse.id, { kind: 'top_up', changeMinor, reservationId: reservation.id, now })
}

/**
 * Reverses what a reservation that is being cancelled had put on the purse of its booker.
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
  let { balanceMinor: left } = await lockPurseById(tx, first.purseId)
  for (const { id, purseId, changeMinor } of credits) {
    const taken = Math.min(changeMinor, left)
    if (taken < changeMinor && !insist) throw new AppError('top_up_spent')
    if (taken === 0) continue
    const change = { kind: 'cancellation', changeMinor: -taken, reversalOf: id, reservationId, now } as const
    left = (await moveMoney(tx, purseId, change)).balanceMinor
  }
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
