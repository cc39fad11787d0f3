import { serverSide, type TenantTx } from '../../db/database.ts'
import { holdsRights } from '../account/account.queries.ts'
import { eraseAccount, eraseSignIns } from '../account/erase-account.ts'
import { eraseFromAudit } from '../audit/audit.queries.ts'
import { eraseCardHolder, erasePurseHolder } from '../card/erase-holder.queries.ts'
import type { Deps } from '../deps.ts'
import { eraseChoices } from '../export/export-choice.queries.ts'
import { eraseGuests } from '../guest-list/guest-list.queries.ts'
import { eraseMailsTo } from '../mail/erase-mails.ts'
import { eraseMember } from '../membership/membership.queries.ts'
import { removeEntriesOf } from '../payment/remove-waiting-entry.ts'
import { eraseBooker } from '../reservation/erase-booker.queries.ts'
import { deleteInvitationTo } from '../team/invitation.queries.ts'
import { findTenantById, listTenantIds } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { eraseTenantRequests } from '../tenant/tenant-request.queries.ts'
import { eraseGivenTickets, eraseHolders, lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { eraseEntries } from '../waiting-list/waiting-list.queries.ts'
import { tenantsOfPerson } from './tenants-of-person.ts'

/**
 * Forgets a person: at a tenant what that organisation keeps, at the first Meta what everybody on the server does, archived
 * organisations too, and the account. Sums, counts and statuses stay; tickets open the door as before, without a name.
 * Organisations are gone through one by one, so a repeat finishes what was interrupted.
 *
 * @returns whether the account is gone: at the first Meta, and only of whoever holds no rights anywhere
 */
export async function erasePerson(
  deps: Pick<Deps, 'database' | 'now' | 'mailer' | 'enqueue' | 'secrets' | 'urls'>,
  tenant: Tenant,
  email: string,
): Promise<{ readonly accountGone: boolean }> {
  const everywhere = tenant.firstMeta
  const ids = everywhere
    ? await deps.database.asServer(listTenantIds)
    : (await tenantsOfPerson(deps, tenant)).map(({ id }) => id)
  // First, so that no card leads to the person any more at a tenant that has forgotten them already.
  if (everywhere) await deps.database.asServer((tx) => eraseCardHolder(tx, email))
  let holder = false
  for (const id of ids) {
    // Before the address leaves the bookings: places that were offered count for the person, and go to the next in line at once.
    const organisation = await deps.database.asServer((tx) => findTenantById(tx, id))
    if (organisation) await removeEntriesOf(deps, organisation, email)
    const here = await deps.database.asTenant(id, (tx) => eraseHere(tx, email, deps.now()))
    await deps.mailer.forget(here.mailIds)
    holder ||= here.holdsRights
  }
  if (!everywhere || holder) return { accountGone: false }
  return deps.database.asServer(async (tx) => ({ accountGone: await eraseAccount(tx, email) }))
}

async function eraseHere(
  tx: TenantTx,
  email: string,
  now: Date,
): Promise<{ readonly mailIds: readonly string[]; readonly holdsRights: boolean }> {
  // First, so that an offer under way is waited for: it writes a reservation under the lock of its entry.
  await eraseEntries(tx, email)
  const reservationIds = await eraseBooker(tx, email, now)
  if (reservationIds.length > 0) {
    await lockTickets(tx, reservationIds)
    await eraseHolders(tx, reservationIds)
    await eraseGuests(tx, reservationIds)
  }
  await eraseGivenTickets(tx, email)
  await eraseMember(tx, email)
  await erasePurseHolder(tx, email)
  await deleteInvitationTo(tx, email)
  await eraseFromAudit(tx, email, reservationIds)
  await eraseChoices(tx, email)
  await eraseSignIns(serverSide(tx), tx.tenantId, email)
  await eraseTenantRequests(serverSide(tx), tx.tenantId, email)
  return {
    mailIds: await eraseMailsTo(tx, email, reservationIds),
    holdsRights: await holdsRights(tx, email),
  }
}
