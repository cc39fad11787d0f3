import { type RawBuilder, sql } from 'kysely'
import { begins } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { referenceStart } from '../../lib/ids.ts'
import { wordsToFind } from '../../lib/name-words.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { isNamed } from './name-words.queries.ts'
import type { Part } from './ticket.queries.ts'
import { freeSeating } from './ticket.ts'

/** A ticket as staff sees it, in any state. Without a `holderEmail` the booker has it. */
export type OfficeTicket = Awaited<ReturnType<typeof listOfficeTickets>>[number]

/** Lists a part of the tickets, in the order they were made. @param ask.text the search text as typed; '': all */
export async function listOfficeTickets(
  tx: TenantTx,
  reservationId: string,
  { text, limit, offset }: Part & { readonly text: string },
) {
  return selectOfReservation(tx, reservationId)
    .$if(text !== '', (query) => query.where(isSuch(text)))
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Lists the first tickets of some reservations that `listOfficeTickets` would list for that text, those of the latest first. */
export async function listTicketsFound(
  tx: TenantTx,
  reservationIds: readonly string[],
  { text, limit }: { readonly text: string; readonly limit: number },
) {
  return selectAtOffice(tx)
    .where(isAmong('ticket.reservationId', reservationIds))
    .where(isSuch(text))
    .orderBy('ticket.reservationId', 'desc')
    .orderBy('ticket.id')
    .limit(limit)
    .execute()
}

/** Finds a ticket; null: it is not one of this reservation. */
export async function findOfficeTicket(tx: TenantTx, reservationId: string, ticketId: string) {
  return (await selectOfReservation(tx, reservationId).where('ticket.id', '=', ticketId).executeTakeFirst()) ?? null
}

/** The counts of a reservation's tickets. */
export type OfficeCounts = Awaited<ReturnType<typeof countOfficeTickets>>

/** Counts a reservation's tickets, the unused ones that open the door, and the used ones; `holder`: the first holder named on any. */
export async function countOfficeTickets(tx: TenantTx, reservationId: string) {
  const ofReservation = () => selectRows(tx, 'ticket').where('reservationId', '=', reservationId)
  const [counts, holder] = await Promise.all([
    ofReservation()
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where status = 'not_scanned' and cancelled_at is null))::int`.as('open'),
        sql<number>`(count(*) filter (where status = 'scanned'))::int`.as('used'),
      ])
      .executeTakeFirstOrThrow(),
    ofReservation()
      .select(['firstName', 'lastName'])
      .where(({ or, eb }) => or([eb('firstName', '<>', ''), eb('lastName', '<>', '')]))
      .orderBy('id')
      .executeTakeFirst(),
  ])
  return { ...counts, holder: holder ?? null }
}

/** Whether each of these tickets is cancelled and belongs to this reservation. */
export async function areCancelled(
  tx: TenantTx,
  reservationId: string,
  ticketIds: readonly string[],
): Promise<boolean> {
  const count = await selectRows(tx, 'ticket')
    .where('reservationId', '=', reservationId)
    .where(isAmong('id', ticketIds))
    .where('cancelledAt', 'is not', null)
    .$call(countRows)
  return count === ticketIds.length
}

/** Matches tickets by the beginning of the number, of the name on it or of the address it was given to, and by the whole seat. */
function isSuch(text: string): RawBuilder<boolean> {
  const [words, number] = [wordsToFind(text), referenceStart(text)]
  const ways = [
    sql`(upper(ticket.seat) = upper(${text.trim()}) and ticket.seat <> ${freeSeating})`,
    begins(sql.ref('ticket.holder_email'), normalizeEmail(text)),
    ...(words.length === 0 ? [] : [isNamed(words)]),
    ...(number === null ? [] : [begins(sql.ref('ticket.reference'), number)]),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

function selectOfReservation(tx: TenantTx, reservationId: string) {
  return selectAtOffice(tx).where('ticket.reservationId', '=', reservationId).orderBy('ticket.id')
}

function selectAtOffice(tx: TenantTx) {
  return selectRows(tx, 'ticket')
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .leftJoin('device', sameTenant('device.id', 'ticket.scannedByDeviceId'))
    .select([
      'ticket.id',
      'ticket.reservationId',
      'ticket.firstName',
      'ticket.lastName',
      'ticket.seat',
      'ticket.status',
    ])
    .select(['ticket.holderEmail', 'ticket.cancelledAt', 'ticket.supersededBy', 'ticket.scannedAt'])
    .select(['device.name as scannedBy', 'product.name as productName', 'price.name as priceName'])
}
