import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { repeatableId } from '../../lib/ids.ts'
import type { Account } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { apiKeyState, getApiKeyLocked, insertApiKey, putFirstSecret } from '../account/api-key.queries.ts'
import { makeKey, type NewKey } from '../account/api-key.ts'
import type { Permission } from '../account/permission.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { keyLifeMs } from '../request/idempotency.ts'
import type { TenantCategory } from './tenant.ts'

/** The key that is made together with its organisation, so that a program sets it up without a person. */
export type FirstKey = {
  readonly key: NewKey
  readonly name: string
  readonly permissions: readonly Permission[]
  /** When it expires; null: only when revoked. */
  readonly expiresAt: Date | null
  /** Addresses that it may be used from; none: anywhere. */
  readonly addresses: readonly string[]
  /** Who asked for it, who need not belong to the organisation. */
  readonly actor: Actor
}

/** A key as its answer tells it; without the whole of it where that was shown before, since it is not kept. */
export type ShownKey = { readonly prefix: string; readonly text: string | null }

/**
 * Writes the first key of the organisation of the transaction. It acts for the first administrator, who may revoke it. On a Meta a key
 * that may write places makes organisations where its account may, so nobody gets such a key for somebody else (ADR 0243).
 *
 * @throws AppError permission_denied
 */
export async function insertFirstKey(
  tx: TenantTx,
  { key, name, permissions, expiresAt, addresses, actor }: FirstKey,
  category: TenantCategory,
  { id: accountId, email }: Pick<Account, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  const isTheirs = actor.kind === 'api_key' && actor.accountId === accountId
  if (category === 'meta' && permissions.includes('place:write') && !isTheirs)
    throw new AppError('permission_denied', { permission: 'place:write' })
  const { prefix, secretHash } = key
  const id = idOfFirst(tx.tenantId)
  const row = { id, prefix, secretHash, accountId, name, permissions, addresses, createdAt: now, expiresAt }
  await insertApiKey(tx, row)
  await recordChange(tx, actor, now, 'api_key.created', id, {
    after: { name, permissions, expires_at: expiresAt, addresses: addresses.length || null },
    personal: [{ field: 'user', personEmail: email, after: email }],
  })
}

/**
 * The first key again, for a repeat of the request that made it: its answer may be lost. As long as nobody has used the key it gets
 * another secret, for a day; the one before opens nothing any more.
 *
 * @throws AppError not_found (the organisation was made without one)
 */
export async function showFirstKeyAgain(deps: BasicDeps, tenantId: string, actor: Actor): Promise<ShownKey> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    const key = await getApiKeyLocked(tx, { id: idOfFirst(tenantId) })
    const { id, name, prefix, createdAt, lastUsedAt, rolledAt } = key
    const isUntouched = lastUsedAt === null && rolledAt === null && apiKeyState(key, now) === 'active'
    if (!isUntouched || createdAt.getTime() <= now.getTime() - keyLifeMs) return { prefix, text: null }
    const { text, secretHash } = makeKey(prefix)
    await putFirstSecret(tx, id, secretHash)
    await recordChange(tx, actor, now, 'api_key.rolled', id, { after: { name, until: now } })
    return { prefix, text }
  })
}

/** By which it is found again: there is one of it. */
function idOfFirst(tenantId: string): string {
  return repeatableId(tenantId, tenantId)
}
