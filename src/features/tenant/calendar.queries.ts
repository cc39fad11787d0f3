import type { Insertable } from 'kysely'
import { serverSide, type TenantTx } from '../../db/database.ts'
import type { CalendarEntry } from '../../db/tables.ts'

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
