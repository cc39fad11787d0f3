import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import type { ReservationStatus } from '../reservation/reservation.ts'

type NewGuest = {
  readonly eventId: string
  readonly key: Buffer
  readonly list: { readonly id: string; readonly name: string }
  readonly reservationId: string
  readonly note: string
  readonly now: Date
}

/** Whether places are kept for somebody: a guest whose booking was cancelled may be invited again. */
const isIn = sql<boolean>`reservation.status <> ${'cancelled' satisfies ReservationStatus}`

const placesOf = sql<number>`(select count(*)::int from ticket where ticket.tenant_id = guest.tenant_id
  and ticket.reservation_id = guest.reservation_id and ticket.cancelled_at is null)`

function selectGuests(tx: TenantTx, eventId: string) {
  return tx
    .selectFrom('guest')
    .innerJoin('reservation', (join) =>
      join
        .onRef('reservation.tenantId', '=', 'guest.tenantId')
        .onRef('reservation.id', '=', 'guest.reservationId'),
    )
    .where('guest.tenantId', '=', tx.tenantId)
    .where('guest.eventId', '=', eventId)
}

/** Those of the keys that were invited to the event before; `isIn` false: their booking was cancelled since. */
export async function listKnownGuests(tx: TenantTx, eventId: string, keys: readonly Buffer[]) {
  if (keys.length === 0) return []
  return selectGuests(tx, eventId)
    .select(['guest.key', 'guest.reservationId', isIn.as('isIn'), placesOf.as('places')])
    .where('guest.key', 'in', keys)
    .execute()
}

/** With the list, when it is the first of it. One who is there already stays, but for one whose booking was cancelled. */
export async function insertGuest(
  tx: TenantTx,
  { eventId, key, list, reservationId, note, now }: NewGuest,
): Promise<void> {
  const { tenantId } = tx
  await tx
    .insertInto('guestList')
    .values({ tenantId, eventId, id: list.id, name: list.name, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('guest')
    .values({ tenantId, eventId, key, listId: list.id, reservationId, note, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'eventId', 'key'])
        .doUpdateSet({ listId: list.id, reservationId, note, createdAt: now })
        .where(
          sql<boolean>`exists (select from reservation where reservation.tenant_id = guest.tenant_id
            and reservation.id = guest.reservation_id and not ${isIn})`,
        ),
    )
    .execute()
}

/** The lists of an event, the latest first, with who is in and how many places that makes. */
export async function listGuestLists(tx: TenantTx, eventId: string) {
  return tx
    .selectFrom('guestList')
    .leftJoinLateral(
      selectGuests(tx, eventId)
        .select(({ fn }) => [
          fn.countAll<number>().as('guests'),
          fn.sum<number | null>(placesOf).as('places'),
        ])
        .where(sql<boolean>`guest.list_id = guest_list.id`)
        .where(isIn)
        .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['guestList.id', 'guestList.name', 'guestList.createdAt', 'counted.guests', 'counted.places'])
    .where('guestList.tenantId', '=', tx.tenantId)
    .where('guestList.eventId', '=', eventId)
    .orderBy('guestList.createdAt', 'desc')
    .orderBy('guestList.id')
    .execute()
}

export type GuestList = Awaited<ReturnType<typeof listGuestLists>>[number]

/** With what their tickets say: the name on the first, and how many came in. */
function selectWithTickets(tx: TenantTx, eventId: string) {
  return selectGuests(tx, eventId)
    .leftJoinLateral(
      (where) =>
        where
          .selectFrom('ticket')
          .select(['ticket.firstName', 'ticket.lastName'])
          .select(
            sql<number>`count(*) filter (where ticket.scanned_at is not null) over ()::int`.as('inside'),
          )
          .whereRef('ticket.tenantId', '=', 'guest.tenantId')
          .whereRef('ticket.reservationId', '=', 'guest.reservationId')
          .orderBy('ticket.id')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['guest.reservationId', 'guest.note', 'reservation.bookerEmail', isIn.as('isIn')])
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

/** Everybody who was invited to an event, by their reservations, in the order they were booked. */
export async function listInvited(
  tx: TenantTx,
  eventId: string,
  { after, limit }: { readonly after?: string; readonly limit: number },
) {
  return selectWithTickets(tx, eventId)
    .innerJoin('guestList', (join) =>
      join.onRef('guestList.tenantId', '=', 'guest.tenantId').onRef('guestList.id', '=', 'guest.listId'),
    )
    .select(['guest.reservationId as id', 'guest.listId', 'guestList.name as listName'])
    .$if(after !== undefined, (query) => query.where('guest.reservationId', '>', after ?? ''))
    .orderBy('guest.reservationId')
    .limit(limit)
    .execute()
}

export type InvitedGuest = Awaited<ReturnType<typeof listInvited>>[number]

/** Of bookings whose person is forgotten: neither what was noted of them stays, nor that they were invited. */
export async function eraseGuests(tx: TenantTx, reservationIds: readonly string[]): Promise<void> {
  if (reservationIds.length === 0) return
  await tx
    .deleteFrom('guest')
    .where('tenantId', '=', tx.tenantId)
    .where(isAmong('reservationId', reservationIds))
    .execute()
}
