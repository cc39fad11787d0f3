import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { TicketFacts } from '../../features/ticket/ticket-document.queries.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { calendarText } from '../../lib/icalendar.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { placeOf } from '../event/place-of.ts'

/** Calendars that people have as a web site, which open at an address with the entry filled in. */
export const webCalendars = ['google', 'outlook'] as const

export const CalendarQuery = Type.Object({ to: Type.Optional(EnumIn(webCalendars)) })

type CalendarEntry = {
  /** The id of what is entered: another file with the same id replaces the entry in the person's calendar. */
  readonly id: string
  readonly event: TicketFacts['event']
  readonly organisation: string
  /** Where the pages of the organisation are. */
  readonly base: string
  /** The address of the booking, for whoever it belongs to; null: the entry leads to the event. */
  readonly bookingUrl: string | null
  readonly now: Date
}

/**
 * Sends an event as a file for the person's own calendar (RFC 5545), or leads to the calendar that they chose. That one is told the address
 * of the event alone: whoever has the address of a booking has its tickets.
 */
export function sendCalendar(reply: FastifyReply, { to }: Static<typeof CalendarQuery>, entry: CalendarEntry): unknown {
  const { id, event, organisation, base, bookingUrl, now } = entry
  const eventUrl = base + at(visitorPaths.event, { slug: event.slug })
  const summary = `${event.name} – ${organisation}`
  const place = placeOf(event)
  reply.header('cache-control', 'no-store')
  // No calendar on the web can be told that an event is cancelled; the file says it.
  if (to !== undefined && event.cancelledAt === null) {
    // Both calendars want an end; an event that has none ends as it begins (RFC 5545, 3.6.1).
    const filled = { summary, place: place ?? '', startsAt: event.startsAt, endsAt: event.endsAt ?? event.startsAt }
    return reply.redirect(addressAt[to]({ ...filled, url: eventUrl }), 303)
  }
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${event.slug}.ics"`,
  })
  return calendarText([
    {
      uid: `${id}@${new URL(base).hostname}`,
      sequence: event.calendarSequence,
      // Among equal ones a calendar takes the later by its stamp (RFC 5546, 2.1.5).
      stamp: now,
      changedAt: event.updatedAt,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      timeZone: 'UTC',
      isCancelled: event.cancelledAt !== null,
      summary,
      description: null,
      place,
      category: null,
      latitude: event.latitude,
      longitude: event.longitude,
      url: bookingUrl ?? eventUrl,
      imageUrl: null,
    },
  ])
}

type FilledEntry = {
  readonly summary: string
  readonly place: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly url: string
}

const addressAt: Readonly<Record<(typeof webCalendars)[number], (entry: FilledEntry) => string>> = {
  google({ summary, place, startsAt, endsAt, url }) {
    const dates = [startsAt, endsAt].map((time) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
    const filled = { action: 'TEMPLATE', text: summary, dates: dates.join('/'), location: place, details: url }
    return `https://calendar.google.com/calendar/render?${new URLSearchParams(filled)}`
  },
  outlook({ summary, place, startsAt, endsAt, url }) {
    const times = { startdt: startsAt.toISOString(), enddt: endsAt.toISOString() }
    const filled = { rru: 'addevent', subject: summary, ...times, location: place, body: url }
    return `https://outlook.live.com/calendar/0/action/compose?${new URLSearchParams(filled)}`
  },
}
