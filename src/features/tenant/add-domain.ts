import { serverSide } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { randomToken } from '../../lib/hash.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { type DomainProof, hasReadableLabels, normalizeOwnDomain, proofOf } from './own-domain.ts'
import type { Tenant } from './tenant.ts'

/**
 * Notes that a tenant wants to answer at a domain of its own, and says which TXT record proves that it may. Nobody
 * answers there before `verifyDomain`. Asking again gives the same record.
 *
 * @throws AppError validation_failed (no domain name, one under DOMAIN, or an invalid `xn--` label), slug_taken (proved by another
 *   tenant)
 */
export async function addDomain(
  deps: BasicDeps<'urls'>,
  tenant: Tenant,
  actor: Actor,
  text: string,
): Promise<DomainProof> {
  const domain = normalizeOwnDomain(text, deps.urls.domain)
  if (domain === null) throw fieldError('domain', 'domain_name')
  if (!hasReadableLabels(domain)) throw fieldError('domain', 'domain_code')
  const token = await deps.database.asTenant(tenant.id, async (tx) => {
    const common = serverSide(tx)
    const owner = await common.selectFrom('domain').select('tenantId').where('name', '=', domain).executeTakeFirst()
    if (owner && owner.tenantId !== tenant.id) throw new AppError('slug_taken')
    const [now, fresh] = [deps.now(), randomToken()]
    const claim = await common
      .insertInto('domainClaim')
      .values({ tenantId: tenant.id, name: domain, token: fresh, createdAt: now })
      // Changes nothing, but makes the statement return the former token.
      .onConflict((conflict) => conflict.columns(['tenantId', 'name']).doUpdateSet({ name: domain }))
      .returning('token')
      .executeTakeFirstOrThrow()
    if (claim.token === fresh) await recordChange(tx, actor, now, 'domain.added', null, { after: { domain } })
    return claim.token
  })
  return proofOf(domain, token)
}
