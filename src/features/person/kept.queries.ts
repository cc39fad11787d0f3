import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { countPersonal } from '../audit/audit.queries.ts'
import type { MomentThere } from '../event/event.ts'
import { notOver } from '../event/event-page.queries.ts'
import { isLive } from '../membership/membership.ts'
import { listMemberships } from '../membership/membership.queries.ts'
import type { TicketStatus } from '../ticket/ticket.ts'
import { listEntryIdsOf } from '../waiting-list/waiting-list.queries.ts'
import { findOwnPurse } from './person.queries.ts'

/** The most memberships that are counted; nobody has more. */
const mostMemberships = 1000

/** What an erasure would take, counted, and what of it the person may still need. */
export type Kept = {
  /** Bookings with the address; without one, the booking itself. */
  readonly bookings: number
  /** Tickets with a name, of those bookings or given to the person. */
  readonly namedTickets: number
  /** Tickets that open a door which is not shut yet. */
  readonly openTickets: number
  readonly memberships: number
  readonly liveMemberships: number
  readonly waiting: number
  /** Bookings that are on a guest list. */
  readonly guests: number
  /** Bookings that name a page elsewhere to lead back to, whose address may tell who the person is. */
  readonly returnUrls: number
  /** Names, addresses and reasons in the log. */
  readonly noted: number
  /** Money for the card, which could no longer be claimed. */
  readonly balanceMinor: number
}

type Whose = MomentThere & {
  /** The normalised e-mail address; null when they gave none. */
  readonly email: string | null
  /** The booking of somebody without an address. */
  readonly reservationId: string | null
}

/** Counts what `eraseHere` and `eraseUnaddressed` would erase. */
export async function countKept(tx: TenantTx, { email, reservationId, now, timeZone }: Whose): Promise<Kept> {
  const reservationIds = await listReservationIds(tx, { email, reservationId })
  const tickets = await listHeld(tx, { email, reservationIds, now, timeZone })
  const memberships = email === null ? [] : await listMemberships(tx, { email, limit: mostMemberships })
  const subjectIds = [...reservationIds, ...[...tickets, ...memberships].map(({ id }) => id)]
  const purse = email === null ? null : await findOwnPurse(tx, email)
  return {
    bookings: reservationIds.length,
    namedTickets: tickets.filter(({ firstName, lastName }) => firstName !== '' || lastName !== '').length,
    openTickets: tickets.filter(({ isOpen }) => isOpen).length,
    memberships: memberships.length,
    liveMemberships: memberships.filter((one) => isLive(one, now)).length,
    waiting: email === null ? 0 : (await listEntryIdsOf(tx, email)).length,
    guests: await countGuests(tx, reservationIds),
    returnUrls: await countReturnUrls(tx, reservationIds),
    noted: await countPersonal(tx, { email, subjectIds }),
    balanceMinor: purse?.balanceMinor ?? 0,
  }
}

/** Whether there is nothing to erase in a booking without an address; with an address there always is something. */
export function isNothing({ namedTickets, guests, returnUrls, noted }: Kept): boolean {
  return [namedTickets, guests, returnUrls, noted].every((count) => count === 0)
}

/** Whether anything is kept by which the person could be found. */
export function isAnythingKept(kept: Kept): boolean {
  return Object.values(kept).some((count) => count > 0)
}

async function listReservationIds(tx: TenantTx, { email, reservationId }: Omit<Whose, keyof MomentThere>) {
  if (email === null) return reservationId === null ? [] : [reservationId]
  const rows = await selectRows(tx, 'reservation')
    .select('id')
    .where('bookerEmail', '=', email)
    .where('bookerEmail', '<>', '')
    .execute()
  return rows.map(({ id }) => id)
}

type Held = Pick<Whose, 'email' | keyof MomentThere> & { readonly reservationIds: readonly string[] }

async function listHeld(tx: TenantTx, { email, reservationIds, ...moment }: Held) {
  if (email === null && reservationIds.length === 0) return []
  return selectRows(tx, 'ticket')
    .innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName'])
    .select(
      sql<boolean>`ticket.status = ${'not_scanned' satisfies TicketStatus} and ticket.cancelled_at is null
        and event.cancelled_at is null and ${notOver(moment)}`.as('isOpen'),
    )
    .where((where) =>
      where.or([
        ...(email === null ? [] : [where('holderEmail', '=', email)]),
        ...(reservationIds.length === 0 ? [] : [isAmong('ticket.reservationId', reservationIds)]),
      ]),
    )
    .execute()
}

async function countGuests(tx: TenantTx, reservationIds: readonly string[]): Promise<number> {
  if (reservationIds.length === 0) return 0
  return countRows(selectRows(tx, 'guest').where(isAmong('reservationId', reservationIds)))
}

async function countReturnUrls(tx: TenantTx, reservationIds: readonly string[]): Promise<number> {
  if (reservationIds.length === 0) return 0
  const named = selectRows(tx, 'reservation').where(isAmong('id', reservationIds)).where('returnUrl', 'is not', null)
  return countRows(named)
}
