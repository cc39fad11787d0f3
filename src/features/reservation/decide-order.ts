import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { type Actor, may } from '../account/actor.ts'
import type { Permission } from '../account/permission.ts'
import { findPrice, findProduct, type Price, type Product } from '../catalog/catalog.queries.ts'
import { saleState } from '../catalog/price.ts'
import type { OrderKind } from '../catalog/product.ts'
import { lockPromotionalCode } from '../catalog/promotional-code.queries.ts'
import type { PromotionalCode } from '../catalog/promotional-code.ts'
import type { Deps } from '../deps.ts'
import { findCardToTopUp, isCardOf } from '../card/card.queries.ts'
import { listUnended } from '../membership/membership.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { amountOf } from './amount.ts'
import { countAwaited, isSelf } from './awaited-memberships.ts'
import { readAwaited } from './awaited-memberships.queries.ts'
import { readLedger } from './counters.queries.ts'
import { type Discounted, requireUsable, withDiscount } from './discount.ts'
import { lockPerson, readKnown } from './known-places.statements.ts'
import { countKnown } from './known-places.ts'
import {
  membershipsHeld,
  type PersonalMemberships,
  personalMemberships,
  requireMembership,
} from './personal-memberships.ts'
import { takePlaces } from './places.ts'

/** What is ordered at no event, one of it: a membership for the person of the address, or money for a card. */
export type NewOrder = {
  readonly kind: OrderKind
  /** The normalised address of the person who orders, who is the member; '' of a top-up for a card that is held at the desk. */
  readonly email: string
  /** The member's first name; '' when nobody gave it. */
  readonly firstName: string
  readonly lastName: string
  /** The number of the card that a top-up is for, as normalizeNumber gives it; null: the cards of the address. */
  readonly cardNumber: string | null
  readonly priceId: string
  /** The amount they want to pay, where it is open; null: the least. */
  readonly chosenMinor: number | null
  /** The promotional code, as normalizeCode gives it; null: none. */
  readonly promotionalCode: string | null
  /** The language of its mails. */
  readonly language: Language
  /** True when the person is at the desk and pays there: what costs something is ordered, and no payment is opened online. */
  readonly atDesk: boolean
  /** The caller's network, as networkOf seals it; empty: networks are not counted. */
  readonly network: Buffer
  /** The total that somebody was shown; undefined: any total is accepted. */
  readonly expectedMinor?: number
  /** To which page of one of the organisation's sites its own page leads back; programs alone say one. */
  readonly returnUrl?: string | null
}

/** A request as a door reads it, without networks. */
export type AskedOrder = Omit<NewOrder, 'network'>

type Offer = { readonly price: Price; readonly product: Product }

/** What is ordered and its price: what the code leaves of the amount. */
export type PricedOrder = Offer &
  Discounted & {
    readonly unitAmountMinor: number
    readonly promotionalCode: PromotionalCode | null
    /** The card that is topped up; null: the cards of the address, or a membership. */
    readonly cardId: string | null
  }

/**
 * Decides what an order costs and that it may be had. The caller holds the lock of its price; that of its code is taken here.
 *
 * @throws AppError as takeOrder
 */
export async function decideOrder(
  deps: Pick<Deps, 'now'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
): Promise<PricedOrder> {
  if (input.email === '' && input.cardNumber === null)
    throw fieldError('email', input.kind === 'membership' ? 'member_email_needed' : 'top_up_email_needed')
  const found = await lockCode(tx, input.promotionalCode)
  const now = deps.now()
  const offer = priced(await findOffer(tx, actor, input, now), input, found, now)
  const { price, product } = offer
  const asker = askerOf(actor, input.kind)
  const cardId = await findCard(tx, input, isSelf(asker))
  // Of nobody's address are those who were erased.
  const held = input.email === '' ? [] : await listUnended(tx, input.email, now)
  const memberships = personalMemberships(held, now)
  // Only staff and the person themselves are told what somebody is a member of.
  const request = { email: input.email, trusted: asker.trusted }
  const asked = { id: price.id, kind: product.kind, requiredMembershipId: price.requiredMembershipId }
  requireMembership({ membershipRequired: tenant.membershipRequired, memberships }, request, [asked])
  if (input.expectedMinor !== undefined && input.expectedMinor !== offer.unitAmountMinor)
    throw new AppError('amount_mismatch', { amountMinor: offer.unitAmountMinor })
  await requirePlace(tx, input.email, price, await countHad(tx, input, { asker, price, memberships, now }))
  return { ...offer, cardId }
}

type Person = {
  readonly asker: ReturnType<typeof askerOf>
  readonly price: Price
  readonly memberships: PersonalMemberships
  readonly now: Date
}

/** Counts how many the person has, towards the personal maximum; null: as many as the counters say (ADR 0053). */
async function countHad(
  tx: TenantTx,
  { kind, email }: NewOrder,
  { asker, price, memberships, now }: Person,
): Promise<number | null> {
  const of = { email, priceId: price.id }
  if (kind === 'membership') {
    const held = membershipsHeld(memberships, { email, trusted: asker.trusted }, price)
    if (!isSelf(asker)) return held
    return held + countAwaited(await readAwaited(tx, { emails: [email], priceIds: [price.id] }, now), of)
  }
  if (!isSelf(asker)) return null
  // Meanwhile nobody confirms or pays what strangers hold in their name.
  await lockPerson(tx, email)
  return countKnown(await readKnown(tx, { email, priceIds: [price.id], eventId: nilUuid }), { ...of, eventId: nilUuid })
}

/**
 * Finds the card that is named. A blocked one is refused like one that there is none of: whoever has only its number is told nothing.
 *
 * @returns null where none was named, or one of the person's own: what is theirs lies under their address, whichever card they show
 * @throws AppError validation_failed
 */
async function findCard(tx: TenantTx, { cardNumber, email }: NewOrder, isForSelf: boolean): Promise<string | null> {
  if (cardNumber === null) return null
  if (isForSelf && (await isCardOf(serverSide(tx), cardNumber, email))) return null
  const card = await findCardToTopUp(tx, { number: cardNumber })
  if (!card || card.lostAt) throw fieldError('card', 'unknown_card')
  return card.id
}

/** Locks the code, after the counter of the price as at booking. Undefined: there is none of that text. */
async function lockCode(tx: TenantTx, text: string | null): Promise<PromotionalCode | null | undefined> {
  return text === null ? null : lockPromotionalCode(tx, text)
}

/** @throws AppError validation_failed, promotional_code_used_up */
function priced(
  offer: Offer,
  { chosenMinor }: NewOrder,
  found: PromotionalCode | null | undefined,
  now: Date,
): Omit<PricedOrder, 'cardId'> {
  const promotionalCode = found === null ? null : requireUsable(found, now)
  const { price, product } = offer
  const asked = {
    price: { ...price, kind: product.kind },
    unitAmountMinor: amountOf(price, { chosenMinor, field: 'custom_amount' }),
  }
  const [line] = withDiscount([asked], promotionalCode)
  if (!line) throw new Error('an order is one line')
  const { unitAmountMinor, unitDiscountMinor } = line
  // What costs nothing puts nothing on a card.
  if (product.kind === 'cashless_top_up' && unitAmountMinor === 0)
    throw fieldError('custom_amount', 'top_up_above_zero')
  return { ...offer, promotionalCode, unitAmountMinor, unitDiscountMinor }
}

/** @throws AppError validation_failed, permission_denied, not_on_sale */
export async function findOffer(
  tx: TenantTx,
  actor: Actor,
  { kind, email, priceId }: NewOrder,
  now: Date,
): Promise<Offer> {
  const isStaff = may(actor, sells[kind])
  const price = await findPrice(tx, priceId)
  const product = price && (await findProduct(tx, price.productId))
  if (!price || product?.kind !== kind || !(isStaff || (product.published && !price.archived)))
    throw fieldError('price', kind === 'membership' ? 'unknown_membership_price' : 'unknown_top_up_price')
  const isForAnother = actor.kind === 'account' && actor.email !== email
  if (!isStaff && (actor.kind === 'api_key' || isForAnother)) throw new AppError('permission_denied')
  if (price.archived || product.archived || saleState(price, now) !== 'open')
    throw new AppError('not_on_sale', { priceId: price.id })
  return { price, product }
}

/** What a program or a member of staff needs to order for anybody. */
const sells = { membership: 'membership:write', cashless_top_up: 'reservation:write' } as const satisfies Record<
  OrderKind,
  Permission
>

/** A person who is signed in, or a key, takes it for themselves, or as staff for anybody: findOffer refuses the rest. */
export function askerOf(actor: Actor, kind: OrderKind): { readonly trusted: boolean; readonly staff: boolean } {
  return { trusted: actor.kind !== 'anonymous', staff: may(actor, sells[kind]) }
}

/** The place of one thing that makes no ticket. */
export function placeOf(priceId: string) {
  return { priceId, makesTickets: false, quantity: 1 }
}

/** Takes a place at no event: its price is counted as a whole, as when it is booked. `has`: how many the person has, as countHad says. */
async function requirePlace(tx: TenantTx, email: string, price: Price, has: number | null): Promise<void> {
  const ledger = await readLedger(tx, { eventId: nilUuid, email, priceIds: [price.id], seats: [] })
  takePlaces(ledger, {
    eventId: nilUuid,
    capacity: null,
    maxPerUser: null,
    has: null,
    email,
    lines: [{ ...placeOf(price.id), stock: price.stock, maxPerUser: price.maxPerUser, has }],
    seats: [],
  })
}
