import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { notedMoney } from '../audit/noted-money.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Bookings } from '../reservation/book-in-batches.ts'
import { bookReservation } from '../reservation/book-reservation.ts'
import { type AskedBooking, type BookingRequest, uncountedNetwork } from '../reservation/booking.ts'
import type { RepeatableRequest } from '../reservation/idempotency.ts'
import { type Reckoned, reckonBooking } from '../reservation/reckon-booking.ts'
import { findReservation } from '../reservation/reservation.queries.ts'
import { canExpire } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { payReservation } from './pay-reservation.ts'
import type { DeskMethod } from './payment.ts'

type SellDeps = Pick<Deps, 'database' | 'now' | 'life' | 'enqueue'> & { readonly bookings: Bookings }

/** What staff books for whoever stands before them, or is invited: their word for the address is enough (ADR 0154). */
export type DeskSale = Omit<AskedBooking, 'trusted' | 'staff' | 'atDesk'>

const booked = (sale: DeskSale): BookingRequest => ({
  ...sale,
  network: uncountedNetwork,
  trusted: true,
  staff: true,
  atDesk: true,
})

/** What a sale comes to, before anybody pays. @throws AppError as bookReservation */
export async function reckonSale(
  deps: Pick<Deps, 'database' | 'pipelines' | 'now'>,
  tenant: Tenant,
  { expectedMinor: _, ...sale }: DeskSale,
): Promise<Reckoned> {
  return reckonBooking(deps, tenant, booked(sale))
}

/**
 * Books and takes the money: tickets are good at once, and mailed where that is wanted. The same form sent again
 * finishes what the first began, and sells nothing twice.
 *
 * @returns the id of the reservation
 * @throws AppError as bookReservation; invalid_transition (it was cancelled since)
 */
export async function sellAtDesk(
  deps: SellDeps,
  tenant: Tenant,
  actor: Actor,
  sale: DeskSale,
  { method, repeat }: { readonly method: DeskMethod; readonly repeat: RepeatableRequest },
): Promise<string> {
  const answer = await bookReservation(deps, tenant, booked(sale), { ...repeat, render: ({ id }) => id })
  const id = answer.kind === 'booked' ? answer.reservation.id : answer.response
  if (await isDue(deps, tenant, id)) await payForSale(deps, tenant, actor, id, method)
  else if (answer.kind === 'booked') await noteFreeSale(deps, tenant, actor, id)
  return id
}

/** Nothing of it had to be paid. */
async function noteFreeSale(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
): Promise<void> {
  const after = { amount: notedMoney({ amountMinor: 0, currency: tenant.currency }) }
  await deps.database.asTenant(tenant.id, (tx) =>
    recordChange(tx, actor, deps.now(), { action: 'reservation.sold', subjectId: id, after }),
  )
}

/** Of two presses that both found it unpaid, one pays; to the other that is as good. */
export async function payForSale(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  method: DeskMethod,
): Promise<void> {
  try {
    await payReservation(deps, tenant, actor, id, { method, amountMinor: null, isSale: true })
  } catch (error) {
    const isMoved = error instanceof AppError && error.code === 'invalid_transition'
    if (!isMoved || (await isDue(deps, tenant, id))) throw error
  }
}

export async function isDue(deps: Pick<Deps, 'database'>, tenant: Tenant, id: string): Promise<boolean> {
  const reservation = await deps.database.asTenant(tenant.id, (tx) => findReservation(tx, id))
  return reservation !== null && canExpire(reservation.status)
}
