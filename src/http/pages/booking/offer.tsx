import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { bookingPath } from '../../../features/reservation/booking-proof.ts'
import { acceptOffer } from '../../../features/waiting-list/accept-offer.ts'
import { page } from '../page.ts'
import { BookedParams, readBooking } from './booked.tsx'

/** Somebody from the waiting list takes what is held for them; the button is on the page of the booking. */
export function registerOffer(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'POST',
    url: '/bookings/:uuid/:proof/acceptance/',
    summary: 'Take places that were offered from the waiting list',
    forms: true,
    params: BookedParams,
    handler: async ({ tenant, params, reply }) => {
      const { id } = await readBooking(context, tenant.id, params)
      await acceptOffer(context, tenant, id)
      return reply.redirect(bookingPath(context, tenant.id, id), 303)
    },
  })
}
