import { type Insertable, type Selectable, sql } from 'kysely'
import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import type { CalendarEntry } from '../../db/tables.ts'
import type { Tenant } from './tenant.ts'

/** Puts a published event into the calendar that all tenants share, or brings its entry up to date. */
export async function writeCalendarEntry(
  tx: TenantTx,
  entry: Omit<Insertable<CalendarEntry>, 'tenantId'>,
): Promise<void> {
  const { eventId, ...values } = entry
  await serverSide(tx)
    .insertInto('calendarEntry')
    .values({ tenantId: tx.tenantId, eventId, ...values })
    .onConflict((conflict) => conflict.columns(['tenantId', 'eventId']).doUpdateSet(values))
    .execute()
}

export async function deleteCalendarEntry(tx: TenantTx, eventId: string): Promise<void> {
  await serverSide(tx)
    .deleteFrom('calendarEntry')
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .execute()
}

/** A location was renamed: the entries of its events follow. Two statements, since one may not span both kinds of tables. */
export async function relocateCalendarEntries(tx: TenantTx, locationId: string): Promise<void> {
  const events = await tx
    .selectFrom('event')
    .innerJoin('location', (join) =>
      join.onRef('location.tenantId', '=', 'event.tenantId').onRef('location.id', '=', 'event.locationId'),
    )
    .select(['event.id', 'location.name', 'location.city'])
    .where('event.tenantId', '=', tx.tenantId)
    .where('event.locationId', '=', locationId)
    // An event that is moving elsewhere at this moment is waited for, and then no longer one of these.
    .forShare('event')
    .execute()
  const [first] = events
  if (!first) return
  await serverSide(tx)
    .updateTable('calendarEntry')
    .set({ locationName: first.name, city: first.city })
    .where('tenantId', '=', tx.tenantId)
    .where(
      'eventId',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
}

/** What the shared calendar says of an event, and whose it is. */
export type SharedEvent = Selectable<CalendarEntry> & {
  readonly organisation: string
  /** The label of the organisation. */
  readonly host: string
  readonly timeZone: string
}

/**
 * Events that are not over, of the tenants a Meta lists, in the order they start: the first Meta shows everybody's,
 * another one those of its federation. Archived tenants are left out.
 */
export async function listSharedEvents(
  tx: ServerTx,
  meta: Tenant,
  page: { readonly now: Date; readonly limit: number; readonly offset: number },
): Promise<readonly SharedEvent[]> {
  let query = tx
    .selectFrom('calendarEntry')
    .innerJoin('tenant', 'tenant.id', 'calendarEntry.tenantId')
    .innerJoin('domain', (join) =>
      join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'),
    )
    .selectAll('calendarEntry')
    .select(['tenant.organisation', 'tenant.timeZone', 'domain.name as host'])
    .where('tenant.archivedAt', 'is', null)
    .where(
      sql<boolean>`coalesce(calendar_entry.ends_at, calendar_entry.starts_at + interval '6 hours') > ${page.now}::timestamptz`,
    )
    .orderBy('calendarEntry.startsAt')
    .orderBy('calendarEntry.eventId')
    .limit(page.limit)
    .offset(page.offset)
  if (!meta.firstMeta) {
    query = query.where('tenant.id', 'in', (where) =>
      where
        .selectFrom('federationMember')
        .select('federationMember.memberTenantId')
        .where('federationMember.metaTenantId', '=', meta.id),
    )
  }
  return query.execute()
}
