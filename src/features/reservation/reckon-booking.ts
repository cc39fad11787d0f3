import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type BookingRequest, type Decision, decideBooking } from './booking.ts'
import { lockCounters, readSale } from './booking-reads.statements.ts'
import { onceHoldsExpired } from './expire-holds.ts'

/** What a booking comes to, in the smallest unit, and what its code takes off before. */
export type Reckoned = { readonly totalMinor: number; readonly discountMinor: number }

/**
 * Decides a booking as bookReservation would at this moment, and writes nothing: whoever takes the money knows what it comes
 * to before, and whether it is to be had (ADR 0172).
 *
 * @throws AppError as decideBooking
 */
export async function reckonBooking(
  deps: Pick<Deps, 'database' | 'pipelines' | 'now'>,
  tenant: Tenant,
  request: BookingRequest,
): Promise<Reckoned> {
  return onceHoldsExpired(deps, tenant.id, async () => reckoned(await decide(deps, tenant, request)))
}

function decide(
  deps: Pick<Deps, 'pipelines' | 'now'>,
  tenant: Tenant,
  request: BookingRequest,
): Promise<Decision> {
  return deps.pipelines.asTenant(tenant.id, async (tx) => {
    const locked = await lockCounters(tx, [request])
    return decideBooking(await readSale(tx, tenant, [request], locked, deps.now()), request)
  })
}

function reckoned({ totalMinor, lines }: Decision): Reckoned {
  const discountMinor = lines.reduce((sum, line) => sum + line.quantity * line.unitDiscountMinor, 0)
  return { totalMinor, discountMinor }
}
