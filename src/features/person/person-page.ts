import type { Deps } from '../deps.ts'
import { type ListedMembership, listMembershipsOf } from '../membership/membership.queries.ts'
import { type ListedBooking, listBookingsOf } from '../reservation/booking-page.queries.ts'
import { isOpenTo } from '../tenant/approval.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type GivenTicketInHand, listGivenTicketsInHand } from '../ticket/given-tickets.ts'
import { findOfferedPasses, type OfferedPasses } from '../wallet/offered-passes.ts'
import { tenantsOfPerson } from './tenants-of-person.ts'

export type PersonAt = {
  readonly tenant: Tenant
  readonly bookings: readonly ListedBooking[]
  readonly memberships: readonly ListedMembership[]
  /** Of the bookings that are ahead and of what was given. */
  readonly offered: OfferedPasses
  /** Tickets of what somebody else booked. */
  readonly given: readonly GivenTicketInHand[]
}

/**
 * What a person has booked, was given and joined, by organisation; those with nothing are left out.
 *
 * @param person.here nothing of other organisations, also at a Meta
 */
export async function readPersonPage(
  deps: Pick<Deps, 'database' | 'now'> & { readonly signingKeys: SigningKeys },
  tenant: Tenant,
  { email, here: isHereAlone }: { readonly email: string; readonly here: boolean },
): Promise<readonly PersonAt[]> {
  const found: PersonAt[] = []
  const others = isHereAlone ? [tenant] : await tenantsOfPerson(deps, tenant)
  // What one that waits for a super-user's yes calls itself and its events is nobody's to read yet.
  for (const at of others.filter((one) => one.id === tenant.id || isOpenTo(one, undefined))) {
    const here = await deps.database.asTenant(at.id, async (tx) => {
      const bookings = await listBookingsOf(tx, email, deps.now())
      const given = await listGivenTicketsInHand(deps, tx, email, deps.now())
      const ahead = [
        ...bookings.filter((booking) => booking.ahead).map(({ id }) => id),
        ...given.map(({ reservationId }) => reservationId),
      ]
      return {
        ...{ tenant: at, bookings, given },
        memberships: await listMembershipsOf(tx, email, deps.now()),
        offered: await findOfferedPasses(tx, ahead, deps.now()),
      }
    })
    if (here.bookings.length + here.memberships.length + here.given.length > 0) found.push(here)
  }
  return found
}
