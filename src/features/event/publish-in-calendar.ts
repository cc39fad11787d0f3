import type { Selectable } from 'kysely'
import { serverSide, type TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { Event as EventRow } from '../../db/tables.ts'
import { noteAppearances } from '../tenant/appearance.queries.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { getTimeZone } from '../tenant/tenant.queries.ts'
import { deleteCalendarEntry, listArtistsOf, writeCalendarEntry } from '../tenant/calendar.queries.ts'
import { endOfEvent } from './event.ts'

/** Brings the shared calendar up to date with an event, in its transaction: an unpublished one is not in it, and a cancelled one as cancelled. */
export async function publishInCalendar(tx: TenantTx, event: Selectable<EventRow>): Promise<void> {
  if (!event.published) return deleteCalendarEntry(tx, event.id)
  const artists = await listArtistsOf(tx, event.id)
  const location = event.locationId === null ? null : await lockLocation(tx, event.locationId)
  await writeCalendarEntry(tx, {
    eventId: event.id,
    slug: event.slug,
    name: event.name,
    shortDescription: event.shortDescription,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    overAt: endOfEvent(event, await getTimeZone(serverSide(tx), tx.tenantId)),
    locationName: location?.name ?? null,
    city: location?.city ?? null,
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    imageKey: event.imageKey,
    imageFocus: event.imageFocus,
    eventCategory: event.eventCategory,
    cancelledAt: event.cancelledAt,
    calendarSequence: event.calendarSequence,
    keptOut: event.keptOut,
    artists: artists.map(({ name }) => name),
  })
  await noteDue(tx, 'pictures', event.imageKey === null ? null : event.updatedAt)
  await noteAppearances(
    tx,
    event.id,
    artists.map(({ id }) => id),
  )
}

/** Locks it against renaming, so that a later renaming finds this entry too. */
async function lockLocation(tx: TenantTx, id: string) {
  return selectRows(tx, 'location')
    .select(['name', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}
