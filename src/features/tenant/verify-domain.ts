import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { TxtResolver } from '../../integrations/dns/txt-resolver.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { type Look, normalizeOwnDomain, proofName, proofText } from './own-domain.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Looks for the TXT record of a claimed domain; once it is there the tenant answers at it, in every process. A proved domain stays
 * proved when the record has gone: only days without it end that (`proveDomains`). Keeps when somebody looked, and when the record
 * was last there.
 *
 * @returns false while the record cannot be seen
 * @throws AppError not_found (never added by this tenant), slug_taken (proved by another tenant)
 */
export async function verifyDomain(
  deps: BasicDeps<'notifyChange' | 'dns' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
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
  const isSeen = (await lookForProof(deps.dns, claim)) === 'there'
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    await noteLook(serverSide(tx), tenant, claim.name, { now, isSeen })
    if (!isSeen) return
    const taken = await takeDomain(tx, claim.name, now)
    if (taken === 'of_another') throw new AppError('slug_taken')
    if (taken === 'had') return
    await recordChange(tx, actor, now, 'domain.proved', null, { after: { domain: claim.name } })
    await deps.notifyChange(tx, 'directory', null)
  })
  return isSeen
}

export async function lookForProof(
  dns: TxtResolver,
  { name, token }: { readonly name: string; readonly token: string },
): Promise<Look> {
  const records = await dns.lookup(proofName(name))
  if (records === null) return 'silent'
  return records.includes(proofText(token)) ? 'there' : 'gone'
}

/** Notes a look, with the claim's row as the lock: it may have been removed while name servers were asked. @throws AppError not_found */
async function noteLook(
  tx: ServerTx,
  { id }: Tenant,
  name: string,
  { now, isSeen }: { readonly now: Date; readonly isSeen: boolean },
): Promise<void> {
  const noted = await tx
    .updateTable('domainClaim')
    .set({ checkedAt: now, ...(isSeen ? { seenAt: now, toldAt: null } : {}) })
    .where('tenantId', '=', id)
    .where('name', '=', name)
    .$call(isDone)
  if (!noted) throw new AppError('not_found')
}

/** Takes a domain: `taken`: the tenant answers there from now on; `had`: it did before; `of_another`: another tenant proved it. */
export async function takeDomain(tx: TenantTx, name: string, now: Date): Promise<'taken' | 'had' | 'of_another'> {
  const common = serverSide(tx)
  const taken = await common
    .insertInto('domain')
    .values({ name, tenantId: tx.tenantId, kind: 'own', createdAt: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .$call(isDone)
  if (taken) {
    await updateTenantRow(common, tx.tenantId).execute()
    return 'taken'
  }
  const owner = await common.selectFrom('domain').select('tenantId').where('name', '=', name).executeTakeFirst()
  return owner?.tenantId === tx.tenantId ? 'had' : 'of_another'
}
