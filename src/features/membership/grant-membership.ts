import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { MembershipPeriod } from '../catalog/product.ts'
import { announce } from '../webhook/announce.ts'
import { latestEnd, listUnended, lockMembershipProduct } from './membership.queries.ts'
import { countsTowardsMaximum, isRenewed, membershipTerm } from './membership.ts'
import { addNameWords } from './name-words.queries.ts'

export type Grant = {
  /** The member's normalised e-mail address. */
  readonly email: string
  /** The member's first name; '' when it was not given, as the last name. */
  readonly firstName: string
  readonly lastName: string
  readonly productId: string
  readonly priceId: string
  /** The personal maximum of the price. */
  readonly maxPerUser: number
  readonly period: MembershipPeriod | null
  /** The price paid, after what a code took off (`discountMinor`). */
  readonly amountMinor: number
  readonly discountMinor: number
  /** The code that took something off; null when none did. */
  readonly promotionalCodeId: string | null
  /** The reservation that it is part of; null when it was taken alone. */
  readonly reservationId: string | null
  readonly timeZone: string
  readonly now: Date
  /** Of what is paid again by itself, the end of what it goes on from, also when that is past; no maximum keeps it. */
  readonly prolongs?: Date
}

/**
 * Writes one membership, from now or from the end of the one that is still live. The personal maximum is checked here, and that none is renewed by itself,
 * under the lock of the product: somebody who orders without signing in must not learn from it who is a member (ADR 0053).
 *
 * @returns the id of the membership
 * @throws AppError max_per_user
 */
export async function grantMembership(tx: TenantTx, grant: Grant): Promise<string> {
  await lockMembershipProduct(tx, grant.productId)
  const unended = await listUnended(tx, grant.email, grant.now)
  const counted = unended.filter((row) => row.priceId === grant.priceId && countsTowardsMaximum(row, grant.now))
  const isAlready = unended.some((row) => row.productId === grant.productId && isRenewed(row))
  if (grant.prolongs === undefined && (isAlready || counted.length >= grant.maxPerUser))
    throw new AppError('max_per_user', { priceId: grant.priceId })
  const from = new Date(Math.min(grant.now.getTime(), grant.prolongs?.getTime() ?? Number.POSITIVE_INFINITY))
  const term = membershipTerm({ ...grant, now: from, liveUntil: latestEnd(unended, grant.productId) })
  const row = {
    tenantId: tx.tenantId,
    id: newId(),
    email: grant.email,
    firstName: grant.firstName,
    lastName: grant.lastName,
    productId: grant.productId,
    priceId: grant.priceId,
    reservationId: grant.reservationId,
    amountMinor: grant.amountMinor,
    discountMinor: grant.discountMinor,
    promotionalCodeId: grant.promotionalCodeId,
    validFrom: term.from,
    validUntil: term.until,
    reminders: 0,
    cancelledAt: null,
    createdAt: grant.now,
  }
  await tx.insertInto('membership').values(row).execute()
  await addNameWords(tx, grant.email, grant)
  await announce(tx, grant.now, [{ kind: 'membership.granted', data: { membership: row.id } }])
  return row.id
}
