import { AppError } from '../../errors.ts'
import { changeUses, lockPromotionalCode } from '../catalog/promotional-code.queries.ts'
import type { EnqueueDeps } from '../deps.ts'
import { listPricedLines, writeDiscount } from '../reservation/discount.queries.ts'
import { requireUsable, withDiscount } from '../reservation/discount.ts'
import { lockReservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { isHeld } from '../waiting-list/accept-offer.ts'
import { findEntryOfOffer } from '../waiting-list/waiting-list.queries.ts'
import { withdrawPayment } from './withdraw-payment.ts'

/**
 * Applies a code to an offer of places of the waiting list: it takes off what it does at booking, before they pay. One
 * code per offer: a second time changes nothing. A page to pay at that was opened before is withdrawn; money that comes by
 * it all the same is not what is due, and is refunded (ADR 0121).
 *
 * @param text as normalizeCode gives it
 * @throws AppError not_found (no offer), offer_ended, validation_failed (the code), promotional_code_used_up
 */
export async function discountOffer(
  deps: EnqueueDeps,
  tenant: Tenant,
  reservationId: string,
  text: string,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const reservation = await lockReservation(tx, reservationId)
    const entry = await findEntryOfOffer(tx, reservationId)
    if (!reservation || !entry) throw new AppError('not_found')
    if (entry.status !== 'offered' || !isHeld(reservation, now)) throw new AppError('offer_ended')
    if (reservation.promotionalCodeId !== null) return
    const code = requireUsable(await lockPromotionalCode(tx, text), now)
    const lines = withDiscount(await listPricedLines(tx, reservationId), code)
    await withdrawPayment(deps, tx, reservationId)
    await writeDiscount(tx, { reservationId, promotionalCodeId: code.id, lines })
    if (!(await changeUses(tx, [code.id], 1))) throw new AppError('promotional_code_used_up')
  })
}
