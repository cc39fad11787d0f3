import { isRefusal } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { notedMoney } from '../audit/noted-money.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps, EnqueueDeps } from '../deps.ts'
import type { Bookings } from '../reservation/book-in-batches.ts'
import { bookReservation } from '../reservation/book-reservation.ts'
import type { AskedBooking, BookingRequest } from '../reservation/booking.ts'
import type { RepeatableRequest } from '../request/idempotency.ts'
import { type BookingTotal, priceBooking } from '../reservation/price-booking.ts'
import { findReservation } from '../reservation/reservation.queries.ts'
import { canExpire } from '../reservation/reservation.ts'
import { uncountedNetwork } from '../reservation/unconfirmed.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { payReservation } from './pay-reservation.ts'
import type { DeskMethod } from './payment.ts'
import type { ReservationWithPayments } from './reservation-with-payments.queries.ts'

type SellDeps = BasicDeps<'life' | 'enqueue'> & { readonly bookings: Bookings }

export type Sold = {
  readonly id: string
  /** The reservation as its payment left it; null when this call took no money. */
  readonly paid: ReservationWithPayments | null
}

/** A booking by staff for a visitor at the desk, or for a guest: their word for the address is enough (ADR 0154). */
export type DeskSale = Omit<AskedBooking, 'trusted' | 'unasked' | 'staff' | 'atDesk' | 'isGift'>

export const booked = (sale: DeskSale): BookingRequest => ({
  ...sale,
  network: uncountedNetwork,
  trusted: true,
  unasked: true,
  solved: false,
  staff: true,
  atDesk: true,
})

/** The total of a sale, before anybody pays. @throws AppError as bookReservation */
export async function priceSale(
  deps: BasicDeps<'pipelines'>,
  tenant: Tenant,
  { expectedMinor: _, ...sale }: DeskSale,
): Promise<BookingTotal> {
  return priceBooking(deps, tenant, booked(sale))
}

/**
 * Books and takes the money: tickets are good at once, and mailed where that is wanted. The same form sent again
 * finishes what the first began, and sells nothing twice.
 *
 * @throws AppError as bookReservation; invalid_transition (it was cancelled since)
 */
export async function sellAtDesk(
  deps: SellDeps,
  tenant: Tenant,
  actor: Actor,
  sale: DeskSale,
  { method, repeat }: { readonly method: DeskMethod; readonly repeat: RepeatableRequest },
): Promise<Sold> {
  const answer = await bookReservation(deps, tenant, booked(sale), { ...repeat, render: ({ id }) => id })
  const isNew = answer.kind === 'booked'
  const id = isNew ? answer.reservation.id : answer.response
  const isUnpaid = isNew ? canExpire(answer.reservation.status) : await isDue(deps, tenant, id)
  if (isUnpaid) return { id, paid: await payForSale(deps, tenant, actor, id, method) }
  if (isNew) await noteFreeSale(deps, tenant, actor, id)
  return { id, paid: null }
}

/** Notes a sale of which nothing had to be paid. */
async function noteFreeSale(deps: BasicDeps, tenant: Tenant, actor: Actor, id: string): Promise<void> {
  const after = { amount: notedMoney({ amountMinor: 0, currency: tenant.currency }) }
  await deps.database.asTenant(tenant.id, (tx) =>
    recordChange(tx, actor, deps.now(), 'reservation.sold', id, { after }),
  )
}

/** Pays the booking once: of two presses that both find it unpaid, one pays and the other gets null. */
export async function payForSale(
  deps: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  method: DeskMethod,
): Promise<ReservationWithPayments | null> {
  try {
    return await payReservation(deps, tenant, actor, id, { method, amountMinor: null, isSale: true })
  } catch (error) {
    const isMoved = isRefusal(error, 'invalid_transition')
    if (!isMoved || (await isDue(deps, tenant, id))) throw error
    return null
  }
}

export async function isDue(deps: Pick<Deps, 'database'>, tenant: Tenant, id: string): Promise<boolean> {
  const reservation = await deps.database.asTenant(tenant.id, (tx) => findReservation(tx, id))
  return reservation !== null && canExpire(reservation.status)
}
