import type { TenantTx } from '../../db/database.ts'
import type { TicketStatus } from './ticket.ts'

/** A ticket as staff sees it, in whatever state. */
export type OfficeTicket = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly seat: string
  readonly status: TicketStatus
  /** Null: whoever booked has it. */
  readonly holderEmail: string | null
  readonly cancelledAt: Date | null
  /** Null: no other stands in its place. */
  readonly supersededBy: string | null
  readonly scannedAt: Date | null
  readonly scannedBy: string | null
  readonly productName: string
  readonly priceName: string
}

/** All of a reservation, in the order they were made. */
export async function listOfficeTickets(
  tx: TenantTx,
  reservationId: string,
): Promise<readonly OfficeTicket[]> {
  const rows = await tx
    .selectFrom('ticket')
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'ticket.tenantId').onRef('price.id', '=', 'ticket.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .leftJoin('device', (join) =>
      join
        .onRef('device.tenantId', '=', 'ticket.tenantId')
        .onRef('device.id', '=', 'ticket.scannedByDeviceId'),
    )
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat', 'ticket.status'])
    .select(['ticket.holderEmail', 'ticket.cancelledAt', 'ticket.supersededBy', 'ticket.scannedAt'])
    .select(['device.name as scannedBy', 'product.name as productName', 'price.name as priceName'])
    .where('ticket.tenantId', '=', tx.tenantId)
    .where('ticket.reservationId', '=', reservationId)
    .orderBy('ticket.id')
    .execute()
  // The closed list is held by a check constraint.
  return rows.map((row) => ({ ...row, status: row.status as TicketStatus }))
}
