import type { TenantTx } from '../../db/database.ts'
import { sameTenant } from '../../db/rows.ts'
import type { CheckoutState } from '../../integrations/payment/payment-provider.ts'
import { isRenewalPeriod, type RenewalPeriod } from '../catalog/product.ts'
import { listMembershipsOfReservation, writeEnd } from '../membership/membership.queries.ts'
import { insertRenewal } from '../membership/renewal.queries.ts'
import { selectLines } from '../reservation/reservation.queries.ts'
import type { Payment } from './payment.queries.ts'

type Money = Extract<CheckoutState, { kind: 'paid' }>

/**
 * A renewal is paid about an hour after the period that was paid before is over, which is when the membership would have ended. So the
 * first term is longer, once.
 */
export const longerMs = 86_400_000

/**
 * Finds each which period an order is to be paid again: one of a membership alone, at a price that says so. With a promotional code,
 * which takes something off once, it is paid once.
 */
export async function findAskedRenewal(tx: TenantTx, reservationId: string): Promise<RenewalPeriod | null> {
  const lines = await selectLines(tx, reservationId)
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .innerJoin('reservation', sameTenant('reservation.id', 'line.reservationId'))
    .select(['price.recurringPayment', 'price.membershipPeriod', 'reservation.eventId'])
    .select(['line.quantity', 'line.unitDiscountMinor'])
    .execute()
  const [line] = lines
  if (!line?.recurringPayment || lines.length > 1 || line.eventId !== null) return null
  if (line.quantity > 1 || line.unitDiscountMinor > 0) return null
  return isRenewalPeriod(line.membershipPeriod) ? line.membershipPeriod : null
}

/** Notes, with the first money of an order and the membership that it granted, that the provider takes it again each period. */
export async function beginRenewal(
  tx: TenantTx,
  { reservationId }: Payment,
  { renewal, amountMinor, currency }: Money,
  now: Date,
): Promise<void> {
  if (renewal === null) return
  // Nobody's, where the person was erased meanwhile: it is ended.
  const [membership] = await listMembershipsOfReservation(tx, reservationId)
  if (membership?.validUntil) await writeEnd(tx, membership.id, new Date(membership.validUntil.getTime() + longerMs))
  await insertRenewal(tx, {
    ...termsOf(reservationId, { renewal, amountMinor, currency }),
    membershipId: membership?.id ?? null,
    // As it was before it was made longer, until the provider says.
    renewsAt: membership?.validUntil ?? null,
    now,
  })
}

/** Has ended what began with money that is refunded. */
export async function refuseRenewal(tx: TenantTx, { reservationId }: Payment, money: Money, now: Date): Promise<void> {
  const { renewal, ...amount } = money
  if (renewal === null) return
  await insertRenewal(tx, {
    ...termsOf(reservationId, { ...amount, renewal }),
    membershipId: null,
    renewsAt: null,
    now,
  })
}

type Begun = Pick<Money, 'amountMinor' | 'currency'> & { readonly renewal: NonNullable<Money['renewal']> }

function termsOf(firstReservationId: string, { renewal, amountMinor, currency }: Begun) {
  const { id: providerId, period } = renewal
  return { providerId, firstReservationId, period, unitAmountMinor: amountMinor, currency }
}
