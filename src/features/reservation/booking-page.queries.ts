import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { orNotFound } from '../../errors.ts'
import { notOver } from '../event/event-page.queries.ts'
import type { Thing } from '../ticket/thing.ts'
import { listThingsOf } from '../ticket/things.queries.ts'
import { codeOf, discountOf, givenAwayOf } from './reservation.queries.ts'
import type { CancellationCause, ReservationStatus } from './reservation.ts'

/** A booking as the page of whoever made it tells it. */
export type BookingSummary = {
  readonly id: string
  readonly status: ReservationStatus
  /** Null unless cancelled. */
  readonly cancelledBecause: CancellationCause | null
  readonly bookerEmail: string
  readonly totalMinor: number
  /** By the house: that is what it is worth, and nobody paid it. */
  readonly isGivenAway: boolean
  /** What its code took off before. */
  readonly discountMinor: number
  /** Null: booked with none. */
  readonly promotionalCode: string | null
  /** Of all that were booked. */
  readonly ticketCount: number
  /** Those that were cancelled, together or on their own. */
  readonly cancelledTickets: number
  /** Its address is to be confirmed, and then it is paid at the door. */
  readonly isToConfirm: boolean
  /** Of the code in the mail that asks to confirm; null: none does, or nothing is to be confirmed. */
  readonly codeTries: number | null
  /** Null when nothing runs out. */
  readonly expiresAt: Date | null
  /** Of the event; at none, what was ordered. */
  readonly eventName: string
  /** Null: at no event. */
  readonly eventSlug: string | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** Of the event: it does not take place. */
  readonly eventCancelledAt: Date | null
  readonly stageName: string | null
  readonly locationName: string | null
  readonly address: string | null
  readonly postalCode: string | null
  readonly city: string | null
  /** Names, as they were chosen. */
  readonly options: readonly string[]
  readonly lines: readonly {
    readonly priceName: string
    readonly productName: string
    readonly quantity: number
    /** Before the code took something off. */
    readonly fullAmountMinor: number
    readonly unitAmountMinor: number
  }[]
  readonly things: readonly Thing[]
}

/** How many tickets of a `reservation` were cancelled; one that was given away has another in its place. */
const cancelledTicketsOf = sql<number>`(select count(*)::int from ticket where tenant_id = reservation.tenant_id
  and reservation_id = reservation.id and cancelled_at is not null and superseded_by is null)`

/** What was offered from the waiting list has no such mail: its address was confirmed before. */
const codeTriesOf = sql<number | null>`case when confirmation_hash is not null
  and (reservation.status = 'email_unverified' or unconfirmed_from is not null) then code_tries end`

export async function findBookingSummary(tx: TenantTx, id: string): Promise<BookingSummary | null> {
  const row = await tx
    .selectFrom('reservation')
    .leftJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .leftJoin('location', (join) =>
      join.onRef('location.tenantId', '=', 'event.tenantId').onRef('location.id', '=', 'event.locationId'),
    )
    .leftJoin('stage', (join) =>
      join.onRef('stage.tenantId', '=', 'event.tenantId').onRef('stage.id', '=', 'event.stageId'),
    )
    .select(['reservation.id', 'reservation.status', 'reservation.bookerEmail', 'reservation.totalMinor'])
    .select(['reservation.ticketCount', 'reservation.expiresAt', 'reservation.cancelledBecause'])
    .select(sql<boolean>`reservation.status = 'unpaid' and unconfirmed_from is not null`.as('isToConfirm'))
    .select(codeTriesOf.as('codeTries'))
    .select([discountOf.as('discountMinor'), codeOf.as('promotionalCode'), givenAwayOf.as('isGivenAway')])
    .select(['event.name as eventName', 'event.slug as eventSlug', 'event.cancelledAt as eventCancelledAt'])
    .select(['event.startsAt', 'event.endsAt', 'stage.name as stageName', 'location.name as locationName'])
    .select(['location.address', 'location.postalCode', 'location.city'])
    .select(cancelledTicketsOf.as('cancelledTickets'))
    .where('reservation.tenantId', '=', tx.tenantId)
    .where('reservation.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const lines = await tx
    .selectFrom('reservationLine')
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'reservationLine.tenantId').onRef('price.id', '=', 'reservationLine.priceId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .select(['price.name as priceName', 'product.name as productName'])
    .select(['reservationLine.quantity', 'reservationLine.unitAmountMinor'])
    .select(sql<number>`unit_amount_minor + unit_discount_minor`.as('fullAmountMinor'))
    .where('reservationLine.tenantId', '=', tx.tenantId)
    .where('reservationLine.reservationId', '=', id)
    .orderBy('reservationLine.id')
    .execute()
  const options = await tx
    .selectFrom('reservationOption')
    .innerJoin('ticketOption', (join) =>
      join
        .onRef('ticketOption.tenantId', '=', 'reservationOption.tenantId')
        .onRef('ticketOption.id', '=', 'reservationOption.optionId'),
    )
    .select('ticketOption.name')
    .where('reservationOption.tenantId', '=', tx.tenantId)
    .where('reservationOption.reservationId', '=', id)
    .orderBy('ticketOption.name')
    .execute()
  return {
    ...row,
    eventName: row.eventName ?? lines[0]?.productName ?? '',
    status: statusOf(row),
    // Held by a check constraint, as the status is.
    cancelledBecause: row.cancelledBecause as CancellationCause | null,
    options: options.map(({ name }) => name),
    lines,
    things: await listThingsOf(tx, id),
  }
}

/** @throws AppError not_found */
export async function getBookingSummary(tx: TenantTx, id: string): Promise<BookingSummary> {
  return orNotFound(await findBookingSummary(tx, id))
}

/** What a person booked, as a list tells it. */
export type ListedBooking = Pick<BookingSummary, 'id' | 'status' | 'eventName' | 'locationName' | 'city'> & {
  readonly startsAt: Date
  /** Of those that were not cancelled. */
  readonly ticketCount: number
}

/**
 * A person's bookings at a tenant's events.
 *
 * @param about.isAhead of those that may still be visited, by time; otherwise of the past, the latest first
 */
export async function listBookingsOf(
  tx: TenantTx,
  email: string,
  { now, isAhead, limit }: { readonly now: Date; readonly isAhead: boolean; readonly limit: number },
): Promise<readonly ListedBooking[]> {
  const order = isAhead ? 'asc' : 'desc'
  const rows = await tx
    .selectFrom('reservation')
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .leftJoin('location', (join) =>
      join.onRef('location.tenantId', '=', 'event.tenantId').onRef('location.id', '=', 'event.locationId'),
    )
    .select(['reservation.id', 'reservation.status'])
    .select(sql<number>`reservation.ticket_count - ${cancelledTicketsOf}`.as('ticketCount'))
    .select(['event.name as eventName', 'event.startsAt', 'location.name as locationName', 'location.city'])
    .where('reservation.tenantId', '=', tx.tenantId)
    .where('reservation.bookerEmail', '=', email)
    // Known to the planner: the index leaves out sales without an address.
    .where('reservation.bookerEmail', '<>', '')
    .where(sql<boolean>`(${notOver(now)}) = ${isAhead}`)
    .orderBy('event.startsAt', order)
    .orderBy('reservation.id', order)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, status: statusOf(row) }))
}

/** How many of them are of the past. */
export async function countBookingsOver(tx: TenantTx, email: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('reservation')
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .where('reservation.tenantId', '=', tx.tenantId)
    .where('reservation.bookerEmail', '=', email)
    .where('reservation.bookerEmail', '<>', '')
    .where(sql<boolean>`not (${notOver(now)})`)
    .executeTakeFirstOrThrow()
  return count
}

/** The closed list is held by a check constraint. */
function statusOf(row: { readonly status: string }): ReservationStatus {
  return row.status as ReservationStatus
}
