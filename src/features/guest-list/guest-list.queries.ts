import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import { isAmong } from '../../db/is-among.ts'
import type { Statement } from '../../db/pipeline.ts'
import { changedSince, deleteRows, isWithin, type Span, sameTenant, selectRows } from '../../db/rows.ts'
import type { ReservationStatus } from '../reservation/reservation.ts'

type NewGuest = {
  readonly eventId: string
  readonly key: Buffer
  readonly list: { readonly id: string; readonly name: string }
  readonly reservationId: string
  readonly note: string
  readonly now: Date
  /** Their booking that was cancelled; null when they were never invited. */
  readonly formerReservationId: string | null
}

/** Whether places are kept for somebody: a guest whose booking was cancelled may be invited again. */
const isIn = sql<boolean>`reservation.status <> ${'cancelled' satisfies ReservationStatus}`

/** Whether the tickets go by mail: there is an address, and it is wanted. */
const isMailed = sql<boolean>`(reservation.to_mail and reservation.booker_email <> '')`

/** How many of those whose tickets go by mail stand where `statuses` say. */
function countMailed(statuses: readonly ReservationStatus[]) {
  return sql<number>`(count(*) filter (where ${isMailed} and reservation.status in (${sql.join(statuses)})))::int`
}

const placesOf = sql<number>`(select count(*)::int from ticket where ticket.tenant_id = guest.tenant_id
  and ticket.reservation_id = guest.reservation_id and ticket.cancelled_at is null)`

function selectGuests(tx: TenantTx, eventId: string) {
  return selectRows(tx, 'guest')
    .innerJoin('reservation', sameTenant('reservation.id', 'guest.reservationId'))
    .where('guest.eventId', '=', eventId)
}

/** Lists those of the keys that were invited to the event before; `isIn` is false when their booking was cancelled since. */
export async function listKnownGuests(tx: TenantTx, eventId: string, keys: readonly Buffer[]) {
  if (keys.length === 0) return []
  return selectGuests(tx, eventId)
    .select(['guest.key', 'guest.reservationId', isIn.as('isIn'), placesOf.as('places')])
    .where('guest.key', 'in', keys)
    .execute()
}

/**
 * Notes a guest in the pipelined transaction that books them, and the list with its first guest. A guest who is on a list of the event
 * already violates `guest_pkey`, whatever was read before, unless their former booking was cancelled.
 */
export function guestStatements(
  tenantId: string,
  { eventId, key, list, reservationId, note, now, formerReservationId }: NewGuest,
): readonly Statement[] {
  const kept = {
    name: 'guest_list_insert',
    text: `insert into guest_list (tenant_id, event_id, id, name, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [tenantId, eventId, list.id, list.name, now.toISOString()],
  }
  const noted = {
    name: 'guest_insert',
    text: `insert into guest (tenant_id, event_id, key, list_id, reservation_id, note, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [tenantId, eventId, key, list.id, reservationId, note, now.toISOString()],
  }
  if (formerReservationId === null) return [kept, noted]
  const forget = {
    name: 'guest_forget',
    text: 'delete from guest where tenant_id = $1 and event_id = $2 and key = $3 and reservation_id = $4',
    values: [tenantId, eventId, key, formerReservationId],
  }
  return [forget, kept, noted]
}

/** Answers with a row when a guest is in, in the pipelined transaction that would book them. */
export function guestIsInStatement(tenantId: string, eventId: string, key: Buffer): Statement {
  return {
    name: 'guest_is_in',
    text: `select 1 from (
        select reservation_id from guest where tenant_id = $1 and event_id = $2 and key = $3 offset 0) known
      cross join lateral (
        select from reservation where tenant_id = $1 and id = known.reservation_id and status <> $4 offset 0) booked`,
    values: [tenantId, eventId, key, 'cancelled' satisfies ReservationStatus],
  }
}

/** The lists of an event, the latest first, with who is in, how many places that makes, and how far the mails with their tickets are. */
export async function listGuestLists(tx: TenantTx, eventId: string) {
  return selectRows(tx, 'guestList')
    .leftJoinLateral(
      selectGuests(tx, eventId)
        .select(({ fn }) => [
          fn.countAll<number>().as('guests'),
          fn.sum<number | null>(placesOf).as('places'),
          countMailed(['email_verified', 'paid']).as('onTheirWay'),
          countMailed(['valid']).as('mailed'),
          countMailed(['paid_email_unsent', 'paid_email_invalid']).as('notMailed'),
        ])
        .where(sql<boolean>`guest.list_id = guest_list.id`)
        .where(isIn)
        .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['guestList.id', 'guestList.name', 'guestList.createdAt', 'counted.guests', 'counted.places'])
    .select(['counted.onTheirWay', 'counted.mailed', 'counted.notMailed'])
    .where('guestList.eventId', '=', eventId)
    .orderBy('guestList.createdAt', 'desc')
    .orderBy('guestList.id')
    .execute()
}

export type GuestList = Awaited<ReturnType<typeof listGuestLists>>[number]

/** Selects guests with the name on their first ticket and how many of their tickets were let in. */
function selectWithTickets(tx: TenantTx, eventId: string) {
  return selectGuests(tx, eventId)
    .leftJoinLateral(
      (where) =>
        where
          .selectFrom('ticket')
          .select(['ticket.firstName', 'ticket.lastName'])
          .select(sql<number>`count(*) filter (where ticket.scanned_at is not null) over ()::int`.as('inside'))
          .select(sql<Date>`max(ticket.updated_at) over ()`.as('updatedAt'))
          .whereRef('ticket.tenantId', '=', 'guest.tenantId')
          .whereRef('ticket.reservationId', '=', 'guest.reservationId')
          .orderBy('ticket.id')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['guest.reservationId', 'guest.note', 'reservation.bookerEmail', isIn.as('isIn')])
    .select('reservation.status')
    .select(isMailed.as('isMailed'))
    .select(['first.firstName', 'first.lastName', 'first.inside', placesOf.as('places')])
}

/** Who is on a list, in the order they were booked. */
export async function listGuests(
  tx: TenantTx,
  eventId: string,
  { listId, limit, offset }: { readonly listId: string; readonly limit: number; readonly offset: number },
) {
  return selectWithTickets(tx, eventId)
    .where('guest.listId', '=', listId)
    .orderBy('guest.reservationId')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type Guest = Awaited<ReturnType<typeof listGuests>>[number]

/** Lists the guests who were invited to an event, by their reservations, in the order they were booked. */
export async function listInvited(tx: TenantTx, eventId: string, filter: InvitedFilter & Page) {
  return inOrder(selectInvited(tx, eventId, filter), inOrderOfMaking('guest.reservationId'), filter).execute()
}

export function countInvited(tx: TenantTx, eventId: string, filter: InvitedFilter): Promise<number> {
  return countFound(tx, selectInvited(tx, eventId, filter))
}

type InvitedFilter = Span & { readonly updatedSince?: Date }

function selectInvited(tx: TenantTx, eventId: string, filter: InvitedFilter) {
  return selectWithTickets(tx, eventId)
    .innerJoin('guestList', sameTenant('guestList.id', 'guest.listId'))
    .select(['guest.reservationId as id', 'guest.listId', 'guestList.name as listName'])
    .where(isWithin(filter, 'guest.createdAt'))
    .where(changedSince(filter.updatedSince, 'guest.createdAt', 'reservation.updatedAt', 'first.updatedAt'))
}

export type InvitedGuest = Awaited<ReturnType<typeof listInvited>>[number]

/** Erases the guests of bookings whose person is erased, notes and invitation included. */
export async function eraseGuests(tx: TenantTx, reservationIds: readonly string[]): Promise<void> {
  if (reservationIds.length === 0) return
  await deleteRows(tx, 'guest').where(isAmong('reservationId', reservationIds)).execute()
}
