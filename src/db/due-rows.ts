import type { TenantTx } from './database.ts'
import { isThere, selectRows, updateQuietly } from './rows.ts'

/** What somebody else is asked about in its time. */
type CheckedTable = 'payment' | 'refund' | 'renewal'

/** Takes up to `most` of what is to be checked by now, and puts the next look at each off until `next`; their ids. */
export async function takeDueRows(
  tx: TenantTx,
  table: CheckedTable,
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
  if (ids.length > 0) await updateQuietly(tx, table).set({ checkAt: next }).where('id', 'in', ids).execute()
  return ids
}

/** Whether something is to be checked by now all the same: there was more, or another held it. */
export async function hasDueRows(tx: TenantTx, table: CheckedTable, now: Date): Promise<boolean> {
  return selectRows(tx, table).where('checkAt', '<=', now).$call(isThere)
}
