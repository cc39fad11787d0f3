import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { listMembershipsOfReservation } from '../membership/membership.queries.ts'
import type { RepeatableRequest } from '../request/idempotency.ts'
import type { BookingTotal } from '../reservation/price-booking.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { DeskMethod } from './payment.ts'
import { type DeskOrder, priceOrderSale, requireUncancelled, sellOrder } from './sell-order.ts'

/** The membership that staff asks for, for the person at the desk. */
export type DeskMembership = Omit<DeskOrder, 'kind' | 'cardNumber'>

const asked = { kind: 'membership', cardNumber: null } as const

/** Finds the price of a membership before anybody pays. @throws AppError as takeOrderOnce */
export async function priceMembershipSale(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  wanted: DeskMembership,
): Promise<BookingTotal> {
  return priceOrderSale(deps, tenant, actor, { ...wanted, ...asked })
}

/**
 * Makes a person at the desk a member, or prolongs their membership. One that costs something is ordered and paid; a free one is
 * granted at once.
 *
 * @returns the id of the membership
 * @throws AppError as sellOrder
 */
export async function sellMembership(
  deps: BasicDeps<'life' | 'enqueue' | 'urls' | 'secrets' | 'openPayments'>,
  tenant: Tenant,
  actor: Actor,
  wanted: DeskMembership,
  payment: { readonly method: DeskMethod; readonly repeat: RepeatableRequest },
): Promise<string> {
  const { kind, id } = await sellOrder(deps, tenant, actor, { ...wanted, ...asked }, payment)
  if (kind === 'granted') return id
  const [membership] = await deps.database.asTenant(tenant.id, (tx) => listMembershipsOfReservation(tx, id))
  if (membership) return membership.id
  await requireUncancelled(deps, tenant, id)
  throw new Error('a membership that was paid is missing')
}
