import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import type { WaitingEntry as WaitingEntryRow } from '../../db/tables.ts'
import {
  atMaking,
  changedSince,
  countRows,
  deleteRows,
  insertRows,
  isDone,
  isWithin,
  sameTenant,
  selectRows,
  type Span,
  updateRow,
  updateRows,
} from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { languageHere } from '../tenant/tenant.queries.ts'
import type { WaitingStatus } from './waiting-list.ts'

export type WaitingEntry = Omit<Selectable<WaitingEntryRow>, 'language'> & { readonly language: Language }

export const typed = ({
  languageHere: here,
  ...row
}: Selectable<WaitingEntryRow> & { readonly languageHere: string }): WaitingEntry => ({
  ...row,
  language: firstSpoken(row.language, here),
})

function selectEntries(tx: TenantTx) {
  return selectRows(tx, 'waitingEntry').selectAll().select(languageHere(tx))
}

/** Finds the entry that a reservation was offered to. */
export async function findEntryOfOffer(tx: TenantTx, reservationId: string): Promise<WaitingEntry | null> {
  const row = await selectEntries(tx).where('reservationId', '=', reservationId).executeTakeFirst()
  return row ? typed(row) : null
}

/** Lists some of the people who wait for an event, whatever the price. */
export async function listWaitingFor(tx: TenantTx, eventId: string, most: number): Promise<readonly WaitingEntry[]> {
  const rows = await selectEntries(tx)
    .where('eventId', '=', eventId)
    .where('status', '=', 'waiting')
    .limit(most)
    .execute()
  return rows.map(typed)
}

/** Lists, by id, the next people who have waited for an event since before `until`. */
export async function listWaitingAfter(
  tx: TenantTx,
  { eventId, until, after }: { readonly eventId: string; readonly until: Date; readonly after: string | null },
  most: number,
): Promise<readonly WaitingEntry[]> {
  let query = selectEntries(tx)
    .where('eventId', '=', eventId)
    .where('status', '=', 'waiting')
    .where('waitingSince', '<=', until)
    .orderBy('id')
    .limit(most)
  if (after !== null) query = query.where('id', '>', after)
  return (await query.execute()).map(typed)
}

/** Lists the people who wait for one price of an event, the first in line first. */
export async function listInLine(
  tx: TenantTx,
  { eventId, priceId }: Pick<WaitingEntry, 'eventId' | 'priceId'>,
  most: number,
): Promise<readonly WaitingEntry[]> {
  const rows = await selectEntries(tx)
    .where('eventId', '=', eventId)
    .where('priceId', '=', priceId)
    .where('status', '=', 'waiting')
    .orderBy('waitingSince')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(typed)
}

export type EntryFilter = {
  readonly eventId?: string
  /** One of these; absent: any. */
  readonly statuses?: readonly WaitingStatus[]
  readonly updatedSince?: Date
} & Span

function selectChosen(tx: TenantTx, filter: EntryFilter) {
  let query = selectEntries(tx)
    .where(changedSince(filter.updatedSince, 'waitingEntry.updatedAt'))
    .where(isWithin(filter, 'waitingEntry.createdAt'))
  if (filter.eventId !== undefined) query = query.where('eventId', '=', filter.eventId)
  if (filter.statuses !== undefined) query = query.where('status', 'in', filter.statuses)
  return query
}

/** Entries in the order they were made. */
export async function listEntries(tx: TenantTx, filter: EntryFilter & Page): Promise<readonly WaitingEntry[]> {
  const rows = await inOrder(selectChosen(tx, filter), inOrderOfMaking('waitingEntry.id'), filter).execute()
  return rows.map(typed)
}

export function countEntries(tx: TenantTx, filter: EntryFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

/** Lists the events that somebody waits for and that have not begun. */
export async function listAwaitedEvents(tx: TenantTx, now: Date): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'waitingEntry')
    .innerJoin('event', sameTenant('event.id', 'waitingEntry.eventId'))
    .select('waitingEntry.eventId')
    .distinct()
    .where('waitingEntry.status', '=', 'waiting')
    .where('event.startsAt', '>', now)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

export type NewEntry = Pick<WaitingEntry, 'eventId' | 'priceId' | 'email' | 'places' | 'language' | 'confirmUntil'> & {
  /** True when a program of the organisation put them there (ADR 0238). */
  readonly unasked: boolean
}

/**
 * Puts somebody at the end of the line; a person who waits already, or holds an offer, keeps their place. So does a person who has
 * yet to confirm, unless their time is over or they need not any more.
 *
 * @param entry `confirmUntil` null: the address is known to be theirs, and they wait from now on
 * @returns the id of the entry; null: nothing was changed
 */
export async function insertEntry(tx: TenantTx, entry: NewEntry, now: Date): Promise<string | null> {
  const { priceId, places, language, confirmUntil, unasked } = entry
  const status: WaitingStatus = confirmUntil === null ? 'waiting' : 'unconfirmed'
  const joined = { status, confirmUntil, unasked, waitingSince: now }
  const row = await insertRows(tx, 'waitingEntry', { id: newId(), ...entry, ...joined, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'eventId', 'email'])
        .doUpdateSet({ priceId, places, language, ...joined, reservationId: null, updatedAt: atMaking })
        .where(
          sql<boolean>`waiting_entry.status in ('left', 'taken')
            or waiting_entry.status = 'unconfirmed'
              and (waiting_entry.confirm_until <= ${now}::timestamptz or excluded.status = 'waiting')
            or exists (select from reservation
              where reservation.tenant_id = waiting_entry.tenant_id and reservation.id = waiting_entry.reservation_id
                and reservation.status = 'cancelled')`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (row) await noteDue(tx, 'waiting', now)
  return row?.id ?? null
}

/** Counts the entries of an address, at any event, that could be confirmed now. */
export async function countUnconfirmed(tx: TenantTx, email: string, now: Date): Promise<number> {
  return selectRows(tx, 'waitingEntry')
    .where('email', '=', email)
    .where('status', '=', 'unconfirmed')
    .where('confirmUntil', '>', now)
    .$call(countRows)
}

/** Marks an entry confirmed: it waits from now on, in the place where it joined. False: it had moved before, or its time is over. */
export async function markConfirmed(tx: TenantTx, id: string, now: Date): Promise<boolean> {
  const isChanged = await updateRow(tx, 'waitingEntry', id, { status: 'waiting', confirmUntil: null })
    .where('status', '=', 'unconfirmed')
    .where('confirmUntil', '>', now)
    .$call(isDone)
  if (isChanged) await noteDue(tx, 'waiting', now)
  return isChanged
}

/** Deletes entries that nobody has confirmed in time; the address may be a stranger's. */
export async function deleteLapsed(tx: TenantTx, now: Date): Promise<void> {
  await deleteRows(tx, 'waitingEntry').where('status', '=', 'unconfirmed').where('confirmUntil', '<=', now).execute()
}

/** Changes the status of an entry. False: it had changed before. */
export async function markEntry(
  tx: TenantTx,
  id: string,
  from: WaitingStatus,
  change: { readonly status: WaitingStatus; readonly reservationId?: string },
): Promise<boolean> {
  return updateRow(tx, 'waitingEntry', id, change).where('status', '=', from).$call(isDone)
}

/** Lists the reservations that are offered at an event, and not accepted. */
export async function listOffersAt(tx: TenantTx, eventId: string): Promise<readonly string[]> {
  const rows = await selectEntries(tx).where('eventId', '=', eventId).where('status', '=', 'offered').execute()
  return rows.flatMap(({ reservationId }) => reservationId ?? [])
}

/** Marks an offer accepted that was paid without pressing a button. For any other reservation nothing is noted. */
export async function markOfferPaid(tx: TenantTx, reservationId: string): Promise<void> {
  await updateRows(tx, 'waitingEntry')
    .set({ status: 'taken' })
    .where('reservationId', '=', reservationId)
    .where('status', '=', 'offered')
    .execute()
}

/** Finds an event with what waiting for it depends on. */
export async function findAwaitedEvent(tx: TenantTx, eventId: string) {
  return selectAwaited(tx, eventId).executeTakeFirst()
}

/** As `findAwaitedEvent`, and locks the event until the transaction ends: people who join meanwhile are told if it is cancelled next. */
export async function holdAwaitedEvent(tx: TenantTx, eventId: string) {
  return selectAwaited(tx, eventId).forShare('event').executeTakeFirst()
}

function selectAwaited(tx: TenantTx, eventId: string) {
  return selectRows(tx, 'event')
    .leftJoin('eventCounter', sameTenant('eventCounter.eventId', 'event.id'))
    .select(['event.id', 'event.name', 'event.slug', 'event.startsAt', 'event.published', 'event.capacity'])
    .select('event.maxPerUser')
    .select(['eventCounter.held', 'event.cancelledAt'])
    .where('event.id', '=', eventId)
}

/** Deletes unconfirmed entries of a cancelled event: there is nothing to confirm any more. */
export async function deleteUnconfirmed(tx: TenantTx, eventId: string): Promise<void> {
  await deleteRows(tx, 'waitingEntry').where('eventId', '=', eventId).where('status', '=', 'unconfirmed').execute()
}

/** Takes an entry off the list. False: it has changed since it was read. */
export async function deleteEntry(
  tx: TenantTx,
  { id, status, reservationId }: Pick<WaitingEntry, 'id' | 'status' | 'reservationId'>,
): Promise<boolean> {
  return deleteRows(tx, 'waitingEntry')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('reservationId', 'is not distinct from', reservationId)
    .$call(isDone)
}

/** Lists the entries of an address, whatever became of each. */
export async function listEntryIdsOf(tx: TenantTx, email: string): Promise<readonly string[]> {
  const rows = await selectEntries(tx).where('email', '=', email).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Takes a person off every list. */
export async function eraseEntries(tx: TenantTx, email: string): Promise<void> {
  await deleteRows(tx, 'waitingEntry').where('email', '=', email).execute()
}
