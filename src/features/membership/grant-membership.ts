import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { MembershipPeriod } from '../catalog/product.ts'
import { findLatestEnd, lockMembershipProduct } from './membership.queries.ts'
import { membershipTerm } from './membership.ts'

export type Grant = {
  /** Normalised. */
  readonly email: string
  /** Of the member; '' when it was not said. */
  readonly firstName: string
  readonly lastName: string
  readonly productId: string
  readonly priceId: string
  readonly period: MembershipPeriod | null
  /** Null: taken alone, not in a reservation. */
  readonly reservationId: string | null
  readonly timeZone: string
  readonly now: Date
}

/** Writes one membership, from now or from the end of the one that is still live; its id. */
export async function grantMembership(tx: TenantTx, grant: Grant): Promise<string> {
  await lockMembershipProduct(tx, grant.productId)
  const liveUntil = await findLatestEnd(tx, grant, grant.now)
  const term = membershipTerm({ ...grant, liveUntil })
  const row = {
    tenantId: tx.tenantId,
    id: newId(),
    email: grant.email,
    firstName: grant.firstName,
    lastName: grant.lastName,
    productId: grant.productId,
    priceId: grant.priceId,
    reservationId: grant.reservationId,
    validFrom: term.from,
    validUntil: term.until,
    reminders: 0,
    cancelledAt: null,
    createdAt: grant.now,
  }
  await tx.insertInto('membership').values(row).execute()
  return row.id
}
