import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { ApiKey as ApiKeyRow } from '../../db/tables.ts'
import { insertRows, isDone, selectRows, updateRow } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { isPermission, type Permission } from './permission.ts'

export type ApiKey = Selectable<ApiKeyRow> & { readonly canCreateTenants: boolean }

/** Selects keys with their user's right to create tenants. */
function selectWithRight(tx: TenantTx) {
  return selectRows(tx, 'apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .selectAll('apiKey')
    .select('account.canCreateTenants')
}

/** Finds the key of a prefix, in any state. */
export async function findApiKey(tx: TenantTx, prefix: string): Promise<ApiKey | null> {
  return (await selectWithRight(tx).where('apiKey.prefix', '=', prefix).executeTakeFirst()) ?? null
}

/** At most once an hour per key: exact enough for "last used", and a busy till does not rewrite its row at each call. */
export async function markApiKeyUsed(
  tx: TenantTx,
  key: ApiKey,
  what: 'lastUsedAt' | 'formerUsedAt' | 'refusedAt',
  now: Date,
): Promise<void> {
  const before = key[what]
  if (before && now.getTime() - before.getTime() < 3_600_000) return
  await updateRow(tx, 'apiKey', key.id, { [what]: now }).execute()
}

/**
 * A key as it is listed. By its `prefix`, the eight characters before the point, its holder finds it there. It may be used from its
 * `addresses`, ranges among them (none: anywhere); `refusedAt` somebody last used it from elsewhere. It got its present secret when it was
 * rolled, or with the key, and the one before is good until `formerUntil`. Times of use are to the hour.
 */
export type ListedApiKey = NonNullable<Awaited<ReturnType<typeof findListedApiKey>>>

export type ApiKeyState = 'active' | 'ended' | 'revoked'

export function apiKeyState(key: Pick<ListedApiKey, 'expiresAt' | 'revokedAt'>, now: Date): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'ended' : 'active'
}

/** Lists every key there ever was, the latest first: the log still names those that open nothing any more. */
export async function listApiKeys(tx: TenantTx) {
  const rows = await selectKeys(tx).orderBy('apiKey.id', 'desc').execute()
  return rows.map(typed)
}

/** Lists the keys that act for a person here, the latest first. */
export async function listApiKeysOf(tx: TenantTx, accountId: string) {
  const rows = await selectKeys(tx).where('apiKey.accountId', '=', accountId).orderBy('apiKey.id', 'desc').execute()
  return rows.map(typed)
}

export async function findListedApiKey(tx: TenantTx, id: string) {
  const row = await selectKeys(tx).where('apiKey.id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

function typed<Row extends { readonly permissions: readonly string[] }>(row: Row) {
  return { ...row, permissions: row.permissions.filter(isPermission) }
}

function selectKeys(tx: TenantTx) {
  return selectRows(tx, 'apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .select(['apiKey.id', 'apiKey.prefix', 'apiKey.name', 'apiKey.permissions', 'account.email'])
    .select(['apiKey.createdAt', 'apiKey.expiresAt', 'apiKey.revokedAt', 'apiKey.lastUsedAt'])
    .select(['apiKey.addresses', 'apiKey.refusedAt', 'apiKey.rolledAt'])
    .select(['apiKey.formerUntil', 'apiKey.formerUsedAt'])
}

type NewRow = Pick<ListedApiKey, 'id' | 'prefix' | 'name' | 'createdAt' | 'expiresAt'> & {
  readonly permissions: readonly Permission[]
  readonly addresses: readonly string[]
  readonly secretHash: Buffer
  readonly accountId: string
}

/** @returns whether it was new: of two presses of one form, one is. */
export async function insertApiKey(tx: TenantTx, key: NewRow): Promise<boolean> {
  return insertRows(tx, 'apiKey', { ...key, permissions: [...key.permissions], addresses: [...key.addresses] })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .$call(isDone)
}

/** What names an API key: the id of its row, or the eight characters before the point. */
export type ApiKeyName = { readonly id: string } | { readonly prefix: string }

/** Locks a key until the transaction ends: two who revoke it at once note it once. @throws AppError not_found */
export async function getApiKeyLocked(tx: TenantTx, which: ApiKeyName) {
  const [column, value] =
    'id' in which ? (['apiKey.id', which.id] as const) : (['apiKey.prefix', which.prefix] as const)
  const row = await selectWithRight(tx).where(column, '=', value).forUpdate('apiKey').executeTakeFirst()
  return orNotFound(row)
}

export type LockedApiKey = Awaited<ReturnType<typeof getApiKeyLocked>>

export async function putApiKeyEnd(tx: TenantTx, id: string, revokedAt: Date): Promise<void> {
  await updateRow(tx, 'apiKey', id, { revokedAt }).execute()
}

/** The present secret becomes the former one, which ends then; what was still good of an earlier one is gone. */
export async function putNewSecret(
  tx: TenantTx,
  { id, secretHash: formerSecretHash, lastUsedAt }: LockedApiKey,
  next: { readonly secretHash: Buffer; readonly rolledAt: Date; readonly formerUntil: Date },
): Promise<void> {
  await updateRow(tx, 'apiKey', id, { ...next, formerSecretHash, formerUsedAt: lastUsedAt, lastUsedAt: null }).execute()
}

/** Replaces a secret that nobody has used: nothing is left of it. */
export async function putFirstSecret(tx: TenantTx, id: string, secretHash: Buffer): Promise<void> {
  await updateRow(tx, 'apiKey', id, { secretHash }).execute()
}

export async function putFormerEnd(tx: TenantTx, id: string): Promise<void> {
  await updateRow(tx, 'apiKey', id, { formerSecretHash: null, formerUntil: null }).execute()
}

export async function putAddresses(tx: TenantTx, id: string, addresses: readonly string[]): Promise<void> {
  await updateRow(tx, 'apiKey', id, { addresses: [...addresses] }).execute()
}
