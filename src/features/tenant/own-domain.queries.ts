import type { ServerTx } from '../../db/database.ts'
import { type OwnDomain, proofOf } from './own-domain.ts'

/** Every domain that a tenant wants to answer at, by name. */
export async function listOwnDomains(tx: ServerTx, tenantId: string): Promise<readonly OwnDomain[]> {
  const rows = await tx
    .selectFrom('domainClaim')
    .innerJoin('tenant', 'tenant.id', 'domainClaim.tenantId')
    .leftJoin('domain', (join) =>
      join
        .onRef('domain.name', '=', 'domainClaim.name')
        .onRef('domain.tenantId', '=', 'domainClaim.tenantId')
        .on('domain.kind', '=', 'own'),
    )
    .select(['domainClaim.name', 'domainClaim.token', 'domainClaim.checkedAt', 'domainClaim.seenAt'])
    .select(['domain.createdAt as provedAt', 'tenant.mainDomain'])
    .where('domainClaim.tenantId', '=', tenantId)
    .orderBy('domainClaim.name')
    .execute()
  return rows.map(({ name, token, mainDomain, ...times }) => ({
    ...times,
    ...proofOf(name, token),
    isMain: mainDomain === name,
  }))
}
