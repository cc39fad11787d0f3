import type { Selectable } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import type { Passkey as PasskeyRow } from '../../db/tables.ts'
import { countRows, isDone } from '../../db/rows.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { lockAccount } from './account.queries.ts'
import { challengeLifeMs } from './passkey.ts'

export type Passkey = Selectable<PasskeyRow>

export function listPasskeys(tx: ServerTx, accountId: string): Promise<readonly Passkey[]> {
  return tx
    .selectFrom('passkey')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** @returns whether it was new at that host */
export async function insertPasskey(
  tx: ServerTx,
  { now, ...passkey }: Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'> & { readonly now: Date },
): Promise<boolean> {
  return tx
    .insertInto('passkey')
    .values({ id: newId(), ...passkey, createdAt: now, lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(['rpId', 'credentialId']).doNothing())
    .$call(isDone)
}

/** @returns false: it was removed, or used, since `before` was read */
export async function countPasskeyUse(
  tx: ServerTx,
  used: { readonly id: string; readonly useCount: number; readonly before: number | null; readonly now: Date },
): Promise<boolean> {
  return tx
    .updateTable('passkey')
    .set({ useCount: used.useCount, lastUsedAt: used.now })
    .where('id', '=', used.id)
    .where('useCount', '=', used.before)
    .$call(isDone)
}

/** Deletes one passkey of a person, or all. @returns those that were there */
export function deletePasskeys(tx: ServerTx, accountId: string, id: string | null = null): Promise<readonly Passkey[]> {
  return tx
    .deleteFrom('passkey')
    .where('accountId', '=', accountId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .returningAll()
    .execute()
}

/** What a passkey is to sign for this session; what was asked before is worth nothing any more. */
export async function putChallenge(
  tx: ServerTx,
  asked: { readonly token: string; readonly challenge: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ challenge: asked.challenge, challengeEndsAt: new Date(asked.now.getTime() + challengeLifeMs) })
    .where('tokenHash', '=', sha256(asked.token))
    .execute()
}

/** Uses up what this session was asked to sign. @returns null: nothing, or its five minutes are over */
export async function takeChallenge(tx: ServerTx, token: string, now: Date): Promise<string | null> {
  const asked = await tx
    .selectFrom('session')
    .select(['challenge', 'challengeEndsAt'])
    .where('tokenHash', '=', sha256(token))
    .forUpdate()
    .executeTakeFirst()
  if (!asked?.challenge) return null
  await tx
    .updateTable('session')
    .set({ challenge: null, challengeEndsAt: null })
    .where('tokenHash', '=', sha256(token))
    .execute()
  return asked.challengeEndsAt !== null && asked.challengeEndsAt > now ? asked.challenge : null
}

/** Whether this session may change the passkeys of its account: proven, or there is none yet at these hosts. Held until the end. */
export async function maySetPasskeys(
  tx: ServerTx,
  session: { readonly accountId: string; readonly token: string; readonly rpId: string },
): Promise<boolean> {
  await lockAccount(tx, session.accountId)
  const row = await tx
    .selectFrom('session')
    .select('provenAt')
    .where('tokenHash', '=', sha256(session.token))
    .where('accountId', '=', session.accountId)
    .executeTakeFirst()
  if (!row) return false
  if (row.provenAt !== null) return true
  const keys = await listPasskeys(tx, session.accountId)
  return keys.every(({ rpId }) => rpId !== session.rpId)
}

/**
 * The session was proven, and goes on under another token: a copy of the one before, which had a visitor's rights, gains none.
 *
 * @returns whether it was still there
 */
export async function putProof(
  tx: ServerTx,
  session: { readonly former: string; readonly token: string; readonly now: Date },
): Promise<boolean> {
  return tx
    .updateTable('session')
    .set({ tokenHash: sha256(session.token), provenAt: session.now })
    .where('tokenHash', '=', sha256(session.former))
    .$call(isDone)
}

/** The codes on paper from now on: those before are worth nothing. */
export async function putRecoveryCodes(tx: ServerTx, accountId: string, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  if (codes.length === 0) return
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ accountId, codeHash: sha256(code) })))
    .execute()
}

/** Uses up a code. The deletion is what makes it work once. */
export async function takeRecoveryCode(tx: ServerTx, accountId: string, code: string): Promise<boolean> {
  return tx
    .deleteFrom('recoveryCode')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', sha256(code))
    .$call(isDone)
}

export async function countRecoveryCodes(tx: ServerTx, accountId: string): Promise<number> {
  return tx.selectFrom('recoveryCode').where('accountId', '=', accountId).$call(countRows)
}
