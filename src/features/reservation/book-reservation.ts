import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { Bookings, PendingBooking } from './book-in-batches.ts'
import type { BookingRequest } from './booking.ts'
import { giveUpClaim, type RepeatableRequest, takeKey } from './idempotency.ts'
import type { ReservationView } from './reservation.queries.ts'

export type BookingAnswer =
  | { readonly kind: 'booked'; readonly reservation: ReservationView }
  /** The same key and body came before: what was answered then, word for word. */
  | { readonly kind: 'repeated'; readonly statusCode: number; readonly response: string }

/** A request that names an Idempotency-Key, and the body its answer will have. */
export type RepeatableBooking = RepeatableRequest & { readonly render: (reservation: ReservationView) => string }

/** What whoever asks has shown, beyond what the request says of them. */
export type Admission = Partial<Pick<BookingRequest, 'trusted' | 'solved' | 'byKey'>>

type BookDeps = Pick<Deps, 'database' | 'now' | 'life'> & { readonly bookings: Bookings }

/**
 * Books, or refuses and writes nothing. With a key a repeat within 24 hours gets the first answer; only what was written
 * is kept, so a refused booking may be tried again with the same key.
 *
 * @param admit asked before places are taken, and not for a repeat; what it throws refuses the booking, what it answers is believed
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
  const book = async (repeat: PendingBooking['repeat']) =>
    deps.bookings.add(tenant, { request: { ...request, ...(await admit?.()) }, repeat })
  if (!repeatable) return { kind: 'booked', reservation: await book(null) }
  const taken = await takeKey(deps, tenant.id, repeatable)
  if (taken.kind === 'answered') return { kind: 'repeated', statusCode: taken.statusCode, response: taken.response }
  try {
    const repeat = { claim: taken.claim, render: repeatable.render }
    return { kind: 'booked', reservation: await book(repeat) }
  } catch (error) {
    await giveUpClaim(deps, tenant.id, taken.claim)
    throw error
  }
}
