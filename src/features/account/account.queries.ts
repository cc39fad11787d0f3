import type { Selectable } from 'kysely'
import type { ServerTx, TenantTx } from '../../db/database.ts'
import type { Account as AccountRow } from '../../db/tables.ts'
import { deleteRows, insertRows, selectRows } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import type { Role } from './role.ts'

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

/** Lists the accounts with rights on the whole server, by e-mail. */
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
  const row = await selectRows(tx, 'tenantMember').select('role').where('accountId', '=', accountId).executeTakeFirst()
  return row?.role ?? null
}

/** Whether somebody relies on a person's account here: who works here, or the user of an API key. */
export async function holdsRights(tx: TenantTx, email: string): Promise<boolean> {
  const member = await selectRows(tx, 'tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select('account.id')
    .where('account.email', '=', email)
    .executeTakeFirst()
  const key = await selectRows(tx, 'apiKey')
    .innerJoin('account', 'account.id', 'apiKey.accountId')
    .select('account.id')
    .where('account.email', '=', email)
    .executeTakeFirst()
  return member !== undefined || key !== undefined
}

/** Lists the e-mail addresses of the organisation's owners. */
export async function listOwners(tx: TenantTx): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select('account.email')
    .where('tenantMember.role', '=', 'owner')
    .orderBy('account.id')
    .execute()
  return rows.map(({ email }) => email)
}

/** @param member.fromProvider whether the provider gives it, and not a person */
export async function putRole(
  tx: TenantTx,
  member: { readonly accountId: string; readonly role: Role; readonly now: Date; readonly fromProvider?: boolean },
): Promise<void> {
  const { accountId, role, now, fromProvider = false } = member
  await insertRows(tx, 'tenantMember', { accountId, role, fromProvider, createdAt: now })
    .onConflict((conflict) => conflict.columns(['tenantId', 'accountId']).doUpdateSet({ role, fromProvider }))
    .execute()
}

export async function deleteRole(tx: TenantTx, accountId: string): Promise<void> {
  await deleteRows(tx, 'tenantMember').where('accountId', '=', accountId).execute()
}

/** What somebody may do on the whole server; what is not named stays. */
export function putRights(
  tx: ServerTx,
  id: string,
  rights: { readonly isSuperUser?: boolean; readonly canCreateTenants?: boolean },
): Promise<Account> {
  return tx.updateTable('account').set(rights).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function lockAccount(tx: ServerTx, id: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
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
