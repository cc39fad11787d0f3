import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { ApiKey as ApiKeyRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { isPermission, type Permission } from './permission.ts'

export type ApiKey = Selectable<ApiKeyRow> & { readonly canCreateTenants: boolean }

/** The key of a prefix, whatever its state, with its user's right to create tenants. */
export async function findApiKey(tx: TenantTx, prefix: string): Promise<ApiKey | null> {
  const row = await tx
    .selectFrom('apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .selectAll('apiKey')
    .select('account.canCreateTenants')
    .where('apiKey.tenantId', '=', tx.tenantId)
    .where('apiKey.prefix', '=', prefix)
    .executeTakeFirst()
  return row ?? null
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
  await tx
    .updateTable('apiKey')
    .set({ [what]: now })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', key.id)
    .execute()
}

export type ListedApiKey = {
  readonly id: string
  /** The eight characters before the point, by which whoever holds the key finds it here. */
  readonly prefix: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** To the hour. */
  readonly lastUsedAt: Date | null
  /** Where it may be used from: addresses and ranges; empty: anywhere. */
  readonly addresses: readonly string[]
  /** When somebody last used it from elsewhere; to the hour. */
  readonly refusedAt: Date | null
  /** When it got its present secret; null: with the key. */
  readonly rolledAt: Date | null
  /** Until when the secret before is good, and when it was last used; to the hour. */
  readonly formerUntil: Date | null
  readonly formerUsedAt: Date | null
}

export type ApiKeyState = 'active' | 'ended' | 'revoked'

export function apiKeyState(key: Pick<ListedApiKey, 'expiresAt' | 'revokedAt'>, now: Date): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'ended' : 'active'
}

/** Every key there ever was, the latest first: those that open nothing any more still stand in the log. */
export async function listApiKeys(tx: TenantTx): Promise<readonly ListedApiKey[]> {
  const rows = await selectKeys(tx).orderBy('apiKey.id', 'desc').execute()
  return rows.map((row) => ({ ...row, permissions: row.permissions.filter(isPermission) }))
}

/** Those that act for a person here, the latest first. */
export async function listApiKeysOf(tx: TenantTx, accountId: string): Promise<readonly ListedApiKey[]> {
  const rows = await selectKeys(tx).where('apiKey.accountId', '=', accountId).orderBy('apiKey.id', 'desc').execute()
  return rows.map((row) => ({ ...row, permissions: row.permissions.filter(isPermission) }))
}

export async function findListedApiKey(tx: TenantTx, id: string): Promise<ListedApiKey | null> {
  const row = await selectKeys(tx).where('apiKey.id', '=', id).executeTakeFirst()
  return row ? { ...row, permissions: row.permissions.filter(isPermission) } : null
}

function selectKeys(tx: TenantTx) {
  return tx
    .selectFrom('apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .select(['apiKey.id', 'apiKey.prefix', 'apiKey.name', 'apiKey.permissions', 'account.email'])
    .select(['apiKey.createdAt', 'apiKey.expiresAt', 'apiKey.revokedAt', 'apiKey.lastUsedAt'])
    .select(['apiKey.addresses', 'apiKey.refusedAt', 'apiKey.rolledAt'])
    .select(['apiKey.formerUntil', 'apiKey.formerUsedAt'])
    .where('apiKey.tenantId', '=', tx.tenantId)
}

type NewRow = Pick<ListedApiKey, 'id' | 'prefix' | 'name' | 'permissions' | 'createdAt' | 'expiresAt' | 'addresses'> & {
  readonly secretHash: Buffer
  readonly accountId: string
}

/** @returns whether it was new: of two presses of one form, one is. */
export async function insertApiKey(tx: TenantTx, key: NewRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('apiKey')
    .values({ tenantId: tx.tenantId, ...key, permissions: [...key.permissions], addresses: [...key.addresses] })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** By its row, or by the eight characters before the point. */
export type ApiKeyName = { readonly id: string } | { readonly prefix: string }

/** Kept from changing until the transaction ends: two who revoke a key at once note it once. @throws AppError not_found */
export async function getApiKeyLocked(tx: TenantTx, which: ApiKeyName) {
  const [column, value] =
    'id' in which ? (['apiKey.id', which.id] as const) : (['apiKey.prefix', which.prefix] as const)
  const row = await tx
    .selectFrom('apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .selectAll('apiKey')
    .select('account.canCreateTenants')
    .where('apiKey.tenantId', '=', tx.tenantId)
    .where(column, '=', value)
    .forUpdate('apiKey')
    .executeTakeFirst()
  return orNotFound(row)
}

export type LockedApiKey = Awaited<ReturnType<typeof getApiKeyLocked>>

export async function putApiKeyEnd(tx: TenantTx, id: string, revokedAt: Date): Promise<void> {
  await tx.updateTable('apiKey').set({ revokedAt }).where('tenantId', '=', tx.tenantId).where('id', '=', id).execute()
}

/** The present secret becomes the former one, which ends then; what was still good of an earlier one is gone. */
export async function putNewSecret(
  tx: TenantTx,
  { id, secretHash: formerSecretHash, lastUsedAt }: LockedApiKey,
  next: { readonly secretHash: Buffer; readonly rolledAt: Date; readonly formerUntil: Date },
): Promise<void> {
  await tx
    .updateTable('apiKey')
    .set({ ...next, formerSecretHash, formerUsedAt: lastUsedAt, lastUsedAt: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function putFormerEnd(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable('apiKey')
    .set({ formerSecretHash: null, formerUntil: null })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function putAddresses(tx: TenantTx, id: string, addresses: readonly string[]): Promise<void> {
  await tx
    .updateTable('apiKey')
    .set({ addresses: [...addresses] })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}
