import { holdsRights } from '../account/account.queries.ts'
import { eraseAccount } from '../account/erase-account.ts'
import { eraseCardHolder } from '../card/erase-holder.queries.ts'
import type { BasicDeps } from '../deps.ts'
import { removeEntriesOf } from '../payment/remove-waiting-entry.ts'
import { eraseReporter } from '../tenant/page-report.queries.ts'
import { findTenantById, listTenantIds } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { eraseHere } from './erase-here.ts'
import { tenantsOfPerson } from './tenants-of-person.ts'

/**
 * Erases a person: at a tenant what that organisation keeps, at the first Meta what everybody on the server does, archived
 * organisations too, and the account. Sums, counts and statuses stay; tickets open the door as before, without a name.
 * Organisations are gone through one by one, so a repeat finishes what was interrupted.
 *
 * @returns whether the account is gone: at the first Meta, and only for a person who holds no rights anywhere
 */
export async function erasePerson(
  deps: BasicDeps<'mailer' | 'enqueue' | 'secrets' | 'urls'>,
  tenant: Tenant,
  email: string,
): Promise<{ readonly accountGone: boolean }> {
  const everywhere = tenant.firstMeta
  const ids = everywhere
    ? await deps.database.asServer(listTenantIds)
    : (await tenantsOfPerson(deps, tenant)).map(({ id }) => id)
  // First, so that no card leads to the person any more at a tenant that has erased them already.
  if (everywhere) await deps.database.asServer((tx) => eraseCardHolder(tx, email))
  await deps.database.asServer((tx) => eraseReporter(tx, email, ids))
  let holder = false
  for (const id of ids) {
    // Before the address leaves the bookings: places that were offered count for the person, and go to the next in line at once.
    const organisation = await deps.database.asServer((tx) => findTenantById(tx, id))
    if (organisation) await removeEntriesOf(deps, organisation, email)
    const here = await deps.database.asTenant(id, async (tx) => ({
      ...(await eraseHere(tx, email, deps.now())),
      holdsRights: await holdsRights(tx, email),
    }))
    await deps.mailer.discard(here.mailIds)
    holder ||= here.holdsRights
  }
  if (!everywhere || holder) return { accountGone: false }
  return deps.database.asServer(async (tx) => ({ accountGone: await eraseAccount(tx, email) }))
}
