import { type RawBuilder, sql } from 'kysely'
import { begins } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { foldedWords } from '../../lib/text.ts'
import { noteForDoor, standingOf } from '../ticket/scan.ts'

/** A ticket as a supervisor at the door finds it: no address, and nothing that opens the door. */
export type DoorTicket = Awaited<ReturnType<typeof read>>[number]

export type DoorTicketPage = {
  readonly eventIds: readonly string[]
  /** Whether only tickets that are scanned, or only those that are not, are listed; null: all. */
  readonly isScanned: boolean | null
  /** The last ticket of the page before; null: from the beginning. */
  readonly after: string | null
  /** How many of those that follow are left out first. */
  readonly offset: number
  readonly limit: number
}

/** Tickets of some events, in the order they were made. */
export function listDoorTickets(tx: TenantTx, page: DoorTicketPage) {
  return read(tx, page, sql<boolean>`true`)
}

/**
 * Those that somebody looks for: by the beginnings of words of a name in any order, or by the beginning of the number of a ticket or
 * of its booking.
 *
 * @param text searchable: three letters or digits at least
 */
export function searchDoorTickets(tx: TenantTx, text: string, page: DoorTicketPage) {
  const number = text.replaceAll(/[\s-]/g, '').toLowerCase()
  const lists = foldedWords(text).map(
    (word) => sql`select ticket_id from ticket_name_word
      where tenant_id = ${tx.tenantId}::uuid and ${begins(sql.ref('word'), word)}`,
  )
  const ways = [
    sql`ticket.id in (${sql.join(lists, sql` intersect `)})`,
    ...(/^[0-9a-f]{3,10}$/.test(number)
      ? [
          begins(sql.ref('ticket.reference'), number),
          sql`ticket.reservation_id in (select id from reservation
            where tenant_id = ${tx.tenantId}::uuid and ${begins(sql.ref('reference'), number)})`,
        ]
      : []),
  ]
  return read(tx, page, sql<boolean>`(${sql.join(ways, sql` or `)})`)
}

/** The id of the event that a ticket is for. @throws AppError not_found */
export async function getEventOfTicket(tx: TenantTx, ticketId: string): Promise<string> {
  const ticket = await selectRows(tx, 'ticket').select('eventId').where('id', '=', ticketId).executeTakeFirst()
  return orNotFound(ticket).eventId
}

async function read(tx: TenantTx, page: DoorTicketPage, such: RawBuilder<boolean>) {
  const { eventIds, isScanned, after, offset, limit } = page
  const rows = await selectRows(tx, 'ticket')
    .innerJoin('reservation', sameTenant('reservation.id', 'ticket.reservationId'))
    .innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['ticket.id', 'ticket.reservationId', 'ticket.eventId', 'ticket.firstName', 'ticket.lastName'])
    .select(['ticket.seat', 'ticket.status', 'ticket.cancelledAt', 'ticket.scannedAt', 'ticket.supersededBy'])
    .select(['ticket.scannedByDeviceId', 'reservation.status as reservationStatus'])
    .select(['event.name as eventName', 'event.cancelledAt as eventCancelledAt'])
    .select(['price.name as priceName', 'price.scanNote as priceNote'])
    .select(['product.name as productName', 'product.scanNote as productNote'])
    .where(such)
    .where(sql<boolean>`ticket.event_id = any(${eventIds}::uuid[])`)
    .$if(isScanned !== null, (query) =>
      isScanned ? query.where('ticket.status', '=', 'scanned') : query.where('ticket.status', '<>', 'scanned'),
    )
    .$if(after !== null, (query) => query.where('ticket.id', '>', after ?? ''))
    .orderBy('ticket.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(
    ({ supersededBy, status, cancelledAt, reservationStatus, eventCancelledAt, priceNote, productNote, ...row }) => ({
      ...row,
      isGivenAway: supersededBy !== null,
      scanNote: noteForDoor(productNote, priceNote),
      // The closed list is held by a check constraint.
      standing: standingOf({ status, cancelledAt, reservationStatus, eventCancelledAt }),
    }),
  )
}
