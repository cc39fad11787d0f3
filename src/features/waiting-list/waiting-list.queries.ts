import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { WaitingEntry as WaitingEntryRow } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import type { WaitingStatus } from './waiting-list.ts'

export type WaitingEntry = Omit<Selectable<WaitingEntryRow>, 'status' | 'language'> & {
  readonly status: WaitingStatus
  readonly language: Language
}

/** The closed lists are held by check constraints. */
const typed = (row: Selectable<WaitingEntryRow>): WaitingEntry => ({
  ...row,
  status: row.status as WaitingStatus,
  language: row.language as Language,
})

function selectEntries(tx: TenantTx) {
  return tx.selectFrom('waitingEntry').selectAll().where('tenantId', '=', tx.tenantId)
}

export async function findEntry(tx: TenantTx, id: string): Promise<WaitingEntry | null> {
  const row = await selectEntries(tx).where('id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

/** The entry that a reservation was offered to. */
export async function findEntryOfOffer(tx: TenantTx, reservationId: string): Promise<WaitingEntry | null> {
  const row = await selectEntries(tx).where('reservationId', '=', reservationId).executeTakeFirst()
  return row ? typed(row) : null
}

/** Those who wait for one price of an event, the first in line first. */
export async function listInLine(
  tx: TenantTx,
  { eventId, priceId }: Pick<WaitingEntry, 'eventId' | 'priceId'>,
  most: number,
): Promise<readonly WaitingEntry[]> {
  const rows = await selectEntries(tx)
    .where('eventId', '=', eventId)
    .where('priceId', '=', priceId)
    .where('status', '=', 'waiting' satisfies WaitingStatus)
    .orderBy('waitingSince')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(typed)
}

export type EntryFilter = {
  readonly eventId?: string
  /** Ids after this one; ids order by time of making. */
  readonly after?: string
  readonly limit: number
}

export async function listEntries(tx: TenantTx, filter: EntryFilter): Promise<readonly WaitingEntry[]> {
  let query = selectEntries(tx).orderBy('id').limit(filter.limit)
  if (filter.eventId !== undefined) query = query.where('eventId', '=', filter.eventId)
  if (filter.after !== undefined) query = query.where('id', '>', filter.after)
  return (await query.execute()).map(typed)
}

/** The events that somebody waits for and that have not begun. */
export async function listAwaitedEvents(tx: TenantTx, now: Date): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('waitingEntry')
    .innerJoin('event', (join) =>
      join
        .onRef('event.tenantId', '=', 'waitingEntry.tenantId')
        .onRef('event.id', '=', 'waitingEntry.eventId'),
    )
    .select('waitingEntry.eventId')
    .distinct()
    .where('waitingEntry.tenantId', '=', tx.tenantId)
    .where('waitingEntry.status', '=', 'waiting' satisfies WaitingStatus)
    .where('event.startsAt', '>', now)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

export type NewEntry = Pick<WaitingEntry, 'eventId' | 'priceId' | 'email' | 'places' | 'language'>

/**
 * Puts somebody at the end of the line; whoever waits already, or holds an offer, stays where they are.
 *
 * @returns the id; null: nothing was changed
 */
export async function insertEntry(tx: TenantTx, entry: NewEntry, now: Date): Promise<string | null> {
  const { priceId, places, language } = entry
  const waiting = { status: 'waiting' satisfies WaitingStatus, waitingSince: now }
  const row = await tx
    .insertInto('waitingEntry')
    .values({ tenantId: tx.tenantId, id: newId(), ...entry, ...waiting, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'eventId', 'email'])
        .doUpdateSet({ priceId, places, language, ...waiting, reservationId: null })
        .where(
          sql<boolean>`waiting_entry.status in ('left', 'taken') or exists (select from reservation
            where reservation.tenant_id = waiting_entry.tenant_id and reservation.id = waiting_entry.reservation_id
              and reservation.status = 'cancelled')`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** False: it had moved before. */
export async function markEntry(
  tx: TenantTx,
  id: string,
  from: WaitingStatus,
  change: { readonly status: WaitingStatus; readonly reservationId?: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('waitingEntry')
    .set(change)
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** An event as far as waiting for it goes. */
export async function findAwaitedEvent(tx: TenantTx, eventId: string) {
  return tx
    .selectFrom('event')
    .leftJoin('eventCounter', (join) =>
      join
        .onRef('eventCounter.tenantId', '=', 'event.tenantId')
        .onRef('eventCounter.eventId', '=', 'event.id'),
    )
    .select(['event.id', 'event.name', 'event.slug', 'event.startsAt', 'event.published', 'event.capacity'])
    .select(['eventCounter.held', 'event.cancelledAt'])
    .where('event.tenantId', '=', tx.tenantId)
    .where('event.id', '=', eventId)
    .executeTakeFirst()
}

/** Nobody waits for an event any more. */
export async function leaveEvent(tx: TenantTx, eventId: string): Promise<void> {
  await tx
    .updateTable('waitingEntry')
    .set({ status: 'left' satisfies WaitingStatus })
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .where('status', '=', 'waiting' satisfies WaitingStatus)
    .execute()
}

/** Takes a person off every list. */
export async function eraseEntries(tx: TenantTx, email: string): Promise<void> {
  await tx.deleteFrom('waitingEntry').where('tenantId', '=', tx.tenantId).where('email', '=', email).execute()
}
