import type { BasicDeps, Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type BookingRequest, type Decision, decideBooking } from './booking.ts'
import { lockCounters, readSale } from './booking-reads.statements.ts'
import { onceHoldsExpired } from './expire-holds.ts'

/** The total of a booking in the smallest unit, and its code's discount, which is already taken off. */
export type BookingTotal = { readonly totalMinor: number; readonly discountMinor: number }

/**
 * Prices a booking: decides it as bookReservation would at this moment, and writes nothing, so that the person who takes the money
 * knows the total before, and whether there are places (ADR 0172).
 *
 * @throws AppError as decideBooking
 */
export async function priceBooking(
  deps: BasicDeps<'pipelines'>,
  tenant: Tenant,
  request: BookingRequest,
): Promise<BookingTotal> {
  return onceHoldsExpired(deps, tenant.id, async () => totalOf(await decide(deps, tenant, request)))
}

function decide(deps: Pick<Deps, 'pipelines' | 'now'>, tenant: Tenant, request: BookingRequest): Promise<Decision> {
  return deps.pipelines.asTenant(tenant.id, async (tx) => {
    const locked = await lockCounters(tx, [request])
    return decideBooking(await readSale(tx, tenant, [request], locked, deps.now()), request)
  })
}

function totalOf({ totalMinor, lines }: Decision): BookingTotal {
  const discountMinor = lines.reduce((sum, line) => sum + line.quantity * line.unitDiscountMinor, 0)
  return { totalMinor, discountMinor }
}
