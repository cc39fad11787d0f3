import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { MembershipPeriod } from '../catalog/product.ts'
import { latestEnd, listUnended, lockMembershipProduct } from './membership.queries.ts'
import { countsTowardsMaximum, membershipTerm } from './membership.ts'
import { addNameWords } from './name-words.queries.ts'

export type Grant = {
  /** Normalised. */
  readonly email: string
  /** Of the member; '' when it was not said. */
  readonly firstName: string
  readonly lastName: string
  readonly productId: string
  readonly priceId: string
  /** Of the price. */
  readonly maxPerUser: number
  readonly period: MembershipPeriod | null
  /** What it cost, and what a code took off before. */
  readonly amountMinor: number
  readonly discountMinor: number
  /** Null: none took anything off. */
  readonly promotionalCodeId: string | null
  /** Null: taken alone, not in a reservation. */
  readonly reservationId: string | null
  readonly timeZone: string
  readonly now: Date
}

/**
 * Writes one membership, from now or from the end of the one that is still live. The personal maximum is decided here,
 * under the lock of the product: whoever orders without signing in must not learn by it who is a member (ADR 0053).
 *
 * @returns its id
 * @throws AppError max_per_user
 */
export async function grantMembership(tx: TenantTx, grant: Grant): Promise<string> {
  await lockMembershipProduct(tx, grant.productId)
  const unended = await listUnended(tx, grant.email, grant.now)
  const counted = unended.filter((row) => row.priceId === grant.priceId && countsTowardsMaximum(row, grant.now))
  if (counted.length >= grant.maxPerUser) throw new AppError('max_per_user', { priceId: grant.priceId })
  const term = membershipTerm({ ...grant, liveUntil: latestEnd(unended, grant.productId) })
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
  return row.id
}
