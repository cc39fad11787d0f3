import type { TenantTx } from '../../db/database.ts'

/** Which tickets; without `eventId` and `ids`, all of them. */
export type TicketChoice = { readonly eventId?: string; readonly ids?: readonly string[] }

/** In the order they were made, whatever their status. */
export async function listTicketIds(tx: TenantTx, choice: TicketChoice): Promise<readonly string[]> {
  let query = tx.selectFrom('ticket').select('id').where('tenantId', '=', tx.tenantId).orderBy('id')
  if (choice.eventId !== undefined) query = query.where('eventId', '=', choice.eventId)
  if (choice.ids !== undefined && choice.ids.length > 0) query = query.where('id', 'in', choice.ids)
  return (await query.execute()).map((row) => row.id)
}
