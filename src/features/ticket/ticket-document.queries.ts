import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { listGivenTickets, listThingsOf } from './things.queries.ts'
import { openStatuses } from './ticket.ts'

/** What the pages of a reservation's tickets say. */
export type TicketFacts = NonNullable<Awaited<ReturnType<typeof findTicketFacts>>>

/** Finds what the pages say; null: there is no such reservation, or it is at no event. */
export async function findTicketFacts(tx: TenantTx, reservationId: string) {
  const event = await findTicketEvent(tx, reservationId)
  if (!event) return null
  return {
    event,
    options: await listOptionNames(tx, reservationId),
    tickets: await listTicketsThatOpen(tx, reservationId),
    things: await listThingsOf(tx, reservationId),
  }
}

/** Finds the event of a reservation's tickets; null: there is no such reservation, or it is at no event. */
export async function findTicketEvent(tx: TenantTx, reservationId: string) {
  const event = await selectRows(tx, 'reservation')
    .innerJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .leftJoin('location', sameTenant('location.id', 'event.locationId'))
    .leftJoin('stage', sameTenant('stage.id', 'event.stageId'))
    .select(['event.id', 'event.name', 'event.slug', 'event.startsAt', 'event.endsAt', 'event.doorsOpenAt'])
    .select(['location.name as locationName', 'stage.name as stageName'])
    .select(['location.address', 'location.postalCode', 'location.city', 'location.latitude', 'location.longitude'])
    .select(['event.cancelledAt', 'event.updatedAt', 'event.calendarSequence'])
    .select(['event.imageKey', 'event.imageFocus'])
    .where('reservation.id', '=', reservationId)
    .executeTakeFirst()
  return event ?? null
}

/** Lists tickets that open the door or did, in the order they were made, each with the options chosen for it at the booking. */
async function listTicketsThatOpen(tx: TenantTx, reservationId: string) {
  const given = await listGivenTickets(tx, reservationId)
  const rows = await selectRows(tx, 'ticket')
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .innerJoin('reservationLine as line', (join) =>
      join
        .onRef('line.tenantId', '=', 'ticket.tenantId')
        .onRef('line.reservationId', '=', 'ticket.reservationId')
        .onRef('line.priceId', '=', 'ticket.priceId'),
    )
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat'])
    .select(['product.name as productName', 'price.name as priceName', 'line.unitAmountMinor as amountMinor'])
    .where('ticket.reservationId', '=', reservationId)
    .where('ticket.status', 'in', openStatuses)
    .orderBy('ticket.id')
    .execute()
  return rows.map((row) => ({ ...row, isGiven: given.has(row.id) }))
}

/** Lists the options that were chosen for a reservation, by their names. */
export async function listChosenOptions(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'reservationOption as chosen')
    .innerJoin('ticketOption', sameTenant('ticketOption.id', 'chosen.optionId'))
    .select(['ticketOption.name', 'ticketOption.description'])
    .where('chosen.reservationId', '=', reservationId)
    .orderBy('ticketOption.name')
    .execute()
}

async function listOptionNames(tx: TenantTx, reservationId: string): Promise<readonly string[]> {
  return (await listChosenOptions(tx, reservationId)).map(({ name }) => name)
}
