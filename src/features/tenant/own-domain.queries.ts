import type { ServerTx } from '../../db/database.ts'
import { type OwnDomain, proofOf } from './own-domain.ts'

/** Lists every domain that a tenant wants to answer at, by name. */
export async function listOwnDomains(tx: ServerTx, tenantId: string): Promise<readonly OwnDomain[]> {
  const rows = await selectClaims(tx)
    .innerJoin('tenant', 'tenant.id', 'domainClaim.tenantId')
    .select(['domainClaim.checkedAt', 'domainClaim.seenAt', 'domainClaim.toldAt'])
    .select(['domain.createdAt as provedAt', 'tenant.mainDomain'])
    .where('domainClaim.tenantId', '=', tenantId)
    .orderBy('domainClaim.name')
    .execute()
  return rows.map(({ tenantId: _, name, token, mainDomain, ...times }) => ({
    ...times,
    ...proofOf(name, token),
    isMain: mainDomain === name,
  }))
}

export type ProvedClaim = Awaited<ReturnType<typeof listProvedClaims>>[number]

/** Lists the domains of all organisations: those enabled, and disabled ones that were last proved after `offSince`. */
export async function listProvedClaims(tx: ServerTx, offSince: Date) {
  return selectClaims(tx)
    .where((where) => where.or([where('domain.name', 'is not', null), where('seenAt', '>', offSince)]))
    .orderBy('domainClaim.tenantId')
    .orderBy('domainClaim.name')
    .execute()
}

/** Locks a claim until the transaction ends; null: it was removed. */
export async function lockClaim(tx: ServerTx, tenantId: string, name: string) {
  const row = await selectClaims(tx)
    .select(['seenAt', 'toldAt', 'domain.name as onAs'])
    .where('domainClaim.tenantId', '=', tenantId)
    .where('domainClaim.name', '=', name)
    .forUpdate('domainClaim')
    .executeTakeFirst()
  return row ? { ...row, isOn: row.onAs !== null } : null
}

function selectClaims(tx: ServerTx) {
  return tx
    .selectFrom('domainClaim')
    .leftJoin('domain', (join) =>
      join
        .onRef('domain.name', '=', 'domainClaim.name')
        .onRef('domain.tenantId', '=', 'domainClaim.tenantId')
        .on('domain.kind', '=', 'own'),
    )
    .select(['domainClaim.tenantId', 'domainClaim.name', 'domainClaim.token'])
}
