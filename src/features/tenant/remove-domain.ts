import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { normalizeOwnDomain } from './own-domain.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Removes a domain: from now on the tenant does not answer there, in any process, and another may prove it. Where it was
 * the main one, the tenant is linked to under its label again.
 *
 * @throws AppError not_found (never added by this tenant)
 */
export async function removeDomain(
  deps: BasicDeps<'notifyChange' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  text: string,
): Promise<void> {
  const domain = normalizeOwnDomain(text, deps.urls.domain)
  if (domain === null) throw new AppError('not_found')
  await deps.database.asTenant(tenant.id, async (tx) => {
    const common = serverSide(tx)
    const claim = await common
      .deleteFrom('domainClaim')
      .where('tenantId', '=', tenant.id)
      .where('name', '=', domain)
      .$call(isDone)
    if (!claim) throw new AppError('not_found')
    await common
      .deleteFrom('domain')
      .where('tenantId', '=', tenant.id)
      .where('name', '=', domain)
      .where('kind', '=', 'own')
      .execute()
    await updateTenantRow(common, tenant.id).execute()
    await recordChange(tx, actor, deps.now(), 'domain.removed', null, { before: { domain } })
    await deps.notifyChange(tx, 'directory', null)
  })
}
