import type { TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, insertRows, isDone, selectRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'

export type AskedRequest = {
  /** What is to be made, with the key that the caller gave it. */
  readonly key: string
  /** All that is asked, its fields always in the same order. */
  readonly content: object
}

/**
 * Whether the same was asked under this key before (ADR 0193). Of two simultaneous requests the second waits for the first; a
 * request that a refusal rolls back counts as never asked.
 *
 * @throws AppError idempotency_mismatch (something else was asked under the key)
 */
export async function isAskedAgain(tx: TenantTx, { key, content }: AskedRequest, now: Date): Promise<boolean> {
  const version = versionOf(content)
  const noted = await insertRows(tx, 'askedRequest', { key, version, createdAt: now })
    .onConflict((conflict) => conflict.columns(['tenantId', 'key']).doNothing())
    .$call(isDone)
  if (noted) return false
  const asked = await selectRows(tx, 'askedRequest').select('version').where('key', '=', key).executeTakeFirstOrThrow()
  if (asked.version !== version) throw new AppError('idempotency_mismatch')
  return true
}

/**
 * Deletes requests from before `before`. A caller who asks again later still gets what was made, by its ids; only a request for
 * something else is no longer noticed.
 *
 * @returns how many were deleted, `most` at most
 */
export async function deleteOldRequests(tx: TenantTx, before: Date, most: number): Promise<number> {
  return deleteRows(tx, 'askedRequest')
    .where('key', 'in', (of) =>
      of
        .selectFrom('askedRequest as old')
        .select('old.key')
        .where('old.tenantId', '=', tx.tenantId)
        .where('old.createdAt', '<=', before)
        .orderBy('old.createdAt')
        .limit(most),
    )
    .$call(countDone)
}
