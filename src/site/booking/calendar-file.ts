import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { findTicketEvent } from '../../features/ticket/ticket-document.queries.ts'
import { page } from '../../pages/page.ts'
import { readBooking } from './booked.tsx'
import { sendCalendar } from './calendar.ts'
import { ProvenParams } from '../../http/wire/params.ts'

/** The event of a booking for the person's own calendar; opened again after a change it replaces the former. */
export function registerCalendarFile(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/event.ics',
    params: ProvenParams,
    handler: async ({ tenant, params, request, reply }) => {
      const { id } = await readBooking(context, tenant.id, params)
      const event = orNotFound(await context.database.asTenant(tenant.id, (tx) => findTicketEvent(tx, id)))
      return sendCalendar(reply, {
        id,
        event,
        organisation: tenant.organisation,
        url: request.base + bookingPath(context, tenant.id, id),
        now: context.now(),
      })
    },
  })
}
