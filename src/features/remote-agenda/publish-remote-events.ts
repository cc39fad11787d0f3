import type { TenantTx } from '../../db/database.ts'
import { slugify } from '../../lib/text.ts'
import { endOfEvent } from '../event/event.ts'
import { type RemoteEntry, replaceRemoteEntries } from '../tenant/calendar.queries.ts'
import { listShownOfAgenda, type RemoteAgenda, type RemoteEvent } from './remote-agenda.queries.ts'
import { calendarUid, categoryOf } from './remote-agenda.ts'

/** Brings the calendar of the Meta up to date with an agenda, in the transaction that holds the agenda's lock: accepted, and not gone. */
export async function publishRemoteEvents(tx: TenantTx, agenda: RemoteAgenda): Promise<void> {
  const shown = await listShownOfAgenda(tx, agenda.id)
  await replaceRemoteEntries(
    tx,
    agenda.id,
    shown.map((event) => entryOf(event, agenda)),
  )
}

function entryOf(event: RemoteEvent, { name, website, city }: RemoteAgenda): RemoteEntry {
  return {
    eventId: event.id,
    uid: calendarUid(event),
    slug: slugify(event.name) || event.id,
    name: event.name,
    shortDescription: shortened(event.description),
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    overAt: endOfEvent(event, event.timeZone),
    allDay: event.allDay,
    timeZone: event.timeZone,
    locationName: event.place,
    city,
    latitude: event.latitude,
    longitude: event.longitude,
    eventCategory: categoryOf(event.categories),
    link: event.url ?? website,
    organiser: name,
    organiserUrl: website,
    cancelledAt: event.cancelledAt,
    calendarSequence: event.sequence,
  }
}

/** As long as an organisation's own events have it. */
const longestShort = 250

function shortened(text: string | null): string | null {
  const line = text?.replaceAll(/\s+/g, ' ') ?? null
  if (line === null || line.length <= longestShort) return line
  return `${line
    .slice(0, longestShort - 1)
    .replace(/\s*\S*$/, '')
    .toWellFormed()}…`
}
