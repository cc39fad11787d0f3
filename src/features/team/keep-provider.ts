import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'
import { deleteRole } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { endProviderSessions } from '../account/session.queries.ts'
import type { AuditValues } from '../audit/record-change.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import { lockTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { noteColleague } from './note-colleague.ts'
import { isBelieved, mailDomainIn, type ProviderSettings, type SignInProvider } from './sign-in-provider.ts'
import {
  deleteProvider,
  findProvider,
  deleteSubjects,
  type KeptProvider,
  listProvided,
  putProvider,
} from './sign-in-provider.queries.ts'
import { lockTeam } from './team.queries.ts'

const purposeOf = (tenantId: string) => `sign-in provider ${tenantId}`

/**
 * The provider; null where an organisation has none, and for Root and a Meta, which sell nothing and reach beyond themselves (ADR
 * 0244).
 */
export async function describeProvider(deps: Pick<Deps, 'database'>, tenant: Tenant): Promise<SignInProvider | null> {
  return deps.database.asTenant(tenant.id, async (tx) => withoutSecret(await findProvider(tx)))
}

/** How many people it gave a role, by the domain of their address, sorted by domain. */
export async function countProvided(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
): Promise<ReadonlyMap<string, number>> {
  const provided = await deps.database.asTenant(tenant.id, listProvided)
  const domains = provided.flatMap(({ email }) => mailDomainIn(email) ?? []).sort()
  return new Map(domains.map((domain) => [domain, domains.filter((one) => one === domain).length]))
}

/** The version of the provider that a form shows. */
export function providerVersion(provider: SignInProvider | null): string {
  return versionOf({ provider })
}

/** New settings with the client secret; null keeps the present one. */
export type NewProvider = ProviderSettings & { readonly clientSecret: string | null }

/**
 * Sets the provider, from the next sign-in on. With other rules its sessions end, so that everybody is judged by them; another issuer
 * or client means other people by its subjects, so the roles that the one before gave are removed. Roles given to addresses about
 * which the provider is no longer believed end at once. The secret of one is never sent to another.
 *
 * @param seen the `providerVersion` that the decision was made on
 * @returns how many people lost the role that the provider had given
 * @throws AppError category_rule, changed_meanwhile, invalid_transition (the secret has to be given)
 */
export async function setProvider(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  actor: Actor,
  { settings, seen }: { readonly settings: NewProvider; readonly seen: string },
): Promise<number> {
  requireSelling(tenant)
  const now = deps.now()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const former = await lockProvider(tx)
    if (providerVersion(withoutSecret(former)) !== seen) throw new AppError('changed_meanwhile')
    const isSame = former?.issuer === settings.issuer && former.clientId === settings.clientId
    const { clientSecret, ...rules } = settings
    if (clientSecret === null && !isSame)
      throw new AppError('invalid_transition', { move: { of: 'client_secret', from: 'none' } })
    const provider = { ...rules, ...secretOf(deps, tx, { clientSecret, former, now }) }
    if (former !== null && !isSame) await deleteSubjects(tx)
    const taken = await takeProvided(tx, actor, { now, isKept: ({ email }) => isSame && isBelieved(email, provider) })
    await putProvider(tx, provider)
    if (former !== null && (!isSame || rulesOf(former) !== rulesOf(provider)))
      await endProviderSessions(serverSide(tx), tenant.id)
    await recordChange(tx, actor, now, 'team.provider_changed', null, {
      ...(former === null ? {} : { before: noted(former) }),
      after: noted(provider),
    })
    return taken
  })
}

/** Removes the provider; its sessions and the roles that it gave end. @returns how many people lost their role */
export async function removeProvider(deps: BasicDeps, tenant: Tenant, actor: Actor): Promise<number> {
  const now = deps.now()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const former = await lockProvider(tx)
    if (former === null) return 0
    const taken = await takeProvided(tx, actor, { now, isKept: () => false })
    await deleteProvider(tx)
    await endProviderSessions(serverSide(tx), tenant.id)
    await recordChange(tx, actor, now, 'team.provider_removed', null, { before: noted(former) })
    return taken
  })
}

/** Opens the client secret, to be sent to the provider alone. */
export function openClientSecret({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx, kept: KeptProvider) {
  return secrets.open(purposeOf(tx.tenantId), kept.clientSecretEncrypted).toString()
}

/** Reseals the client secret if it was sealed under a former data key; returns how many were, none or one. The secret stays the same. */
export async function resealProviderSecret({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<number> {
  const kept = await findProvider(tx, { lock: true })
  const sealed = kept && secrets.reseal(purposeOf(tx.tenantId), kept.clientSecretEncrypted)
  if (kept === null || sealed === null) return 0
  await putProvider(tx, { ...kept, clientSecretEncrypted: sealed })
  return 1
}

/** Locks the provider, and the organisation as well: when two set the first one, the second is told. */
async function lockProvider(tx: TenantTx): Promise<KeptProvider | null> {
  await lockTenant(serverSide(tx), tx.tenantId)
  return findProvider(tx, { lock: true })
}

type Secret = { readonly clientSecret: string | null; readonly former: KeptProvider | null; readonly now: Date }

function secretOf({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx, { clientSecret, former, now }: Secret) {
  if (clientSecret === null && former !== null) {
    const { clientSecretEncrypted, secretSetAt } = former
    return { clientSecretEncrypted, secretSetAt }
  }
  const sealed = secrets.seal(purposeOf(tx.tenantId), Buffer.from(clientSecret ?? ''))
  return { clientSecretEncrypted: sealed, secretSetAt: now }
}

type Taking = { readonly now: Date; readonly isKept: (member: { readonly email: string }) => boolean }

/** Removes the roles that the provider gave; those that people gave stay. Returns how many people lost theirs. */
async function takeProvided(tx: TenantTx, actor: Actor, { now, isKept }: Taking): Promise<number> {
  await lockTeam(tx)
  const taken = (await listProvided(tx)).filter((member) => !isKept(member))
  for (const { accountId, role, email } of taken) {
    await deleteRole(tx, accountId)
    await noteColleague(tx, actor, now, {
      email,
      action: 'team.left',
      subjectId: accountId,
      before: { role, byProvider: true },
    })
  }
  return taken.length
}

function withoutSecret(kept: KeptProvider | null): SignInProvider | null {
  if (kept === null) return null
  const { clientSecretEncrypted: _, ...provider } = kept
  return provider
}

/** The rules of who may sign in by the provider, and with which role, as text to compare. */
function rulesOf({ mailDomains, roleClaim, roleValues }: ProviderSettings): string {
  return JSON.stringify([mailDomains, roleClaim, roleValues])
}

function noted({ name, issuer, clientId, mailDomains, roleClaim, roleValues, ...rest }: SignInProvider): AuditValues {
  return {
    name,
    issuer,
    clientId,
    secretSetAt: rest.secretSetAt,
    mailDomains,
    roleClaim,
    managerValues: roleValues.manager,
    boxOfficeValues: roleValues.box_office,
    stewardValues: roleValues.steward,
    accountantValues: roleValues.accountant,
  }
}
