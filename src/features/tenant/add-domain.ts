import { AppError, fieldError } from '../../errors.ts'
import { randomToken } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'
import { normalizeOwnDomain, proofName, proofText } from './own-domain.ts'
import type { Tenant } from './tenant.ts'

/** The TXT record that proves a domain. */
export type DomainProof = {
  readonly domain: string
  readonly recordName: string
  readonly recordText: string
}

/**
 * Notes that a tenant wants to answer at a domain of its own, and says which TXT record proves that it may. Nobody
 * answers there before `verifyDomain`. Asking again gives the same record.
 *
 * @throws AppError validation_failed (no domain name, or one under DOMAIN), slug_taken (proved by another tenant)
 */
export async function addDomain(
  deps: Pick<Deps, 'database' | 'now' | 'urls'>,
  tenant: Tenant,
  text: string,
): Promise<DomainProof> {
  const domain = normalizeOwnDomain(text, deps.urls.domain)
  if (domain === null) throw fieldError('domain', 'domain_name')
  const token = await deps.database.asServer(async (tx) => {
    const owner = await tx
      .selectFrom('domain')
      .select('tenantId')
      .where('name', '=', domain)
      .executeTakeFirst()
    if (owner && owner.tenantId !== tenant.id) throw new AppError('slug_taken')
    const claim = await tx
      .insertInto('domainClaim')
      .values({ tenantId: tenant.id, name: domain, token: randomToken(), createdAt: deps.now() })
      // Changes nothing, so that the former token comes back.
      .onConflict((conflict) => conflict.columns(['tenantId', 'name']).doUpdateSet({ name: domain }))
      .returning('token')
      .executeTakeFirstOrThrow()
    return claim.token
  })
  return { domain, recordName: proofName(domain), recordText: proofText(token) }
}
