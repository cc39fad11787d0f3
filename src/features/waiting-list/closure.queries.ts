import type { TenantTx } from '../../db/database.ts'
import { deleteRows, insertMissing, isDone } from '../../db/rows.ts'

/** `priceId`: the nil uuid means the whole list of the event. */
type Closure = { readonly eventId: string; readonly priceId: string }

/** Closes a list. False: it was closed before. */
export async function insertClosure(tx: TenantTx, closure: Closure, now: Date): Promise<boolean> {
  return insertMissing(tx, 'waitingClosure', { ...closure, closedAt: now }).$call(isDone)
}

/** Opens a list again. False: it was open before. */
export async function deleteClosure(tx: TenantTx, { eventId, priceId }: Closure): Promise<boolean> {
  return deleteRows(tx, 'waitingClosure').where('eventId', '=', eventId).where('priceId', '=', priceId).$call(isDone)
}
