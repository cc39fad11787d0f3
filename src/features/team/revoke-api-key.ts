import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type ApiKeyName, getApiKeyLocked, putApiKeyEnd } from '../account/api-key.queries.ts'

/**
 * Revokes a key: it is refused from the next request on, in every process. May be repeated.
 *
 * @throws AppError not_found
 */
export async function revokeApiKey(deps: BasicDeps, tenant: Tenant, actor: Actor, which: ApiKeyName): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) => endApiKey(tx, actor, deps.now(), which))
}

/** As `revokeApiKey`, in the caller's transaction. */
export async function endApiKey(tx: TenantTx, actor: Actor, now: Date, which: ApiKeyName): Promise<void> {
  const key = await getApiKeyLocked(tx, which)
  if (key.revokedAt !== null) return
  await putApiKeyEnd(tx, key.id, now)
  await recordChange(tx, actor, now, 'api_key.revoked', key.id, { before: { name: key.name } })
}
