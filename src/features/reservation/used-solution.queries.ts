import type { TenantTx } from '../../db/database.ts'
import { deleteRows, insertRows, isDone } from '../../db/rows.ts'

type UsedSolution = { readonly digest: Buffer; readonly expiresAt: Date }

/** Notes that a solution was used. False: it was used before; when two use it at once only one inserts the row. */
export async function noteUsedSolution(tx: TenantTx, used: UsedSolution): Promise<boolean> {
  return insertRows(tx, 'usedSolution', used)
    .onConflict((conflict) => conflict.columns(['tenantId', 'digest']).doNothing())
    .$call(isDone)
}

/** Deletes solutions that are too old to be used again. */
export async function deleteOldSolutions(tx: TenantTx, now: Date): Promise<void> {
  await deleteRows(tx, 'usedSolution').where('expiresAt', '<=', now).execute()
}
