import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { normalizeOwnDomain, proofName, proofText } from './own-domain.ts'
import type { Tenant } from './tenant.ts'

/**
 * Looks for the TXT record of a claimed domain; once it is there the tenant answers at it, in every process.
 *
 * @returns false while the record is not to be seen
 * @throws AppError not_found (never added by this tenant), slug_taken (proved by another tenant)
 */
export async function verifyDomain(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange' | 'dns' | 'urls'>,
  tenant: Tenant,
  text: string,
): Promise<boolean> {
  const domain = normalizeOwnDomain(text, deps.urls.domain)
  const claim =
    domain === null
      ? undefined
      : await deps.database.asServer((tx) =>
          tx
            .selectFrom('domainClaim')
            .select(['name', 'token'])
            .where('tenantId', '=', tenant.id)
            .where('name', '=', domain)
            .executeTakeFirst(),
        )
  if (!claim) throw new AppError('not_found')
  const records = await deps.dns.lookup(proofName(claim.name))
  if (!records.includes(proofText(claim.token))) return false
  await deps.database.asServer(async (tx) => {
    await tx
      .insertInto('domain')
      .values({ name: claim.name, tenantId: tenant.id, kind: 'own', createdAt: deps.now() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const owner = await tx
      .selectFrom('domain')
      .select('tenantId')
      .where('name', '=', claim.name)
      .executeTakeFirstOrThrow()
    if (owner.tenantId !== tenant.id) throw new AppError('slug_taken')
    await deps.notifyChange(tx, 'directory', null)
  })
  return true
}
