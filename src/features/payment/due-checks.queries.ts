import type { TenantTx } from '../../db/database.ts'
import { isThere, selectRows, updateQuietly } from '../../db/rows.ts'
import { noteDue } from '../tenant/due-work.queries.ts'

/** Takes up to `most` of what is to be checked by now, and puts the next look at each off until `next`; their ids. */
export async function takeDue(
  tx: TenantTx,
  table: 'payment' | 'refund',
  { now, next, most }: { readonly now: Date; readonly next: Date; readonly most: number },
): Promise<readonly string[]> {
  const due = await selectRows(tx, table)
    .select('id')
    .where('checkAt', '<=', now)
    .orderBy('checkAt')
    .limit(most)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return []
  await updateQuietly(tx, table).set({ checkAt: next }).where('id', 'in', ids).execute()
  await noteDue(tx, 'payments', next)
  return ids
}

/** Whether something is to be checked by now all the same: there was more, or another held it. */
export async function hasDue(tx: TenantTx, table: 'payment' | 'refund', now: Date): Promise<boolean> {
  return selectRows(tx, table).where('checkAt', '<=', now).$call(isThere)
}
