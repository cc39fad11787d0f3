import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { BookingSummary } from '../../../features/reservation/booking-page.queries.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { placeOf } from '../event/place-of.ts'
import { page } from '../page.ts'
import { BookedParams, readBooking } from './booked.tsx'

/** The event of a booking for the person's own calendar (RFC 5545); opened again after a change it replaces the former. */
export function registerCalendarFile(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/event.ics',
    summary: 'The event of a booking, for a calendar',
    params: BookedParams,
    handler: async ({ tenant, params, request, reply }) => {
      const { startsAt, ...booking } = await readBooking(context, tenant.id, params)
      if (startsAt === null) throw new AppError('not_found')
      const url = request.base + bookingPath(context, tenant.id, booking.id)
      reply.headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${booking.eventSlug}.ics"`,
        'cache-control': 'no-store',
      })
      return calendarText(
        { ...booking, startsAt },
        { organisation: tenant.organisation, url, now: context.now() },
      )
    },
  })
}

function calendarText(
  booking: BookingSummary & { readonly startsAt: Date },
  { organisation, url, now }: { organisation: string; url: string; now: Date },
): string {
  const calendar = ical({
    prodId: { company: 'Guichet', product: 'Guichet' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `${booking.id}@${new URL(url).hostname}`,
    start: booking.startsAt,
    end: booking.endsAt,
    stamp: now,
    summary: `${booking.eventName} – ${organisation}`,
    location: placeOf(booking),
    url,
  })
  return calendar.toString()
}
