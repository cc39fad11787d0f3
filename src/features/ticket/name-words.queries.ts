import { type RawBuilder, sql } from 'kysely'
import { isWord, unindexed } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { deleteRows } from '../../db/rows.ts'
import { nameWords, type WordToFind } from '../../lib/name-words.ts'

/** Makes a locked or new ticket found under this name and no other. */
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

/** Erases the words under which locked tickets are found by name. */
export async function eraseNameWords(tx: TenantTx, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length === 0) return
  await deleteRows(tx, 'ticketNameWord').where(isAmong('ticketId', ticketIds)).execute()
}

/**
 * Whether each of the words is found in the name of a row of `ticket`. `offset 0` and a word that no index has keep PostgreSQL from reading
 * every ticket of a common word, for the few that are asked about: without statistics it takes a beginning for rare.
 */
export function isNamed(words: readonly WordToFind[]): RawBuilder<boolean> {
  const each = words.map(
    (word) => sql`exists (select from ticket_name_word
      where tenant_id = ticket.tenant_id and ticket_id = ticket.id and ${isWord(unindexed('word'), word)} offset 0)`,
  )
  return sql<boolean>`(${sql.join([sql`true`, ...each], sql` and `)})`
}
