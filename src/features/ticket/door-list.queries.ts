import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

/** Somebody who may come to the door, as its printed list has them. */
export type DoorListEntry = {
  readonly ticketId: string
  readonly firstName: string
  readonly lastName: string
  /** Whoever holds the ticket, or booked it; '' when nobody gave an address. */
  readonly email: string
  readonly seat: string
  readonly productName: string
  readonly priceName: string
  readonly productNote: string | null
  readonly priceNote: string | null
  /** Of a guest, as their list has it. */
  readonly guestNote: string | null
  /** Names, in their order. */
  readonly options: readonly string[]
  /** Null: not in yet. */
  readonly scannedAt: Date | null
  /** What is to be paid at the door; null: nothing. */
  readonly dueMinor: number | null
}

/** A payment that may still come from the provider: its places are not to be paid at the door. */
const paysOnline = sql<boolean>`exists (select from payment where payment.tenant_id = reservation.tenant_id
  and payment.reservation_id = reservation.id and payment.method = 'online')`

type DoorListBatch = {
  readonly eventId: string
  readonly now: Date
  /** Of the last ticket of the batch before; null: the first ones. */
  readonly after: string | null
  readonly limit: number
}

/**
 * Lists everybody whose ticket of the event opens the door or did, and whoever pays there, by the ids of their tickets. Who has not
 * paid online yet, or not confirmed, has no place to be let in to.
 */
export async function listForDoor(
  tx: TenantTx,
  { eventId, now, after, limit }: DoorListBatch,
): Promise<readonly DoorListEntry[]> {
  const rows = await tx
    .selectFrom('ticket')
    .innerJoin('reservation', (join) =>
      join.onRef('reservation.tenantId', '=', 'ticket.tenantId').onRef('reservation.id', '=', 'ticket.reservationId'),
    )
    .innerJoin('reservationLine as line', (join) =>
      join
        .onRef('line.tenantId', '=', 'ticket.tenantId')
        .onRef('line.reservationId', '=', 'ticket.reservationId')
        .onRef('line.priceId', '=', 'ticket.priceId'),
    )
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'ticket.tenantId').onRef('price.id', '=', 'ticket.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .leftJoin('guest', (join) =>
      join.onRef('guest.tenantId', '=', 'ticket.tenantId').onRef('guest.reservationId', '=', 'ticket.reservationId'),
    )
    .select(['ticket.id as ticketId', 'ticket.firstName', 'ticket.lastName', 'ticket.seat'])
    .select(['ticket.holderEmail', 'ticket.status', 'ticket.scannedAt', 'reservation.bookerEmail'])
    .select(['product.name as productName', 'price.name as priceName', 'line.unitAmountMinor'])
    .select(['product.scanNote as productNote', 'price.scanNote as priceNote', 'guest.note as guestNote'])
    .select(
      sql<string[]>`array(select ticket_option.name from reservation_option
        join ticket_option on ticket_option.tenant_id = reservation_option.tenant_id
          and ticket_option.id = reservation_option.option_id
        where reservation_option.tenant_id = reservation.tenant_id
          and reservation_option.reservation_id = reservation.id
        order by ticket_option.name)`.as('options'),
    )
    .where('ticket.tenantId', '=', tx.tenantId)
    .where('ticket.eventId', '=', eventId)
    .where((where) =>
      where.or([
        where('ticket.status', 'in', ['not_scanned', 'scanned']),
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
    dueMinor: status === 'not_scanned' || status === 'scanned' ? null : unitAmountMinor,
  }))
}
