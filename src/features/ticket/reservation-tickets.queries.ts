import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { insertRows, selectRows, updateRow, updateRows } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import { announce, type Occurrence } from '../webhook/announce.ts'
import { eraseNameWords, writeNameWords } from './name-words.queries.ts'
import { freeSeating, type TicketStatus } from './ticket.ts'

/** A locked ticket. Without a `holderEmail` the booker has it; with `supersededBy` it was given to somebody else. */
export type LockedTicket = Awaited<ReturnType<typeof lockTickets>>[number]

/** Locks all tickets of some reservations, in the order of their ids, which is the order that scans lock them in. */
export async function lockTickets(tx: TenantTx, reservationIds: readonly string[]) {
  return selectRows(tx, 'ticket')
    .select(['id', 'firstName', 'lastName', 'priceId', 'status', 'seat', 'cancelledAt', 'supersededBy', 'holderEmail'])
    .where(isAmong('reservationId', reservationIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Rows of one insert: a statement has 65,535 parameters at most. */
const mostRows = 1000

/** Inserts tickets of one price, in free seating and without names; they open nothing until their reservation is settled. */
export async function insertHeldTickets(
  tx: TenantTx,
  shared: {
    readonly reservationId: string
    readonly eventId: string
    readonly priceId: string
    readonly createdAt: Date
  },
  count: number,
): Promise<void> {
  const inactive = { firstName: '', lastName: '', seat: freeSeating, status: 'not_active' as TicketStatus }
  const ticket = { tenantId: tx.tenantId, ...shared, ...inactive }
  for (let left = count; left > 0; left -= mostRows)
    await tx
      .insertInto('ticket')
      .values(Array.from({ length: Math.min(left, mostRows) }, () => ({ ...ticket, id: newId() })))
      .execute()
}

/** Cancels all tickets that were not scanned; a person who has entered stays in, and keeps the place. Returns what was cancelled now. */
export async function cancelTickets(tx: TenantTx, reservationIds: readonly string[], now: Date) {
  return tellingOf(tx, now, await markCancelled(tx, now).where(isAmong('reservationId', reservationIds)).execute())
}

/** Cancels some tickets of one reservation that were not scanned. Returns what was cancelled now. */
export async function cancelSomeTickets(tx: TenantTx, reservationId: string, ticketIds: readonly string[], now: Date) {
  const cancelled = markCancelled(tx, now).where('reservationId', '=', reservationId).where(isAmong('id', ticketIds))
  return tellingOf(tx, now, await cancelled.execute())
}

function markCancelled(tx: TenantTx, now: Date) {
  return updateRows(tx, 'ticket')
    .set({ status: 'not_active', cancelledAt: now })
    .where('status', '<>', 'scanned')
    .where('cancelledAt', 'is', null)
    .returning(['id', 'reservationId', 'eventId', 'priceId'])
}

type CancelledTicket = {
  readonly id: string
  readonly reservationId: string
  readonly eventId: string
  readonly priceId: string
}

async function tellingOf(
  tx: TenantTx,
  now: Date,
  cancelled: readonly CancelledTicket[],
): Promise<readonly CancelledTicket[]> {
  const told = cancelled.map(({ id: ticket, reservationId: reservation, eventId: event }): Occurrence => {
    return { kind: 'ticket.cancelled', data: { ticket, reservation, event } }
  })
  await announce(tx, now, told)
  return cancelled
}

/** Restores tickets that the reservation's expiry cancelled at `cancelledAt`; those cancelled on their own stay cancelled. */
export async function restoreTickets(tx: TenantTx, reservationId: string, cancelledAt: Date): Promise<void> {
  await updateRows(tx, 'ticket')
    .set({ cancelledAt: null })
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', '=', cancelledAt)
    .execute()
}

/** Activates tickets that are paid or verified, so that they open the door; never a cancelled one. */
export async function activateTickets(tx: TenantTx, reservationId: string, now: Date): Promise<void> {
  const issued = await updateRows(tx, 'ticket')
    .set({ status: 'not_scanned' })
    .where('reservationId', '=', reservationId)
    .where('status', 'in', ['created', 'not_active'])
    .where('cancelledAt', 'is', null)
    .returning(['id', 'eventId'])
    .execute()
  const told = issued.map(({ id: ticket, eventId: event }): Occurrence => {
    return { kind: 'ticket.issued', data: { ticket, reservation: reservationId, event } }
  })
  await announce(tx, now, told)
}

/** Erases the holders' names on all tickets of some reservations, which the caller has locked; they open the door as before. */
export async function eraseHolders(tx: TenantTx, reservationIds: readonly string[]): Promise<void> {
  const erased = await updateRows(tx, 'ticket')
    .set({ firstName: '', lastName: '' })
    .where(isAmong('reservationId', reservationIds))
    .returning('id')
    .execute()
  const ids = erased.map(({ id }) => id)
  await eraseNameWords(tx, ids)
}

/** Erases the names and the address on tickets that were given to a person, in anybody's booking; returns their ids. */
export async function eraseGivenTickets(tx: TenantTx, email: string): Promise<readonly string[]> {
  const held = await selectRows(tx, 'ticket')
    .select('id')
    .where('holderEmail', '=', email)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (held.length === 0) return []
  const ids = held.map(({ id }) => id)
  await updateRows(tx, 'ticket')
    .set({ firstName: '', lastName: '', holderEmail: null })
    .where(isAmong('id', ids))
    .execute()
  await eraseNameWords(tx, ids)
  return ids
}

/** Lists the addresses that a reservation's tickets were given to, of tickets that open the door or did. */
export async function listHolderEmails(tx: TenantTx, reservationId: string): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'ticket')
    .select('holderEmail')
    .distinct()
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', 'is', null)
    .where('holderEmail', 'is not', null)
    .$narrowType<{ holderEmail: string }>()
    .orderBy('holderEmail')
    .execute()
  return rows.map(({ holderEmail }) => holderEmail)
}

/**
 * Finds whose name all tickets of a reservation were booked in, whatever became of them; null where they bear several: who of them booked
 * is not known.
 */
export async function findBookedName(tx: TenantTx, reservationId: string) {
  const names = await selectRows(tx, 'ticket')
    .select(['firstName', 'lastName'])
    .distinct()
    .where('reservationId', '=', reservationId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket as former')
            .select('former.id')
            .where('former.tenantId', '=', tx.tenantId)
            .where('former.reservationId', '=', reservationId)
            .whereRef('former.supersededBy', '=', 'ticket.id'),
        ),
      ),
    )
    .limit(2)
    .execute()
  return names.length === 1 ? (names[0] ?? null) : null
}

/** Puts another name or seat on a ticket that is locked. */
export async function writeHolder(
  tx: TenantTx,
  ticketId: string,
  holder: { readonly firstName: string; readonly lastName: string; readonly seat: string },
): Promise<void> {
  const { firstName, lastName, seat } = holder
  await updateRow(tx, 'ticket', ticketId, { firstName, lastName, seat }).execute()
  await writeNameWords(tx, ticketId, holder)
}

/** Replaces a locked ticket by another one, for somebody else; the former one opens nothing any more. */
export async function replaceTicket(
  tx: TenantTx,
  formerId: string,
  next: {
    readonly id: string
    readonly firstName: string
    readonly lastName: string
    readonly holderEmail: string | null
    readonly now: Date
  },
): Promise<void> {
  const { id, firstName, lastName, holderEmail, now } = next
  // Before the other is inserted: a numbered seat belongs to one ticket.
  const former = await updateRow(tx, 'ticket', formerId, { status: 'not_active', cancelledAt: now, supersededBy: id })
    .where('status', '=', 'not_scanned')
    .returning(['reservationId', 'eventId', 'priceId', 'seat'])
    .executeTakeFirstOrThrow()
  await insertRows(tx, 'ticket', {
    ...former,
    id,
    firstName,
    lastName,
    holderEmail,
    status: 'not_scanned',
    createdAt: now,
  }).execute()
  await writeNameWords(tx, id, next)
  const of = { reservation: former.reservationId, event: former.eventId }
  await announce(tx, now, [
    { kind: 'ticket.cancelled', data: { ticket: formerId, ...of } },
    { kind: 'ticket.given', data: { ticket: id, former: formerId, ...of } },
  ])
}
