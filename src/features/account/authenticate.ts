import { AppError } from '../../errors.ts'
import { isWithin } from '../../lib/address-range.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { findRole } from './account.queries.ts'
import type { Actor } from './actor.ts'
import { type ApiKey, findApiKey, markApiKeyUsed } from './api-key.queries.ts'
import { parseKey, secretMatches } from './api-key.ts'
import { awaitedOf } from './passkey.ts'
import { isPermission } from './permission.ts'
import type { Role } from './role.ts'
import { endSession, type FoundSession, findSession, markSessionUsed } from './session.queries.ts'
import { freshMs, staffIdleMs } from './session.ts'

/** Least time between two updates of "last used": exact enough, and a page does not rewrite its session's row for each picture. */
const betweenMarksMs = 60_000

type Person = Extract<Actor, { readonly kind: 'account' }>

/**
 * Finds the actor behind an API key of this tenant.
 *
 * @param address where the request came from
 * @throws AppError `key_invalid` when the key is unknown, revoked, expired, or another tenant's: all alike; `address_refused` when it is
 *   good, but bound to other addresses
 */
export async function authenticateApiKey(
  deps: BasicDeps,
  tenantId: string,
  { text, address }: { readonly text: string; readonly address: string },
): Promise<Actor> {
  const parsed = parseKey(text)
  if (!parsed) throw new AppError('key_invalid')
  const actor = await deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    const key = await findApiKey(tx, parsed.prefix)
    const live = key && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
    const by = live ? secretOf(key, parsed.secret, now) : null
    if (!live || by === null) throw new AppError('key_invalid')
    const isRefused = key.addresses.length > 0 && !isWithin(address, key.addresses)
    await markApiKeyUsed(tx, key, isRefused ? 'refusedAt' : by, now)
    // That it was refused is to be kept.
    if (isRefused) return null
    return {
      kind: 'api_key' as const,
      keyId: key.id,
      accountId: key.accountId,
      permissions: new Set(key.permissions.filter(isPermission)),
      canCreateTenants: key.canCreateTenants,
      expiresAt: key.expiresAt,
    }
  })
  if (actor === null) throw new AppError('address_refused')
  return actor
}

/** The column that notes the use: that of the present secret, or that of the one before, while it is good; null: neither. */
function secretOf(key: ApiKey, secret: string, now: Date): 'lastUsedAt' | 'formerUsedAt' | null {
  if (secretMatches(secret, key.secretHash)) return 'lastUsedAt'
  const { formerSecretHash, formerUntil } = key
  if (formerSecretHash === null || formerUntil === null || formerUntil <= now) return null
  return secretMatches(secret, formerSecretHash) ? 'formerUsedAt' : null
}

/** What of an organisation decides who somebody is there. */
type House = { readonly id: string; readonly passkeyRoles: readonly Role[] }

/**
 * The person behind a session cookie of this tenant's host; anonymous when the session has ended, or was made at another of its
 * hosts. Before a passkey is shown, where there is one or must be, it has no role (ADR 0240). At a domain of its own
 * everybody is a visitor: anyone who runs it reads what comes by (ADR 0227).
 */
export async function authenticateSession(
  deps: BasicDeps<'secondFactor'>,
  house: House,
  asked: { readonly token: string; readonly ownDomain: string | null; readonly rpId: string },
): Promise<Actor> {
  const now = deps.now()
  const { token, ownDomain } = asked
  const { id: tenantId } = house
  const found = await deps.database.asServer((tx) => findSession(tx, { ...asked, tenantId, now }))
  if (!found) return { kind: 'anonymous' }
  const actor = await personBehind(deps, house, ownDomain, found)
  const idleMs = now.getTime() - found.lastSeenAt.getTime()
  if (isStaff(actor) && idleMs >= staffIdleMs) {
    await deps.database.asServer((tx) => endSession(tx, tenantId, token))
    return { kind: 'anonymous' }
  }
  if (idleMs > betweenMarksMs) await deps.database.asServer((tx) => markSessionUsed(tx, { token, now }))
  return isStale(found, now) ? { ...actor, isStale: true } : actor
}

/** Whether the confirmation is too old. A super-user from Root gave it there, and the session ends after an hour. */
function isStale({ shownAt, fromRoot }: FoundSession, now: Date): boolean {
  return !fromRoot && now.getTime() - (shownAt?.getTime() ?? 0) >= freshMs
}

async function personBehind(
  deps: Pick<Deps, 'database' | 'secondFactor'>,
  { id: tenantId, passkeyRoles }: House,
  ownDomain: string | null,
  found: FoundSession,
): Promise<Person> {
  const { account, fromRoot, isProven, hasPasskey } = found
  const { id: accountId, email, isSuperUser } = account
  // A passkey is the person's own: somebody who showed it is known by more than the provider's word.
  const byProvider = found.byProvider && !isProven
  const visitor = {
    kind: 'account',
    accountId,
    email,
    role: null,
    isSuperUser: false,
    fromRoot: false,
    ...(byProvider ? { byProvider } : {}),
  } as const
  if (ownDomain !== null) return visitor
  // Somebody who is no longer a super-user is nobody here from the next request on.
  const role = fromRoot
    ? isSuperUser
      ? 'owner'
      : null
    : await deps.database.asTenant(tenantId, (tx) => findRole(tx, accountId))
  const roleNeedsPasskey = role !== null && passkeyRoles.includes(role)
  const standing = { isSuperUser, roleNeedsPasskey, hasPasskey, isProven, fromRoot }
  const awaits = awaitedOf(standing, deps.secondFactor)
  if (awaits !== null) return { ...visitor, awaits }
  return { ...visitor, role, isSuperUser: isSuperUser && !byProvider, fromRoot }
}

function isStaff({ role, isSuperUser }: Person): boolean {
  return role !== null || isSuperUser
}
