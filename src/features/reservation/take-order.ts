import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { changeUses } from '../catalog/promotional-code.queries.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { grantMembership } from '../membership/grant-membership.ts'
import { findMembership, type Membership } from '../membership/membership.queries.ts'
import { numberMember } from '../membership/number-member.ts'
import { tellMember } from '../membership/tell-member.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { changeCounters, createPersonCounter, lockWholePrice } from './counters.queries.ts'
import { askerOf, decideOrder, findOffer, type NewOrder, type PricedOrder, placeOf } from './decide-order.ts'
import { onceHoldsExpired } from './expire-holds.ts'
import { type KeptAnswer, type KeyClaim, keepAnswer } from '../request/idempotency.queries.ts'
import { keyLifeMs, type Repeated, type RepeatableRequest, unlessAnswered } from '../request/idempotency.ts'
import { tellOfOrder } from './told-bookings.ts'
import { writeOrder } from './write-order.ts'
import type { ReservationStatus } from './reservation.ts'

/** An order is a reservation at no event: once it is paid or confirmed it grants the membership, or puts money on the card. */
export type TakenOrder =
  | { readonly kind: 'granted'; readonly membership: Membership }
  | {
      readonly kind: 'ordered'
      readonly id: string
      readonly status: ReservationStatus
      readonly paysOnline: boolean
      readonly amountMinor: number
      /** The discount of the code, already taken off. */
      readonly discountMinor: number
      readonly promotionalCode: string | null
    }

export type OrderAnswer = { readonly kind: 'taken'; readonly taken: TakenOrder } | Repeated

/** A request that names an Idempotency-Key, and the answer that its repeat gets. */
export type RepeatableOrder = RepeatableRequest & { readonly render: (taken: TakenOrder) => KeptAnswer }

type Repeat = Pick<RepeatableOrder, 'render'> & { readonly claim: KeyClaim }

type TakeDeps = BasicDeps<'enqueue' | 'urls' | 'secrets' | 'openPayments'>

/**
 * Takes an order at no event: of a membership (ADR 0100) or a top-up (ADR 0263). Staff records a membership at any price, and a person
 * signed in takes a free one for themselves: granted at once. Everything else is ordered: what costs something is to be paid, what is
 * free confirmed by mail; for a stranger both are held for half an hour until the address is confirmed. Stock, personal maximum,
 * required membership, amount and promotional code are as for what is booked, and all are counted together; the maximum of memberships
 * of a person who is not signed in is decided when they are paid or confirmed (ADR 0053).
 *
 * @throws AppError category_rule, validation_failed (no such price here, the amount, the code, the card), permission_denied,
 *   not_on_sale, membership_required, promotional_code_used_up, max_per_user, sold_out, amount_mismatch, too_many_unconfirmed
 */
export async function takeOrder(
  deps: TakeDeps,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
  repeat: Repeat | null = null,
): Promise<TakenOrder> {
  requireSelling(tenant)
  return onceHoldsExpired(deps, tenant.id, () => takeOnce(deps, tenant, actor, input, repeat))
}

/**
 * Takes an order of a caller who may ask twice: once per key (`unlessAnswered`).
 *
 * @param admit called before a place is taken, and not for a repeat; what it throws refuses the order
 * @throws AppError as takeOrder; idempotency_mismatch, idempotency_conflict
 */
export async function takeOrderOnce(
  deps: TakeDeps & Pick<Deps, 'life'>,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
  { repeatable, admit }: { readonly repeatable: RepeatableOrder | null; readonly admit: () => Promise<void> },
): Promise<OrderAnswer> {
  requireSelling(tenant)
  return unlessAnswered(deps, tenant.id, repeatable, async (claim) => {
    const repeat = claim && repeatable && { claim, render: repeatable.render }
    await admit()
    return { kind: 'taken', taken: await takeOrder(deps, tenant, actor, input, repeat) }
  })
}

function takeOnce(
  deps: TakeDeps,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
  repeat: Repeat | null,
): Promise<TakenOrder> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    // Somebody who may not take it at all must neither wait in line nor make a counter.
    await findOffer(tx, actor, input, deps.now())
    await lockWholePrice(tx, input.priceId)
    const offer = await decideOrder(deps, tx, tenant, actor, input)
    await takePlace(tx, input)
    await tellOfOrder(tx, offer.price, deps.now())
    if (!(await changeUses(tx, [offer.promotionalCode?.id ?? null], 1))) throw new AppError('promotional_code_used_up')
    const taken = await grantOrOrder(deps, tx, tenant, actor, input, offer)
    if (repeat === null) return taken
    if (!(await keepAnswer(tx, repeat.claim, repeat.render(taken)))) throw new AppError('idempotency_conflict')
    await noteDue(tx, 'holds', new Date(deps.now().getTime() + keyLifeMs))
    return taken
  })
}

async function grantOrOrder(
  deps: TakeDeps,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
  offer: PricedOrder,
): Promise<TakenOrder> {
  const { price, product, promotionalCode, unitAmountMinor, unitDiscountMinor } = offer
  const now = deps.now()
  const isFreeForSelf = actor.kind === 'account' && unitAmountMinor === 0
  const { staff: isStaff } = askerOf(actor, input.kind)
  const isGranted = input.kind === 'membership' && (isFreeForSelf || isStaff)
  if (!isGranted || (input.atDesk && unitAmountMinor > 0))
    return {
      kind: 'ordered',
      ...(await writeOrder(deps, tx, tenant, actor, input, offer)),
      amountMinor: unitAmountMinor,
      discountMinor: unitDiscountMinor,
      promotionalCode: promotionalCode?.code ?? null,
    }
  const id = await grantMembership(tx, {
    ...input,
    productId: product.id,
    maxPerUser: price.maxPerUser,
    period: price.membershipPeriod,
    amountMinor: unitAmountMinor,
    discountMinor: unitDiscountMinor,
    promotionalCodeId: promotionalCode?.id ?? null,
    reservationId: null,
    timeZone: tenant.timeZone,
    now,
  })
  await numberMember(tx, input.email, now)
  const membership = await findMembership(tx, id)
  if (!membership) throw new Error('the membership just granted is missing')
  await tellMember(deps, tx, tenant, membership, { language: input.language, unasked: !isFreeForSelf })
  if (isStaff) await recordChange(tx, actor, now, 'membership.granted', id)
  return { kind: 'granted', membership }
}

async function takePlace(tx: TenantTx, { email, priceId }: NewOrder): Promise<void> {
  if (email !== '') await createPersonCounter(tx, email, priceId)
  await changeCounters(tx, [{ ...placeOf(priceId), eventId: nilUuid, countedEventId: nilUuid, email, delta: 1 }])
}
