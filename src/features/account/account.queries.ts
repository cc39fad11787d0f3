import type { Selectable } from 'kysely'
import type { ServerTx, TenantTx } from '../../db/database.ts'
import type { Account as AccountRow, ApiKey as ApiKeyRow } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { isRole, type Role } from './role.ts'

export type Account = Selectable<AccountRow>

/** The account of a normalised e-mail, made when unknown. Safe when two ask at once. */
export async function ensureAccount(tx: ServerTx, email: string, now: Date): Promise<Account> {
  await tx
    .insertInto('account')
    .values({ id: newId(), email, createdAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return tx.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

export async function findAccountByEmail(tx: ServerTx, email: string): Promise<Account | null> {
  return (await tx.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

/** Whoever may do something on the whole server, by e-mail. */
export async function listPrivileged(tx: ServerTx): Promise<readonly Account[]> {
  return tx
    .selectFrom('account')
    .selectAll()
    .where((where) => where.or([where('isSuperUser', '=', true), where('canCreateTenants', '=', true)]))
    .orderBy('email')
    .execute()
}

/** What a person is in this organisation; null: nothing. */
export async function findRole(tx: TenantTx, accountId: string): Promise<Role | null> {
  const row = await tx
    .selectFrom('tenantMember')
    .select('role')
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row !== undefined && isRole(row.role) ? row.role : null
}

/** Whether somebody relies on a person's account here: who works here, or the user of an API key. */
export async function holdsRights(tx: TenantTx, email: string): Promise<boolean> {
  const member = await tx
    .selectFrom('tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select('account.id')
    .where('tenantMember.tenantId', '=', tx.tenantId)
    .where('account.email', '=', email)
    .executeTakeFirst()
  const key = await tx
    .selectFrom('apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .select('account.id')
    .where('apiKey.tenantId', '=', tx.tenantId)
    .where('account.email', '=', email)
    .executeTakeFirst()
  return member !== undefined || key !== undefined
}

/** Whose an organisation is, by e-mail. */
export async function listOwners(tx: TenantTx): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select('account.email')
    .where('tenantMember.tenantId', '=', tx.tenantId)
    .where('tenantMember.role', '=', 'owner')
    .orderBy('account.id')
    .execute()
  return rows.map(({ email }) => email)
}

/** May be repeated: whoever works here already becomes an owner. */
export async function makeOwner(tx: TenantTx, accountId: string, now: Date): Promise<void> {
  await tx
    .insertInto('tenantMember')
    .values({ tenantId: tx.tenantId, accountId, role: 'owner', createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'accountId']).doUpdateSet({ role: 'owner', fromProvider: false }),
    )
    .execute()
}

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

/** The ids of all super-users, kept from changing until the transaction ends. */
export async function lockSuperUsers(tx: ServerTx): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('isSuperUser', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
