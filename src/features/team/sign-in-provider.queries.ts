import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, insertMissing, insertRows, isDone, selectRows } from '../../db/rows.ts'
import type { SignInProvider as ProviderRow } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import type { SignInProvider } from './sign-in-provider.ts'

export type KeptProvider = SignInProvider & { readonly clientSecretEncrypted: Buffer }

/** @param lock keeps it from changing until the transaction ends */
export async function findProvider(tx: TenantTx, { lock = false }: { readonly lock?: boolean } = {}) {
  const found = selectRows(tx, 'signInProvider').selectAll()
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  return row === undefined ? null : typed(row)
}

function typed({ tenantId: _, managerValues, boxOfficeValues, ...row }: Selectable<ProviderRow>): KeptProvider {
  const { stewardValues: steward, accountantValues: accountant, ...kept } = row
  return { ...kept, roleValues: { manager: managerValues, box_office: boxOfficeValues, steward, accountant } }
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
  await insertRows(tx, 'signInProvider', values)
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
    .execute()
}

/** Deletes the provider, with its subjects and the sign-ins under way. */
export async function deleteProvider(tx: TenantTx): Promise<void> {
  await deleteSubjects(tx)
  await deleteRows(tx, 'signInProvider').execute()
}

/** Deletes the subjects of the provider, since another issuer means other people by them, and the sign-ins under way. */
export async function deleteSubjects(tx: TenantTx): Promise<void> {
  await deleteRows(tx, 'providerSubject').execute()
  await deleteRows(tx, 'providerSignIn').execute()
}

export type ProviderSignIn = { readonly issuer: string; readonly clientId: string; readonly next: string | null }

/** Keeps that a browser is on its way to the provider, and deletes sign-ins that never came back. */
export async function beginSignIn(
  tx: TenantTx,
  begun: ProviderSignIn & { readonly token: string; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { token, now, issuer, clientId, next, expiresAt } = begun
  await deleteRows(tx, 'providerSignIn').where('expiresAt', '<', now).execute()
  await insertRows(tx, 'providerSignIn', { tokenHash: sha256(token), issuer, clientId, next, expiresAt }).execute()
}

/** Uses a sign-in up: when two come back with one token, only one finds it. */
export async function takeSignIn(tx: TenantTx, { token, now }: { readonly token: string; readonly now: Date }) {
  const row = await deleteRows(tx, 'providerSignIn')
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', now)
    .returning(['issuer', 'clientId', 'next'])
    .executeTakeFirst()
  return row ?? null
}

/** Finds the account that the provider means by a subject; null: nobody who was here before. */
export async function findBySubject(tx: TenantTx, subjectHash: Buffer) {
  const row = await selectRows(tx, 'providerSubject')
    .innerJoin('account', 'account.id', 'providerSubject.accountId')
    .selectAll('account')
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
  const row = { tenantId: tx.tenantId, subjectHash, accountId, createdAt: now }
  return isDone(insertMissing(tx, 'providerSubject', row))
}

/** Lists since when the provider has known a person here: one time, or none. */
export async function listSubjectsOf(tx: TenantTx, email: string): Promise<readonly { since: Date }[]> {
  return selectRows(tx, 'providerSubject')
    .innerJoin('account', 'account.id', 'providerSubject.accountId')
    .select('providerSubject.createdAt as since')
    .where('account.email', '=', email)
    .execute()
}

/** Deletes the subject by which a person was known here; returns how many there were. */
export async function eraseSubject(tx: TenantTx, email: string): Promise<number> {
  const subjects = deleteRows(tx, 'providerSubject')
  return countDone(
    subjects.where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email)),
  )
}

/** Lists the people whose role the provider gave, with the role. */
export async function listProvided(tx: TenantTx) {
  return selectRows(tx, 'tenantMember')
    .innerJoin('account', 'account.id', 'tenantMember.accountId')
    .select(['tenantMember.accountId', 'tenantMember.role', 'account.email'])
    .where('tenantMember.fromProvider', '=', true)
    .orderBy('tenantMember.accountId')
    .execute()
}
