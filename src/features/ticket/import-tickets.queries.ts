import type { Insertable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { insertRows, selectRows } from '../../db/rows.ts'
import type { Ticket } from '../../db/tables.ts'
import { nameWords } from '../../lib/name-words.ts'
import { freeSeating, type TicketStatus } from './ticket.ts'

export type ImportedTicket = Pick<
  Insertable<Ticket>,
  'id' | 'reservationId' | 'eventId' | 'priceId' | 'cancelledAt' | 'scannedAt' | 'createdAt'
> & { readonly firstName: string; readonly lastName: string; readonly status: TicketStatus; readonly seat: string }

/** Those of the ids that there are tickets of, by id. */
export async function listKnownTickets(tx: TenantTx, ids: readonly string[]) {
  const rows = await selectRows(tx, 'ticket')
    .select(['id', 'eventId', 'reservationId'])
    .where(isAmong('id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The seats of these events that somebody has, by event. */
export async function listTakenSeats(
  tx: TenantTx,
  eventIds: readonly string[],
): Promise<readonly { readonly eventId: string; readonly seat: string }[]> {
  return selectRows(tx, 'ticket')
    .select(['eventId', 'seat'])
    .where(isAmong('eventId', eventIds))
    .where('seat', '<>', freeSeating)
    .where('cancelledAt', 'is', null)
    .execute()
}

/** Writes tickets that were issued elsewhere. Their codes are those that they have: nothing is sent. */
export async function insertImportedTickets(tx: TenantTx, tickets: readonly ImportedTicket[]): Promise<void> {
  const { tenantId } = tx
  if (tickets.length === 0) return
  await insertRows(tx, 'ticket', tickets).execute()
  const words = tickets.flatMap(({ id: ticketId, ...name }) =>
    nameWords(name).map((word) => ({ tenantId, ticketId, word })),
  )
  if (words.length > 0) await tx.insertInto('ticketNameWord').values(words).execute()
}
