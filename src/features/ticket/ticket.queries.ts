import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import { isAmong } from '../../db/is-among.ts'
import { countRows, isWithin, type Span, sameTenant, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { MomentThere } from '../event/event.ts'
import { notOver } from '../event/event-page.queries.ts'
import { openStatuses, type TicketStatus } from './ticket.ts'

/** A choice of tickets; without `eventId` and `ids`, all of them. */
export type TicketChoice = { readonly eventId?: string; readonly ids?: readonly string[] }

/** Lists ticket ids in the order the tickets were made, whatever their status. */
export async function listTicketIds(tx: TenantTx, choice: TicketChoice): Promise<readonly string[]> {
  let query = selectRows(tx, 'ticket').select('id').orderBy('id')
  if (choice.eventId !== undefined) query = query.where('eventId', '=', choice.eventId)
  if (choice.ids !== undefined && choice.ids.length > 0) query = query.where('id', 'in', choice.ids)
  return (await query.execute()).map((row) => row.id)
}

export type ListedTicket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Lists events that start in a day, or started before it and still go on. */
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

export type TicketSort = 'event' | 'created'

type TicketFilter = {
  /** One of these; absent: those that open the door or did. */
  readonly statuses?: readonly TicketStatus[]
  /** Only those that changed then or later, or an option of whose reservation did; absent: all. */
  readonly updatedSince?: Date
} & Span

type TicketPage = TicketFilter & Page<TicketSort> & { readonly limit: number }

/**
 * Lists tickets of some events: event by event, or in the order they were made. Of several events one after the other, so that the
 * index of each gives them in order; the order of making has none over several, and the tickets of one day are sorted.
 */
export async function listDoorTickets(
  tx: TenantTx,
  eventIds: readonly string[],
  page: TicketPage,
): Promise<readonly ListedTicket[]> {
  if (page.sort === 'created') return listInOrder(tx, eventIds, page)
  const { after: [lastEvent, lastId] = [], isDescending = false, limit } = page
  const ordered = isDescending ? eventIds.toSorted().toReversed() : eventIds.toSorted()
  const left = lastEvent === undefined ? ordered : ordered.slice(firstFrom(ordered, lastEvent, isDescending))
  const tickets: ListedTicket[] = []
  for (const eventId of left) {
    const after = eventId === lastEvent && lastId !== undefined ? [lastId] : undefined
    const { after: _, ...rest } = page
    const wanted = { ...rest, limit: limit - tickets.length, ...(after && { after }) }
    tickets.push(...(await listInOrder(tx, [eventId], wanted)))
    if (tickets.length === limit) break
  }
  return tickets
}

/** Where the event that a page goes on with stands, or the next one. */
function firstFrom(ordered: readonly string[], lastEvent: string, isDescending: boolean): number {
  const at = ordered.findIndex((id) => (isDescending ? id <= lastEvent : id >= lastEvent))
  return at === -1 ? ordered.length : at
}

async function listInOrder(tx: TenantTx, eventIds: readonly string[], page: TicketPage) {
  return inOrder(selectChosen(tx, eventIds, page), inOrderOfMaking('ticket.id'), page).execute()
}

export function countDoorTickets(tx: TenantTx, eventIds: readonly string[], filter: TicketFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, eventIds, filter))
}

function selectChosen(tx: TenantTx, eventIds: readonly string[], filter: TicketFilter) {
  const { statuses, updatedSince } = filter
  const [only, ...others] = eventIds
  let query = selectListed(tx)
    // Of one event by its id, so that the index gives them in order.
    .where(
      only !== undefined && others.length === 0
        ? sql<boolean>`ticket.event_id = ${only}::uuid`
        : isAmong('ticket.eventId', eventIds),
    )
    .where('ticket.status', 'in', statuses ?? openStatuses)
    .where(isWithin(filter, 'ticket.createdAt'))
  // Whoever was given a ticket has another one in its place, and that one is listed.
  if (statuses !== undefined) query = query.where('ticket.supersededBy', 'is', null)
  if (updatedSince !== undefined) query = query.where(isChangedTicket(tx, updatedSince))
  return query
}

function isChangedTicket({ tenantId }: TenantTx, since: Date) {
  return sql<boolean>`(ticket.updated_at >= ${since}::timestamptz or ticket.reservation_id in (
    select chosen.reservation_id from ticket_option
    join reservation_option chosen on chosen.tenant_id = ticket_option.tenant_id and chosen.option_id = ticket_option.id
    where ticket_option.tenant_id = ${tenantId}::uuid and ticket_option.updated_at >= ${since}::timestamptz))`
}

/** Finds a ticket of any status, with the names of the options of its reservation. */
export async function findTicket(tx: TenantTx, id: string) {
  return (await selectListed(tx).where('ticket.id', '=', id).executeTakeFirst()) ?? null
}

export type ReservationTicket = Awaited<ReturnType<typeof listTicketsOfReservation>>[number]

/** A part of a list: at most `limit`, after the first `offset`. */
export type Part = { readonly limit: number; readonly offset: number }

/** Lists a reservation's tickets that open the door or did (not scanned, scanned), in the order they were made. */
export async function listTicketsOfReservation(tx: TenantTx, reservationId: string, { limit, offset }: Part) {
  return selectOfReservation(tx, reservationId)
    .where('ticket.status', 'in', openStatuses)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Lists a reservation's tickets that nobody has entered with. */
export async function listUnusedTickets(tx: TenantTx, reservationId: string, { limit, offset }: Part) {
  return selectOfReservation(tx, reservationId)
    .where('ticket.status', '=', 'not_scanned')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Finds a ticket of the reservation that opens the door and that nobody has entered with; null: it is no such ticket. */
export async function findUnusedTicket(tx: TenantTx, reservationId: string, ticketId: string) {
  const row = await selectOfReservation(tx, reservationId)
    .where('ticket.status', '=', 'not_scanned')
    .where('ticket.id', '=', ticketId)
    .executeTakeFirst()
  return row ?? null
}

/** Finds a ticket of the reservation that opens the door or did; null: it is no such ticket. */
export async function findOpenTicket(tx: TenantTx, reservationId: string, ticketId: string) {
  const row = await selectOfReservation(tx, reservationId)
    .select('ticket.holderEmail')
    .where('ticket.status', 'in', openStatuses)
    .where('ticket.id', '=', ticketId)
    .executeTakeFirst()
  return row ?? null
}

function selectOfReservation(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'ticket')
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat', 'ticket.scannedAt'])
    .select(['price.name as priceName', 'product.name as productName'])
    .where('ticket.reservationId', '=', reservationId)
    .orderBy('ticket.id')
}

/**
 * Counts a reservation's tickets that open the door or did, those of them that nobody has entered with, and those before some ticket
 * in the list.
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

/** Counts a reservation's tickets that were not cancelled, whether it is paid or not; one that was given away counts once. */
export async function countTicketsLeft(tx: TenantTx, reservationId: string): Promise<number> {
  return selectRows(tx, 'ticket')
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', 'is', null)
    .$call(countRows)
}

/** Finds the reservation of a ticket, and whether the ticket opens the door or did. */
export async function findTicketPlace(tx: TenantTx, ticketId: string) {
  const row = await selectRows(tx, 'ticket')
    .select(['reservationId', 'status'])
    .where('id', '=', ticketId)
    .executeTakeFirst()
  return row ? { reservationId: row.reservationId, opens: openStatuses.includes(row.status) } : null
}

export type GivenTicket = Awaited<ReturnType<typeof listTicketsGivenTo>>[number]

/**
 * Lists tickets that somebody else has given to a person, that open the door or did, of events that are not over: those that they
 * gave to themselves are listed with what they booked.
 */
export async function listTicketsGivenTo(
  tx: TenantTx,
  email: string,
  { limit, ...moment }: MomentThere & { readonly limit: number },
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
    .where(notOver(moment))
    .orderBy('event.startsAt')
    .orderBy('ticket.id')
    .limit(limit)
    .execute()
}

function selectListed(tx: TenantTx) {
  return selectRows(tx, 'ticket')
    .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
    .select(['ticket.id', 'ticket.eventId', 'ticket.firstName', 'ticket.lastName', 'ticket.status', 'ticket.seat'])
    .select(['ticket.cancelledAt', 'ticket.reservationId', 'ticket.priceId', 'price.productId'])
    .select(optionNamesOf.as('options'))
}

/** The options of the reservation of a `ticket`, by their names. */
export const optionNamesOf = sql<string[]>`array(select ticket_option.name from reservation_option
  join ticket_option on ticket_option.tenant_id = reservation_option.tenant_id
    and ticket_option.id = reservation_option.option_id
  where reservation_option.tenant_id = ticket.tenant_id and reservation_option.reservation_id = ticket.reservation_id
  order by ticket_option.name)`
