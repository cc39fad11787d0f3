import type { TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { type Actor, may } from '../account/permission.ts'
import { creditMembership } from '../card/credit-purchase.ts'
import { findPrice, findProduct, type Price, type Product } from '../catalog/catalog.queries.ts'
import type { Deps } from '../deps.ts'
import { grantMembership } from '../membership/grant-membership.ts'
import { listUnended, type Membership } from '../membership/membership.queries.ts'
import { tellMember } from '../membership/tell-member.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { personalMemberships, requireMembership } from './booking.ts'
import { changeCounters, createPersonCounter, lockWholePrice, readLedger } from './counters.queries.ts'
import { expireDueHolds } from './expire-holds.ts'
import { lacksPlaces, takePlaces } from './places.ts'

export type NewMembership = {
  /** Normalised. */
  readonly email: string
  readonly priceId: string
  /** Of the mail to the member. */
  readonly language: Language
}

/**
 * A membership taken alone (decisions, section 4). Staff records one at any price; a person may take a free one for
 * themselves. A priced one has to wait for online payment. Stock, personal maximum and required membership of the price
 * hold as for one that is booked, and both are counted together. As nothing cancels it, its place is never given back.
 *
 * @throws AppError category_rule, validation_failed (no membership price here), not_on_sale, credentials_required,
 *   permission_denied, membership_required, max_per_user, sold_out
 */
export async function takeMembership(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
): Promise<Membership> {
  requireSelling(tenant)
  const take = () => takeOnce(deps, tenant, actor, input)
  try {
    return await take()
  } catch (error) {
    // As at booking: what expired holds still occupy is given back when somebody needs it.
    if (!lacksPlaces(error) || (await expireDueHolds(deps, tenant.id)) === 0) throw error
    return take()
  }
}

function takeOnce(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
): Promise<Membership> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    // Who may not take it at all must neither wait in line nor make a counter.
    await findOffer(tx, actor, input)
    await lockWholePrice(tx, input.priceId)
    const { price, product } = await findOffer(tx, actor, input)
    const now = deps.now()
    const memberships = personalMemberships(await listUnended(tx, input.email, now), now)
    // Staff, or the person themselves: findOffer lets nobody else through.
    const request = { email: input.email, trusted: true }
    const asked = { kind: product.kind, requiredMembershipId: price.requiredMembershipId }
    requireMembership({ membershipRequired: tenant.membershipRequired, memberships }, request, [asked])
    await takePlace(tx, input.email, price)
    const membership = await grantMembership(tx, {
      email: input.email,
      productId: product.id,
      priceId: price.id,
      period: price.membershipPeriod,
      reservationId: null,
      timeZone: tenant.timeZone,
      now,
    })
    if (product.sendToCashless)
      await creditMembership(tx, { email: input.email, amountMinor: price.amountMinor }, now)
    await tellMember(deps, tx, tenant, membership, input.language)
    return membership
  })
}

async function findOffer(
  tx: TenantTx,
  actor: Actor,
  { email, priceId }: NewMembership,
): Promise<{ readonly price: Price; readonly product: Product }> {
  const isStaff = may(actor, 'membership:write')
  const price = await findPrice(tx, priceId)
  const product = price && (await findProduct(tx, price.productId))
  if (!price || product?.kind !== 'membership' || !(isStaff || product.published))
    throw fieldError('price', 'unknown_membership_price')
  if (!isStaff) requireOwnFreeMembership(actor, email, price.amountMinor)
  return { price, product }
}

function requireOwnFreeMembership(actor: Actor, email: string, amountMinor: number): void {
  if (actor.kind === 'api_key') throw new AppError('permission_denied')
  if (amountMinor > 0) throw new AppError('not_on_sale')
  if (actor.kind !== 'account') throw new AppError('credentials_required')
  if (actor.email !== email) throw new AppError('permission_denied')
}

/** It belongs to no event: its price is counted as a whole, as that of a booked one is. */
async function takePlace(tx: TenantTx, email: string, price: Price): Promise<void> {
  const line = { priceId: price.id, makesTickets: false, quantity: 1 }
  const ledger = await readLedger(tx, { eventId: nilUuid, email, priceIds: [price.id], seats: [] })
  takePlaces(ledger, {
    eventId: nilUuid,
    capacity: null,
    email,
    lines: [{ ...line, stock: price.stock, maxPerUser: price.maxPerUser }],
    seats: [],
  })
  await createPersonCounter(tx, email, price.id)
  await changeCounters(tx, [{ ...line, eventId: nilUuid, countedEventId: nilUuid, email, delta: 1 }])
}
