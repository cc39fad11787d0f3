import type { FastifyReply } from 'fastify'
import ical, { ICalCalendarMethod } from 'ical-generator'
import { type Place, placeOf } from '../event/place-of.ts'

type CalendarEntry = Place & {
  /** What it is the entry of: another file with the same id replaces it in the person's calendar. */
  readonly id: string
  readonly eventName: string
  readonly eventSlug: string | null
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly organisation: string
  /** Where the entry leads. */
  readonly url: string
  readonly now: Date
}

/** An event as a file for the person's own calendar (RFC 5545). */
export function sendCalendar(reply: FastifyReply, entry: CalendarEntry): string {
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${entry.eventSlug}.ics"`,
    'cache-control': 'no-store',
  })
  return calendarText(entry)
}

function calendarText({
  id,
  eventName,
  startsAt,
  endsAt,
  organisation,
  url,
  now,
  ...place
}: CalendarEntry): string {
  const calendar = ical({
    prodId: { company: 'Guichet', product: 'Guichet' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `${id}@${new URL(url).hostname}`,
    start: startsAt,
    end: endsAt,
    stamp: now,
    summary: `${eventName} – ${organisation}`,
    location: placeOf(place),
    url,
  })
  return calendar.toString()
}
