import type { BasicDeps } from '../deps.ts'
import { at, paths } from '../../lib/paths.ts'
import { waitingLetter } from './registration-letters.ts'
import { tellSuperUsers } from './tell-super-users.ts'
import { findTenantById } from './tenant.queries.ts'

/** Tells every super-user that an organisation waits for approval; nobody once it was answered. */
export async function tellOfRegistration(deps: BasicDeps<'enqueue' | 'urls'>, tenantId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant?.approval !== 'waiting') return
  await tellSuperUsers(deps, (language) =>
    waitingLetter(language, {
      organisation: tenant.organisation,
      address: deps.urls.base(tenant.label),
      email: tenant.email ?? '',
      url: deps.urls.base(null) + at(paths.organisation, { uuid: tenant.id }),
    }),
  )
}
