import { AppError } from '../../errors.ts'
import { type Actor, may } from '../account/actor.ts'
import { makeKey } from '../account/api-key.ts'
import { isPermission } from '../account/permission.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  type ApiKeyName,
  apiKeyState,
  getApiKeyLocked,
  type LockedApiKey,
  putFormerEnd,
  putNewSecret,
} from '../account/api-key.queries.ts'

/** How long the former secret stays good: a day is enough to reach a program, and what may take a week is never done. */
export const usualOverlapHours = 24
export const mostOverlapHours = 168
export const overlaps = [1, usualOverlapHours, 72, mostOverlapHours] as const
const hourMs = 3_600_000

export type KeyRoll = {
  /** How long the former secret stays good, in hours: one of `overlaps`, or any up to the longest of them. */
  readonly overlapHours: number
  /** When the key was last rolled, as the caller saw it; undefined: not compared. */
  readonly seen?: string
}

/**
 * Gives a key a new secret; the one before stays good for some hours, so that no program is interrupted. There are two at most: an
 * earlier one that was still good ends now.
 *
 * @returns the whole key, which is not kept and can't be shown again.
 * @throws AppError not_found, changed_meanwhile (rolled since: this press was sent twice), invalid_transition (revoked or over),
 *   permission_denied (the key may do what the caller may not)
 */
export async function rollApiKey(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  which: ApiKeyName,
  { overlapHours, seen }: KeyRoll,
): Promise<{ readonly text: string; readonly name: string; readonly formerUntil: Date }> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const key = await getApiKeyLocked(tx, which)
    if (seen !== undefined && seen !== versionOfKey(key)) throw new AppError('changed_meanwhile')
    const from = apiKeyState(key, now)
    if (from !== 'active') throw new AppError('invalid_transition', { move: { of: 'api_key', from } })
    if (!mayHold(actor, key)) throw new AppError('permission_denied')
    const { text, secretHash } = makeKey(key.prefix)
    const formerUntil = new Date(now.getTime() + overlapHours * hourMs)
    await putNewSecret(tx, key, { secretHash, rolledAt: now, formerUntil })
    await recordChange(tx, actor, now, 'api_key.rolled', key.id, { after: { name: key.name, until: formerUntil } })
    return { text, name: key.name, formerUntil }
  })
}

/** Ends the former secret: it is refused from the next request on. May be repeated. @throws AppError not_found */
export async function endFormerSecret(deps: BasicDeps, tenant: Tenant, actor: Actor, which: ApiKeyName): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const [now, key] = [deps.now(), await getApiKeyLocked(tx, which)]
    if (key.formerUntil === null || key.formerUntil <= now) return
    await putFormerEnd(tx, key.id)
    await recordChange(tx, actor, now, 'api_key.former_ended', key.id, { before: { name: key.name } })
  })
}

/** The version by which a form that is sent twice is recognised: it rolls once, or a secret that a program still uses would end. */
export function versionOfKey({ rolledAt }: Pick<LockedApiKey, 'rolledAt'>): string {
  return rolledAt?.toISOString() ?? ''
}

/** Whether the caller may be shown the secret: only those who may do what the key may, so that nobody gains permissions. */
function mayHold(actor: Actor, key: LockedApiKey): boolean {
  if (actor.kind === 'server') return true
  const isTheirs = actor.kind === 'account' && actor.accountId === key.accountId
  return (
    key.permissions.filter(isPermission).every((permission) => may(actor, permission)) &&
    (isTheirs || !key.canCreateTenants)
  )
}
