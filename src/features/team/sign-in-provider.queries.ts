import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { SignInProvider as ProviderRow } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import type { SignInProvider } from './sign-in-provider.ts'

export type KeptProvider = SignInProvider & { readonly clientSecretEncrypted: Buffer }

/** @param lock keeps it from changing until the transaction ends */
export async function findProvider(
  tx: TenantTx,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<KeptProvider | null> {
  const found = tx.selectFrom('signInProvider').selectAll().where('tenantId', '=', tx.tenantId)
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  return row === undefined ? null : typed(row)
}

function typed(row: Selectable<ProviderRow>): KeptProvider {
  const { name, issuer, clientId, clientSecretEncrypted, secretSetAt, mailDomains, roleClaim } = row
  return {
    name,
    issuer,
    clientId,
    clientSecretEncrypted,
    secretSetAt,
    mailDomains,
    roleClaim,
    roleValues: {
      manager: row.managerValues,
      box_office: row.boxOfficeValues,
      steward: row.stewardValues,
      accountant: row.accountantValues,
    },
  }
}

export async function putProvider(tx: TenantTx, provider: KeptProvider): Promise<void> {
  const { roleValues, mailDomains, ...kept } = provider
  const values = {
    ...kept,
    mailDomains: [...mailDomains],
    managerValues: [...roleValues.manager],
    boxOfficeValues: [...roleValues.box_office],
    stewardValues: [...roleValues.steward],
    accountantValues: [...roleValues.accountant],
  }
  await tx
    .insertInto('signInProvider')
    .values({ tenantId: tx.tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
    .execute()
}

/** With whom it means by its subjects, and the sign-ins under way. */
export async function deleteProvider(tx: TenantTx): Promise<void> {
  await deleteSubjects(tx)
  await tx.deleteFrom('signInProvider').where('tenantId', '=', tx.tenantId).execute()
}

/** Another issuer means others by the same subjects. Sign-ins under way with the one before end. */
export async function deleteSubjects(tx: TenantTx): Promise<void> {
  await tx.deleteFrom('providerSubject').where('tenantId', '=', tx.tenantId).execute()
  await tx.deleteFrom('providerSignIn').where('tenantId', '=', tx.tenantId).execute()
}

export type ProviderSignIn = { readonly issuer: string; readonly clientId: string; readonly next: string | null }

/** Keeps that a browser is on its way to the provider. Those that never came back are deleted on the way. */
export async function beginSignIn(
  tx: TenantTx,
  begun: ProviderSignIn & { readonly token: string; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { token, now, issuer, clientId, next, expiresAt } = begun
  await tx.deleteFrom('providerSignIn').where('tenantId', '=', tx.tenantId).where('expiresAt', '<', now).execute()
  await tx
    .insertInto('providerSignIn')
    .values({ tenantId: tx.tenantId, tokenHash: sha256(token), issuer, clientId, next, expiresAt })
    .execute()
}

/** Uses it up: of two who come back with one token, one finds it. */
export async function takeSignIn(
  tx: TenantTx,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<ProviderSignIn | null> {
  const row = await tx
    .deleteFrom('providerSignIn')
    .where('tenantId', '=', tx.tenantId)
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now)
    .returning(['issuer', 'clientId', 'next'])
    .executeTakeFirst()
  return row ?? null
}

/** Finds whom the provider means; null: nobody who was here before. */
export async function findBySubject(tx: TenantTx, subjectHash: Buffer) {
  const row = await tx
    .selectFrom('providerSubject')
    .innerJoin('account', 'account.id', 'providerSubject.accountId')
    .selectAll('account')
    .where('providerSubject.tenantId', '=', tx.tenantId)
    .where('providerSubject.subjectHash', '=', subjectHash)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false: the provider means the same account by another subject already, or somebody else by this one */
export async function addSubject(
  tx: TenantTx,
  subject: { readonly subjectHash: Buffer; readonly accountId: string; readonly now: Date },
): Promise<boolean> {
  const { subjectHash, accountId, now } = subject
  const added = await tx
    .insertInto('providerSubject')
    .values({ tenantId: tx.tenantId, subjectHash, accountId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return added !== undefined
}

/** Since when the provider has known a person here: one, or none. */
export async function listSubjectsOf(tx: TenantTx, email: string): Promise<readonly { since: Date }[]> {
  return tx
    .selectFrom('providerSubject')
    .innerJoin('account', 'account.id', 'providerSubject.accountId')
    .select('providerSubject.createdAt as since')
    .where('providerSubject.tenantId', '=', tx.tenantId)
    .where('account.email', '=', email)
    .execute()
}

/** Deletes by which subject a person was known here. How many there were. */
export async function eraseSubject(tx: TenantTx, email: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('providerSubject')
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Whose role the provider gave, and which. */
export async function listProvided(tx: TenantTx) {
  return tx
    .selectFrom('tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select(['tenantMember.accountId', 'tenantMember.role', 'account.email'])
    .where('tenantMember.tenantId', '=', tx.tenantId)
    .where('tenantMember.fromProvider', '=', true)
    .orderBy('tenantMember.accountId')
    .execute()
}
