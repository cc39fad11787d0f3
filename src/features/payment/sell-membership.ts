import type { Actor } from '../account/actor.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { listMembershipsOfReservation } from '../membership/membership.queries.ts'
import type { AskedOrder } from '../reservation/decide-order.ts'
import type { RepeatableRequest } from '../request/idempotency.ts'
import type { BookingTotal } from '../reservation/price-booking.ts'
import { priceOrder } from '../reservation/price-order.ts'
import { type TakenOrder, takeOrderOnce } from '../reservation/take-order.ts'
import { uncountedNetwork } from '../reservation/unconfirmed.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { DeskMethod } from './payment.ts'
import { isDue, payForSale } from './sell-at-desk.ts'

/** The membership taken, as it is kept for a caller who sends the same form again. */
type Kept = { readonly kind: TakenOrder['kind']; readonly id: string }

const keptOf = (taken: TakenOrder): Kept =>
  taken.kind === 'granted' ? { kind: 'granted', id: taken.membership.id } : { kind: 'ordered', id: taken.id }

/** The membership that staff asks for, for the person at the desk. */
export type DeskMembership = Omit<AskedOrder, 'kind' | 'cardNumber' | 'atDesk'>

const desk = { kind: 'membership', cardNumber: null, atDesk: true, network: uncountedNetwork } as const

/** Finds the price of a membership before anybody pays. @throws AppError as takeOrderOnce */
export async function priceMembershipSale(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { expectedMinor: _, ...wanted }: DeskMembership,
): Promise<BookingTotal> {
  return priceOrder(deps, tenant, actor, { ...wanted, ...desk })
}

/**
 * Makes a person at the desk a member, or prolongs their membership. One that costs something is ordered and paid, as any sale at
 * the desk is (ADR 0154, ADR 0159); a free one is granted at once. The same form sent again finishes what the first began.
 *
 * @returns the id of the membership
 * @throws AppError as takeOrderOnce; invalid_transition (the order was cancelled since)
 */
export async function sellMembership(
  deps: Pick<Deps, 'database' | 'now' | 'life' | 'enqueue' | 'urls' | 'secrets' | 'openPayments'>,
  tenant: Tenant,
  actor: Actor,
  wanted: DeskMembership,
  { method, repeat }: { readonly method: DeskMethod; readonly repeat: RepeatableRequest },
): Promise<string> {
  const answer = await takeOrderOnce(
    deps,
    tenant,
    actor,
    { ...wanted, ...desk },
    {
      repeatable: { ...repeat, render: (taken) => ({ statusCode: 201, response: JSON.stringify(keptOf(taken)) }) },
      admit: async () => undefined,
    },
  )
  const { kind, id } = answer.kind === 'taken' ? keptOf(answer.taken) : (JSON.parse(answer.response) as Kept)
  if (kind === 'granted') return id
  if (await isDue(deps, tenant, id)) await payForSale(deps, tenant, actor, id, method)
  const [membership] = await deps.database.asTenant(tenant.id, (tx) => listMembershipsOfReservation(tx, id))
  if (!membership) throw new Error('a membership that was paid is missing')
  return membership.id
}
