import { serverSide, type TenantTx } from '../../db/database.ts'
import { listOwners } from '../account/account.queries.ts'
import { theServer } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { paths } from '../../lib/paths.ts'
import { domainOffLetter, proofMissingLetter } from './domain-letters.ts'
import { forEachTenant } from './for-each-tenant.ts'
import { listProvedClaims, lockClaim, type ProvedClaim } from './own-domain.queries.ts'
import { dueFor, type Look, proofOf, remembersOffMs } from './own-domain.ts'
import { findTenantById, updateTenantRow } from './tenant.queries.ts'
import { lookForProof, takeDomain } from './verify-domain.ts'

type ProveDeps = BasicDeps<'notifyChange' | 'dns' | 'urls' | 'enqueue'>

/** How many domains are checked at once, so that silent name servers are waited for together. */
const atOnce = 10

/**
 * Checks every day whether the record of each proved domain is still there (ADR 0072). The owners are told when it is gone, the
 * domain is disabled three days later, and enabled again when its record is back.
 *
 * @throws TenantsFailedError
 */
export async function proveDomains(deps: ProveDeps): Promise<void> {
  const offSince = new Date(deps.now().getTime() - remembersOffMs)
  const claims = await deps.database.asServer((tx) => listProvedClaims(tx, offSince))
  for (let start = 0; start < claims.length; start += atOnce) {
    const looks = await Promise.all(
      claims.slice(start, start + atOnce).map(async (claim) => {
        const lookedAt = deps.now()
        return { ...claim, id: claim.tenantId, lookedAt, look: await lookForProof(deps.dns, claim) }
      }),
    )
    await forEachTenant(looks, (looked) => deps.database.asTenant(looked.tenantId, (tx) => takeNote(deps, tx, looked)))
  }
}

type Looked = ProvedClaim & { readonly lookedAt: Date; readonly look: Look }

/**
 * Notes a check, with the claim's row as the lock: the domain may have been removed, or proved by a button, while the name servers
 * were asked.
 */
async function takeNote(deps: ProveDeps, tx: TenantTx, { name, lookedAt, look }: Looked): Promise<void> {
  const [common, now] = [serverSide(tx), deps.now()]
  const claim = await lockClaim(common, tx.tenantId, name)
  if (!claim || (claim.seenAt !== null && claim.seenAt > lookedAt)) return
  const due = dueFor(look, claim, now)
  await common
    .updateTable('domainClaim')
    .set({
      ...(look === 'silent' ? {} : { checkedAt: now }),
      ...(look === 'there' ? { seenAt: now } : {}),
      toldAt: look === 'there' ? null : due === 'tell' ? now : claim.toldAt,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('name', '=', name)
    .execute()
  if (due === 'enable') await enableDomain(deps, tx, name, now)
  if (due === 'disable') await disableDomain(deps, tx, name, now)
  if (due === 'tell' || due === 'disable') await tellOwners(deps, tx, { name, token: claim.token, due })
}

/** Enables a domain, unless another organisation has proved it since: then it is theirs. */
async function enableDomain(deps: ProveDeps, tx: TenantTx, domain: string, now: Date): Promise<void> {
  if ((await takeDomain(tx, domain, now)) !== 'taken') return
  await recordChange(tx, theServer, now, 'domain.proved', null, { after: { domain } })
  await deps.notifyChange(tx, 'directory', null)
}

/** Disables a domain; if it was the main one, links to the organisation use its label again, as after its removal. */
async function disableDomain(deps: ProveDeps, tx: TenantTx, domain: string, now: Date): Promise<void> {
  const common = serverSide(tx)
  await common
    .deleteFrom('domain')
    .where('tenantId', '=', tx.tenantId)
    .where('name', '=', domain)
    .where('kind', '=', 'own')
    .execute()
  await updateTenantRow(common, tx.tenantId).execute()
  await recordChange(tx, theServer, now, 'domain.put_off', null, { before: { domain } })
  await deps.notifyChange(tx, 'directory', null)
}

type Told = { readonly name: string; readonly token: string; readonly due: 'tell' | 'disable' }

async function tellOwners(deps: ProveDeps, tx: TenantTx, { name, token, due }: Told): Promise<void> {
  const tenant = await findTenantById(serverSide(tx), tx.tenantId)
  if (!tenant || tenant.archivedAt !== null) return
  const letter = (due === 'tell' ? proofMissingLetter : domainOffLetter)(tenant.language, {
    ...proofOf(name, token),
    url: deps.urls.base(tenant.label) + paths.settingsDomains,
  })
  for (const recipient of await listOwners(tx)) await queueMail(deps, tx, { ...letter, recipient })
}
