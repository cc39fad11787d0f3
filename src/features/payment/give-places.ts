import type { Statement } from '../../db/pipeline.ts'
import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { notedMoney } from '../audit/noted-money.ts'
import { changeStatement } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { BookedOnce, Bookings } from '../reservation/book-in-batches.ts'
import type { ReservationView } from '../reservation/reservation.queries.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { giftStatement } from './payment.queries.ts'
import { booked, type DeskSale } from './sell-at-desk.ts'

type GiveDeps = Pick<Deps, 'now'> & { readonly bookings: Bookings }

export type Gift = {
  readonly sale: DeskSale
  readonly once: BookedOnce
  /** The statements written in the same transaction as the booking. */
  readonly along: (reservationId: string) => readonly Statement[]
}

/**
 * Sells at the desk free of charge, each gift as a booking of its own, all at once and in their order: those asked for together share
 * transactions (ADR 0248). Each has the booking, its payment of nothing, what the log says of both, and everything else of that gift.
 *
 * @returns what became of each, in their order: the reservation, or the refusal (as bookReservation; idempotency_conflict: given before)
 * @throws AppError category_rule
 */
export async function givePlaces(
  deps: GiveDeps,
  tenant: Tenant,
  actor: Actor,
  gifts: readonly Gift[],
): Promise<readonly PromiseSettledResult<ReservationView>[]> {
  requireSelling(tenant)
  return Promise.allSettled(
    gifts.map(({ sale, once, along }) =>
      deps.bookings.add(tenant, {
        request: { ...booked(sale), isGift: true },
        repeat: null,
        once,
        along: (reservation) => [...paidNothing(deps, tenant, actor, reservation), ...along(reservation.id)],
      }),
    ),
  )
}

/** Pays nothing, as sellAtDesk does: a booking with a price gets a payment, and one that costs nothing was only sold. */
function paidNothing(
  { now: clock }: Pick<Deps, 'now'>,
  { id: tenantId, currency }: Tenant,
  actor: Actor,
  { id, totalMinor }: ReservationView,
): readonly Statement[] {
  const now = clock()
  const amount = notedMoney({ amountMinor: 0, currency })
  const sold = changeStatement(tenantId, actor, now, { action: 'reservation.sold', subjectId: id, after: { amount } })
  if (totalMinor === 0) return [sold]
  const payment = newId()
  return [
    giftStatement(tenantId, { id: payment, reservationId: id, currency, now }),
    sold,
    changeStatement(tenantId, actor, now, {
      action: 'reservation.paid',
      subjectId: id,
      after: { payment, method: 'free', amount },
    }),
  ]
}
