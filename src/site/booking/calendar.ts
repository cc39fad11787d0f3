import type { FastifyReply } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { TicketFacts } from '../../features/ticket/ticket-document.queries.ts'
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
  return calendarText(entry)
}

/**
 * Writes the entry. A calendar that has it already takes a later one by its sequence, and among equal ones by its stamp (RFC 5546, 2.1.5).
 */
function calendarText({ id, event, organisation, url, now }: CalendarEntry): string {
  const calendar = ical({ prodId: { company: 'Guichet', product: 'Guichet' }, method: ICalCalendarMethod.PUBLISH })
  calendar.createEvent({
    id: `${id}@${new URL(url).hostname}`,
    start: event.startsAt,
    end: event.endsAt,
    stamp: now,
    sequence: event.calendarSequence,
    lastModified: event.updatedAt,
    status: event.cancelledAt === null ? null : ICalEventStatus.CANCELLED,
    summary: `${event.name} – ${organisation}`,
    location: placeOf(event),
    url,
  })
  return calendar.toString()
}
