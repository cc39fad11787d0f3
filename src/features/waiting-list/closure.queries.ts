import type { TenantTx } from '../../db/database.ts'

/** `priceId`: the nil uuid stands for the whole list of the event. */
type Closure = { readonly eventId: string; readonly priceId: string }

/** False: it was closed before. */
export async function insertClosure(tx: TenantTx, closure: Closure, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('waitingClosure')
    .values({ tenantId: tx.tenantId, ...closure, closedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('priceId')
    .executeTakeFirst()
  return row !== undefined
}

/** False: it was open before. */
export async function deleteClosure(tx: TenantTx, { eventId, priceId }: Closure): Promise<boolean> {
  const row = await tx
    .deleteFrom('waitingClosure')
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .where('priceId', '=', priceId)
    .returning('priceId')
    .executeTakeFirst()
  return row !== undefined
}
