import type { TenantTx } from '../../db/database.ts'
import type { Thing } from './thing.ts'
import { listGivenTickets, listThingsOf } from './things.queries.ts'

/** What the pages of a reservation's tickets say. */
export type TicketFacts = {
  readonly event: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly startsAt: Date
    readonly endsAt: Date | null
    readonly doorsOpenAt: Date | null
    readonly locationName: string | null
    readonly stageName: string | null
    readonly address: string | null
    readonly postalCode: string | null
    readonly city: string | null
    /** It does not take place. */
    readonly cancelledAt: Date | null
    readonly updatedAt: Date
    /** How often its times were changed. */
    readonly calendarSequence: number
  }
  /** Names. */
  readonly options: readonly string[]
  /** Those that open the door or did (not scanned, scanned), in the order they were made. */
  readonly tickets: readonly {
    readonly id: string
    readonly firstName: string
    readonly lastName: string
    readonly seat: string
    readonly productName: string
    readonly priceName: string
    /** What was asked for it when it was booked. */
    readonly amountMinor: number
    /** It was given to whoever holds it. */
    readonly isGiven: boolean
  }[]
  readonly things: readonly Thing[]
}

/** Null: there is no such reservation, or it is at no event. */
export async function findTicketFacts(tx: TenantTx, reservationId: string): Promise<TicketFacts | null> {
  const event = await findTicketEvent(tx, reservationId)
  if (!event) return null
  return {
    event,
    options: await listOptionNames(tx, reservationId),
    tickets: await listTicketsThatOpen(tx, reservationId),
    things: await listThingsOf(tx, reservationId),
  }
}

/** Null: there is no such reservation, or it is at no event. */
export async function findTicketEvent(tx: TenantTx, reservationId: string): Promise<TicketFacts['event'] | null> {
  const event = await tx
    .selectFrom('reservation')
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .leftJoin('location', (join) =>
      join.onRef('location.tenantId', '=', 'event.tenantId').onRef('location.id', '=', 'event.locationId'),
    )
    .leftJoin('stage', (join) =>
      join.onRef('stage.tenantId', '=', 'event.tenantId').onRef('stage.id', '=', 'event.stageId'),
    )
    .select(['event.id', 'event.name', 'event.slug', 'event.startsAt', 'event.endsAt', 'event.doorsOpenAt'])
    .select(['location.name as locationName', 'stage.name as stageName'])
    .select(['location.address', 'location.postalCode', 'location.city'])
    .select(['event.cancelledAt', 'event.updatedAt', 'event.calendarSequence'])
    .where('reservation.tenantId', '=', tx.tenantId)
    .where('reservation.id', '=', reservationId)
    .executeTakeFirst()
  return event ?? null
}

async function listTicketsThatOpen(tx: TenantTx, reservationId: string): Promise<TicketFacts['tickets']> {
  const given = await listGivenTickets(tx, reservationId)
  const rows = await tx
    .selectFrom('ticket')
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'ticket.tenantId').onRef('price.id', '=', 'ticket.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .innerJoin('reservationLine as line', (join) =>
      join
        .onRef('line.tenantId', '=', 'ticket.tenantId')
        .onRef('line.reservationId', '=', 'ticket.reservationId')
        .onRef('line.priceId', '=', 'ticket.priceId'),
    )
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat'])
    .select(['product.name as productName', 'price.name as priceName', 'line.unitAmountMinor as amountMinor'])
    .where('ticket.tenantId', '=', tx.tenantId)
    .where('ticket.reservationId', '=', reservationId)
    .where('ticket.status', 'in', ['not_scanned', 'scanned'])
    .orderBy('ticket.id')
    .execute()
  return rows.map((row) => ({ ...row, isGiven: given.has(row.id) }))
}

async function listOptionNames(tx: TenantTx, reservationId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('reservationOption as chosen')
    .innerJoin('ticketOption', (join) =>
      join.onRef('ticketOption.tenantId', '=', 'chosen.tenantId').onRef('ticketOption.id', '=', 'chosen.optionId'),
    )
    .select('ticketOption.name')
    .where('chosen.tenantId', '=', tx.tenantId)
    .where('chosen.reservationId', '=', reservationId)
    .orderBy('ticketOption.name')
    .execute()
  return rows.map(({ name }) => name)
}
