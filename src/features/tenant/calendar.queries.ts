import { type Insertable, sql } from 'kysely'
import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import type { CalendarEntry } from '../../db/tables.ts'
import { atChange, atMaking, countDone, isThere, sameTenant, selectRows } from '../../db/rows.ts'
import { idsOf } from '../../lib/ids.ts'
import { foldText } from '../../lib/text.ts'
import { noteFollowersDue } from './due-work.queries.ts'

type NewEntry = Omit<
  Insertable<CalendarEntry>,
  'tenantId' | 'foldedWhat' | 'foldedWhere' | 'updatedAt' | 'shownSince'
> & { readonly artists: readonly string[] }

/** What a Meta shows of an event elsewhere. */
export type RemoteEntry = Omit<
  NewEntry,
  'artists' | 'agendaId' | 'organiser' | 'imageKey' | 'imageFocus' | 'allDay'
> & { readonly organiser: string; readonly allDay: boolean }

/** Puts a published event into the calendar that all tenants share, or updates its entry. */
export async function writeCalendarEntry(tx: TenantTx, { eventId, artists, ...entry }: NewEntry): Promise<void> {
  const values = {
    ...entry,
    foldedWhat: folded(entry.name, entry.shortDescription, ...artists),
    foldedWhere: folded(entry.locationName, entry.city),
  }
  await serverSide(tx)
    .insertInto('calendarEntry')
    .values({ tenantId: tx.tenantId, eventId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'eventId'])
        .doUpdateSet({
          ...values,
          updatedAt: atMaking,
          shownSince: sql`case when calendar_entry.kept_out and not excluded.kept_out then excluded.shown_since else calendar_entry.shown_since end`,
        }),
    )
    .execute()
  await noteFollowersDue(tx)
}

/** Tells whether shared calendars show an event of that id of another organisation. */
export function isShownByAnother(tx: ServerTx, tenantId: string, eventId: string): Promise<boolean> {
  return isThere(
    tx
      .selectFrom('calendarEntry')
      .innerJoin('tenant', 'tenant.id', 'calendarEntry.tenantId')
      .where('eventId', '=', eventId)
      .where('tenantId', '<>', tenantId)
      .where('agendaId', 'is', null)
      .where('keptOut', '=', false)
      .where('tenant.sandbox', '=', false)
      .where('tenant.approval', '=', 'approved')
      .where('tenant.archivedAt', 'is', null),
  )
}

/** Tells whether a published event or an organisation shows this picture cut around this point, in percent. */
export async function isCutAt(tx: ServerTx, imageKey: string, [x, y]: readonly [number, number]): Promise<boolean> {
  const focus = `${x}% ${y}%`
  const [tenantId = ''] = imageKey.split('/')
  const shows = sql<boolean>`image_key = ${imageKey} and image_focus = ${focus}`
  return (
    (await isThere(tx.selectFrom('calendarEntry').where('tenantId', '=', tenantId).where(shows))) ||
    (await isThere(tx.selectFrom('tenant').where('id', '=', tenantId).where(shows)))
  )
}

const entriesAtOnce = 500

/** Has a Meta's calendar show these events of an agenda, and none of its others; only what differs is written. */
export async function replaceRemoteEntries(
  tx: TenantTx,
  agendaId: string,
  entries: readonly RemoteEntry[],
): Promise<void> {
  const ids = idsOf(entries.map(({ eventId }) => ({ id: eventId })))
  const former = serverSide(tx)
    .deleteFrom('calendarEntry')
    .where('tenantId', '=', tx.tenantId)
    .where('agendaId', '=', agendaId)
  await (ids.length === 0 ? former : former.where('eventId', 'not in', ids)).execute()
  const rows = entries.map((entry) => ({
    ...entry,
    tenantId: tx.tenantId,
    agendaId,
    imageKey: null,
    foldedWhat: folded(entry.name, entry.shortDescription, entry.organiser),
    foldedWhere: folded(entry.locationName, entry.city),
  }))
  const [row] = rows
  if (!row) return
  const columns = Object.keys(row).filter((key) => !['tenantId', 'eventId'].includes(key)) as (keyof typeof row)[]
  const of = (table: string) => sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
  for (let first = 0; first < rows.length; first += entriesAtOnce)
    await serverSide(tx)
      .insertInto('calendarEntry')
      .values(rows.slice(first, first + entriesAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'eventId'])
          .doUpdateSet((update) => ({
            ...Object.fromEntries(columns.map((column) => [column, update.ref(`excluded.${column}`)])),
            updatedAt: atMaking,
          }))
          .where(sql<boolean>`(${of('calendar_entry')}) is distinct from (${of('excluded')})`),
      )
      .execute()
}

/** Notes that an event is cancelled: calendars that show it are told so for some weeks. */
export async function cancelCalendarEntry(tx: TenantTx, eventId: string, now: Date): Promise<void> {
  await serverSide(tx)
    .updateTable('calendarEntry')
    .set(({ eb }) => ({ cancelledAt: now, calendarSequence: eb('calendarSequence', '+', 1), updatedAt: atChange }))
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .execute()
  await noteFollowersDue(tx)
}

/**
 * Takes an event out of the calendar that all tenants share. That it was there is kept for 30 days, and until two days after its end: a
 * calendar elsewhere that has it from here may be read before it has heard.
 */
export async function deleteCalendarEntry(tx: TenantTx, eventId: string): Promise<void> {
  await sql`with withdrawn as (
      delete from calendar_entry where tenant_id = ${tx.tenantId} and event_id = ${eventId} returning starts_at, ends_at
    )
    insert into withdrawn_event (tenant_id, event_id, kept_until)
    select ${tx.tenantId}::uuid, ${eventId}::uuid,
      greatest(now() + interval '30 days', coalesce(ends_at, starts_at) + interval '2 days') from withdrawn
    on conflict (tenant_id, event_id) do update set kept_until = excluded.kept_until`.execute(tx)
  await noteFollowersDue(tx)
}

/** Has everything that a tenant shows begin anew on other servers, which were told that it was gone. */
export async function showAnew(tx: TenantTx): Promise<void> {
  await serverSide(tx)
    .updateTable('calendarEntry')
    .set({ shownSince: atChange })
    .where('tenantId', '=', tx.tenantId)
    .where('agendaId', 'is', null)
    .execute()
}

/** Finds an event that its organisation shows to other servers, by its slug or its id. */
export async function findShown(
  tx: ServerTx,
  tenantId: string,
  by: { readonly slug: string } | { readonly eventId: string },
): Promise<{ readonly eventId: string; readonly shownSince: Date } | null> {
  const row = await tx
    .selectFrom('calendarEntry')
    .select(['eventId', 'shownSince'])
    .where('tenantId', '=', tenantId)
    .where('agendaId', 'is', null)
    .where('keptOut', '=', false)
    .where((eb) => ('slug' in by ? eb('slug', '=', by.slug) : eb('eventId', '=', by.eventId)))
    .executeTakeFirst()
  return row ?? null
}

/** Which of these events the shared calendar has, or had until lately. */
export async function listEverShown(tx: ServerTx, eventIds: readonly string[]): Promise<readonly string[]> {
  const shown = tx.selectFrom('calendarEntry').select('eventId').where('agendaId', 'is', null)
  const withdrawn = tx.selectFrom('withdrawnEvent').select('eventId')
  const rows = await shown
    .where('eventId', 'in', eventIds)
    .unionAll(withdrawn.where('eventId', 'in', eventIds))
    .execute()
  return rows.map(({ eventId }) => eventId)
}

/** Whether the calendar has an event of a tenant, or had it until lately. */
export async function wasShown(tx: ServerTx, tenantId: string, eventId: string): Promise<boolean> {
  const of = (table: 'calendarEntry' | 'withdrawnEvent') =>
    isThere(tx.selectFrom(table).where('tenantId', '=', tenantId).where('eventId', '=', eventId))
  return (await of('calendarEntry')) || of('withdrawnEvent')
}

export const withdrawnAtOnce = 1_000

/** Forgets events that were withdrawn so long ago that nobody shows them any more. @returns how many */
export async function forgetWithdrawn(tx: TenantTx, before: Date, most: number): Promise<number> {
  const old = serverSide(tx).selectFrom('withdrawnEvent').select('eventId').where('tenantId', '=', tx.tenantId)
  return countDone(
    serverSide(tx)
      .deleteFrom('withdrawnEvent')
      .where('tenantId', '=', tx.tenantId)
      .where('eventId', 'in', old.where('keptUntil', '<', before).limit(most)),
  )
}

/** Updates the entries of a renamed location's events. Two statements, since one may not span both kinds of tables. */
export async function relocateCalendarEntries(tx: TenantTx, locationId: string): Promise<void> {
  const events = await selectRows(tx, 'event')
    .innerJoin('location', sameTenant('location.id', 'event.locationId'))
    .select(['event.id', 'location.name', 'location.city', 'location.latitude', 'location.longitude'])
    .where('event.locationId', '=', locationId)
    // An event that is moved elsewhere at this moment is waited for, and then no longer among these.
    .forShare('event')
    .execute()
  const [first] = events
  if (!first) return
  await serverSide(tx)
    .updateTable('calendarEntry')
    .set({
      locationName: first.name,
      city: first.city,
      latitude: first.latitude,
      longitude: first.longitude,
      foldedWhere: folded(first.name, first.city),
      updatedAt: atChange,
    })
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', 'in', idsOf(events))
    .execute()
  await noteFollowersDue(tx)
}

/** Updates the entries of a renamed artist's events, so that they are found by the new name. */
export async function renameInCalendar(tx: TenantTx, artistId: string): Promise<void> {
  const events = await selectRows(tx, 'eventArtist')
    .innerJoin('event', sameTenant('event.id', 'eventArtist.eventId'))
    .select(['event.id', 'event.name', 'event.shortDescription'])
    .where('eventArtist.artistId', '=', artistId)
    .forShare('event')
    .execute()
  for (const event of events) {
    const artists = await listArtistsOf(tx, event.id)
    const foldedWhat = folded(event.name, event.shortDescription, ...artists.map(({ name }) => name))
    await serverSide(tx)
      .updateTable('calendarEntry')
      .set({ foldedWhat })
      .where('tenantId', '=', tx.tenantId)
      .where('eventId', '=', event.id)
      .execute()
  }
}

/** Lists who plays at an event, in their order. */
export function listArtistsOf(tx: TenantTx, eventId: string) {
  return selectRows(tx, 'eventArtist')
    .innerJoin('artist', sameTenant('artist.id', 'eventArtist.artistId'))
    .select(['artist.id', 'artist.name'])
    .where('eventArtist.eventId', '=', eventId)
    .orderBy('eventArtist.position')
    .execute()
}

/** Whether an entry goes on at that time or later. */
export const isNotOver = (time: Date) => sql<boolean>`calendar_entry.over_at > ${time}::timestamptz`

function folded(...parts: readonly (string | null | undefined)[]): string {
  return foldText(parts.filter((part) => part).join(' '))
}
