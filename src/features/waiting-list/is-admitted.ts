import type { TenantTx } from '../../db/database.ts'
import type { Price } from '../catalog/catalog.queries.ts'
import { listUnended } from '../membership/membership.queries.ts'
import { hasMemberships, personalMemberships } from '../reservation/personal-memberships.ts'
import type { Tenant } from '../tenant/tenant.ts'

type Person = {
  /** The person's normalised address. */
  readonly email: string
  /** Whether the address is known to be theirs: their memberships count. */
  readonly trusted: boolean
}

/** Whether somebody may have a ticket at that price: one for members takes a live membership. */
export async function isAdmitted(
  tx: TenantTx,
  { membershipRequired }: Pick<Tenant, 'membershipRequired'>,
  person: Person,
  { requiredMembershipId }: Pick<Price, 'requiredMembershipId'>,
  now: Date,
): Promise<boolean> {
  const memberships = personalMemberships(await listUnended(tx, person.email, now), now)
  return hasMemberships({ membershipRequired, memberships }, person, [{ kind: 'ticket', requiredMembershipId }])
}
