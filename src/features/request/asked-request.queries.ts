import type { TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, isDone, selectRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'

export type AskedRequest = {
  /** What is to be made, and the key that whoever asks gave it. */
  readonly key: string
  /** All that is asked, in one order of its fields. */
  readonly content: object
}

/**
 * Whether the same was asked under this key before (ADR 0193). Of two at once the second waits for the first, and what a
 * refusal rolls back was never asked.
 *
 * @throws AppError idempotency_mismatch (something else was asked under it)
 */
export async function isAskedAgain(tx: TenantTx, { key, content }: AskedRequest, now: Date): Promise<boolean> {
  const version = versionOf(content)
  const noted = await tx
    .insertInto('askedRequest')
    .values({ tenantId: tx.tenantId, key, version, createdAt: now })
    .onConflict((conflict) => conflict.columns(['tenantId', 'key']).doNothing())
    .$call(isDone)
  if (noted) return false
  const asked = await selectRows(tx, 'askedRequest').select('version').where('key', '=', key).executeTakeFirstOrThrow()
  if (asked.version !== version) throw new AppError('idempotency_mismatch')
  return true
}

/**
 * Deletes requests from before `before`. Who asks again later gets what was made all the same, by its ids; only that something else is
 * asked is no longer seen.
 *
 * @returns how many, `most` at most
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
