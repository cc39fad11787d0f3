import type { BasicDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { Bookings } from './book-in-batches.ts'
import type { BookingRequest } from './booking.ts'
import { type Repeated, type RepeatableRequest, unlessAnswered } from '../request/idempotency.ts'
import type { ReservationView } from './reservation.queries.ts'

export type BookingAnswer = { readonly kind: 'booked'; readonly reservation: ReservationView } | Repeated

/** A request that names an Idempotency-Key, and the body its answer will have. */
export type RepeatableBooking = RepeatableRequest & { readonly render: (reservation: ReservationView) => string }

/** What the caller has shown, beyond what the request says. */
export type Admission = Partial<Pick<BookingRequest, 'trusted' | 'solved' | 'byKey'>>

type BookDeps = BasicDeps<'life'> & { readonly bookings: Bookings }

/**
 * Books, or refuses and writes nothing; with a key once (`unlessAnswered`).
 *
 * @param admit called before places are taken, and not for a repeat; what it throws refuses the booking, what it returns is believed
 * @throws AppError category_rule; as decideBooking; idempotency_mismatch, idempotency_conflict
 */
export async function bookReservation(
  deps: BookDeps,
  tenant: Tenant,
  request: BookingRequest,
  repeatable: RepeatableBooking | null,
  admit: (() => Promise<Admission>) | null = null,
): Promise<BookingAnswer> {
  requireSelling(tenant)
  return unlessAnswered(deps, tenant.id, repeatable, async (claim) => {
    const repeat = claim && repeatable && { claim, render: repeatable.render }
    const admitted = { ...request, ...(await admit?.()) }
    return { kind: 'booked', reservation: await deps.bookings.add(tenant, { request: admitted, repeat }) }
  })
}
