import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { putTenant } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Sets the address that links to the tenant use, in mails, calendars and the directory: a proved domain of its own, or null for its
 * label. It answers at all of them as before.
 *
 * @param domain as `listOwnDomains` gives it
 * @throws AppError not_found (no proved domain of this tenant), category_rule (Root is the server's own address)
 */
export async function setMainDomain(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  domain: string | null,
): Promise<void> {
  if (tenant.category === 'root') throw new AppError('category_rule')
  await deps.database.asTenant(tenant.id, async (tx) => {
    const common = serverSide(tx)
    const { mainDomain: former } = await common
      .selectFrom('tenant')
      .select('mainDomain')
      .where('id', '=', tenant.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (domain !== null) {
      const proved = await common
        .selectFrom('domain')
        .select('name')
        .where('name', '=', domain)
        .where('tenantId', '=', tenant.id)
        .where('kind', '=', 'own')
        .forKeyShare()
        .executeTakeFirst()
      if (!proved) throw new AppError('not_found')
    }
    await putTenant(common, tenant.id, { mainDomain: domain })
    await recordChange(tx, actor, deps.now(), 'domain.made_main', null, {
      before: { domain: former },
      after: { domain },
    })
    await deps.notifyChange(tx, 'directory', null)
  })
}
