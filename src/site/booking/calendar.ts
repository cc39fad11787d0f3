import type { FastifyReply } from 'fastify'
import type { TicketFacts } from '../../features/ticket/ticket-document.queries.ts'
import { calendarText } from '../../lib/icalendar.ts'
import { placeOf } from '../event/place-of.ts'

type CalendarEntry = {
  /** The id of what is entered: another file with the same id replaces the entry in the person's calendar. */
  readonly id: string
  readonly event: TicketFacts['event']
  readonly organisation: string
  /** The address that the entry leads to. */
  readonly url: string
  readonly now: Date
}

/** Sends an event as a file for the person's own calendar (RFC 5545). */
export function sendCalendar(reply: FastifyReply, entry: CalendarEntry): string {
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${entry.event.slug}.ics"`,
    'cache-control': 'no-store',
  })
  const { id, event, organisation, url, now } = entry
  return calendarText([
    {
      uid: `${id}@${new URL(url).hostname}`,
      sequence: event.calendarSequence,
      // Among equal ones a calendar takes the later by its stamp (RFC 5546, 2.1.5).
      stamp: now,
      changedAt: event.updatedAt,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      timeZone: 'UTC',
      isCancelled: event.cancelledAt !== null,
      summary: `${event.name} – ${organisation}`,
      description: null,
      place: placeOf(event),
      category: null,
      latitude: event.latitude,
      longitude: event.longitude,
      url,
      imageUrl: null,
    },
  ])
}
