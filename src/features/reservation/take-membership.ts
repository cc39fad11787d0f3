import type { TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { type Actor, may } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { creditMembership } from '../card/credit-purchase.ts'
import { findPrice, findProduct, type Price, type Product } from '../catalog/catalog.queries.ts'
import { saleState } from '../catalog/price.ts'
import { changeUses, lockPromotionalCode } from '../catalog/promotional-code.queries.ts'
import type { PromotionalCode } from '../catalog/promotional-code.ts'
import type { Deps } from '../deps.ts'
import { grantMembership } from '../membership/grant-membership.ts'
import { findMembership, listUnended, type Membership } from '../membership/membership.queries.ts'
import { numberMember } from '../membership/number-member.ts'
import { tellMember } from '../membership/tell-member.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { amountOf } from './amount.ts'
import { changeCounters, createPersonCounter, lockWholePrice, readLedger } from './counters.queries.ts'
import { type Discounted, requireUsable, withDiscount } from './discount.ts'
import { expireDueHolds } from './expire-holds.ts'
import { type KeptAnswer, type KeyClaim, keepAnswer } from './idempotency.queries.ts'
import { giveUpClaim, type RepeatableRequest, takeKey } from './idempotency.ts'
import { orderMembership } from './order-membership.ts'
import { membershipsHeld, personalMemberships, requireMembership } from './personal-memberships.ts'
import { lacksPlaces, takePlaces } from './places.ts'
import type { ReservationStatus } from './reservation.ts'

export type NewMembership = {
  /** Normalised. */
  readonly email: string
  /** Of the member; '' when it was not said. */
  readonly firstName: string
  readonly lastName: string
  readonly priceId: string
  /** What they want to pay, where the amount is open; null: the least. */
  readonly chosenMinor: number | null
  /** As normalizeCode gives it; null: none. */
  readonly promotionalCode: string | null
  /** Of the mail to the member. */
  readonly language: Language
  /** Somebody stands at the desk and pays there: what costs something is ordered, and no payment is opened online. */
  readonly atDesk: boolean
}

/** An order is a reservation at no event: it grants the membership once it is paid or confirmed. */
export type TakenMembership =
  | { readonly kind: 'granted'; readonly membership: Membership }
  | {
      readonly kind: 'ordered'
      readonly id: string
      readonly status: ReservationStatus
      readonly paysOnline: boolean
      readonly amountMinor: number
      /** What the code took off before. */
      readonly discountMinor: number
      readonly promotionalCode: string | null
    }

/** What was done, or what was answered when the same key and body came before. */
export type MembershipAnswer =
  | { readonly kind: 'taken'; readonly taken: TakenMembership }
  | ({ readonly kind: 'repeated' } & KeptAnswer)

/** A request that names an Idempotency-Key, and the answer that a repeat of it gets. */
export type RepeatableMembership = RepeatableRequest & {
  readonly render: (taken: TakenMembership) => KeptAnswer
}

type Repeat = Pick<RepeatableMembership, 'render'> & { readonly claim: KeyClaim }

type TakeDeps = Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>

/**
 * A membership taken alone (decisions, section 4). Staff records one at any price, and a person signed in takes a free one
 * for themselves: granted at once. Everybody else orders: what costs something is to be paid, what is free confirmed by
 * mail. Stock, personal maximum, required membership, amount and promotional code hold as for one that is booked, and all are
 * counted together; the maximum of a person who is not signed in is decided when it is paid or confirmed (ADR 0053).
 *
 * @throws AppError category_rule, validation_failed (no membership price here, the amount, the code), permission_denied,
 *   not_on_sale, membership_required, promotional_code_used_up, max_per_user, sold_out
 */
export async function takeMembership(
  deps: TakeDeps,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
  repeat: Repeat | null = null,
): Promise<TakenMembership> {
  requireSelling(tenant)
  const take = () => takeOnce(deps, tenant, actor, input, repeat)
  try {
    return await take()
  } catch (error) {
    // As at booking: what expired holds still occupy is given back when somebody needs it.
    if (!lacksPlaces(error) || (await expireDueHolds(deps, tenant.id)) === 0) throw error
    return take()
  }
}

/**
 * The same for who may ask twice: with a key a repeat within 24 hours gets the first answer. What was refused is not kept.
 *
 * @param admit asked before a place is taken, and not for a repeat; what it throws refuses the membership
 * @throws AppError as takeMembership; idempotency_mismatch, idempotency_conflict
 */
export async function takeMembershipOnce(
  deps: TakeDeps & Pick<Deps, 'life'>,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
  {
    repeatable,
    admit,
  }: { readonly repeatable: RepeatableMembership | null; readonly admit: () => Promise<void> },
): Promise<MembershipAnswer> {
  requireSelling(tenant)
  const key = repeatable && (await takeKey(deps, tenant.id, repeatable))
  if (key?.kind === 'answered')
    return { kind: 'repeated', statusCode: key.statusCode, response: key.response }
  const repeat = key && repeatable && { claim: key.claim, render: repeatable.render }
  try {
    await admit()
    return { kind: 'taken', taken: await takeMembership(deps, tenant, actor, input, repeat) }
  } catch (error) {
    if (key) await giveUpClaim(deps, tenant.id, key.claim)
    throw error
  }
}

function takeOnce(
  deps: TakeDeps,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
  repeat: Repeat | null,
): Promise<TakenMembership> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    // Who may not take it at all must neither wait in line nor make a counter.
    await findOffer(tx, actor, input, deps.now())
    await lockWholePrice(tx, input.priceId)
    const found = await lockCode(tx, input.promotionalCode)
    const now = deps.now()
    const offer = priced(await findOffer(tx, actor, input, now), input, found, now)
    const { price, product, promotionalCode } = offer
    const memberships = personalMemberships(await listUnended(tx, input.email, now), now)
    // Of staff, or of the person themselves; nobody else is told what somebody is a member of.
    const request = { email: input.email, trusted: actor.kind !== 'anonymous' }
    const asked = { kind: product.kind, requiredMembershipId: price.requiredMembershipId }
    requireMembership({ membershipRequired: tenant.membershipRequired, memberships }, request, [asked])
    await takePlace(tx, input.email, price, membershipsHeld(memberships, request, price))
    if (!(await changeUses(tx, [promotionalCode?.id ?? null], 1)))
      throw new AppError('promotional_code_used_up')
    const taken = await grantOrOrder(deps, tx, tenant, actor, input, offer)
    if (repeat !== null && !(await keepAnswer(tx, repeat.claim, repeat.render(taken))))
      throw new AppError('idempotency_conflict')
    return taken
  })
}

type Offer = { readonly price: Price; readonly product: Product }

/** At what it is had: what the code leaves of the amount. */
export type PricedMembership = Offer &
  Discounted & {
    readonly unitAmountMinor: number
    readonly promotionalCode: PromotionalCode | null
  }

/** After the counter of the price, as at booking. Undefined: there is none of that text. */
async function lockCode(tx: TenantTx, text: string | null): Promise<PromotionalCode | null | undefined> {
  return text === null ? null : lockPromotionalCode(tx, text)
}

/** @throws AppError validation_failed, promotional_code_used_up */
function priced(
  offer: Offer,
  { chosenMinor }: NewMembership,
  found: PromotionalCode | null | undefined,
  now: Date,
): PricedMembership {
  const promotionalCode = found === null ? null : requireUsable(found, now)
  const { price, product } = offer
  const asked = {
    price: { ...price, kind: product.kind },
    unitAmountMinor: amountOf(price, { chosenMinor, field: 'custom_amount' }),
  }
  const [line] = withDiscount([asked], promotionalCode)
  if (!line) throw new Error('a membership is one line')
  const { unitAmountMinor, unitDiscountMinor } = line
  return { ...offer, promotionalCode, unitAmountMinor, unitDiscountMinor }
}

async function grantOrOrder(
  deps: TakeDeps,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
  offer: PricedMembership,
): Promise<TakenMembership> {
  const { price, product, promotionalCode, unitAmountMinor, unitDiscountMinor } = offer
  const now = deps.now()
  const isFreeForSelf = actor.kind === 'account' && unitAmountMinor === 0
  const isStaff = may(actor, 'membership:write')
  if ((input.atDesk && unitAmountMinor > 0) || (!isFreeForSelf && !isStaff))
    return {
      kind: 'ordered',
      ...(await orderMembership(deps, tx, tenant, input, offer)),
      ...{ amountMinor: unitAmountMinor, discountMinor: unitDiscountMinor },
      promotionalCode: promotionalCode?.code ?? null,
    }
  const id = await grantMembership(tx, {
    ...input,
    productId: product.id,
    maxPerUser: price.maxPerUser,
    period: price.membershipPeriod,
    ...{ amountMinor: unitAmountMinor, discountMinor: unitDiscountMinor },
    promotionalCodeId: promotionalCode?.id ?? null,
    reservationId: null,
    timeZone: tenant.timeZone,
    now,
  })
  if (product.sendToCashless)
    await creditMembership(tx, { email: input.email, amountMinor: unitAmountMinor }, now)
  await numberMember(tx, input.email, now)
  const membership = await findMembership(tx, id)
  if (!membership) throw new Error('the membership just granted is missing')
  await tellMember(deps, tx, tenant, membership, input.language)
  if (isStaff) await recordChange(tx, actor, now, { action: 'membership.granted', subjectId: id })
  return { kind: 'granted', membership }
}

async function findOffer(
  tx: TenantTx,
  actor: Actor,
  { email, priceId }: NewMembership,
  now: Date,
): Promise<Offer> {
  const isStaff = may(actor, 'membership:write')
  const price = await findPrice(tx, priceId)
  const product = price && (await findProduct(tx, price.productId))
  if (!price || product?.kind !== 'membership' || !(isStaff || (product.published && !price.archived)))
    throw fieldError('price', 'unknown_membership_price')
  const isForAnother = actor.kind === 'account' && actor.email !== email
  if (!isStaff && (actor.kind === 'api_key' || isForAnother)) throw new AppError('permission_denied')
  if (price.archived || product.archived || saleState(price, now) !== 'open')
    throw new AppError('not_on_sale')
  return { price, product }
}

/** It belongs to no event: its price is counted as a whole, as that of a booked one is. `has`: of those that the person has. */
async function takePlace(tx: TenantTx, email: string, price: Price, has: number): Promise<void> {
  const line = { priceId: price.id, makesTickets: false, quantity: 1 }
  const ledger = await readLedger(tx, { eventId: nilUuid, email, priceIds: [price.id], seats: [] })
  takePlaces(ledger, {
    eventId: nilUuid,
    capacity: null,
    email,
    lines: [{ ...line, stock: price.stock, maxPerUser: price.maxPerUser, has }],
    seats: [],
  })
  await createPersonCounter(tx, email, price.id)
  await changeCounters(tx, [{ ...line, eventId: nilUuid, countedEventId: nilUuid, email, delta: 1 }])
}
