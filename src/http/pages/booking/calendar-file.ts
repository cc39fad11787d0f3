import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { page } from '../page.ts'
import { BookedParams, readBooking } from './booked.tsx'
import { sendCalendar } from './calendar.ts'

/** The event of a booking for the person's own calendar; opened again after a change it replaces the former. */
export function registerCalendarFile(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/event.ics',
    summary: 'The event of a booking, for a calendar',
    params: BookedParams,
    handler: async ({ tenant, params, request, reply }) => {
      const { startsAt, ...booking } = await readBooking(context, tenant.id, params)
      if (startsAt === null) throw new AppError('not_found')
      return sendCalendar(reply, {
        ...booking,
        startsAt,
        organisation: tenant.organisation,
        url: request.base + bookingPath(context, tenant.id, booking.id),
        now: context.now(),
      })
    },
  })
}
