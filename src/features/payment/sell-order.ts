import type { Actor } from '../account/actor.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import type { RepeatableRequest } from '../request/idempotency.ts'
import type { AskedOrder } from '../reservation/decide-order.ts'
import type { BookingTotal } from '../reservation/price-booking.ts'
import { priceOrder } from '../reservation/price-order.ts'
import { getReservation } from '../reservation/reservation.queries.ts'
import { refusedMove } from '../reservation/reservation.ts'
import { type TakenOrder, takeOrderOnce } from '../reservation/take-order.ts'
import { uncountedNetwork } from '../reservation/unconfirmed.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { DeskMethod } from './payment.ts'
import { isDue, payForSale } from './sell-at-desk.ts'

/** What staff sells at no event, to the person at the desk. */
export type DeskOrder = Omit<AskedOrder, 'atDesk'>

/** What was sold, as it is kept for a caller who sends the same form again: a membership granted at once, or a reservation. */
export type SoldOrder = { readonly kind: TakenOrder['kind']; readonly id: string }

const desk = { atDesk: true, network: uncountedNetwork } as const

const soldOf = (taken: TakenOrder): SoldOrder =>
  taken.kind === 'granted' ? { kind: 'granted', id: taken.membership.id } : { kind: 'ordered', id: taken.id }

/** Finds the price of a sale before anybody pays. @throws AppError as takeOrderOnce */
export async function priceOrderSale(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { expectedMinor: _, ...order }: DeskOrder,
): Promise<BookingTotal> {
  return priceOrder(deps, tenant, actor, { ...order, ...desk })
}

/**
 * Sells what is at no event: ordered and paid, as any sale at the desk is (ADR 0154, ADR 0159). The same form sent again finishes what
 * the first began.
 *
 * @throws AppError as takeOrderOnce; invalid_transition (the order was cancelled since)
 */
export async function sellOrder(
  deps: BasicDeps<'life' | 'enqueue' | 'urls' | 'secrets' | 'openPayments'>,
  tenant: Tenant,
  actor: Actor,
  order: DeskOrder,
  { method, repeat }: { readonly method: DeskMethod; readonly repeat: RepeatableRequest },
): Promise<SoldOrder> {
  const answer = await takeOrderOnce(
    deps,
    tenant,
    actor,
    { ...order, ...desk },
    {
      repeatable: { ...repeat, render: (taken) => ({ statusCode: 201, response: JSON.stringify(soldOf(taken)) }) },
      admit: async () => undefined,
    },
  )
  const sold = answer.kind === 'taken' ? soldOf(answer.taken) : (JSON.parse(answer.response) as SoldOrder)
  if (sold.kind === 'granted') return sold
  const paid = (await isDue(deps, tenant, sold.id)) ? await payForSale(deps, tenant, actor, sold.id, method) : null
  // Nothing is due of what another press paid, nor of what was cancelled.
  if (paid === null) await requireUncancelled(deps, tenant, sold.id)
  return sold
}

/** @throws AppError invalid_transition (the order was cancelled: nobody has what it was for) */
export async function requireUncancelled(deps: Pick<Deps, 'database'>, tenant: Tenant, id: string): Promise<void> {
  const order = await deps.database.asTenant(tenant.id, (tx) => getReservation(tx, id))
  if (order.status === 'cancelled') throw refusedMove(order, 'paid')
}
