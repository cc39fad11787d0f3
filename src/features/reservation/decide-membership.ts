import type { TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { type Actor, may } from '../account/actor.ts'
import { findPrice, findProduct, type Price, type Product } from '../catalog/catalog.queries.ts'
import { saleState } from '../catalog/price.ts'
import { lockPromotionalCode } from '../catalog/promotional-code.queries.ts'
import type { PromotionalCode } from '../catalog/promotional-code.ts'
import type { Deps } from '../deps.ts'
import { listUnended } from '../membership/membership.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { amountOf } from './amount.ts'
import { countAwaited, isSelf } from './awaited-memberships.ts'
import { readAwaited } from './awaited-memberships.queries.ts'
import { readLedger } from './counters.queries.ts'
import { type Discounted, requireUsable, withDiscount } from './discount.ts'
import { membershipsHeld, personalMemberships, requireMembership } from './personal-memberships.ts'
import { takePlaces } from './places.ts'

export type NewMembership = {
  /** The member's normalised address. */
  readonly email: string
  /** The member's first name; '' when nobody gave it. */
  readonly firstName: string
  readonly lastName: string
  readonly priceId: string
  /** The amount they want to pay, where it is open; null: the least. */
  readonly chosenMinor: number | null
  /** The promotional code, as normalizeCode gives it; null: none. */
  readonly promotionalCode: string | null
  /** The language of the mail to the member. */
  readonly language: Language
  /** True when the person is at the desk and pays there: what costs something is ordered, and no payment is opened online. */
  readonly atDesk: boolean
  /** The caller's network, as networkOf seals it; empty: networks are not counted. */
  readonly network: Buffer
  /** The total that somebody was shown; undefined: any total is accepted. */
  readonly expectedMinor?: number
}

/** A request as a door reads it, without networks. */
export type AskedMembership = Omit<NewMembership, 'network'>

type Offer = { readonly price: Price; readonly product: Product }

/** A membership and its price: what the code leaves of the amount. */
export type PricedMembership = Offer &
  Discounted & { readonly unitAmountMinor: number; readonly promotionalCode: PromotionalCode | null }

/**
 * Decides what a membership costs and that it may be had. The caller holds the lock of its price; that of its code is taken here.
 *
 * @throws AppError as takeMembership
 */
export async function decideMembership(
  deps: Pick<Deps, 'now'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
): Promise<PricedMembership> {
  const found = await lockCode(tx, input.promotionalCode)
  const now = deps.now()
  const offer = priced(await findMembershipOffer(tx, actor, input, now), input, found, now)
  const { price, product } = offer
  const memberships = personalMemberships(await listUnended(tx, input.email, now), now)
  // Only staff and the person themselves are told what somebody is a member of.
  const request = { email: input.email, trusted: askerOf(actor).trusted }
  const asked = { kind: product.kind, requiredMembershipId: price.requiredMembershipId }
  requireMembership({ membershipRequired: tenant.membershipRequired, memberships }, request, [asked])
  if (input.expectedMinor !== undefined && input.expectedMinor !== offer.unitAmountMinor)
    throw new AppError('amount_mismatch')
  const { email } = input
  const awaited = isSelf(askerOf(actor))
    ? countAwaited(await readAwaited(tx, { emails: [email], priceIds: [price.id] }, now), { email, priceId: price.id })
    : 0
  await requirePlace(tx, email, price, membershipsHeld(memberships, request, price) + awaited)
  return offer
}

/** Locks the code, after the counter of the price as at booking. Undefined: there is none of that text. */
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

/** @throws AppError validation_failed, permission_denied, not_on_sale */
export async function findMembershipOffer(
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
  if (price.archived || product.archived || saleState(price, now) !== 'open') throw new AppError('not_on_sale')
  return { price, product }
}

/** A person who is signed in, or a key, takes it for themselves, or as staff for anybody: findMembershipOffer refuses the rest. */
export function askerOf(actor: Actor): { readonly trusted: boolean; readonly staff: boolean } {
  return { trusted: actor.kind !== 'anonymous', staff: may(actor, 'membership:write') }
}

/** The place of one thing that makes no ticket. */
export function placeOf(priceId: string) {
  return { priceId, makesTickets: false, quantity: 1 }
}

/** Takes a place at no event: its price is counted as a whole, as for a booked membership. `has`: how many the person has. */
async function requirePlace(tx: TenantTx, email: string, price: Price, has: number): Promise<void> {
  const ledger = await readLedger(tx, { eventId: nilUuid, email, priceIds: [price.id], seats: [] })
  takePlaces(ledger, {
    eventId: nilUuid,
    capacity: null,
    email,
    lines: [{ ...placeOf(price.id), stock: price.stock, maxPerUser: price.maxPerUser, has }],
    seats: [],
  })
}
