import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { optionNamesOf } from './ticket.queries.ts'
import { openStatuses } from './ticket.ts'

/** A person who may come to the door, as the printed list shows them. */
export type DoorListEntry = Awaited<ReturnType<typeof listForDoor>>[number]

/** Whether a payment may still come from the provider: its places are not to be paid at the door. */
const paysOnline = sql<boolean>`exists (select from payment where payment.tenant_id = reservation.tenant_id
  and payment.reservation_id = reservation.id and payment.method = 'online')`

type DoorListBatch = {
  readonly eventId: string
  readonly now: Date
  /** The id of the last ticket of the batch before; null: for the first batch. */
  readonly after: string | null
  readonly limit: number
}

/**
 * Lists everybody whose ticket of the event opens the door or did, and those who pay there, by the ids of their tickets: with the
 * address of the holder or booker ('': nobody gave one), since when they are in, and what is to be paid at the door. Somebody who has
 * not paid online yet, or not confirmed, has no place to be let in to.
 */
export async function listForDoor(tx: TenantTx, { eventId, now, after, limit }: DoorListBatch) {
  const rows = await selectRows(tx, 'ticket')
    .innerJoin('reservation', sameTenant('reservation.id', 'ticket.reservationId'))
    .innerJoin('reservationLine as line', (join) =>
      join
        .onRef('line.tenantId', '=', 'ticket.tenantId')
        .onRef('line.reservationId', '=', 'ticket.reservationId')
        .onRef('line.priceId', '=', 'ticket.priceId'),
    )
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .leftJoin('guest', sameTenant('guest.reservationId', 'ticket.reservationId'))
    .select(['ticket.id as ticketId', 'ticket.firstName', 'ticket.lastName', 'ticket.seat'])
    .select(['ticket.holderEmail', 'ticket.status', 'ticket.scannedAt', 'reservation.bookerEmail'])
    .select(['product.name as productName', 'price.name as priceName', 'line.unitAmountMinor'])
    .select(['product.scanNote as productNote', 'price.scanNote as priceNote', 'guest.note as guestNote'])
    .select(optionNamesOf.as('options'))
    .where('ticket.eventId', '=', eventId)
    .where((where) =>
      where.or([
        where('ticket.status', 'in', openStatuses),
        where.and([
          where('reservation.status', '=', 'unpaid'),
          where('reservation.expiresAt', '>', now),
          where.not(paysOnline),
        ]),
      ]),
    )
    .$if(after !== null, (query) => query.where('ticket.id', '>', after))
    .orderBy('ticket.id')
    .limit(limit)
    .execute()
  return rows.map(({ holderEmail, bookerEmail, status, scannedAt, unitAmountMinor, ...row }) => ({
    ...row,
    email: holderEmail ?? bookerEmail,
    scannedAt: status === 'scanned' ? scannedAt : null,
    dueMinor: openStatuses.includes(status) ? null : unitAmountMinor,
  }))
}
