import type { Selectable } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import type { TenantRequest as TenantRequestRow } from '../../db/tables.ts'
import { countDone, countRows } from '../../db/rows.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import { mostCodeTries } from '../account/session.ts'
import type { SignInCode } from '../account/sign-in-code.ts'

/** A form that somebody sent to ask for an organisation, with its closed lists typed. */
export type TenantRequest = Omit<Selectable<TenantRequestRow>, 'language'> & { readonly language: Language }

function typed(row: Selectable<TenantRequestRow>): TenantRequest {
  return { ...row, language: firstSpoken(row.language) }
}

type Asked = { readonly metaId: string; readonly now: Date }

/** Finds a request, a confirmed one too; null: there is none, or its time is over. */
export async function findTenantRequest(tx: ServerTx, asked: Asked & { readonly token: string }) {
  const row = await selectByToken(tx, asked).executeTakeFirst()
  return row ? typed(row) : null
}

/** Locks a request until the transaction ends, in case somebody else confirms it at the same moment. */
export async function lockTenantRequest(tx: ServerTx, asked: Asked & { readonly token: string }) {
  const row = await selectByToken(tx, asked).forUpdate().executeTakeFirst()
  return row ? typed(row) : null
}

function selectByToken(tx: ServerTx, { metaId, token, now }: Asked & { readonly token: string }) {
  return tx
    .selectFrom('tenantRequest')
    .selectAll()
    .where('tokenHash', '=', sha256(token))
    .where('metaTenantId', '=', metaId)
    .where('expiresAt', '>', now)
}

/** Counts a try of the code and locks the row, so that tries made at once are counted one by one. */
export async function countCodeTry(tx: ServerTx, { metaId, code, now }: Asked & { readonly code: SignInCode }) {
  const row = await tx
    .updateTable('tenantRequest')
    .set((column) => ({ codeTries: column('codeTries', '+', 1) }))
    .where('handleHash', '=', sha256(code.handle))
    .where('metaTenantId', '=', metaId)
    .where('codeExpiresAt', '>', now)
    .where('codeTries', '<', mostCodeTries)
    .returningAll()
    .executeTakeFirst()
  return row ? typed(row) : null
}

/** Counts the requests of an address that wait for their answer. */
export async function countOpenRequests(tx: ServerTx, email: string, now: Date): Promise<number> {
  return tx
    .selectFrom('tenantRequest')
    .where('email', '=', email)
    .where('madeTenantId', 'is', null)
    .where('expiresAt', '>', now)
    .$call(countRows)
}

/** Erases the requests at a Meta with that address, whatever came of them; returns how many there were. */
export async function eraseTenantRequests(tx: ServerTx, metaId: string, email: string): Promise<number> {
  return tx.deleteFrom('tenantRequest').where('metaTenantId', '=', metaId).where('email', '=', email).$call(countDone)
}
