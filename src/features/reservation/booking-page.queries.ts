import type { TenantTx } from '../../db/database.ts'
import type { ReservationStatus } from './reservation.ts'

/** A booking as the page of whoever made it tells it. */
export type BookingSummary = {
  readonly id: string
  readonly status: ReservationStatus
  readonly bookerEmail: string
  readonly totalMinor: number
  /** Null when nothing runs out. */
  readonly expiresAt: Date | null
  readonly eventName: string
  readonly eventSlug: string
  readonly startsAt: Date
  readonly lines: readonly {
    readonly priceName: string
    readonly productName: string
    readonly quantity: number
    readonly unitAmountMinor: number
  }[]
}

export async function findBookingSummary(tx: TenantTx, id: string): Promise<BookingSummary | null> {
  const row = await tx
    .selectFrom('reservation')
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .select(['reservation.id', 'reservation.status', 'reservation.bookerEmail', 'reservation.totalMinor'])
    .select(['reservation.expiresAt', 'event.name as eventName', 'event.slug as eventSlug', 'event.startsAt'])
    .where('reservation.tenantId', '=', tx.tenantId)
    .where('reservation.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const lines = await tx
    .selectFrom('reservationLine')
    .innerJoin('price', (join) =>
      join
        .onRef('price.tenantId', '=', 'reservationLine.tenantId')
        .onRef('price.id', '=', 'reservationLine.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .select(['price.name as priceName', 'product.name as productName'])
    .select(['reservationLine.quantity', 'reservationLine.unitAmountMinor'])
    .where('reservationLine.tenantId', '=', tx.tenantId)
    .where('reservationLine.reservationId', '=', id)
    .orderBy('reservationLine.id')
    .execute()
  // The closed list is held by a check constraint.
  return { ...row, status: row.status as ReservationStatus, lines }
}
