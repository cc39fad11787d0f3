import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { listSoldProducts } from '../catalog/sold-product.queries.ts'
import type { MomentThere } from '../event/event.ts'
import { listToldArtists, notOver } from '../event/event-page.queries.ts'
import { listThingsOf } from '../ticket/things.queries.ts'
import { listChosenOptions } from '../ticket/ticket-document.queries.ts'
import { codeOf, discountOf, givenAwayOf, selectLines } from './reservation.queries.ts'

/** A booking as its booker's page shows it. */
export type BookingSummary = NonNullable<Awaited<ReturnType<typeof findBookingSummary>>>

/** How many tickets of a `reservation` were cancelled; one that was given away has another in its place. */
const cancelledTicketsOf = sql<number>`(select count(*)::int from ticket where tenant_id = reservation.tenant_id
  and reservation_id = reservation.id and cancelled_at is not null and superseded_by is null)`

/**
 * How often the code in the mail that asks to confirm was tried; null: no mail does, or nothing is to be confirmed. What was offered from
 * the waiting list has no such mail: its address was confirmed before.
 */
const codeTriesOf = sql<number | null>`case when confirmation_hash is not null
  and (reservation.status = 'email_unverified' or unconfirmed_from is not null) then code_tries end`

/** Whether its booker has yet to say that the address is theirs, be it free or paid at the door afterwards. */
const waitsForConfirmation = sql<boolean>`reservation.status = 'email_unverified'
  or (reservation.status = 'unpaid' and unconfirmed_from is not null)`

/** Finds a booking at an event, or an order at none: all about the event is then null but the name, which is that of what was ordered. */
export async function findBookingSummary(tx: TenantTx, id: string) {
  const row = await selectRows(tx, 'reservation')
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .leftJoin('location', sameTenant('location.id', 'event.locationId'))
    .leftJoin('stage', sameTenant('stage.id', 'event.stageId'))
    .select(['reservation.id', 'reservation.status', 'reservation.bookerEmail', 'reservation.totalMinor'])
    .select([
      'reservation.eventId',
      'reservation.ticketCount',
      'reservation.expiresAt',
      'reservation.cancelledBecause',
      'reservation.returnUrl',
    ])
    // True while the address is to be confirmed; the booking is paid at the door afterwards.
    .select(sql<boolean>`reservation.status = 'unpaid' and unconfirmed_from is not null`.as('isToConfirm'))
    // True until it is confirmed, and when it ran out before: whoever booked it may have given the address of somebody else.
    .select(
      sql<boolean>`unconfirmed_from is not null or coalesce(confirmation_hash is not null and cancelled_because = 'expiry', false)`.as(
        'isUnconfirmed',
      ),
    )
    .select(codeTriesOf.as('codeTries'))
    .select([discountOf.as('discountMinor'), codeOf.as('promotionalCode'), givenAwayOf.as('isGivenAway')])
    .select(['event.name as eventName', 'event.slug as eventSlug', 'event.cancelledAt as eventCancelledAt'])
    .select(['event.startsAt', 'event.endsAt', 'stage.name as stageName', 'location.name as locationName'])
    .select(['location.address', 'location.postalCode', 'location.city'])
    .select(cancelledTicketsOf.as('cancelledTickets'))
    .where('reservation.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const lines = await listBookedLines(tx, id)
  return {
    ...row,
    eventName: row.eventName ?? lines[0]?.product.name ?? '',
    options: await listChosenOptions(tx, id),
    artists: row.eventId === null ? [] : await listToldArtists(tx, row.eventId),
    lines,
    things: await listThingsOf(tx, id),
  }
}

/** What was booked at one price. */
export type BookedLine = Awaited<ReturnType<typeof listBookedLines>>[number]

/** Lists what was booked at which price, with what is told of it now. */
export async function listBookedLines(tx: TenantTx, reservationId: string) {
  const rows = await selectLines(tx, reservationId)
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .leftJoin('nfcCard', 'nfcCard.id', 'line.cardId')
    .select(['line.id', 'line.productId', 'price.name as priceName', 'line.quantity', 'line.unitAmountMinor'])
    .select(sql<number>`unit_amount_minor + unit_discount_minor`.as('fullAmountMinor'))
    .select(['price.shortDescription', 'price.longDescription'])
    // The number of the card that a top-up is for; null: none was named.
    .select(['product.kind as productKind', 'nfcCard.number as cardNumber'])
    .orderBy('line.id')
    .execute()
  const productIds = rows.map(({ productId }) => productId)
  const products = await listSoldProducts(tx, productIds)
  return rows.map(({ productId, ...row }) => ({ ...row, product: orNotFound(products.get(productId)) }))
}

export async function getBookingSummary(tx: TenantTx, id: string): Promise<BookingSummary> {
  return orNotFound(await findBookingSummary(tx, id))
}

/** A person's booking as a list shows it. */
export type ListedBooking = Awaited<ReturnType<typeof listBookingsOf>>[number]

/**
 * Lists a person's bookings at a tenant's events, each with how many of its tickets were not cancelled.
 *
 * @param about.isAhead true: bookings that may still be visited, by time; false: those of the past, the latest first
 */
export async function listBookingsOf(
  tx: TenantTx,
  email: string,
  { isAhead, limit, ...moment }: MomentThere & { readonly isAhead: boolean; readonly limit: number },
) {
  const order = isAhead ? 'asc' : 'desc'
  return (
    selectRows(tx, 'reservation')
      .innerJoin('event', sameTenant('event.id', 'reservation.eventId'))
      .leftJoin('location', sameTenant('location.id', 'event.locationId'))
      .select(['reservation.id', 'reservation.status', 'reservation.expiresAt'])
      .select(waitsForConfirmation.as('waitsForConfirmation'))
      .select(sql<number>`reservation.ticket_count - ${cancelledTicketsOf}`.as('ticketCount'))
      .select(['event.name as eventName', 'event.startsAt', 'location.name as locationName', 'location.city'])
      .where('reservation.bookerEmail', '=', email)
      // Known to the planner: the index leaves out sales without an address.
      .where('reservation.bookerEmail', '<>', '')
      .where(sql<boolean>`(${notOver(moment)}) = ${isAhead}`)
      .orderBy('event.startsAt', order)
      .orderBy('reservation.id', order)
      .limit(limit)
      .execute()
  )
}

/** Counts a person's bookings of the past. */
export async function countBookingsOver(tx: TenantTx, email: string, moment: MomentThere): Promise<number> {
  return selectRows(tx, 'reservation')
    .innerJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .where('reservation.bookerEmail', '=', email)
    .where('reservation.bookerEmail', '<>', '')
    .where(sql<boolean>`not (${notOver(moment)})`)
    .$call(countRows)
}
