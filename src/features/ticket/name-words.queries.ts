import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { nameWords } from '../../lib/name-words.ts'

/** Makes a ticket that is locked, or new, found under this name and no other. */
export async function writeNameWords(
  tx: TenantTx,
  ticketId: string,
  holder: { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  const { tenantId } = tx
  await eraseNameWords(tx, [ticketId])
  const rows = nameWords(holder).map((word) => ({ tenantId, ticketId, word }))
  if (rows.length > 0) await tx.insertInto('ticketNameWord').values(rows).execute()
}

/** Tickets that are locked are found under no name any more. */
export async function eraseNameWords(tx: TenantTx, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length === 0) return
  await tx
    .deleteFrom('ticketNameWord')
    .where('tenantId', '=', tx.tenantId)
    .where(isAmong('ticketId', ticketIds))
    .execute()
}
