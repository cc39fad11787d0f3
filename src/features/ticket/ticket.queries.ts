import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { notOver } from '../event/event-page.queries.ts'
import { openStatuses, type TicketStatus } from './ticket.ts'

/** Which tickets; without `eventId` and `ids`, all of them. */
export type TicketChoice = { readonly eventId?: string; readonly ids?: readonly string[] }

/** In the order they were made, whatever their status. */
export async function listTicketIds(tx: TenantTx, choice: TicketChoice): Promise<readonly string[]> {
  let query = selectRows(tx, 'ticket').select('id').orderBy('id')
  if (choice.eventId !== undefined) query = query.where('eventId', '=', choice.eventId)
  if (choice.ids !== undefined && choice.ids.length > 0) query = query.where('id', 'in', choice.ids)
  return (await query.execute()).map((row) => row.id)
}

export type ListedTicket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Events that start in a day, or started before it and still go on. */
export async function listCurrentEventIds(
  tx: TenantTx,
  day: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'event')
    .select('id')
    .where('startsAt', '<', day.to)
    .where((where) => where.or([where('startsAt', '>=', day.from), where('endsAt', '>', day.now)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Where a list of tickets goes on: it goes event by event, in the order of their ids. */
export type TicketKey = { readonly eventId: string; readonly id: string }

/**
 * Tickets that open the door or did (not scanned, scanned) of some events, at most `limit` after a key. One event after
 * the other, so that the index of each gives them in order.
 */
export async function listDoorTickets(
  tx: TenantTx,
  eventIds: readonly string[],
  after: TicketKey | undefined,
  limit: number,
): Promise<readonly ListedTicket[]> {
  const tickets: ListedTicket[] = []
  for (const eventId of eventIds.toSorted()) {
    if (after && eventId < after.eventId) continue
    const afterId = after?.eventId === eventId ? after.id : undefined
    tickets.push(...(await listTicketsOfEvent(tx, eventId, afterId, limit - tickets.length)))
    if (tickets.length === limit) break
  }
  return tickets
}

async function listTicketsOfEvent(tx: TenantTx, eventId: string, afterId: string | undefined, limit: number) {
  let query = selectListed(tx)
    .where('ticket.eventId', '=', eventId)
    .where('ticket.status', 'in', openStatuses)
    .orderBy('ticket.id')
    .limit(limit)
  if (afterId !== undefined) query = query.where('ticket.id', '>', afterId)
  return (await query.execute()).map(typed)
}

/** Finds a ticket of any status, with the names of the options of its reservation. */
export async function findTicket(tx: TenantTx, id: string) {
  const row = await selectListed(tx).where('ticket.id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

export type ReservationTicket = Awaited<ReturnType<typeof listTicketsOfReservation>>[number]

/** A part of a list: so many, after so many. */
export type Part = { readonly limit: number; readonly offset: number }

/** Those of a reservation that open the door or did (not scanned, scanned), in the order they were made. */
export async function listTicketsOfReservation(tx: TenantTx, reservationId: string, { limit, offset }: Part) {
  return selectOfReservation(tx, reservationId)
    .where('ticket.status', 'in', openStatuses)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Lists those of them that nobody has entered with. */
export async function listUnusedTickets(tx: TenantTx, reservationId: string, { limit, offset }: Part) {
  return selectOfReservation(tx, reservationId)
    .where('ticket.status', '=', 'not_scanned')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Null: there is none in it that opens the door and that nobody has entered with. */
export async function findUnusedTicket(tx: TenantTx, reservationId: string, ticketId: string) {
  const row = await selectOfReservation(tx, reservationId)
    .where('ticket.status', '=', 'not_scanned')
    .where('ticket.id', '=', ticketId)
    .executeTakeFirst()
  return row ?? null
}

function selectOfReservation(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'ticket')
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat', 'ticket.scannedAt'])
    .select('price.name as priceName')
    .where('ticket.reservationId', '=', reservationId)
    .orderBy('ticket.id')
}

/**
 * How many of a reservation open the door or did, of those how many nobody has entered with, and how many stand in the list before some
 * ticket.
 */
export async function countTicketsOfReservation(tx: TenantTx, reservationId: string, before: string = nilUuid) {
  return selectRows(tx, 'ticket')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where status = 'not_scanned'))::int`.as('unused'),
      sql<number>`(count(*) filter (where id < ${before}::uuid))::int`.as('before'),
    ])
    .where('reservationId', '=', reservationId)
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow()
}

/** How many of a reservation were not cancelled, whether it is paid or not; one that was given away counts once. */
export async function countTicketsLeft(tx: TenantTx, reservationId: string): Promise<number> {
  return selectRows(tx, 'ticket')
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', 'is', null)
    .$call(countRows)
}

/** The reservation of a ticket, and whether the ticket opens the door or did. */
export async function findTicketPlace(tx: TenantTx, ticketId: string) {
  const row = await selectRows(tx, 'ticket')
    .select(['reservationId', 'status'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  return row ? { reservationId: row.reservationId, opens: openStatuses.includes(row.status) } : null
}

export type GivenTicket = Awaited<ReturnType<typeof listTicketsGivenTo>>[number]

/**
 * Those that open the door or did, of events that are not over, and that somebody else has given to a person: what they gave
 * themselves stands with what they booked.
 */
export async function listTicketsGivenTo(
  tx: TenantTx,
  email: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
) {
  return selectRows(tx, 'ticket')
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('reservation', sameTenant('reservation.id', 'ticket.reservationId'))
    .innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    .leftJoin('location', sameTenant('location.id', 'event.locationId'))
    .select(['ticket.id', 'ticket.reservationId', 'ticket.firstName', 'ticket.lastName', 'ticket.seat'])
    .select(['ticket.scannedAt', 'price.name as priceName', 'event.name as eventName', 'event.startsAt'])
    .select(['location.name as locationName', 'location.city'])
    .where('ticket.holderEmail', '=', email)
    .where('reservation.bookerEmail', '<>', email)
    .where('ticket.status', 'in', openStatuses)
    .where(notOver(now))
    .orderBy('event.startsAt')
    .orderBy('ticket.id')
    .limit(limit)
    .execute()
}

function selectListed(tx: TenantTx) {
  return selectRows(tx, 'ticket')
    .select(['ticket.id', 'ticket.eventId', 'ticket.firstName', 'ticket.lastName', 'ticket.status', 'ticket.seat'])
    .select(optionNamesOf.as('options'))
}

/** The options of the reservation of a `ticket`, by their names. */
export const optionNamesOf = sql<string[]>`array(select ticket_option.name from reservation_option
  join ticket_option on ticket_option.tenant_id = reservation_option.tenant_id
    and ticket_option.id = reservation_option.option_id
  where reservation_option.tenant_id = ticket.tenant_id and reservation_option.reservation_id = ticket.reservation_id
  order by ticket_option.name)`

/** The closed list is held by a check constraint. */
export function typed<Row extends { readonly status: string }>(row: Row): Row & { readonly status: TicketStatus } {
  return { ...row, status: row.status as TicketStatus }
}
