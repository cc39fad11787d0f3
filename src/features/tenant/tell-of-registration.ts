import type { Deps } from '../deps.ts'
import { listPrivileged } from '../account/account.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { waitingLetter } from './registration-letters.ts'
import { findRootTenant, findTenantById } from './tenant.queries.ts'

/** Tells every super-user that an organisation waits for a yes; the mails are Root's. Nobody once it was answered. */
export async function tellOfRegistration(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>,
  tenantId: string,
): Promise<void> {
  const { tenant, root, people } = await deps.database.asServer(async (tx) => ({
    tenant: await findTenantById(tx, tenantId),
    root: await findRootTenant(tx),
    people: await listPrivileged(tx),
  }))
  if (root === null || tenant?.approval !== 'waiting') return
  const letter = waitingLetter(root.language, {
    ...{ organisation: tenant.organisation, address: deps.urls.base(tenant.label) },
    ...{ email: tenant.email ?? '', url: `${deps.urls.base(null)}/admin/server/organisations/${tenant.id}/` },
  })
  await deps.database.asTenant(root.id, async (tx) => {
    for (const { email, isSuperUser } of people)
      if (isSuperUser) await queueMail(deps, tx, { ...letter, recipient: email })
  })
}
