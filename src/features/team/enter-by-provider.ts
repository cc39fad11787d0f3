import { serverSide, type TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import { OpenIdError, type OpenIdFailure, type ProviderClaims } from '../../integrations/openid/openid.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { type Account, deleteRole, ensureAccount, putRole } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { gainsRights, type Role } from '../account/role.ts'
import { endSessionsOf } from '../account/session.queries.ts'
import { providerSignInLifeMs } from '../account/session.ts'
import { type BrowserInput, type SignedIn, signInByProvider } from '../account/sign-in.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { categoryRules, type Tenant } from '../tenant/tenant.ts'
import { deleteInvitationTo } from './invitation.queries.ts'
import { openClientSecret } from './keep-provider.ts'
import { noteColleague } from './note-colleague.ts'
import { isBelieved, roleOf, verifiedEmail } from './sign-in-provider.ts'
import {
  addSubject,
  beginSignIn,
  findBySubject,
  findProvider,
  type KeptProvider,
  type ProviderSignIn,
  takeSignIn,
} from './sign-in-provider.queries.ts'
import { findColleague, lockTeam } from './team.queries.ts'

type EnterDeps = BasicDeps<'secrets' | 'openId' | 'urls'>

/**
 * Why nobody was signed in. `ended`: the way there and back took too long, was used before or in another browser, or the provider was
 * changed meanwhile. `unverified`: the provider did not verify the mail address. `foreign_domain`: the provider is not believed about
 * its domain. `other_subject`: the provider means somebody else by that address than before.
 */
export type ProviderRefusal = OpenIdFailure | 'ended' | 'unverified' | 'foreign_domain' | 'other_subject'

export type ProviderOutcome =
  | {
      readonly kind: 'signed_in'
      readonly signedIn: SignedIn
      readonly next: string | null
      readonly role: Role | null
    }
  | {
      readonly kind: 'refused'
      readonly why: ProviderRefusal
      readonly code: string | null
      readonly next: string | null
    }

/** Where the browser is sent, and the token that it keeps. */
export type ProviderStart = { readonly url: string; readonly token: string }

/**
 * Begins a sign-in at the provider.
 *
 * @param next where the browser goes afterwards
 * @throws AppError not_found (there is no provider), OpenIdError
 */
export async function beginAtProvider(deps: EnterDeps, tenant: Tenant, next: string | null): Promise<ProviderStart> {
  const client = orNotFound(await readClient(deps, tenant))
  const token = randomToken()
  const url = await deps.openId.startUrl(client, questionOf(deps, tenant, token))
  const { issuer, clientId } = client
  const now = deps.now()
  await deps.database.asTenant(tenant.id, (tx) =>
    beginSignIn(tx, { token, now, issuer, clientId, next, expiresAt: new Date(now.getTime() + providerSignInLifeMs) }),
  )
  return { url, token }
}

/** Checks that a provider answers at the issuer's address. @throws AppError not_found, OpenIdError */
export async function examineProvider(deps: EnterDeps, tenant: Tenant): Promise<void> {
  const client = orNotFound(await readClient(deps, tenant))
  await deps.openId.examine(client)
}

/**
 * Signs in the person whom the provider names, at this organisation alone, with the role that it gives them, if any. What the browser
 * brought back is used up at once, whatever comes of it.
 *
 * @param answer `token`: the one that the browser keeps; `search`: of the address that it came back to
 */
export async function comeBackFromProvider(
  deps: EnterDeps,
  tenant: Tenant,
  browser: BrowserInput,
  answer: { readonly token: string; readonly search: string },
): Promise<ProviderOutcome> {
  const { token } = answer
  const begun = await deps.database.asTenant(tenant.id, (tx) => takeSignIn(tx, { token, now: deps.now() }))
  const refused = (why: ProviderRefusal, code: string | null = null) =>
    ({ kind: 'refused', why, code, next: begun?.next ?? null }) as const
  const client = await readClient(deps, tenant)
  if (begun === null || client === null || !isSameClient(client, begun)) return refused('ended')
  try {
    const claims = await deps.openId.readAnswer(client, questionOf(deps, tenant, token), answer.search)
    const entered = await deps.database.asTenant(tenant.id, (tx) => enter(deps, tx, { browser, begun, claims }))
    return typeof entered === 'string' ? refused(entered) : { ...entered, next: begun.next }
  } catch (error) {
    if (error instanceof OpenIdError) return refused(error.failure, error.code)
    throw error
  }
}

type Entering = { readonly browser: BrowserInput; readonly begun: ProviderSignIn; readonly claims: ProviderClaims }

async function enter(deps: EnterDeps, tx: TenantTx, { browser, begun, claims }: Entering) {
  const now = deps.now()
  // Locked, so that somebody who changes or removes it meanwhile either goes first, or waits and finds this session.
  const provider = await findProvider(tx, { lock: true })
  if (provider === null || !isSameClient(provider, begun)) return 'ended'
  const email = verifiedEmail(claims)
  if (email === null) return 'unverified'
  if (!isBelieved(email, provider)) return 'foreign_domain'
  const person = { claims, provider, email, now }
  const account = await findPerson(tx, person)
  if (typeof account === 'string') return account
  const { role, hasGained } = await giveRole(tx, account, person)
  const signedIn = await signInByProvider(serverSide(tx), browser, account, now)
  if (hasGained) await endSessionsOf(serverSide(tx), account.id, { at: tx.tenantId, except: signedIn.sessionToken })
  return { kind: 'signed_in', signedIn, role } as const
}

type Person = {
  readonly claims: ProviderClaims
  readonly provider: KeptProvider
  readonly email: string
  readonly now: Date
}

/** Finds a person by their subject, which stays when their address changes; somebody who was never here before by the address. */
async function findPerson(
  tx: TenantTx,
  { claims: { sub }, provider, email, now }: Person,
): Promise<Account | 'foreign_domain' | 'other_subject'> {
  const subjectHash = sha256(JSON.stringify([provider.issuer, sub]))
  const known = await findBySubject(tx, subjectHash)
  if (known !== null) return isBelieved(known.email, provider) ? known : 'foreign_domain'
  const account = await ensureAccount(serverSide(tx), email, now)
  return (await addSubject(tx, { subjectHash, accountId: account.id, now })) ? account : 'other_subject'
}

/** Gives somebody the role that follows from their claims, unless a person has given them one: that one stays. */
async function giveRole(tx: TenantTx, account: Account, { provider, claims, now }: Person) {
  await lockTeam(tx)
  const former = await findColleague(tx, account.id)
  if (former !== null && !former.fromProvider) return { role: former.role, hasGained: false }
  const role = roleOf(claims, provider)
  if (role === (former?.role ?? null)) return { role, hasGained: false }
  if (role === null) await deleteRole(tx, account.id)
  else await putRole(tx, { accountId: account.id, role, now, fromProvider: true })
  const { id: accountId, email } = account
  await deleteInvitationTo(tx, email)
  const themselves: Actor = { kind: 'account', accountId, email, role, isSuperUser: false, fromRoot: false }
  const byProvider = true
  await noteColleague(tx, themselves, now, {
    email,
    action: role === null ? 'team.left' : former === null ? 'team.joined' : 'team.role_changed',
    subjectId: accountId,
    ...(former === null ? {} : { before: { role: former.role } }),
    ...(role === null ? {} : { after: { role, byProvider } }),
  })
  return { role, hasGained: role !== null && gainsRights(former?.role ?? null, role) }
}

async function readClient(deps: EnterDeps, tenant: Tenant) {
  if (!categoryRules[tenant.category].sells) return null
  return deps.database.asTenant(tenant.id, async (tx) => {
    const provider = await findProvider(tx)
    if (provider === null) return null
    const { issuer, clientId } = provider
    return { issuer, clientId, clientSecret: openClientSecret(deps, tx, provider) }
  })
}

function isSameClient(left: Pick<ProviderSignIn, 'issuer' | 'clientId'>, right: ProviderSignIn): boolean {
  return left.issuer === right.issuer && left.clientId === right.clientId
}

/** The values of one sign-in, all made of the token that one browser keeps; none of them reveals it. */
function questionOf({ urls }: Pick<Deps, 'urls'>, tenant: Tenant, token: string) {
  const made = (what: string) => sha256(`${what} of ${token}`).toString('base64url')
  return {
    redirectUri: urls.base(tenant.label) + visitorPaths.providerReturn,
    state: made('state'),
    nonce: made('nonce'),
    codeVerifier: made('verifier'),
  }
}
