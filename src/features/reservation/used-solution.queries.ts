import type { TenantTx } from '../../db/database.ts'

type UsedSolution = { readonly digest: Buffer; readonly expiresAt: Date }

/** Notes that a solution was used. False: it was used before; of two at once one inserts the row. */
export async function noteUsedSolution(tx: TenantTx, used: UsedSolution): Promise<boolean> {
  const row = await tx
    .insertInto('usedSolution')
    .values({ tenantId: tx.tenantId, ...used })
    .onConflict((conflict) => conflict.columns(['tenantId', 'digest']).doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Those that would be too old to be used again. */
export async function deleteOldSolutions(tx: TenantTx, now: Date): Promise<void> {
  await tx.deleteFrom('usedSolution').where('tenantId', '=', tx.tenantId).where('expiresAt', '<=', now).execute()
}
